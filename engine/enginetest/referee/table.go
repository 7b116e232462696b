package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// counts says how many tiles of each kind there are.
type counts [tile.Count]int

// hasSuit reports whether there is a tile of s.
func (c *counts) hasSuit(s tile.Suit) bool {
	return s != tile.NoSuit && total(suitOf(c, int(s))) > 0
}

// noFan means that no win has been passed, noKong where no kong was
// declared on the turn.
const (
	noFan  = -1
	noKong = -1
)

// A kong is what each seat paid for one declared kong and has not got back.
type kong struct{ paid [engine.NumSeats]int }

// A seat is what one seat owns and what is known of its past.
type seat struct {
	held       counts
	melds      []tile.Meld
	void       tile.Suit
	committed  tile.Tile // what must be its first discard, or None
	won        bool      // blood battle: it is out; blood flow: it is locked
	wins       int
	draws      int // tiles taken from the wall, replacements too
	discarded  [tile.Count]bool
	passedFan  int // fan of the best win passed, noFan for none
	passedPung [tile.Count]bool
	kongs      []kong
}

// holdsVoid reports whether the seat still holds its void suit.
func (s *seat) holdsVoid() bool { return s.held.hasSuit(s.void) }

// pung returns the index of the seat's pung of t among its melds, -1 for none.
func (s *seat) pung(t tile.Tile) int {
	for i, m := range s.melds {
		if m == tile.MakeMeld(tile.Pung, t) {
			return i
		}
	}
	return -1
}

// release lifts what a passed win or pung forbids: something was drawn.
func (s *seat) release() {
	s.passedFan = noFan
	s.passedPung = [tile.Count]bool{}
}

// A turn is one seat's turn, up to its discard.
type turn struct {
	seat        int
	drawn       tile.Tile // drawn last on this turn, None for nothing
	opening     bool      // the dealer's, before anything happened
	replacement bool      // drawn replaced a kong's fourth tile
	kong        int       // index of the kong declared last on this turn, or noKong
}

// afterPung reports whether the turn began with a pung and nothing has been
// drawn since.
func (t *turn) afterPung() bool { return t.drawn == tile.None && !t.opening }

// A wall has the tiles that are left. Without lanes all of them are in
// lane 0.
type wall struct {
	lanes [engine.NumSeats][]tile.Tile
	split bool // a lane for each seat
	back  bool // replacements come from the back
}

func buildWall(r *rules.Rules, d *engine.Deck) wall {
	w := wall{split: d.Lanes, back: r.ReplacementFrom == rules.Back}
	for i, t := range d.Tiles[53:] {
		lane := 0
		if w.split {
			lane = (d.Dealer + 1 + i) % engine.NumSeats
		}
		w.lanes[lane] = append(w.lanes[lane], t)
	}
	return w
}

// left returns the number of tiles in the wall.
func (w *wall) left() int {
	n := 0
	for _, lane := range w.lanes {
		n += len(lane)
	}
	return n
}

// draw takes the tile that seat is due. The wall must not be empty.
func (w *wall) draw(seat int, replacement bool) tile.Tile {
	if !w.split {
		return w.take(0, replacement && w.back)
	}
	if len(w.lanes[seat]) > 0 {
		return w.take(seat, replacement && w.back)
	}
	longest := seat
	for i := 1; i < engine.NumSeats; i++ {
		if lane := (seat + i) % engine.NumSeats; len(w.lanes[lane]) > len(w.lanes[longest]) {
			longest = lane
		}
	}
	return w.take(longest, true)
}

func (w *wall) take(lane int, back bool) tile.Tile {
	tiles := w.lanes[lane]
	last := len(tiles) - 1
	if back {
		w.lanes[lane] = tiles[:last]
		return tiles[last]
	}
	w.lanes[lane] = tiles[1:]
	return tiles[0]
}

// leaves reports whether winners leave the hand: blood battle.
func (g *game) leaves() bool { return g.rules.AfterWin == rules.Leave }

// out reports whether the seat has left the hand.
func (g *game) out(s int) bool { return g.leaves() && g.seats[s].won }

// locked reports whether the seat plays with fixed tiles.
func (g *game) locked(s int) bool { return !g.leaves() && g.seats[s].won }

// after returns the first seat after s in turn order that is still in play.
func (g *game) after(s int) int {
	for {
		s = (s + 1) % engine.NumSeats
		if !g.out(s) {
			return s
		}
	}
}

// liable returns the seats that pay s when all opponents pay: those still in
// the hand, which in blood flow are all.
func (g *game) liable(s int) []int {
	var payers []int
	for i := 1; i < engine.NumSeats; i++ {
		if p := (s + i) % engine.NumSeats; !g.out(p) {
			payers = append(payers, p)
		}
	}
	return payers
}
