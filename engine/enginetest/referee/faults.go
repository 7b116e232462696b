package referee

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// A SeededFault plants one deliberate fault in the record of a correct hand.
// Apply returns changed events and changes the ledger to match their
// transfers, so that the fault shows in the events and not only in the sums;
// it leaves the events it is given alone. It returns false where the hand has
// no place for the fault. Judge must report every hand so changed.
type SeededFault struct {
	Name  string
	Apply func(events []engine.Event, final *engine.Ledger) ([]engine.Event, bool)
}

// Faults returns the deliberate faults.
func Faults() []SeededFault {
	var all []SeededFault
	for _, list := range [][]SeededFault{
		openingFaults(), turnFaults(), answerFaults(), winFaults(),
		paymentFaults(), kongFaults(), settlementFaults(), endFaults(), ledgerFaults(),
	} {
		all = append(all, list...)
	}
	return all
}

// A place says whether a fault can be planted at event i.
type place func(e []engine.Event, i int) bool

// A change plants a fault at event i of events that are its own.
type change func(e []engine.Event, i int) []engine.Event

// at returns the fault that makes the change at the first such place and
// books the ledger again.
func at(name string, p place, c change) SeededFault {
	return SeededFault{name, func(events []engine.Event, final *engine.Ledger) ([]engine.Event, bool) {
		for i := range events {
			if p(events, i) {
				changed := c(slices.Clone(events), i)
				rebook(changed, final)
				return changed, true
			}
		}
		return events, false
	}}
}

// rebook makes the ledger that of the transfers.
func rebook(events []engine.Event, final *engine.Ledger) {
	g := game{}
	for _, e := range events {
		if e.Kind == engine.EventTransfer {
			g.book(e)
		}
	}
	*final = g.ledger
}

// Places.

func kind(k engine.EventKind) place {
	return func(e []engine.Event, i int) bool { return e[i].Kind == k }
}

func paid(causes ...engine.Cause) place {
	return func(e []engine.Event, i int) bool {
		return e[i].Kind == engine.EventTransfer && (len(causes) == 0 || slices.Contains(causes, e[i].Cause))
	}
}

func isSelfDraw(e []engine.Event, i int) bool {
	return e[i].Kind == engine.EventWin && e[i].Seat == e[i].Other
}

func isReplacement(e []engine.Event, i int) bool {
	return e[i].Kind == engine.EventDraw && e[i].Replacement
}

func isClaim(e []engine.Event, i int) bool {
	return e[i].Kind == engine.EventMeld && e[i].Seat != e[i].Other
}

func both(a, b place) place {
	return func(e []engine.Event, i int) bool { return a(e, i) && b(e, i) }
}

// follows is the place of an event of kind k right after one such.
func follows(p place, k engine.EventKind) place {
	return func(e []engine.Event, i int) bool { return i > 0 && p(e, i-1) && e[i].Kind == k }
}

// Changes.

func edit(f func(e *engine.Event)) change {
	return func(e []engine.Event, i int) []engine.Event { f(&e[i]); return e }
}

func drop(e []engine.Event, i int) []engine.Event { return slices.Delete(e, i, i+1) }

func double(e []engine.Event, i int) []engine.Event { return slices.Insert(e, i, e[i]) }

func swapNext(e []engine.Event, i int) []engine.Event {
	e[i], e[i+1] = e[i+1], e[i]
	return e
}

// dropAll drops the events of event i's kind and cause.
func dropAll(e []engine.Event, i int) []engine.Event {
	first := e[i]
	return slices.DeleteFunc(e, func(x engine.Event) bool { return x.Kind == first.Kind && x.Cause == first.Cause })
}

func plain(k engine.EventKind, seat, other uint8) engine.Event {
	return engine.Event{Kind: k, Seat: seat, Other: other, Tile: tile.None, Suit: tile.NoSuit}
}

