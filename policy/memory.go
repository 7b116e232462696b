package policy

// A Rememberer is a policy or a part that says whether it has memory: whether what
// it does in a hand may depend on more than the view, the legal actions and the seed
// that it was started with, namely on chance that goes on from one choice to the next,
// or on what it was asked before. A plan that it would make again from
// the same view is no memory.
type Rememberer interface {
	HasMemory() bool
}

// HasMemory reports whether a policy has memory, as it says itself; one that does
// not say is taken to have it. A policy without memory may be asked about the positions
// of a hand in any order, once it was started with the hand's seed.
func HasMemory(p Policy) bool { return hasMemory(p) }

func hasMemory(x any) bool {
	r, ok := x.(Rememberer)
	return !ok || r.HasMemory()
}

// HasMemory returns false.
func (Choice) HasMemory() bool { return false }

// HasMemory returns false: the plan that it keeps it would make again from the same
// tiles.
func (*exchanger) HasMemory() bool { return false }

// HasMemory reports whether one of the parts has memory.
func (b *Bot) HasMemory() bool {
	for _, part := range b.list() {
		if hasMemory(part) {
			return true
		}
	}
	return false
}

// list returns the parts in the order of PartNames.
func (b *Bot) list() [5]Part {
	return [5]Part{b.parts.Exchange, b.parts.Void, b.parts.Discard, b.parts.Call, b.parts.Win}
}
