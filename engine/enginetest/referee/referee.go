package referee

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Fault is the first event of a hand that breaks a rule.
type Fault struct {
	Event int    // its index; the number of events when one is missing at the end
	Rule  string // the rule, in a word or two
	Msg   string // what was expected and what was found
}

// Error names the event, the rule and the difference.
func (f *Fault) Error() string {
	return fmt.Sprintf("event %d: %s: %s", f.Event, f.Rule, f.Msg)
}

// Judge recomputes a finished hand from its deck and reports the first event
// that is not what the rules demand, or the first line of the final ledger
// that the events do not account for. The error is a *Fault.
func Judge(r rules.Rules, d engine.Deck, events []engine.Event, final engine.Ledger) error {
	return Coverage(nil).Judge(r, d, events, final)
}

// Judge is like the function Judge and counts in c which rules the hand put
// to the test.
func (c Coverage) Judge(r rules.Rules, d engine.Deck, events []engine.Event, final engine.Ledger) (err error) {
	g := newGame(&r, &d, events, c)
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(*Fault)
			if !ok {
				panic(p)
			}
			err = f
		}
	}()
	g.play()
	g.compareLedger(&final)
	return nil
}

// game is the hand as far as it has been judged.
type game struct {
	rules  *rules.Rules
	deck   *engine.Deck
	events []engine.Event
	at     int // index of the next event
	now    int // index of the event being judged
	wall   wall
	seats  [engine.NumSeats]seat
	turn   turn
	called bool // a pung, kong or win has been declared by anyone
	over   bool
	ledger engine.Ledger
	cover  Coverage

	// author, where it is set, writes the next event when the events have run
	// out. Tests use it to make hands up; want is what next was told.
	author func(want engine.Event) engine.Event
}

func newGame(r *rules.Rules, d *engine.Deck, events []engine.Event, c Coverage) *game {
	g := &game{rules: r, deck: d, events: events, cover: c}
	for s := range g.seats {
		g.seats[s].void = tile.NoSuit
		g.seats[s].committed = tile.None
		g.seats[s].passedFan = noFan
	}
	return g
}

// play judges the events from the first to the last.
func (g *game) play() {
	g.checkDeck()
	g.checkFields()
	g.wall = buildWall(g.rules, g.deck)
	g.deal()
	g.exchange()
	g.nameVoids()
	g.turn = turn{seat: g.deck.Dealer, drawn: tile.None, opening: true, kong: noKong}
	for !g.over {
		g.playTurn()
	}
	if g.at < len(g.events) {
		g.now = g.at
		g.fail("end", "%s follows the end of the hand", describe(g.events[g.at]))
	}
}

// fail ends the judging with a fault at the event being judged.
func (g *game) fail(rule, format string, args ...any) {
	panic(&Fault{g.now, rule, fmt.Sprintf(format, args...)})
}

// peek returns the next event without taking it. want is what is due, as far
// as the rules decide it.
func (g *game) peek(rule string, want engine.Event) engine.Event {
	g.now = g.at
	if g.at == len(g.events) {
		if g.author == nil {
			g.fail(rule, "the events end where %s is due", describe(want))
		}
		g.events = append(g.events, g.author(want))
	}
	return g.events[g.at]
}

// next takes the next event, which must be of the kind of want.
func (g *game) next(rule string, want engine.Event) engine.Event {
	e := g.peek(rule, want)
	if e.Kind != want.Kind {
		g.fail(rule, "expected %s, found %s", describe(want), describe(e))
	}
	g.at++
	return e
}

// must is next for an event that has to be want's in seat, other seat, tile,
// suit, meld and replacement.
func (g *game) must(rule string, want engine.Event) engine.Event {
	e := g.next(rule, want)
	if e.Seat != want.Seat || e.Other != want.Other || e.Tile != want.Tile ||
		e.Meld != want.Meld || e.Replacement != want.Replacement {
		g.fail(rule, "expected %s, found %s", describe(want), describe(e))
	}
	return e
}

// describe names an event in a few words.
func describe(e engine.Event) string {
	seat := string(rune('A' + e.Seat))
	other := string(rune('A' + e.Other))
	switch e.Kind {
	case engine.EventExchange:
		return fmt.Sprintf("%s passing %s to %s", seat, e.Tile, other)
	case engine.EventVoid:
		return fmt.Sprintf("%s naming %s void with %s", seat, e.Suit, e.Tile)
	case engine.EventDraw:
		if e.Replacement {
			return fmt.Sprintf("%s drawing replacement %s", seat, e.Tile)
		}
		return fmt.Sprintf("%s drawing %s", seat, e.Tile)
	case engine.EventAnswer:
		return fmt.Sprintf("%s answering %s with %s", seat, other, e.Action)
	case engine.EventMeld:
		return fmt.Sprintf("%s declaring %s from %s", seat, e.Meld, other)
	case engine.EventWin:
		return fmt.Sprintf("%s winning on %s from %s", seat, e.Tile, other)
	case engine.EventTransfer:
		return fmt.Sprintf("%s paying %s %d for %s", other, seat, e.Points, e.Cause)
	case engine.EventExhausted, engine.EventEnd:
		return e.Kind.String()
	}
	if e.Kind > engine.EventEnd {
		return fmt.Sprintf("event kind %d", e.Kind)
	}
	return fmt.Sprintf("%s by %s of %s", e.Kind, seat, e.Tile)
}

// checkDeck demands 27 kinds four times each and a dealer at the table.
func (g *game) checkDeck() {
	var seen counts
	for i, t := range g.deck.Tiles {
		if t >= tile.Count {
			g.fail("deck", "tile %d of the deck is unknown", i)
		}
		seen[t]++
		if seen[t] > 4 {
			g.fail("deck", "a fifth copy of %s in the deck", t)
		}
	}
	if g.deck.Dealer < 0 || g.deck.Dealer >= engine.NumSeats {
		g.fail("deck", "the dealer is seat %d", g.deck.Dealer)
	}
}

// checkFields makes the values of all events safe to use as indexes.
func (g *game) checkFields() {
	for i, e := range g.events {
		bad := e.Kind > engine.EventEnd || e.Seat >= engine.NumSeats || e.Other >= engine.NumSeats ||
			e.Tile > tile.None || e.Suit > tile.NoSuit || e.Meld.Tile() > tile.None ||
			int(e.Action) >= engine.NumActions || e.Cause >= engine.NumCauses
		if bad {
			g.now = i
			g.fail("fields", "a value is out of range: %+v", [...]int{
				int(e.Kind), int(e.Seat), int(e.Other), int(e.Tile), int(e.Suit), int(e.Action), int(e.Cause)})
		}
	}
}
