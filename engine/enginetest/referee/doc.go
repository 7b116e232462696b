// Package referee judges finished hands: a slow and plain second reading of
// the rules that recomputes everything a hand's events claim.
//
// Judge walks through the events of one hand in order, with nothing but the
// rules, the deck and the events before. At every step it works out what had
// to happen or what was allowed to: who draws which tile, what may be
// discarded, who has to be asked about a tile, what a win is worth, who pays
// whom, what the settlement of an empty wall comes to. The first event that
// differs is a Fault. At the end it compares its own accounts with the
// ledger.
//
// # Independence
//
// The referee exists so that two opinions can be compared. It shares with the
// engine the vocabulary (tiles, melds, rules, events, names of patterns) and
// no logic: no packed counts, no tables, no scoring functions, no code of the
// state machine. Tiles are counted in arrays of ints, hands are taken apart by
// recursion, and every question is answered again when it comes up. Where the
// rules leave room, it takes the reading written down in the comments, which
// may differ from the engine's; such a difference is a question to settle,
// not a number to adjust.
//
// # Proof that it looks
//
// A judge that never objects is worth nothing. Faults returns deliberate
// faults that can be planted in the events of any correct hand; every one
// must be reported. Coverage counts how often each rule was put to the test.
//
// It is not for playing: it is slow, and it sees a hand only once it is over.
package referee
