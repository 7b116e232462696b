package engine

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// EventKind says what happened.
type EventKind uint8

// The kinds of event, with the fields of Event that each one sets.
const (
	// EventDeal: Seat is dealt Tile. 53 of them open a hand, in the order of
	// dealing; the last is the dealer's fourteenth tile.
	EventDeal EventKind = iota
	// EventExchange: Seat passes Tile on to Other. All of them follow each
	// other once every seat has chosen, in order of seats.
	EventExchange
	// EventVoid: Seat named Suit; Tile is the tile set aside, None for none.
	// The four follow each other once every seat has chosen.
	EventVoid
	// EventDraw: Seat drew Tile; Replacement says whether for a kong.
	EventDraw
	// EventDiscard: Seat discarded Tile.
	EventDiscard
	// EventAnswer: Seat was asked about Other's tile and chose Action: Win,
	// Pung, Kong or Pass. The answers to one tile follow each other once all
	// seats that were asked have chosen.
	EventAnswer
	// EventMeld: Seat declared Meld. Other is the seat it was claimed from,
	// or Seat itself. An added kong is announced by it before it may be
	// robbed.
	EventMeld
	// EventRobbed: the kong of Tile that Seat announced was robbed: its meld
	// is a pung again and the tile has left Seat. It follows the answers and
	// precedes the wins.
	EventRobbed
	// EventWin: Seat won on Tile from Other, Seat itself for a self-draw,
	// in Situation, with Patterns worth Fan before the cap and Points base.
	EventWin
	// EventTransfer: Seat received Points from Other for Cause.
	EventTransfer
	// EventExhausted: the wall is empty and the hand undecided; the transfers
	// of the settlement follow.
	EventExhausted
	// EventEnd: the hand is over.
	EventEnd
	numEventKinds
)

var eventKindNames = [numEventKinds]string{
	"deal", "exchange", "void", "draw", "discard", "answer", "meld", "robbed",
	"win", "transfer", "exhausted", "end",
}

// String returns the kind's name as records write it.
func (k EventKind) String() string { return eventKindNames[k] }

// An Event is one thing that happened in a hand. Which fields are set depends
// on the Kind; the others are zero, Tile is None and Suit NoSuit.
type Event struct {
	Kind        EventKind
	Seat, Other uint8
	Tile        tile.Tile
	Suit        tile.Suit
	Meld        tile.Meld
	Action      Action
	Replacement bool
	Situation   fan.Situation
	Cause       Cause
	Fan         int16
	Points      int32
	Patterns    fan.Patterns
}

// EventMask is a set of event kinds: bit k is set when kind k is in it.
type EventMask uint16

// AllEvents is the set of all kinds.
const AllEvents EventMask = 1<<numEventKinds - 1

// Mask returns the set of the kinds given.
func Mask(kinds ...EventKind) EventMask {
	var m EventMask
	for _, k := range kinds {
		m |= 1 << k
	}
	return m
}

// An Observer is told what happens in hands. The hand is the one in play, as
// it is right after the event; the observer must not keep or change it.
type Observer interface {
	Observe(h *Hand, e Event)
}
