package engine

import (
	"xuezhan/engine/tile"
)

// Phase is what a hand waits for.
type Phase uint8

// The phases.
const (
	PhaseExchange Phase = iota // a seat passes on a tile
	PhaseVoid                  // a seat names its void suit
	PhaseTurn                  // a seat discards, declares a kong or wins
	PhaseClaim                 // a seat answers a discard
	PhaseRob                   // a seat answers an added kong
	PhaseOver                  // nothing: the hand is over
)

var phaseNames = [...]string{"exchange", "void", "turn", "claim", "rob", "over"}

// String returns the phase's name.
func (p Phase) String() string { return phaseNames[p] }

const (
	dealt     = NumSeats*13 + 1
	wallTiles = tile.Total - dealt
	// maxRiver bounds the discards of a hand: one a turn, and a turn begins
	// with the opening, a drawn tile or one of at most sixteen pungs.
	maxRiver = 1 + wallTiles + NumSeats*tile.MaxMelds

	noFan  = -1  // no win passed
	notYet = 255 // a milestone not reached
)

// A Hand is one deal in play: a value of fixed size without pointers. A copy
// is a snapshot that can be played on by itself. Engine.Deal fills it; the
// zero value is no hand.
//
// With lanes, the wall after the deal is split among the seats: its first tile
// goes to the lane of the seat after the dealer, the next to the seat after
// that, and so on. A seat takes every tile, replacements included, from its
// own lane, and once that is empty from the back of the longest one (of equal
// ones the first in turn order after the seat). Without lanes all seats share
// one lane.
type Hand struct {
	seats  [NumSeats]seat
	ledger Ledger

	// The wall, lane by lane: the tiles of lane l that are left are
	// wall[front[l]:back[l]]; seat s takes from lane laneOf[s] first.
	wall        [wallTiles]tile.Tile
	front, back [NumSeats]uint8
	laneOf      [NumSeats]uint8
	left        uint8 // tiles left in all lanes

	// claims are the kinds that each seat could claim from another as far as its
	// own tiles go: those it waits on, and those it holds two of. They are as at
	// the end of the seat's last turn, and may include kinds
	// that something keeps it from.
	claims [NumSeats]tile.Kinds
	pungs  [NumSeats]tile.Kinds // kinds of the pungs of each seat

	river   [maxRiver]Riverside
	nRiver  uint8
	shed    [NumSeats][tile.NumSuits]uint8 // tiles of each seat in the river, by suit
	robbed  bool                           // one of them was robbed from a kong
	visible tile.Held                      // tiles that every seat sees: river, melds, tiles set aside in wins

	phase     Phase
	dealer    uint8
	direction uint8 // steps in turn order that exchanged tiles go
	turn      uint8 // whose turn it is, or whose tile is answered
	asked     uint8 // the seat that is to choose
	picked    uint8 // exchange: tiles the asked seat has passed on so far
	lastPick  tile.Tile

	// The turn.
	drawn        tile.Tile // tile drawn last in this turn, None after a pung and at the opening
	opening      bool      // nothing has happened since the void suits were named
	afterPung    bool      // the turn began with a pung
	pungComplete bool      // and left the seat with a complete hand
	replacement  bool      // the drawn tile replaced a kong's
	turnKong     int8      // index among the seat's melds of the turn's last kong, −1 for none
	called       bool      // a pung, kong or win has happened

	// The tile that others may claim, and their answers.
	claimed   tile.Tile
	claimants uint8 // set of the seats that are asked, a bit a seat
	options   [NumSeats]uint8
	answers   [NumSeats]Action

	winners      uint8 // battle: seats that have left
	firstWinners uint8 // set of seats that made the first win, a bit a seat
	firstPayer   uint8 // who discarded for it
	exhausted    bool

	nDeclared    uint8
	payments     uint16                       // transfers of points so far
	declarations [maxDeclarations]Declaration // pungs, kongs and wins in order
}

type seat struct {
	held  tile.Held
	aside tile.Held // on their way in the exchange; later, self-drawn winning tiles of a locked seat
	given tile.Held // passed on in the exchange, once it is over
	// waits are the kinds that complete the held tiles in play, as they are
	// between the seat's turns: no kind owned four times, none while tiles of
	// the void suit are held.
	waits     tile.Kinds
	discarded tile.Kinds // kinds the seat has discarded
	noPung    tile.Kinds // kinds it may not pung before its next draw
	melds     tile.Melds
	kongs     [tile.MaxMelds]kongPay

	void       tile.Suit
	committed  tile.Tile // void tile set aside as first discard, None once discarded
	passed     int8      // fan of the best win passed since the last draw, noFan for none
	wins       uint8
	winOrder   uint8 // first win: 1 for the hand's first winner, shared by winners of one tile
	everWon    bool
	locked     bool // blood flow: has won and keeps its tiles
	left       bool // blood battle: has won and is out
	discards   uint8
	milestones Milestones
}

