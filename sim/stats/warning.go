package stats

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// Warning is one thing a reader of a result should know. Its text form is a
// short code, stable across versions.
type Warning uint8

// The warnings. Those marked "by the caller" concern what numbers alone cannot
// show: whoever knows attaches them with [Interval.With].
const (
	FewUnits         Warning = iota // fewer than MinUnits independent units
	CoversZero                      // the bounds include 0
	ZeroVariance                    // all units are equal
	NoisyDenominator                // a Ratio whose mean denominator is known to no better than a tenth
	DependentUnits                  // by the caller: the units are not independent
	StoppedByTest                   // by the caller: a sequential test chose the number of units
	warnings                        // how many there are
)

// words are the code and the explanation of each warning.
var words = [warnings]struct{ code, sentence string }{
	FewUnits:         {"few-units", "fewer than 30 independent units: the interval leans on a normal shape"},
	CoversZero:       {"covers-zero", "the interval covers zero: the sign is not established"},
	ZeroVariance:     {"zero-variance", "all units are equal: the width says nothing"},
	NoisyDenominator: {"noisy-denominator", "the denominator varies too much for the delta method"},
	DependentUnits:   {"dependent-units", "the units are not independent: the interval is too narrow"},
	StoppedByTest:    {"stopped-by-test", "a sequential test chose the number of units: the estimate is exaggerated"},
}

// String returns the code, or "unknown-warning".
func (w Warning) String() string {
	if w >= warnings {
		return "unknown-warning"
	}
	return words[w].code
}

// Sentence returns the warning in words, without a full stop. It panics if w
// is not one of the constants.
func (w Warning) Sentence() string { return words[w].sentence }

// MarshalText returns the code; an unknown warning is an error.
func (w Warning) MarshalText() ([]byte, error) {
	if w >= warnings {
		return nil, fmt.Errorf("stats: unknown warning %d", uint8(w))
	}
	return []byte(words[w].code), nil
}

// UnmarshalText reads a code.
func (w *Warning) UnmarshalText(text []byte) error {
	for k := range words {
		if words[k].code == string(text) {
			*w = Warning(k)
			return nil
		}
	}
	return fmt.Errorf("stats: unknown warning %q", text)
}

// Warnings is a set of warnings; the zero value is empty. Its JSON form is the
// array of their codes in the order of the constants.
type Warnings uint16

// With returns the set with w added. It panics if w is not one of the
// constants.
func (s Warnings) With(w Warning) Warnings {
	if w >= warnings {
		panic("stats: unknown warning")
	}
	return s | 1<<w
}

// Has reports whether w is in the set.
func (s Warnings) Has(w Warning) bool { return s>>w&1 == 1 }

// All returns the warnings of the set in the order of the constants.
func (s Warnings) All() iter.Seq[Warning] {
	return func(yield func(Warning) bool) {
		for w := range warnings {
			if s.Has(w) && !yield(w) {
				return
			}
		}
	}
}

// String returns the codes separated by commas.
func (s Warnings) String() string {
	return strings.Join(s.codes(), ",")
}

// MarshalJSON returns the array of codes.
func (s Warnings) MarshalJSON() ([]byte, error) { return json.Marshal(s.codes()) }

// UnmarshalJSON reads an array of codes; an unknown code is an error.
func (s *Warnings) UnmarshalJSON(data []byte) error {
	var codes []string
	if err := json.Unmarshal(data, &codes); err != nil {
		return fmt.Errorf("stats: warnings: %w", err)
	}
	*s = 0
	for _, code := range codes {
		var w Warning
		if err := w.UnmarshalText([]byte(code)); err != nil {
			return err
		}
		*s = s.With(w)
	}
	return nil
}

// codes returns the codes of the set, never nil.
func (s Warnings) codes() []string {
	list := []string{}
	for w := range s.All() {
		list = append(list, w.String())
	}
	return list
}
