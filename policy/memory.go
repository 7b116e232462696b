package policy

// HasMemory reports whether what a policy does in a hand may depend on more
// than the view and the legal actions: on chance, or on what it was asked
// before. It is false only for a Bot whose parts are all known to be without:
// Choices, whether or not they think, and the built-in exchange, which keeps a plan that it would make
// again from the same tiles. A policy without memory may be asked about a
// position out of any hand, in any order.
func HasMemory(p Policy) bool {
	b, ok := p.(*Bot)
	if !ok {
		return true
	}
	for _, part := range b.list() {
		switch part.(type) {
		case Choice, thinking, *exchanger:
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