// kongPay is a kong's payment that may yet go back.
type kongPay struct {
	payers uint8 // a bit a seat
	points uint8 // from each
}

// Milestones say when a seat got where, in its own draws so far, replacement
// tiles included; the opening counts as none. 255 means never.
type Milestones struct {
	Draws     uint8 // draws of the whole hand
	Cleared   uint8 // when the seat first held no tile of its void suit at the end of a turn
	Ready     uint8 // when it first ended a turn ready
	ReadyWide uint8 // kinds it then waited on
	ReadyLive uint8 // tiles of those kinds that it did not see
	Won       uint8 // when it first won
}

// A Riverside is one tile of the river: the discards of all seats in order.
type Riverside uint16

// The parts of a Riverside: the tile in bits 0–4, the seat in bits 5–6, and
// what became of the tile.
const (
	riverClaimed Riverside = 1 << (7 + iota) // taken for a pung or kong
	riverWon                                 // won on
	riverRobbed                              // was robbed from an added kong, not discarded
	riverDrawn                               // discarded as drawn
)

// Tile returns the discarded tile.
func (r Riverside) Tile() tile.Tile { return tile.Tile(r & 31) }

// Seat returns who discarded it.
func (r Riverside) Seat() int { return int(r >> 5 & 3) }

// Claimed reports whether the tile was taken for a pung or a kong.
func (r Riverside) Claimed() bool { return r&riverClaimed != 0 }

// Won reports whether the tile was won on.
func (r Riverside) Won() bool { return r&riverWon != 0 }

// Robbed reports whether the tile is no discard but was robbed from a kong.
func (r Riverside) Robbed() bool { return r&riverRobbed != 0 }

// AsDrawn reports whether the seat discarded the tile it had just drawn.
func (r Riverside) AsDrawn() bool { return r&riverDrawn != 0 }

// Phase returns what the hand waits for.
func (h *Hand) Phase() Phase { return h.phase }

// Over reports whether the hand is over.
func (h *Hand) Over() bool { return h.phase == PhaseOver }

// Asked returns the seat that is to choose. It is meaningless once the hand is
// over.
func (h *Hand) Asked() int { return int(h.asked) }

// Dealer returns the dealer's seat.
func (h *Hand) Dealer() int { return int(h.dealer) }

// Direction returns how many seats further in turn order exchanged tiles went.
func (h *Hand) Direction() int { return int(h.direction) }

// Left returns the number of tiles left in the wall.
func (h *Hand) Left() int { return int(h.left) }

// Exhausted reports whether the hand ended with an empty wall.
func (h *Hand) Exhausted() bool { return h.exhausted }

// Ledger returns every seat's account so far.
func (h *Hand) Ledger() *Ledger { return &h.ledger }

// Payments returns how many times points have moved from one seat to another. As long as
// it stays the same, so does the ledger.
func (h *Hand) Payments() int { return int(h.payments) }

// Held returns the tiles that a seat has concealed.
func (h *Hand) Held(s int) tile.Held { return h.seats[s].held }

// Melds returns a seat's melds.
func (h *Hand) Melds(s int) tile.Melds { return h.seats[s].melds }

// Void returns the suit a seat has named, NoSuit before.
func (h *Hand) Void(s int) tile.Suit { return h.seats[s].void }

// Waits returns the kinds that complete a seat's held tiles in play, as of
// the end of its last turn.
func (h *Hand) Waits(s int) tile.Kinds { return h.seats[s].waits }

// Wins returns how often a seat has won.
func (h *Hand) Wins(s int) int { return int(h.seats[s].wins) }

// WinOrder returns 1 for the hand's first winner, 2 for the second and so on,
// and 0 for a seat that has not won. Winners of one tile share their place.
func (h *Hand) WinOrder(s int) int { return int(h.seats[s].winOrder) }

// Milestones returns when a seat got where.
func (h *Hand) Milestones(s int) Milestones { return h.seats[s].milestones }

// River returns all discards in order. The slice is the hand's own.
func (h *Hand) River() []Riverside { return h.river[:h.nRiver] }

// FirstWinners returns the set of seats that made the hand's first win, a bit
// a seat, and who discarded the tile: the winner itself for a self-draw. The
// set is empty when nobody won.
func (h *Hand) FirstWinners() (set uint8, from int) { return h.firstWinners, int(h.firstPayer) }

// next returns the seat after s in turn order.
func next(s uint8) uint8 { return (s + 1) % NumSeats }

// seat returns the seat s, which must be one: the remainder spares the check.
func (h *Hand) seat(s uint8) *seat { return &h.seats[s%NumSeats] }

// after returns the seat n steps after s in turn order.
func after(s, n uint8) uint8 { return (s + n) % NumSeats }

// nextActive returns the first seat after s that is still in the hand.
func (h *Hand) nextActive(s uint8) uint8 {
	for s = next(s); h.seat(s).left; s = next(s) {
	}
	return s
}
