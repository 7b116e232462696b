package policy

import (
	"slices"

	"xuezhan/engine"
)

// An Opinion is what a bot thinks of an action. What it does not weigh is nil or
// empty.
type Opinion struct {
	Action engine.Action
	Choice bool // the bot would take this one
	// Worth is what it goes by, in points, dangers and immediate payments counted.
	Worth *float64
	// Wins are those it expects by its best goal: in blood battle a chance.
	Wins *float64
	// Danger is what the action may cost, in points, as far as Worth counts it.
	Danger *float64
	// Goal says in words what the action leaves to play for.
	Goal string
}

// An Explainer is a policy that can say what it thinks of its choices.
type Explainer interface {
	Policy
	// Explain returns an opinion of each legal action, in the same order. It is
	// asked like Act, and may be asked instead of it.
	Explain(v engine.View, legal []engine.Action) []Opinion
}

// A Thinker is a part that can say what it thinks of the actions among which it
// chooses.
type Thinker interface {
	Part
	// Think fills in what the part thinks of each action: dst[i] is of among[i].
	Think(v engine.View, among []engine.Action, dst []Opinion)
}

// A thinking is a part without chance or memory that can say what it thinks.
type thinking struct {
	Choice
	think func(v engine.View, among []engine.Action, dst []Opinion) // nil for nothing to say
}

// Think calls the function, if there is one.
func (t thinking) Think(v engine.View, among []engine.Action, dst []Opinion) {
	if t.think != nil {
		t.think(v, among, dst)
	}
}

// Explain asks the parts whose decision it is, as Act does. Parts that do not
// think say nothing.
func (b *Bot) Explain(v engine.View, legal []engine.Action) []Opinion {
	list := opinionsOf(legal, b.Act(v, legal))
	p := &b.parts
	switch v.Phase() {
	case engine.PhaseExchange:
		think(p.Exchange, v, legal, list)
	case engine.PhaseVoid:
		think(p.Void, v, legal, list)
	default:
		first, last := 0, len(legal)
		for i, a := range legal {
			switch a.Kind() {
			case engine.KindWin:
				think(p.Win, v, legal[i:i+1], list[i:])
			case engine.KindDiscard:
				first = i + 1
			}
		}
		think(p.Discard, v, legal[:first], list)
		if slices.Contains(legal, engine.Win) { // the last on the own turn, else the first
			if first > 0 || v.Phase() == engine.PhaseTurn {
				last--
			} else {
				first++
			}
		}
		think(p.Call, v, legal[first:last], list[first:])
	}
	return list
}

// think has a part fill in opinions of actions, if it can and there are any.
func think(p Part, v engine.View, among []engine.Action, dst []Opinion) {
	if t, ok := p.(Thinker); ok && len(among) > 0 {
		t.Think(v, among, dst[:len(among)])
	}
}

// opinionsOf returns an empty opinion of each action, and which one is chosen.
func opinionsOf(legal []engine.Action, choice engine.Action) []Opinion {
	list := make([]Opinion, len(legal))
	for i, a := range legal {
		list[i] = Opinion{Action: a, Choice: a == choice}
	}
	return list
}

// points returns milli-points as an opinion has them.
func points(milli int) *float64 {
	x := float64(milli) / thousand
	return &x
}
