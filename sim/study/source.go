package study

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Source makes up hands in play that all look the same to the seat that is asked. It
// is one goroutine's own.
type Source interface {
	// Sample makes dst one of the hands, a function of the seed.
	Sample(dst *engine.Hand, seed uint64)
}

// FromHand returns a source of the hands that a seat may believe itself in: what it
// does not see is made up from what is public, by policy.Sampler. The hand must be
// one in which a seat is in its turn or is asked about a tile, and must not change while
// the source is used.
func FromHand(e *engine.Engine, h *engine.Hand) Source {
	s := &beliefs{view: e.View(h, h.Asked())}
	s.sampler.Look(s.view)
	return s
}

type beliefs struct {
	view     engine.View
	sampler  policy.Sampler
	assigned engine.Assignment
}

func (s *beliefs) Sample(dst *engine.Hand, seed uint64) {
	s.sampler.Sample(s.view, seed, &s.assigned)
	s.view.Assume(dst, &s.assigned)
}

// A Spot is a position known only by what one seat has in its turn
// and which tiles are seen elsewhere.
type Spot struct {
	Own    tile.Set // 14 tiles, a meld counting three; the last one was drawn
	Void   tile.Suit
	Seen   tile.Held // seen elsewhere
	Left   int       // tiles in the wall; below 0 for as many as nobody has
	Dealer int       // seats after the one in its turn, which is seat 0
}

// others is what the other seats hold together.
const others = 13 * (engine.NumSeats - 1)

// maxWall is the number of tiles in the wall when play begins.
const maxWall = tile.Total - 13*engine.NumSeats - 1

// Validate reports what makes a spot impossible.
func (s *Spot) Validate() error {
	if n := s.Own.Size(); n != 14 {
		return fmt.Errorf("study: a seat in its turn has 14 tiles, a meld counting three, not %d", n)
	}
	if s.Void >= tile.NumSuits {
		return errors.New("study: the void suit must be known")
	}
	for _, m := range s.Own.Melds.All() {
		if m.Tile().Suit() == s.Void {
			return fmt.Errorf("study: the meld %s is of the void suit", m)
		}
	}
	if s.Dealer < 0 || s.Dealer >= engine.NumSeats {
		return fmt.Errorf("study: the dealer sits 0 to 3 seats after, not %d", s.Dealer)
	}
	unseen := s.unseen()
	for t := range tile.Tile(tile.Count) {
		if s.Seen.Count(t)+s.Own.Held.Count(t) > tile.Copies {
			return fmt.Errorf("study: %s is there more than four times", t)
		}
	}
	if most := unseen.Total() - others; s.Left > most || most < 0 {
		return fmt.Errorf("study: of %d unseen tiles the others hold %d; %d cannot be left in the wall", unseen.Total(), others, max(s.Left, 0))
	}
	if s.left() > maxWall {
		return fmt.Errorf("study: no more than %d tiles can be left in the wall, not %d", maxWall, s.left())
	}
	return nil
}

func (s *Spot) unseen() tile.Held {
	const all = 0o444444444
	melded := s.Own.Melds.Tiles()
	var u tile.Held
	for i := range u {
		u[i] = all - s.Own.Held[i] - melded[i] - s.Seen[i]
	}
	return u
}

// left returns the number of tiles in the wall.
func (s *Spot) left() int {
	unseen := s.unseen()
	if most := unseen.Total() - others; s.Left < 0 {
		return most
	}
	return s.Left
}

// FromSpot returns a source of hands in a spot, which must be valid: the unseen tiles
// are anywhere, every way as likely. Each of the others holds 13 and has named as void
// the suit of which it has fewest, of equal ones that with the lowest shanten. The
// tiles that are seen are discards of the others, no matter whose; so are those that,
// with fewer tiles left than the unseen ones allow, are nowhere else.
func FromSpot(e *engine.Engine, s Spot) Source {
	x := &spots{engine: e, spot: s, left: s.left()}
	unseen := s.unseen()
	x.seen = tilesOf(nil, &s.Seen)
	x.pool = tilesOf(nil, &unseen)
	return x
}

func tilesOf(dst []tile.Tile, h *tile.Held) []tile.Tile {
	for t := range tile.Tile(tile.Count) {
		for range h.Count(t) {
			dst = append(dst, t)
		}
	}
	return dst
}

type spots struct {
	engine     *engine.Engine
	spot       Spot
	left       int
	seen, pool []tile.Tile // seen ones, and unseen ones, ascending
	shuffled   []tile.Tile
	placed     engine.Placement
}

func (x *spots) Sample(dst *engine.Hand, seed uint64) {
	x.shuffled = append(x.shuffled[:0], x.pool...)
	sim.Shuffle(x.shuffled, rand.NewPCG(seed, 0))
	ties := rand.NewPCG(seed, 1)
	river := x.placed.River[:0]
	x.placed = engine.Placement{Dealer: x.spot.Dealer, Drawn: x.spot.Own.Last, Lanes: true}
	p := &x.placed
	p.Held[0], p.Melds[0], p.Void[0] = x.spot.Own.Held, x.spot.Own.Melds, x.spot.Void
	rest := x.shuffled
	for s := 1; s < engine.NumSeats; s++ {
		for _, t := range rest[:13] {
			p.Held[s].Add(t)
		}
		p.Void[s] = shortestVoid(x.engine, &p.Held[s], ties.Uint64())
		rest = rest[13:]
	}
	p.Wall = rest[:x.left]
	for i, t := range x.seen {
		river = append(river, engine.Thrown{Seat: 1 + i%(engine.NumSeats-1), Tile: t})
	}
	for i, t := range rest[x.left:] {
		river = append(river, engine.Thrown{Seat: 1 + i%(engine.NumSeats-1), Tile: t})
	}
	p.River = river
	x.engine.Place(dst, p)
}

// shortestVoid returns the suit with a seat's fewest tiles, of equal ones
// that without which its shanten is lowest, and of equal ones any: a random number
// gives the suits an order, each as likely.
func shortestVoid(e *engine.Engine, h *tile.Held, random uint64) tile.Suit {
	best, least := tile.NoSuit, 0
	first, step := tile.Suit(random%3), tile.Suit(1+random/3%2)
	for i := range tile.Suit(tile.NumSuits) {
		s := (first + i*step) % tile.NumSuits
		if price := 16*h[s].Total() + e.Tables().Shanten(h, 0, s); best == tile.NoSuit || price < least {
			best, least = s, price
		}
	}
	return best
}
