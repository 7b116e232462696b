package policy

import (
	"fmt"
	"maps"
)

// HasParts reports why the parts of a spec cannot be swapped with those of another by
// their names; nil where they can. An external bot decides everything in a process of its
// own, one of the caller's own is whole, and the parts of a bot that plays by a net have
// no name that other specs know.
func (s Spec) HasParts() error {
	switch {
	case s.IsExternal():
		return fmt.Errorf("policy %q: an external bot has no parts", s)
	case s.IsOwn():
		return fmt.Errorf("policy %q: a bot that is in no catalog has no parts", s)
	case s.net != nil:
		return fmt.Errorf("policy %q: other bots cannot have the parts of a bot that plays by a net", s)
	}
	return nil
}

// Part returns the name of the part that plays a slot, as options of a spec have it:
// that of the spec's bot where it is not replaced.
func (s Spec) Part(slot string) string {
	if name, ok := s.parts[slot]; ok {
		return name
	}
	return s.bot.Name
}

// HasDefaults reports whether every parameter has its default.
func (s Spec) HasDefaults() bool { return maps.Equal(s.values, defaults(s.bot.Params)) }

// WithParts returns the spec with parts replaced: slot → name. A part with the name of
// the spec's bot is its own one, with the spec's parameters; parts of other bots have
// their defaults.
func (s Spec) WithParts(parts map[string]string) (Spec, error) {
	if err := s.HasParts(); err != nil {
		return Spec{}, err
	}
	s.parts, s.values = maps.Clone(s.parts), maps.Clone(s.values)
	for slot, name := range parts {
		if (&Parts{}).slot(slot) == nil {
			return Spec{}, fmt.Errorf("policy %q: there is no part %q", s, slot)
		}
		if err := s.set(slot, name); err != nil {
			return Spec{}, err
		}
	}
	return s, nil
}
