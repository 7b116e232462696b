package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"xuezhan/engine/spell"
	"xuezhan/engine/strictjson"
)

// Parameters are a bot's parameters as a file has them:
//
//	{"bot":"big","parameters":{"min_fan":3,"wall":30},"history":{…}}
//
// What is not named keeps its default. The history is for readers and may be
// anything or absent.
type Parameters struct {
	Bot     string          `json:"bot"`
	Values  Values          `json:"parameters"`
	History json.RawMessage `json:"history,omitempty"`
}

// ParseParameters reads parameters. The error names the field that is wrong; that
// there is such a bot, and that it has such parameters, is for Spec.With to say.
func ParseParameters(data []byte) (Parameters, error) {
	var p Parameters
	if err := strictjson.Decode(data, &p); err != nil {
		return p, err
	}
	switch {
	case p.Bot == "":
		return p, errors.New(`field "bot" is empty`)
	case p.Values == nil:
		return p, errors.New(`field "parameters" is null; it is an object of whole numbers by name`)
	}
	return p, nil
}

// With returns the spec with some parameters changed. The error names the first,
// in the order of the alphabet, that the bot does not have or that is out of its
// bounds.
func (s Spec) With(v Values) (Spec, error) {
	s.values = maps.Clone(s.values)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		i := slices.IndexFunc(s.bot.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return Spec{}, fmt.Errorf("unknown parameter %q%s; parameters of %s are %s",
				name, spell.Hint(name, namesOf(s.bot.Params)), s.bot.Name, paramNames(s.bot.Params))
		}
		if p, n := s.bot.Params[i], v[name]; n < p.Min || n > p.Max {
			return Spec{}, fmt.Errorf("parameter %q: %d is not a whole number %d to %d", name, n, p.Min, p.Max)
		}
		s.values[name] = v[name]
	}
	return s, nil
}

// Bot describes the bot that the spec names.
func (s Spec) Bot() Description { return s.bot.Description }

// Values returns all parameters of the spec's bot. They are the caller's.
func (s Spec) Values() Values { return maps.Clone(s.values) }
