package study

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
)

// The most of everything that a question has.
const (
	MaxFeatures = 12
	MaxLabels   = 16
	MaxForced   = 4 // actions that an alternative forces
)

// A Question is what a study asks: when a seat has the choice, what there is to
// choose, and how the outcomes are to be looked at.
type Question struct {
	Name     string
	Doc      string    // what is asked, in a sentence
	Labels   []string  // what alternatives are called; contrasts compare them
	Phrases  []string  // how sentences call them, by label; missing ones as their label
	Features []Feature // what is known of an alternative and its moment
	Policies []Policy  // by which the studied seat may play on, besides its own bot
	Settings []Setting // what the question was made with, for the reader

	// Moment reports whether a decision is one of the question's moments, and if
	// so fills in its features and alternatives. Policies see no more than it does.
	Moment func(m *Moment) bool
	// Choose, if there is one, adds the alternatives instead of Moment: once the
	// hand is over, when what the seat's bot did next is known. The Moment is as
	// it was, and has Did.
	Choose func(m *Moment)
	// Played, if there is one, fills in features of an alternative once it is played:
	// parted is the turn, counted by the discards of the seat from 1, at which the seat
	// first does something else than its bot, 0 if it never does.
	Played func(f *Features, parted int)
	// Needs reports why the question cannot be asked under some rules; nil for a
	// question that always can.
	Needs func(r *rules.Rules) error

	Contrasts []Contrast // differences between labels; the first is the main one
	Main      Group      // the forks of the main contrast
	Strata    []Strata   // each divides the forks by one thing
	Map       *Map       // nil for none
	Maxims    *Maxims    // nil for none
	Races     []Race     // looks for the best of more than two labels
	Risk      bool       // also says how much points vary from hand to hand
}

// A Feature is a small whole number that is known at a moment, or of one of its
// alternatives. It is a column of the stored rows.
type Feature struct {
	Name string `json:"name"` // lower-case letters and underscores
	Unit string `json:"unit"`
	Doc  string `json:"doc"`
}

// Features are the values of a question's features, in their order; the rest is
// zero.
type Features [MaxFeatures]int16

// A Policy is one by which the studied seat may play on after a fork.
type Policy struct {
	Name string      `json:"name"` // its part in the question
	Spec policy.Spec `json:"-"`
}

// A Setting is a name and a value with which a question was made.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Contrast compares two labels within each fork that has alternatives of both:
// the points of the first alternative labelled A less those of the first labelled
// B. Where these are one and the same there is nothing to compare.
type Contrast struct{ A, B int }

// A Group is a part of the forks.
type Group struct {
	Text  string // "offers of 1 fan by self-draw with 20 to 40 tiles left"
	Holds func(f *Features) bool
}

// Always is the Holds of the group of all forks.
func Always(*Features) bool { return true }

// Strata divide alternatives by one thing.
type Strata struct {
	Name    string   // what divides them: "tiles left"
	Classes []string // names of the strata
	// Of returns which of the classes an alternative is in, −1 for none. A
	// contrast is in the class of its first alternative.
	Of func(f *Features) int
	// Each says that the alternatives of a fork may be in different classes; races then
	// leave the strata out.
	Each bool
}

// A Map crosses two strata for the main contrast.
type Map struct {
	Title         string
	Rows, Columns Strata
}

// LeftStrata divide by the tiles left in the wall, ten by ten, which the feature
// with this index has.
func LeftStrata(feature int) Strata {
	return Bins("tiles left", feature, 0, 10, 20, 30, 40, 50)
}

// Bins divide by a feature: the classes begin at the bounds given, which ascend,
// and the last has no end. What is below the first bound is in none.
func Bins(name string, feature int, from ...int16) Strata {
	s := Strata{Name: name}
	for i, lo := range from {
		switch {
		case i == len(from)-1:
			s.Classes = append(s.Classes, fmt.Sprintf("%d+", lo))
		case from[i+1] == lo+1:
			s.Classes = append(s.Classes, fmt.Sprint(lo))
		default:
			s.Classes = append(s.Classes, fmt.Sprintf("%d-%d", lo, from[i+1]-1))
		}
	}
	s.Of = func(f *Features) int {
		class := -1
		for class+1 < len(from) && f[feature] >= from[class+1] {
			class++
		}
		return class
	}
	return s
}

