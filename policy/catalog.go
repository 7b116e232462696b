package policy

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"xuezhan/engine/spell"
	"xuezhan/policy/net"
)

// A Param is a whole-number parameter of a bot.
type Param struct {
	Name, Doc         string
	Min, Max, Default int
}

// A Description is a catalog's text about a bot.
type Description struct {
	Name, Doc string
	Params    []Param
}

// Values are a bot's parameters by name.
type Values map[string]int

// Of returns the value of a parameter, which the bot must have declared.
func (v Values) Of(name string) int {
	n, ok := v[name]
	if !ok {
		panic("policy: parameter " + name + " is not declared")
	}
	return n
}

// An Entry is a bot of a catalog. New makes its parts for one seat. It is called
// once for each policy of the bot, by any goroutine.
type Entry struct {
	Description
	New func(Values) Parts
}

// A Catalog has the bots that specs may name. Add all bots before goroutines share
// it.
type Catalog struct {
	entries []Entry
	open    Opener     // makes external bots; nil if there are none
	nets    []*net.Net // that bots of specs may play by
}

// NewCatalog returns a catalog of the built-in bots.
func NewCatalog() *Catalog { return &Catalog{entries: slices.Clone(builtIn)} }

// Add adds a bot and five parts with its name. It panics if specs could not name the
// bot or New could not make it: a name that is taken or is not lower-case letters,
// digits and underscores, a parameter named like a part or twice, a default outside
// its bounds.
func (c *Catalog) Add(e Entry) {
	_, err := c.lookup(e.Name)
	switch {
	case err == nil || isSingle(e.Name):
		panic("policy: the name of the bot is taken")
	case !isName(e.Name) || e.Name == externalBot.Name:
		panic("policy: the name of the bot is invalid")
	case e.New == nil:
		panic("policy: a bot without New")
	}
	seen := map[string]bool{}
	for _, p := range e.Params {
		if !isName(p.Name) || seen[p.Name] || slices.Contains(PartNames, p.Name) {
			panic("policy: the name of a parameter is taken or invalid")
		}
		if p.Default < p.Min || p.Default > p.Max {
			panic("policy: a default outside its bounds")
		}
		seen[p.Name] = true
	}
	c.entries = append(c.entries, e)
}

