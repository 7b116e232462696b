package policy

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// A Param is a whole-number parameter of a bot.
type Param struct {
	Name, Doc         string
	Min, Max, Default int
}

// A Description is what a catalog entry tells of itself.
type Description struct {
	Name, Doc string
	Params    []Param
}

// values are a bot's parameters by name.
type values map[string]int

func (v values) get(name string) int {
	n, ok := v[name]
	if !ok {
		panic("policy: parameter " + name + " is not declared")
	}
	return n
}

type entry struct {
	Description
	build func(values) Parts
}

var catalog = []entry{
	{Description{"random", "any legal action, each with the same chance", nil}, newRandom},
	{Description{"timeout", "what the planet page's clock plays for an absent player", nil}, newTimeout},
	{Description{"fast", "wins as soon as it can: shanten, then live acceptance", fastParams}, newFast},
	{Description{"big", "goes for flushes, pungs and seven pairs, and declines cheap wins while there is time", bigParams}, newBig},
	{Description{"rare", "prefers rare actions, so that tests meet every rule", nil}, newRare},
}

// A single is a part that belongs to no bot.
type single struct {
	slot, name, doc string
	part            Part
}

func singles() []single {
	list := []single{
		{"call", "never", "passes every call", Choice(never)},
		{"win", "always", "takes every win", Choice(always)},
	}
	for fan := 1; fan <= 4; fan++ {
		list = append(list, single{
			"win", fmt.Sprintf("min%d", fan),
			fmt.Sprintf("declines wins of fewer than %d fan", fan), Choice(minFan(fan)),
		})
	}
	return list
}

// Catalog returns the bots, in the order in which they are listed.
func Catalog() []Description {
	var list []Description
	for _, e := range catalog {
		list = append(list, e.Description)
	}
	return list
}

// Singles returns the parts that belong to no bot, by slot and name.
func Singles() []Description {
	var list []Description
	for _, s := range singles() {
		list = append(list, Description{Name: s.slot + "=" + s.name, Doc: s.doc})
	}
	return list
}

// A Spec is a parsed policy spec. Its String is canonical: equal specs have
// equal texts.
type Spec struct {
	bot    entry
	values values
	parts  map[string]string // slot → bot or single
}

// Parse reads a spec such as "fast:win=big,call=timeout". The error lists what
// exists.
func Parse(text string) (Spec, error) {
	name, options, hasOptions := strings.Cut(text, ":")
	bot, err := lookup(name)
	if err != nil {
		return Spec{}, err
	}
	s := Spec{bot, values{}, map[string]string{}}
	for _, p := range bot.Params {
		s.values[p.Name] = p.Default
	}
	if !hasOptions {
		return s, nil
	}
	seen := map[string]bool{}
	for _, option := range strings.Split(options, ",") {
		key, value, ok := strings.Cut(option, "=")
		if !ok || key == "" || value == "" {
			return Spec{}, fmt.Errorf("policy %q: option %q is not key=value", text, option)
		}
		if seen[key] {
			return Spec{}, fmt.Errorf("policy %q: option %q stands twice", text, key)
		}
		seen[key] = true
		if err := s.set(key, value); err != nil {
			return Spec{}, fmt.Errorf("policy %q: %w", text, err)
		}
	}
	return s, nil
}

func lookup(name string) (entry, error) {
	var names []string
	for _, e := range catalog {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return entry{}, fmt.Errorf("unknown bot %q; bots are %s", name, strings.Join(names, ", "))
}

func (s *Spec) set(key, value string) error {
	var parts Parts
	if parts.slot(key) != nil {
		if _, err := findPart(key, value); err != nil {
			return err
		}
		s.parts[key] = value
		return nil
	}
	for _, p := range s.bot.Params {
		if p.Name == key {
			n, err := strconv.Atoi(value)
			if err != nil || n < p.Min || n > p.Max {
				return fmt.Errorf("parameter %q: %q is not a whole number %d to %d", key, value, p.Min, p.Max)
			}
			s.values[key] = n
			return nil
		}
	}
	return fmt.Errorf("unknown option %q; parts are %s; parameters of %s are %s",
		key, strings.Join(PartNames, ", "), s.bot.Name, paramNames(s.bot.Params))
}

func paramNames(params []Param) string {
	if len(params) == 0 {
		return "none"
	}
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// findPart returns a function that makes the part of a slot by its name.
func findPart(slot, name string) (func() Part, error) {
	var names []string
	for _, e := range catalog {
		if e.Name == name {
			return func() Part {
				parts := e.build(defaults(e.Params))
				return *parts.slot(slot)
			}, nil
		}
		names = append(names, e.Name)
	}
	for _, s := range singles() {
		if s.slot != slot {
			continue
		}
		if s.name == name {
			return func() Part { return s.part }, nil
		}
		names = append(names, s.name)
	}
	return nil, fmt.Errorf("part %q: unknown %q; there are %s", slot, name, strings.Join(names, ", "))
}

func defaults(params []Param) values {
	v := values{}
	for _, p := range params {
		v[p.Name] = p.Default
	}
	return v
}

// New returns a policy that plays by the spec. Each call makes a new one.
func (s Spec) New() Policy {
	parts := s.bot.build(s.values)
	if p, ok := parts.Win.(Policy); ok && s.isPlain() {
		return p
	}
	for slot, name := range s.parts {
		if name == s.bot.Name {
			continue
		}
		find, err := findPart(slot, name)
		if err != nil {
			panic("policy: a spec that was not parsed")
		}
		*parts.slot(slot) = find()
	}
	return NewBot(parts)
}

// isPlain reports whether no part is replaced.
func (s Spec) isPlain() bool {
	for _, name := range s.parts {
		if name != s.bot.Name {
			return false
		}
	}
	return true
}

// String returns the spec's canonical text: options that change something, in
// the order of the alphabet.
func (s Spec) String() string {
	var options []string
	for slot, name := range s.parts {
		if name != s.bot.Name {
			options = append(options, slot+"="+name)
		}
	}
	for _, p := range s.bot.Params {
		if n := s.values[p.Name]; n != p.Default {
			options = append(options, fmt.Sprintf("%s=%d", p.Name, n))
		}
	}
	if len(options) == 0 {
		return s.bot.Name
	}
	sort.Strings(options)
	return s.bot.Name + ":" + strings.Join(options, ",")
}