func payment(seat, other uint8, c engine.Cause, points int32) engine.Event {
	e := plain(engine.EventTransfer, seat, other)
	e.Cause, e.Points = c, points
	return e
}

func step(s uint8, n int) uint8 { return uint8((int(s) + n) % engine.NumSeats) }

// third returns a seat that is neither a nor b.
func third(a, b uint8) uint8 {
	for s := uint8(0); ; s++ {
		if s != a && s != b {
			return s
		}
	}
}

// nextDraw returns the index of the first draw after i of another tile than
// event i's, 0 for none.
func nextDraw(e []engine.Event, i int) int {
	for j := i + 1; j < len(e); j++ {
		if e[j].Kind == engine.EventDraw && e[j].Tile != e[i].Tile {
			return j
		}
	}
	return 0
}

func swapDraws(e []engine.Event, i int) []engine.Event {
	j := nextDraw(e, i)
	e[i].Tile, e[j].Tile = e[j].Tile, e[i].Tile
	return e
}

func hasNextDraw(e []engine.Event, i int) bool { return nextDraw(e, i) > 0 }

// winners returns the seats that have won before event i.
func winners(e []engine.Event, i int) (won [engine.NumSeats]bool) {
	for _, x := range e[:i] {
		if x.Kind == engine.EventWin {
			won[x.Seat] = true
		}
	}
	return won
}

// lastPayment reports whether event i is the last transfer of a payment by
// several seats.
func lastPayment(e []engine.Event, i int) bool {
	several := e[i].Cause == engine.CauseSelfDraw || e[i].Cause == engine.CauseConcealedKong || e[i].Cause == engine.CauseAddedKong
	return e[i].Kind == engine.EventTransfer && several && i+1 < len(e) && e[i+1].Kind != engine.EventTransfer
}

// spared returns a winner before event i that pays nothing in the payment of
// which it is the last transfer.
func spared(e []engine.Event, i int) (seat uint8, ok bool) {
	won := winners(e, i)
	for j := i; e[j].Kind == engine.EventTransfer; j-- {
		won[e[j].Other], won[e[j].Seat] = false, false
	}
	for s, w := range won {
		if w {
			return uint8(s), true
		}
	}
	return 0, false
}

func hasSpared(e []engine.Event, i int) bool {
	if !lastPayment(e, i) {
		return false
	}
	_, ok := spared(e, i)
	return ok
}

func paySpared(e []engine.Event, i int) []engine.Event {
	s, _ := spared(e, i)
	return slices.Insert(e, i+1, payment(e[i].Seat, s, e[i].Cause, e[i].Points))
}

// heldAt returns what a seat holds when event i comes, and its void suit.
func heldAt(e []engine.Event, i int, seat uint8) (held counts, void tile.Suit) {
	void = tile.NoSuit
	for _, x := range e[:i] {
		if x.Kind == engine.EventExchange && x.Other == seat {
			held[x.Tile]++
		}
		if x.Seat != seat {
			continue
		}
		switch x.Kind {
		case engine.EventDeal, engine.EventDraw:
			held[x.Tile]++
		case engine.EventDiscard, engine.EventExchange:
			held[x.Tile]--
		case engine.EventVoid:
			void = x.Suit
		case engine.EventMeld:
			held[x.Meld.Tile()] -= map[tile.MeldKind]int{tile.Pung: 2, tile.ClaimedKong: 3, tile.ConcealedKong: 4, tile.AddedKong: 1}[x.Meld.Kind()]
		}
	}
	return held, void
}

// Faults, by where they are planted.

