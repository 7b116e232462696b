package bench

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

const bareName = "Bare"

// bareSeats is the number of seats of the bare loop.
const bareSeats = 4

// A bare plays the bare loop: what any program has to do for a hand of blood battle
// that is played at random. It shuffles, deals, draws, discards at random, looks for
// wins, pungs and kongs, and pays nothing: no exchange, no choice of the void suit, no
// fan, no settlement, no list of what is legal, no rules. A hand of four random bots
// by the engine is measured against it.
type bare struct {
	tables *shape.Tables
	pcg    *rand.PCG
	wall   [tile.Total]tile.Tile
	next   int // tiles taken from the wall
	seats  [bareSeats]bareSeat
	out    int // seats that have won
}

type bareSeat struct {
	held   tile.Held
	melds  int
	void   tile.Suit
	waits  tile.Kinds // kinds that it wins on
	claims tile.Kinds // kinds that it may want of another: waits, and those held twice
	won    bool
}

// play plays a hand and returns how many tiles were taken.
func (b *bare) play(hand int64) int {
	b.wall, b.next, b.out = sim.Wall(handSeed, hand), 0, 0
	for s := range b.seats {
		b.deal(&b.seats[s])
	}
	for turn := 0; b.out < bareSeats-1 && b.next < tile.Total; {
		if b.seats[turn].won {
			turn = (turn + 1) % bareSeats
			continue
		}
		turn = b.turn(turn)
	}
	return b.next
}

// deal gives a seat 13 tiles; its shortest suit is void.
func (b *bare) deal(s *bareSeat) {
	*s = bareSeat{}
	for range 13 {
		s.held.Add(b.wall[b.next])
		b.next++
	}
	for suit := range tile.Suit(tile.NumSuits) {
		if s.held[suit].Total() < s.held[s.void].Total() {
			s.void = suit
		}
	}
	b.look(s)
}

// look works out what a seat waits for.
func (b *bare) look(s *bareSeat) {
	s.waits, s.claims = 0, 0
	if s.held[s.void] == 0 {
		s.waits = b.tables.Waits(&s.held, s.melds, s.void)
		s.claims = s.waits | s.held.Twice()
	}
}

// turn lets a seat draw and discard, and returns whose turn comes next.
func (b *bare) turn(turn int) int {
	s := &b.seats[turn]
	t := b.wall[b.next]
	b.next++
	if s.waits.Has(t) {
		s.won = true
		b.out++
		return (turn + 1) % bareSeats
	}
	s.held.Add(t)
	if k := s.held.Quads() &^ tile.SuitKinds(s.void); k != 0 {
		s.held.AddN(k.First(), -tile.Copies)
		s.melds++
		b.look(s)
		return turn // draws the replacement
	}
	return b.discard(turn)
}

// discard lets a seat discard at random, and returns whose turn comes next: after a
// win or without one that of the seat after, after a pung that of its caller, who
// then discards.
func (b *bare) discard(turn int) int {
	for {
		s := &b.seats[turn]
		among := s.held.Kinds()
		if void := among & tile.SuitKinds(s.void); void != 0 {
			among = void
		}
		t := b.pick(among)
		s.held.Remove(t)
		b.look(s)
		caller := b.answer(turn, t)
		if caller < 0 {
			return (turn + 1) % bareSeats
		}
		turn = caller
	}
}

// answer lets the others win on a discard, or one of them claim it for a pung or a
// kong, and returns who has a pung and is to discard, −1 for nobody.
func (b *bare) answer(turn int, t tile.Tile) int {
	caller := -1
	for i := 1; i < bareSeats; i++ {
		s := &b.seats[(turn+i)%bareSeats]
		if !s.claims.Has(t) || s.won {
			continue
		}
		if s.waits.Has(t) {
			s.won = true
			b.out++
			continue
		}
		if b.pcg.Uint64()>>63 != 0 {
			caller = (turn + i) % bareSeats
		}
	}
	if caller < 0 || b.out == bareSeats-1 {
		return -1
	}
	s := &b.seats[caller]
	s.held.AddN(t, -2)
	s.melds++
	return caller
}

// pick returns one of the kinds of a set.
func (b *bare) pick(k tile.Kinds) tile.Tile {
	n, _ := bits.Mul64(b.pcg.Uint64(), uint64(k.Len()))
	for range n {
		k = k.Rest()
	}
	return k.First()
}

// playBare is the row of the bare loop. It plays the walls of the Hand rows.
func (s *Suite) playBare(b *testing.B) {
	loop := bare{tables: s.tables, pcg: rand.NewPCG(handSeed, 0)}
	l := make(least, handCycle/windowHands)
	hand, taken := int64(0), 0
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); {
		taken += loop.play(hand % handCycle)
		if hand++; hand%windowHands == 0 {
			began = l.note(int((hand-1)%handCycle/windowHands), began)
		}
	}
	draws := float64(taken)/float64(b.N) - bareSeats*13
	mean := windowHands * b.Elapsed() / time.Duration(b.N)
	l.report(b, windowHands, "ns/op", mean)
	l.report(b, windowHands*draws, "ns/draw", mean)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hands/s")
}
