package policy

// HasMemory reports whether what a policy does in a hand may depend on more than the
// view, the legal actions and the seed that it was started with: on what it was asked
// before, or on chance that goes on from one choice to the next. It is false only for
// a Bot whose parts are all known to be without: choices, and the built-in exchange,
// which keeps a plan that it would make again from the same tiles. A policy without
// memory may be asked about the positions of a hand in any order, once it was started
// with the hand's seed.
func HasMemory(p Policy) bool {
	b, ok := p.(*Bot)
	if !ok {
		return true
	}
	for _, part := range b.list() {
		switch part.(type) {
		case Choice, thinking, tasted, *exchanger:
		default:
			return true
		}
	}
	return false
}

// list returns the parts in the order of PartNames.
func (b *Bot) list() [5]Part {
	return [5]Part{b.parts.Exchange, b.parts.Void, b.parts.Discard, b.parts.Call, b.parts.Win}
}