// Exactly divide by a feature, a class for each value from lo to hi.
func Exactly(name string, feature int, lo, hi int16) Strata {
	s := Strata{Name: name}
	for v := lo; v <= hi; v++ {
		s.Classes = append(s.Classes, fmt.Sprint(v))
	}
	s.Of = func(f *Features) int {
		if v := f[feature]; v >= lo && v <= hi {
			return int(v - lo)
		}
		return -1
	}
	return s
}

// Named divide by a feature whose value is the index of a name.
func Named(name string, feature int, classes ...string) Strata {
	return Strata{Name: name, Classes: classes, Of: func(f *Features) int {
		if c := int(f[feature]); c < len(classes) {
			return c
		}
		return -1
	}}
}

// Validate returns an error that names the first thing that makes no sense.
func (q *Question) Validate() error {
	switch {
	case q.Moment == nil || q.Main.Holds == nil:
		return errors.New("study: a question without moments or without a main group")
	case len(q.Labels) > MaxLabels || len(q.Features) > MaxFeatures:
		return fmt.Errorf("study: question %s: more than %d labels or %d features", q.Name, MaxLabels, MaxFeatures)
	case len(q.Contrasts) == 0:
		return fmt.Errorf("study: question %s: no contrast", q.Name)
	}
	for _, c := range q.Contrasts {
		if c.A == c.B || min(c.A, c.B) < 0 || max(c.A, c.B) >= len(q.Labels) {
			return fmt.Errorf("study: question %s: a contrast of labels %d and %d; there are %d labels", q.Name, c.A, c.B, len(q.Labels))
		}
	}
	return nil
}

// A Moment is a decision of a studied seat.
type Moment struct {
	View  engine.View
	Legal []engine.Action // what the seat may do, in the order of the ids
	Own   engine.Action   // what its bot does
	Forks int             // earlier forks of the seat in this hand
	// Did is what the seat's bot did from the moment on, at most MaxForced
	// actions; only Choose is told, and Legal and Own are empty there.
	Did []engine.Action

	// Features are for the question to fill in, before the alternatives.
	Features     Features
	alternatives []Alternative
}

// An Alternative is one way to go on from a moment.
type Alternative struct {
	Labels   uint16 // a bit a label
	Policy   int    // by which the seat plays on: 0 its own bot, then the question's
	Forced   [MaxForced]engine.Action
	NForced  int
	Refused  Actions // what the policy may not do at the moment itself, if nothing is forced
	Features Features
}

// Actions are a set of kinds of action.
type Actions = sim.ActionKinds

// Sets of actions that a question may refuse.
const (
	Wins     = Actions(1 << engine.KindWin)
	OwnKongs = Actions(1<<engine.KindConcealedKong | 1<<engine.KindAddedKong)
)

// Force adds an alternative: the seat makes some actions, at most MaxForced, the
// next that it is to make, and then plays on by a policy. It returns the
// alternative. The caller may change its labels and features until it adds
// another.
func (m *Moment) Force(label, policy int, actions ...engine.Action) *Alternative {
	a := m.add(label, policy)
	a.NForced = copy(a.Forced[:], actions)
	return a
}

// Refuse adds an alternative in which the seat does not do what is refused: what
// its bot has chosen if the policy is its own and that is not refused; else what
// the policy chooses from the rest, which must not be empty.
func (m *Moment) Refuse(label, policy int, what Actions) *Alternative {
	if policy == 0 && !what.Has(m.Own) {
		return m.Force(label, policy, m.Own)
	}
	a := m.add(label, policy)
	a.Refused = what
	return a
}

// Follow adds an alternative that forces and refuses nothing: the seat plays on by a
// policy.
func (m *Moment) Follow(label, policy int) { m.add(label, policy) }

func (m *Moment) add(label, policy int) *Alternative {
	m.alternatives = append(m.alternatives, Alternative{Labels: 1 << label, Policy: policy, Features: m.Features})
	return &m.alternatives[len(m.alternatives)-1]
}
