package study

import (
	"fmt"
	"slices"
	"strconv"

	"xuezhan/policy"
)

// Names returns the names of the questions that this package has.
func Names() []string { return []string{"call", "exchange", "fast-vs-big", "void", "wait"} }

// Ask makes a question of this package again from its name and settings, as a
// stored study has them. Parse reads the specs among these.
func Ask(name string, settings []Setting, parse func(text string) (policy.Spec, error)) (*Question, error) {
	q, err := ask(name, settings, parse)
	if err != nil {
		return nil, fmt.Errorf("study: question %s: %w", name, err)
	}
	if !slices.Equal(q.Settings, settings) {
		return nil, fmt.Errorf("study: question %s: this program asks it with the settings %v, not %v", name, q.Settings, settings)
	}
	return q, nil
}

func ask(name string, settings []Setting, parse func(text string) (policy.Spec, error)) (*Question, error) {
	value := func(name string) string {
		for _, s := range settings {
			if s.Name == name {
				return s.Value
			}
		}
		return ""
	}
	switch name {
	case "call":
		return Call(), nil
	case "exchange":
		all, err := strconv.ParseBool(value("all"))
		return Exchange(ExchangeOptions{All: all}), err
	case "fast-vs-big":
		return askFastVsBig(value, parse)
	case "void":
		return Void(), nil
	case "wait":
		return Wait(), nil
	}
	return nil, fmt.Errorf("unknown; there are %v", Names())
}

func askFastVsBig(value func(name string) string, parse func(text string) (policy.Spec, error)) (*Question, error) {
	var o FastVsBigOptions
	var err error
	if o.MaxFan, err = strconv.Atoi(value("max_fan")); err != nil {
		return nil, err
	}
	if o.MinLeft, err = strconv.Atoi(value("min_left")); err != nil {
		return nil, err
	}
	if o.Chase, err = parse(value("chase")); err != nil {
		return nil, err
	}
	return FastVsBig(o), nil
}