func openingFaults() []SeededFault {
	return []SeededFault{
		at("two tiles dealt the other way round",
			func(e []engine.Event, i int) bool {
				return i+1 < len(e) && e[i].Kind == engine.EventDeal && e[i+1].Kind == engine.EventDeal && e[i].Tile != e[i+1].Tile
			},
			func(e []engine.Event, i int) []engine.Event {
				e[i].Tile, e[i+1].Tile = e[i+1].Tile, e[i].Tile
				return e
			}),
		at("exchange in another direction", kind(engine.EventExchange),
			func(e []engine.Event, i int) []engine.Event {
				for ; e[i].Kind == engine.EventExchange; i++ {
					steps := int(e[i].Other+4-e[i].Seat) % 4
					e[i].Other = step(e[i].Seat, steps%3+1)
				}
				return e
			}),
		at("exchanged tiles out of order",
			func(e []engine.Event, i int) bool {
				return i+1 < len(e) && e[i].Kind == engine.EventExchange && e[i+1].Kind == engine.EventExchange &&
					e[i].Seat == e[i+1].Seat && e[i].Tile != e[i+1].Tile
			}, swapNext),
		at("exchanged tile not held", kind(engine.EventExchange),
			func(e []engine.Event, i int) []engine.Event {
				held, _ := heldAt(e, i, e[i].Seat)
				e[i].Tile = tile.Tile(slices.Index(held[:], 0))
				return e
			}),
		at("tile not set aside with the void suit",
			func(e []engine.Event, i int) bool { return e[i].Kind == engine.EventVoid && e[i].Tile != tile.None },
			edit(func(e *engine.Event) { e.Tile = tile.None })),
		at("tile set aside without cause",
			func(e []engine.Event, i int) bool { return e[i].Kind == engine.EventVoid && e[i].Tile == tile.None },
			edit(func(e *engine.Event) { e.Tile = tile.Of(e.Suit, 5) })),
		at("no void suit named", kind(engine.EventVoid), edit(func(e *engine.Event) { e.Suit = tile.NoSuit })),
		at("dealer draws before its first discard",
			func(e []engine.Event, i int) bool {
				return i > 0 && e[i-1].Kind == engine.EventVoid && e[i].Kind != engine.EventVoid
			},
			func(e []engine.Event, i int) []engine.Event {
				d := plain(engine.EventDraw, e[i].Seat, 0)
				if j := nextDraw(e, i); j > 0 {
					d.Tile = e[j].Tile
				}
				return slices.Insert(e, i, d)
			}),
	}
}

func turnFaults() []SeededFault {
	return []SeededFault{
		at("two draws the other way round", both(kind(engine.EventDraw), hasNextDraw), swapDraws),
		at("replacement tile from the wrong place", both(isReplacement, hasNextDraw), swapDraws),
		at("replacement not marked", isReplacement, edit(func(e *engine.Event) { e.Replacement = false })),
		at("replacement not drawn", isReplacement, drop),
		at("wrong turn after a discard", follows(kind(engine.EventDiscard), engine.EventDraw),
			edit(func(e *engine.Event) { e.Seat = step(e.Seat, 1) })),
		at("wrong turn after a win",
			follows(paid(engine.CauseSelfDraw, engine.CauseDiscardWin, engine.CauseRobbing), engine.EventDraw),
			edit(func(e *engine.Event) { e.Seat = step(e.Seat, 1) })),
		at("no draw before a discard", follows(kind(engine.EventDraw), engine.EventDiscard),
			func(e []engine.Event, i int) []engine.Event { return drop(e, i-1) }),
		at("discarded tile not held", kind(engine.EventDiscard),
			func(e []engine.Event, i int) []engine.Event {
				held, _ := heldAt(e, i, e[i].Seat)
				e[i].Tile = tile.Tile(slices.Index(held[:], 0))
				return e
			}),
		at("void suit kept back",
			func(e []engine.Event, i int) bool {
				return e[i].Kind == engine.EventDiscard && otherThanVoid(e, i) != tile.None
			},
			func(e []engine.Event, i int) []engine.Event { e[i].Tile = otherThanVoid(e, i); return e }),
		at("discard left out", kind(engine.EventDiscard), drop),
		at("tile set aside kept back",
			func(e []engine.Event, i int) bool { return keptBack(e, i) != tile.None },
			func(e []engine.Event, i int) []engine.Event { e[i].Tile = keptBack(e, i); return e }),
		at("winner in blood flow discards another tile", both(follows(kind(engine.EventDraw), engine.EventDiscard),
			func(e []engine.Event, i int) bool { return winners(e, i)[e[i].Seat] }),
			func(e []engine.Event, i int) []engine.Event {
				held, _ := heldAt(e, i, e[i].Seat)
				held[e[i].Tile] = 0
				e[i].Tile = tile.Tile(slices.IndexFunc(held[:], func(n int) bool { return n > 0 }))
				return e
			}),
	}
}

