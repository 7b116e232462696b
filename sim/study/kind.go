package study

import (
	"fmt"
	"slices"
	"strconv"

	"xuezhan/policy"
)

// Kinds returns the questions that this package has, in the order in which they
// are listed. A new question is a line here, and the file that answers it.
func Kinds() []Kind {
	return []Kind{aboutFastVsBig(), aboutCall(), aboutWait(), aboutExchange(), aboutVoid(), aboutPlan()}
}

// A Kind is a question with its options open: all that a program has to know to
// offer it, document it and ask it again.
type Kind struct {
	Name    string
	Short   string // the choice, as a question
	Long    string // what is forked, and how the answer is divided
	Example string // command lines, two spaces before each
	Options []Option
	Policy  string // the bot that is studied where none is named; empty for fast

	ask func(v *Values) (*Question, error)
}

// An OptionType is what the value of an option is.
type OptionType uint8

// The types of options.
const (
	Number OptionType = iota // a whole number from 0
	Switch                   // true or false; true adds labels
	Bot                      // a policy's spec
)

// An Option is what a question leaves open. Settings have its value under its name.
type Option struct {
	Name    string // lower-case letters and underscores
	Type    OptionType
	Default int    // of a number
	Most    int    // of a number
	Doc     string // what it sets; its value is named in backquotes
}

// Ask makes the question from values of its options by name, as settings have them.
// Parse reads the specs of bots. A bot that is missing or empty is the usual one.
func (k *Kind) Ask(values map[string]string, parse func(text string) (policy.Spec, error)) (*Question, error) {
	return k.ask(&Values{values: values, parse: parse})
}

// Fullest makes the question with the usual options and all labels it can have.
func (k *Kind) Fullest(parse func(text string) (policy.Spec, error)) (*Question, error) {
	values := map[string]string{}
	for _, o := range k.Options {
		switch o.Type {
		case Number:
			values[o.Name] = strconv.Itoa(o.Default)
		case Switch:
			values[o.Name] = "true"
		}
	}
	return k.Ask(values, parse)
}

// Values are those of a question's options while it is made. They remember the
// first that could not be read.
type Values struct {
	values map[string]string
	parse  func(text string) (policy.Spec, error)
	err    error
}

func (v *Values) note(err error) {
	if v.err == nil {
		v.err = err
	}
}

// Number returns the value of an option that is a number.
func (v *Values) Number(name string) int {
	n, err := strconv.Atoi(v.values[name])
	v.note(err)
	return n
}

// Switch returns the value of an option that is a switch.
func (v *Values) Switch(name string) bool {
	on, err := strconv.ParseBool(v.values[name])
	v.note(err)
	return on
}

// Bot returns the spec of an option that is a bot, usual if it is not set.
func (v *Values) Bot(name, usual string) policy.Spec {
	text := v.values[name]
	if text == "" {
		text = usual
	}
	return v.parsed(text)
}

// parsed reads a spec.
func (v *Values) parsed(text string) policy.Spec {
	if v.err != nil {
		return policy.Spec{}
	}
	spec, err := v.parse(text)
	v.note(err)
	return spec
}

// Names returns the names of the kinds in their order.
func Names() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Ask makes a question of this package again from its name and settings, as a
// stored study has them. Parse reads the specs among these.
func Ask(name string, settings []Setting, parse func(text string) (policy.Spec, error)) (*Question, error) {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("study: question %s: unknown; there are %v", name, Names())
	}
	values := map[string]string{}
	for _, s := range settings {
		values[s.Name] = s.Value
	}
	q, err := kinds[i].Ask(values, parse)
	if err != nil {
		return nil, fmt.Errorf("study: question %s: %w", name, err)
	}
	if !slices.Equal(q.Settings, settings) {
		return nil, fmt.Errorf("study: question %s: this program asks it with the settings %v, not %v", name, q.Settings, settings)
	}
	return q, nil
}