// isName reports whether a text can be a name in a spec.
func isName(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// isSingle reports whether a part that belongs to no bot has the name.
func isSingle(name string) bool {
	return slices.ContainsFunc(singles(), func(s single) bool { return s.name == name })
}

// builtIn is never changed: catalogs have copies.
var builtIn = []Entry{
	{Description{"random", "any legal action, each with the same chance", nil}, newRandom},
	{Description{"timeout", "what the planet page's clock plays for an absent player", nil}, newTimeout},
	{Description{"fast", "wins as soon as it can: shanten, then live acceptance", fastParams}, newFast},
	{Description{"big", "goes for flushes, pungs and seven pairs, and declines cheap wins while there is time", bigParams}, newBig},
	{Description{"value", "chance to win times what the win pays, less the danger of the discard", valueParams}, newValue},
	{Description{"expert", "plays like value where a net fitted to hands does not know better", expertParams}, newExpert},
	{Description{"guard", "plays like value, and safe against the others once its hand is worth little", guardParams}, newGuard},
	{Description{searchName, "plays a few actions to the end in samples of what it cannot see", searchParams}, newSearch},
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

// Bots describes the bots, in the order in which they are listed.
func (c *Catalog) Bots() []Description {
	var list []Description
	for _, e := range c.entries {
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
	catalog *Catalog
	bot     Entry
	values  Values
	parts   map[string]string // slot → bot or single
	command []string          // of an external bot, nil for others
	net     *net.Net          // that the bot plays by, nil for none
	own     func() Policy     // makes a policy that is in no catalog, nil for others
}

// IsZero reports whether the spec is the zero value, which names no bot.
func (s Spec) IsZero() bool { return s.catalog == nil }

// Parse reads a spec of built-in bots.
func Parse(text string) (Spec, error) { return NewCatalog().Parse(text) }

// Parse reads a spec such as "fast:win=big,call=timeout". The error lists what
// exists.
func (c *Catalog) Parse(text string) (Spec, error) {
	if command, ok := strings.CutPrefix(text, externalPrefix); ok {
		return c.parseExternal(text, command)
	}
	name, options, hasOptions := strings.Cut(text, ":")
	if n := c.netOf(name); n != nil {
		return c.Learned(n, options)
	}
	bot, err := c.lookup(name)
	if err != nil {
		return Spec{}, err
	}
	if !hasOptions {
		return plain(c, bot), nil
	}
	s, err := c.parse(bot, options)
	if err != nil {
		return Spec{}, fmt.Errorf("policy %q: %w", text, err)
	}
	return s, nil
}

// plain returns the spec of a bot as it is.
func plain(c *Catalog, bot Entry) Spec {
	return Spec{catalog: c, bot: bot, values: defaults(bot.Params), parts: map[string]string{}}
}

// parse reads the options of a bot's spec, key=value separated by commas.
func (c *Catalog) parse(bot Entry, options string) (Spec, error) {
	s := plain(c, bot)
	seen := map[string]bool{}
	for _, option := range strings.Split(options, ",") {
		key, value, ok := strings.Cut(option, "=")
		if !ok || key == "" || value == "" {
			return Spec{}, fmt.Errorf("option %q is not key=value", option)
		}
		if seen[key] {
			return Spec{}, fmt.Errorf("option %q is duplicated", key)
		}
		seen[key] = true
		if err := s.set(key, value); err != nil {
			return Spec{}, err
		}
	}
	return s, nil
}

func (c *Catalog) lookup(name string) (Entry, error) {
	var names []string
	for _, e := range c.entries {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	if bot, _, _ := strings.Cut(name, "@"); bot == LearnedBot {
		return Entry{}, fmt.Errorf("bot %q plays by a net, and a spec does not have it; the command line reads it from a file, as %s@FILE", name, bot)
	}
	for _, f := range Forms() {
		names = append(names, f.Name)
	}
	return Entry{}, fmt.Errorf("unknown bot %q%s; bots are %s", name, spell.Hint(name, names), strings.Join(names, ", "))
}

// A Form is how a spec names a bot that is not in the catalog.
type Form struct {
	Name  string // with what is to be filled in written large
	Doc   string // what the bot does, in half a sentence
	Needs string // what has to be there
}

// Forms returns the forms, the caller's own.
func Forms() []Form {
	return []Form{
		{LearnedBot + "@FILE", "discards and calls by the net in a file", "a file such as 'xuezhan learn' writes"},
		{"exec:COMMAND", "a process of its own, in any language", "a command that speaks the protocol of the package policy/external"},
	}
}

func (s *Spec) set(key, value string) error {
	var parts Parts
	if parts.slot(key) != nil {
		if _, err := s.catalog.findPart(key, value); err != nil {
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
	names := namesOf(s.bot.Params)
	return fmt.Errorf("unknown option %q%s; parts are %s; parameters of %s are %s",
		key, spell.Hint(key, slices.Concat(names, PartNames)), strings.Join(PartNames, ", "), s.bot.Name, paramNames(s.bot.Params))
}

func namesOf(params []Param) []string {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

func paramNames(params []Param) string {
	if len(params) == 0 {
		return "none"
	}
	return strings.Join(namesOf(params), ", ")
}

// findPart returns a function that makes the part of a slot by its name.
func (c *Catalog) findPart(slot, name string) (func() Part, error) {
	var names []string
	for _, e := range c.entries {
		if e.Name == name {
			return func() Part {
				parts := e.New(defaults(e.Params))
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
	return nil, fmt.Errorf("part %q: unknown %q%s; there are %s", slot, name, spell.Hint(name, names), strings.Join(names, ", "))
}

func defaults(params []Param) Values {
	v := Values{}
	for _, p := range params {
		v[p.Name] = p.Default
	}
	return v
}

// New returns a policy that plays by the spec, which is not of an external bot.
// Each call makes a new one.
func (s Spec) New() Policy {
	if s.own != nil {
		return s.own()
	}
	parts := s.Parts()
	if parts.Whole != nil && s.isPlain() {
		return parts.Whole
	}
	return NewBot(parts)
}

// Parts returns the parts that play by the spec, for a bot that replaces some of
// them. Each call makes new ones.
func (s Spec) Parts() Parts {
	if s.IsExternal() || s.IsOwn() {
		panic("policy: an external bot, or one of the caller's own, has no parts")
	}
	parts := s.bot.New(s.values)
	for slot, name := range s.parts {
		if name == s.bot.Name {
			continue
		}
		find, err := s.catalog.findPart(slot, name)
		if err != nil {
			panic("policy: a spec that was not parsed")
		}
		*parts.slot(slot) = find()
	}
	return parts
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
	if s.IsExternal() {
		return externalPrefix + joinCommand(s.command)
	}
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