// otherThanVoid returns a tile that the discarder of event i must not discard
// because it holds its void suit, None where there is none.
func otherThanVoid(e []engine.Event, i int) tile.Tile {
	held, void := heldAt(e, i, e[i].Seat)
	if !held.hasSuit(void) {
		return tile.None
	}
	for t := range tile.Tile(tile.Count) {
		if held[t] > 0 && t.Suit() != void {
			return t
		}
	}
	return tile.None
}

// keptBack returns another tile of the void suit that the discarder of event i
// holds instead of the one set aside, which is due; None where there is none.
func keptBack(e []engine.Event, i int) tile.Tile {
	if e[i].Kind != engine.EventDiscard {
		return tile.None
	}
	due := tile.None
	for _, x := range e[:i] {
		if x.Seat == e[i].Seat && x.Kind == engine.EventVoid {
			due = x.Tile
		}
		if x.Seat == e[i].Seat && x.Kind == engine.EventDiscard {
			due = tile.None
		}
	}
	held, void := heldAt(e, i, e[i].Seat)
	for t := range tile.Tile(tile.Count) {
		if due != tile.None && held[t] > 0 && t != due && t.Suit() == void {
			return t
		}
	}
	return tile.None
}

func answerFaults() []SeededFault {
	isAnswer := kind(engine.EventAnswer)
	return []SeededFault{
		at("missing answer", isAnswer, drop),
		at("answered twice", isAnswer, double),
		at("answer of a seat not asked", follows(kind(engine.EventDiscard), engine.EventDraw),
			func(e []engine.Event, i int) []engine.Event {
				a := plain(engine.EventAnswer, step(e[i-1].Seat, 1), e[i-1].Seat)
				a.Action = engine.Pass
				return slices.Insert(e, i, a)
			}),
		at("answers out of order",
			func(e []engine.Event, i int) bool { return i+1 < len(e) && isAnswer(e, i) && isAnswer(e, i+1) }, swapNext),
		at("win without an answer",
			func(e []engine.Event, i int) bool { return isAnswer(e, i) && e[i].Action == engine.Win },
			edit(func(e *engine.Event) { e.Action = engine.Pass })),
		at("answer that is no choice", isAnswer, edit(func(e *engine.Event) { e.Action = engine.Discard(0) })),
		at("asked in spite of a lock",
			func(e []engine.Event, i int) bool { return lockedOut(e, i) >= 0 },
			func(e []engine.Event, i int) []engine.Event { return insertAnswer(e, i, uint8(lockedOut(e, i))) }),
		at("claim of a seat that passed", isClaim, edit(func(e *engine.Event) { e.Seat = third(e.Seat, e.Other) })),
		at("claim from another seat", isClaim, edit(func(e *engine.Event) { e.Other = third(e.Seat, e.Other) })),
		at("pung announced as a kong",
			func(e []engine.Event, i int) bool { return isClaim(e, i) && e[i].Meld.Kind() == tile.Pung },
			edit(func(e *engine.Event) { e.Meld = tile.MakeMeld(tile.ClaimedKong, e.Meld.Tile()) })),
	}
}

