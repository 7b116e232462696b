package policy

import "xuezhan/engine"

// A Policy plays one seat. It is used by one goroutine at a time.
type Policy interface {
	// Start tells the policy that a hand begins, before its first decision. All
	// chance it uses in the hand comes from the seed.
	Start(seat int, seed uint64)
	// Act returns one of the legal actions. There are at least two.
	// Neither the view nor the slice may be kept.
	Act(v engine.View, legal []engine.Action) engine.Action
}

// A Part makes one kind of decision. Choose is given the actions among which to
// choose: the discards for a discard; the kongs and discards, or pung, kong and
// pass, for a call; everything legal for a win. It returns one of them, or Pass
// where a call or a win is declined.
type Part interface {
	Start(seat int, seed uint64)
	Choose(v engine.View, legal []engine.Action) engine.Action
}

// Parts are the five parts of a bot.
type Parts struct {
	Exchange, Void, Discard, Call, Win Part
	// Whole, if it is not nil, decides at once what the parts would decide one after
	// the other. It plays where no part is replaced.
	Whole Policy
}

// PartNames are the names of the parts in specs, in the order of Parts.
var PartNames = []string{"exchange", "void", "discard", "call", "win"}

func (p *Parts) slot(name string) *Part {
	switch name {
	case "exchange":
		return &p.Exchange
	case "void":
		return &p.Void
	case "discard":
		return &p.Discard
	case "call":
		return &p.Call
	case "win":
		return &p.Win
	}
	return nil
}

// A Choice is a part without chance or memory, or a whole policy that is a function.
type Choice func(v engine.View, legal []engine.Action) engine.Action

// Start does nothing.
func (Choice) Start(int, uint64) {}

// Choose calls the function.
func (c Choice) Choose(v engine.View, legal []engine.Action) engine.Action { return c(v, legal) }

// Act calls the function.
func (c Choice) Act(v engine.View, legal []engine.Action) engine.Action { return c(v, legal) }

// A Bot is a policy made of parts.
type Bot struct{ parts Parts }

// NewBot returns the bot made of five parts, which must not be nil.
func NewBot(p Parts) *Bot { return &Bot{p} }

// Start starts every part with a seed of its own.
func (b *Bot) Start(seat int, seed uint64) {
	for i, part := range b.list() {
		part.Start(seat, seed+uint64(i))
	}
}

// Act asks the parts whose decision it is: first whether to win, then whether
// to call, and on the seat's own turn what to discard.
func (b *Bot) Act(v engine.View, legal []engine.Action) engine.Action {
	switch v.Phase() {
	case engine.PhaseExchange:
		return b.parts.Exchange.Choose(v, legal)
	case engine.PhaseVoid:
		return b.parts.Void.Choose(v, legal)
	case engine.PhaseTurn:
		return b.turn(v, legal)
	}
	return b.claim(v, legal)
}

// turn decides on the seat's own turn, where legal lists discards, kongs and
// the win in this order.
func (b *Bot) turn(v engine.View, legal []engine.Action) engine.Action {
	if last := len(legal) - 1; legal[last] == engine.Win {
		if b.parts.Win.Choose(v, legal) == engine.Win {
			return engine.Win
		}
		legal = legal[:last]
	}
	discards := legal
	for len(discards) > 0 && discards[len(discards)-1].Kind() != engine.KindDiscard {
		discards = discards[:len(discards)-1]
	}
	if len(discards) < len(legal) {
		if a := b.parts.Call.Choose(v, legal); a != engine.Pass && a.Kind() != engine.KindDiscard {
			return a
		}
	}
	if len(discards) == 1 {
		return discards[0]
	}
	return b.parts.Discard.Choose(v, discards)
}

// claim answers another's tile, where legal lists the win first and Pass last.
func (b *Bot) claim(v engine.View, legal []engine.Action) engine.Action {
	if legal[0] == engine.Win {
		if b.parts.Win.Choose(v, legal) == engine.Win {
			return engine.Win
		}
		legal = legal[1:]
	}
	if len(legal) == 1 {
		return legal[0]
	}
	return b.parts.Call.Choose(v, legal)
}