// lockedOut returns a seat that was not asked about the discard of event i
// because it passed on the same kind and has neither drawn nor claimed
// anything since; -1 for none.
func lockedOut(e []engine.Event, i int) int {
	if e[i].Kind != engine.EventDiscard {
		return -1
	}
	for n := 1; n < engine.NumSeats; n++ {
		s := step(e[i].Seat, n)
		if !answers(e, i, s) && passedSince(e, i, s) {
			return int(s)
		}
	}
	return -1
}

// answers reports whether seat s answers the discard of event i.
func answers(e []engine.Event, i int, s uint8) bool {
	for j := i + 1; j < len(e) && e[j].Kind == engine.EventAnswer; j++ {
		if e[j].Seat == s {
			return true
		}
	}
	return false
}

// passedSince reports whether seat s passed on a discard of the kind of event
// i's and did nothing else since.
func passedSince(e []engine.Event, i int, s uint8) bool {
	for j := i - 1; j > 0; j-- {
		if e[j].Kind == engine.EventDiscard && e[j].Tile == e[i].Tile && e[j].Seat != s && answers(e, j, s) {
			return true
		}
		if e[j].Seat == s && e[j].Kind != engine.EventTransfer && (e[j].Kind != engine.EventAnswer || e[j].Action != engine.Pass) {
			return false
		}
	}
	return false
}

// insertAnswer has seat s pass on the discard of event i, in turn order.
func insertAnswer(e []engine.Event, i int, s uint8) []engine.Event {
	from := e[i].Seat
	a := plain(engine.EventAnswer, s, from)
	a.Action = engine.Pass
	turns := func(x uint8) int { return int(x+4-from) % 4 }
	j := i + 1
	for e[j].Kind == engine.EventAnswer && turns(e[j].Seat) < turns(s) {
		j++
	}
	return slices.Insert(e, j, a)
}

func winFaults() []SeededFault {
	isWin := kind(engine.EventWin)
	has := func(p fan.Pattern) place {
		return func(e []engine.Event, i int) bool { return isWin(e, i) && e[i].Patterns.Has(p) }
	}
	return []SeededFault{
		at("root not counted", has(fan.Root), edit(func(e *engine.Event) { e.Fan--; e.Patterns &^= 1 << fan.Root })),
		at("full flush not counted", has(fan.FullFlush), edit(func(e *engine.Event) { e.Fan -= 2; e.Patterns &^= 1 << fan.FullFlush })),
		at("one fan too many", isWin, edit(func(e *engine.Event) { e.Fan++ })),
		at("pattern missing",
			func(e []engine.Event, i int) bool { return isWin(e, i) && e[i].Patterns != 0 },
			edit(func(e *engine.Event) { e.Patterns &= e.Patterns - 1 })),
		at("pattern invented",
			func(e []engine.Event, i int) bool { return isWin(e, i) && !e[i].Patterns.Has(fan.Earthly) },
			edit(func(e *engine.Event) { e.Patterns |= 1 << fan.Earthly })),
		at("base doubled", isWin,
			func(e []engine.Event, i int) []engine.Event {
				e[i].Points *= 2
				for j := i + 1; e[j].Kind == engine.EventTransfer; j++ {
					e[j].Points += e[i].Points / 2
				}
				return e
			}),
		at("self-draw not flagged", isSelfDraw, edit(func(e *engine.Event) { e.Situation &^= fan.BySelfDraw })),
		at("empty wall wrongly flagged", isWin, edit(func(e *engine.Event) { e.Situation ^= fan.WallEmpty })),
		at("shot after a kong wrongly flagged", isWin, edit(func(e *engine.Event) { e.Situation ^= fan.AfterKong })),
		at("self-draw from another seat", isSelfDraw, edit(func(e *engine.Event) { e.Other = step(e.Other, 1) })),
		at("win on another tile",
			func(e []engine.Event, i int) bool { return isWin(e, i) && e[i].Seat != e[i].Other },
			edit(func(e *engine.Event) { e.Tile = (e.Tile + 1) % tile.Count })),
		at("second winner left out", secondWinner,
			func(e []engine.Event, i int) []engine.Event { return slices.Delete(e, i, i+2) }),
		at("winners out of order", secondWinner,
			func(e []engine.Event, i int) []engine.Event {
				e[i-2], e[i-1], e[i], e[i+1] = e[i], e[i+1], e[i-2], e[i-1]
				return e
			}),
	}
}

// secondWinner is the place of a further win on one tile, one transfer after
// the win before it.
func secondWinner(e []engine.Event, i int) bool {
	return i > 1 && e[i].Kind == engine.EventWin && e[i-2].Kind == engine.EventWin &&
		e[i-1].Kind == engine.EventTransfer && e[i].Other == e[i-2].Other && e[i].Other != e[i].Seat && e[i-2].Seat != e[i-2].Other
}

func paymentFaults() []SeededFault {
	return []SeededFault{
		at("wrong payer of a discard win", paid(engine.CauseDiscardWin),
			edit(func(e *engine.Event) { e.Other = third(e.Seat, e.Other) })),
		at("wrong payee", paid(), edit(func(e *engine.Event) { e.Seat, e.Other = e.Other, e.Seat })),
		at("one point too many", paid(), edit(func(e *engine.Event) { e.Points++ })),
		at("one point too many on a self-draw", paid(engine.CauseSelfDraw), edit(func(e *engine.Event) { e.Points++ })),
		at("dropped transfer", paid(), drop),
		at("doubled transfer", paid(), double),
		at("self-draw paid by one seat less", paid(engine.CauseSelfDraw), drop),
		at("earlier winner pays", hasSpared, paySpared),
		at("wrong cause of a concealed kong", paid(engine.CauseConcealedKong),
			edit(func(e *engine.Event) { e.Cause = engine.CauseAddedKong })),
		at("wrong cause of a discard win", paid(engine.CauseDiscardWin),
			edit(func(e *engine.Event) { e.Cause = engine.CauseSelfDraw })),
		at("transfer of nothing", kind(engine.EventDiscard),
			func(e []engine.Event, i int) []engine.Event {
				return slices.Insert(e, i, payment(e[i].Seat, step(e[i].Seat, 1), engine.CauseSelfDraw, 0))
			}),
	}
}

func kongFaults() []SeededFault {
	isAdded := func(e []engine.Event, i int) bool {
		return e[i].Kind == engine.EventMeld && e[i].Meld.Kind() == tile.AddedKong
	}
	isRobbed := kind(engine.EventRobbed)
	return []SeededFault{
		at("claimed kong paid by another seat", paid(engine.CauseClaimedKong),
			edit(func(e *engine.Event) { e.Other = third(e.Seat, e.Other) })),
		at("claimed kong not paid", paid(engine.CauseClaimedKong), drop),
		at("concealed kong paid by one seat less", paid(engine.CauseConcealedKong), drop),
		at("robbed kong paid", isRobbed,
			func(e []engine.Event, i int) []engine.Event {
				return slices.Insert(e, i+1, payment(e[i].Seat, step(e[i].Seat, 1), engine.CauseAddedKong, 1))
			}),
		at("robbery not announced", isRobbed, drop),
		at("late kong paid", both(follows(isAdded, engine.EventDraw), isReplacement),
			func(e []engine.Event, i int) []engine.Event {
				return slices.Insert(e, i, payment(e[i].Seat, step(e[i].Seat, 1), engine.CauseAddedKong, 1))
			}),
		at("added kong not paid", paid(engine.CauseAddedKong), dropAll),
		at("missing reversal", paid(engine.CauseKongReversal), dropAll),
		at("reversal twice", paid(engine.CauseKongReversal), double),
		at("reversal to a seat that is not owed it", paid(engine.CauseKongReversal),
			edit(func(e *engine.Event) { e.Seat, e.Other = e.Other, e.Seat })),
		at("kong without tiles", follows(kind(engine.EventDraw), engine.EventDiscard),
			func(e []engine.Event, i int) []engine.Event {
				held, _ := heldAt(e, i, e[i].Seat)
				m := plain(engine.EventMeld, e[i].Seat, e[i].Seat)
				m.Meld = tile.MakeMeld(tile.ConcealedKong, tile.Tile(slices.Index(held[:], 0)))
				return slices.Insert(e, i, m)
			}),
	}
}

func settlementFaults() []SeededFault {
	return []SeededFault{
		at("flower pig pays one seat less", paid(engine.CauseFlowerPig), drop),
		at("flower pig pays nobody", paid(engine.CauseFlowerPig), dropAll),
		at("flower pig pays double", paid(engine.CauseFlowerPig), edit(func(e *engine.Event) { e.Points *= 2 })),
		at("ready check paid double", paid(engine.CauseReadyCheck), edit(func(e *engine.Event) { e.Points *= 2 })),
		at("ready check paid the other way", paid(engine.CauseReadyCheck),
			edit(func(e *engine.Event) { e.Seat, e.Other = e.Other, e.Seat })),
		at("ready check left out", paid(engine.CauseReadyCheck), dropAll),
		at("refund kept", paid(engine.CauseRefund), dropAll),
		at("refund to another seat", paid(engine.CauseRefund),
			edit(func(e *engine.Event) { e.Seat = third(e.Seat, e.Other) })),
		at("refund before the checks",
			func(e []engine.Event, i int) bool {
				return paid(engine.CauseFlowerPig, engine.CauseReadyCheck)(e, i) && paid(engine.CauseRefund)(e, i+1)
			}, swapNext),
		at("refund not owed", follows(kind(engine.EventExhausted), engine.EventEnd),
			func(e []engine.Event, i int) []engine.Event {
				return slices.Insert(e, i, payment(0, 1, engine.CauseRefund, 2))
			}),
	}
}

func endFaults() []SeededFault {
	isEnd := kind(engine.EventEnd)
	return []SeededFault{
		at("no end", isEnd, drop),
		at("play after the end", isEnd,
			func(e []engine.Event, i int) []engine.Event { return append(e, plain(engine.EventDraw, 0, 0)) }),
		at("exhaustion not announced", kind(engine.EventExhausted), drop),
		at("exhaustion announced after the third win",
			func(e []engine.Event, i int) bool {
				return isEnd(e, i) && !slices.ContainsFunc(e, func(x engine.Event) bool { return x.Kind == engine.EventExhausted })
			},
			func(e []engine.Event, i int) []engine.Event {
				return slices.Insert(e, i, plain(engine.EventExhausted, 0, 0))
			}),
		at("end before the wall is empty", follows(kind(engine.EventDiscard), engine.EventDraw),
			func(e []engine.Event, i int) []engine.Event { return append(e[:i:i], plain(engine.EventEnd, 0, 0)) }),
		at("exhaustion before the wall is empty", follows(kind(engine.EventDiscard), engine.EventDraw),
			func(e []engine.Event, i int) []engine.Event {
				return append(e[:i:i], plain(engine.EventExhausted, 0, 0), plain(engine.EventEnd, 0, 0))
			}),
	}
}

// ledgerFaults leave the events alone.
func ledgerFaults() []SeededFault {
	book := func(name string, f func(l *engine.Ledger)) SeededFault {
		return SeededFault{name, func(events []engine.Event, final *engine.Ledger) ([]engine.Event, bool) {
			f(final)
			return events, true
		}}
	}
	return []SeededFault{
		book("ledger: a point from nowhere", func(l *engine.Ledger) { l[2][engine.FromKongs]++ }),
		book("ledger: a point on the wrong line", func(l *engine.Ledger) { l[1][engine.FromRobbing]++; l[1][engine.FromSelfDraws]-- }),
		book("ledger: a point on the wrong seat", func(l *engine.Ledger) { l[0][engine.FromReadyCheck]++; l[3][engine.FromReadyCheck]-- }),
	}
}
