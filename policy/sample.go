package policy

import (
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A Sampler makes up what a seat cannot see, for those who play a position on. It
// knows of others only what is public: who has discarded a tile that is not of its
// void suit holds none of it, and others have got further the more they have drawn.
type Sampler struct{ sampler }

// Look reads off a view what all samples have in common.
func (s *Sampler) Look(v engine.View) { s.look(v) }

// Sample makes dst an assignment for the view that was looked at last, in which the
// answers of others are as they were. It is a function of the seed.
func (s *Sampler) Sample(v engine.View, seed uint64, dst *engine.Assignment) {
	s.pcg.Seed(seed, 0)
	s.taste = tasteOf(seed)
	s.fill(v, dst)
}

// A sampler makes up what a seat cannot see, consistently with what is public:
// who has discarded a tile that is not of its void suit holds none of it, and
// others have got further the more they have drawn. A seat's held tiles are
// drawn at random from the unseen ones, and then once more for each of its
// discards, with the worst tile going back each time.
type sampler struct {
	pcg    rand.PCG
	taste  taste
	tables *shape.Tables
	unseen tile.Held
	pool   []tile.Tile // unseen tiles that nobody has yet
	stuck  bool        // a tile was given where it does not fit
	seats  [engine.NumSeats]known
	room   [14]shape.Option
}

// known is what is public of another seat.
type known struct {
	held    int       // tiles it has concealed
	passed  int       // and has passed on in the exchange
	melds   int       // pungs and kongs
	hidden  int       // kongs of an unknown kind
	void    tile.Suit // NoSuit if unknown
	cleared bool      // holds nothing of it
	drawn   int       // tiles it has drawn and could have kept
	locked  bool      // is ready
	out     bool
	named   bool // has named its void suit
}

// headStart is how many draws the exchange and the choice of the void suit are
// worth: with it the shanten of samples is that of seats (see the test).
const headStart = 2

// locksWithin bounds the tiles drawn until a locked seat's sample is ready.
const locksWithin = 40

// look reads off a view what all samples have in common.
func (s *sampler) look(v engine.View) {
	s.tables, s.unseen = v.Engine().Tables(), v.Unseen()
	for seat := range s.seats {
		m := v.Melds(seat)
		k := known{
			held: v.HeldCount(seat), melds: int(m.N), void: v.Void(seat),
			locked: v.IsLocked(seat), out: v.IsOut(seat),
			named: v.Phase() > engine.PhaseVoid || v.Phase() == engine.PhaseVoid && seat < v.Seat(),
		}
		for _, x := range m.All() {
			if x.Tile() == tile.None {
				k.hidden++
			}
		}
		if v.Phase() == engine.PhaseExchange && seat < v.Seat() {
			k.passed = v.Rules().ExchangeTiles
		}
		k.cleared = k.locked || k.out
		s.seats[seat] = k
	}
	s.lookAtRiver(v)
}

// lookAtRiver notes who has got rid of its void suit, and how often a seat has
// drawn since: before that only what it drew instead counts.
func (s *sampler) lookAtRiver(v engine.View) {
	var clearing [engine.NumSeats]int
	for _, r := range v.River() {
		k := &s.seats[r.Seat()]
		switch {
		case r.Robbed():
		case r.Tile().Suit() == k.void:
			clearing[r.Seat()]++
		default:
			k.cleared = k.void != tile.NoSuit
			k.drawn++
		}
	}
	for seat := range s.seats {
		k := &s.seats[seat]
		if !k.cleared {
			k.drawn = clearing[seat]
		}
		k.drawn += headStart
	}
}

// fill makes a an assignment for the view that was looked at last. If the last
// tiles fit nobody, it begins again, and after a few times lets them be.
func (s *sampler) fill(v engine.View, a *engine.Assignment) {
	for range fillings {
		if s.fillOnce(v, a) {
			return
		}
	}
}

const fillings = 20

// fillOnce reports whether all tiles fit.
func (s *sampler) fillOnce(v engine.View, a *engine.Assignment) bool {
	s.pool, s.stuck = s.pool[:0], false
	for k := s.unseen.Kinds(); k != 0; {
		t := s.taste.first(k)
		k &^= t.Bit()
		for range s.unseen.Count(t) {
			s.pool = append(s.pool, t)
		}
	}
	for seat := range s.seats {
		if seat != v.Seat() && s.seats[seat].hidden > 0 {
			s.fillKongs(v, a, seat)
		}
	}
	for seat := range s.seats {
		if seat != v.Seat() {
			s.fillSeat(v, a, seat)
		}
	}
	for i := len(s.pool) - 1; i > 0; i-- {
		j := s.below(i + 1)
		s.pool[i], s.pool[j] = s.pool[j], s.pool[i]
	}
	copy(a.Wall[:], s.pool)
	a.Lanes = true
	return !s.stuck
}

func (s *sampler) below(n int) int { return below(s.pcg.Uint64(), n) }

// fillKongs gives a seat's hidden kongs kinds with all four tiles unseen.
func (s *sampler) fillKongs(v engine.View, a *engine.Assignment, seat int) {
	m := v.Melds(seat)
	for place, x := range m.All() {
		if x.Tile() == tile.None {
			t := s.kongKind(s.seats[seat].void)
			a.Kongs[seat][place] = t
			for i := 0; i < len(s.pool); {
				if s.pool[i] != t {
					i++
					continue
				}
				s.remove(i)
			}
		}
	}
}

// kongKind returns a kind with all four tiles in the pool, not of the void suit
// if there is another.
func (s *sampler) kongKind(void tile.Suit) tile.Tile {
	var count [tile.Count]int
	for _, t := range s.pool {
		count[t]++
	}
	best, most := tile.None, 0
	for k := tile.AllKinds; k != 0; k &^= s.taste.first(k).Bit() {
		t := s.taste.first(k)
		if count[t] < tile.Copies {
			continue
		}
		x := 1 + s.below(1<<16)
		if t.Suit() != void {
			x += 1 << 16
		}
		if x > most {
			best, most = t, x
		}
	}
	return best
}

// fillSeat gives a seat its tiles and choices.
func (s *sampler) fillSeat(v engine.View, a *engine.Assignment, seat int) {
	k := &s.seats[seat]
	held, n := tile.Held{}, k.held
	announced := v.Phase() == engine.PhaseRob && seat == v.Turn()
	if announced {
		n--
	}
	without := tile.NoSuit
	if k.cleared {
		without = k.void
	}
	for range n {
		t := s.draw(without)
		if t.Suit() == without {
			t = s.trade(v, a, seat, t)
		}
		held.Add(t)
	}
	s.improve(&held, k)
	a.Void[seat] = k.void
	if k.named && k.void == tile.NoSuit {
		a.Void[seat] = s.taste.shortest(held)
	}
	a.Committed[seat] = tile.None
	if w := a.Void[seat]; k.named && w != tile.NoSuit && held.HasSuit(w) {
		a.Committed[seat] = tile.Of(w, 1+s.taste.firstRank(held[w].AtLeast1()))
	}
	a.PassedOn[seat] = tile.Held{}
	for range k.passed {
		a.PassedOn[seat].Add(s.draw(tile.NoSuit))
	}
	if announced {
		held.Add(v.Offered())
	}
	a.Held[seat] = held
}

// improve draws and discards as often as the seat has, a locked seat until it
// is ready.
func (s *sampler) improve(held *tile.Held, k *known) {
	if k.void == tile.NoSuit || k.out || len(s.pool) == 0 {
		return
	}
	for i := 0; i < k.drawn || k.locked && i < locksWithin; i++ {
		if k.locked && s.tables.Shanten(held, k.melds, k.void) <= 0 {
			return
		}
		at := s.below(len(s.pool))
		t := s.pool[at]
		if t.Suit() == k.void {
			continue // discarded as drawn
		}
		held.Add(t)
		worst := s.worst(held, k)
		if worst == tile.None { // complete: it would have won
			worst = t
		}
		held.Remove(worst)
		s.pool[at] = worst
	}
}

// worst returns the tile that a seat would discard, None if it is complete.
func (s *sampler) worst(held *tile.Held, k *known) tile.Tile {
	if held.HasSuit(k.void) {
		return tile.Of(k.void, 1+s.taste.firstRank(held[k.void].AtLeast1()))
	}
	_, options := s.tables.BestDiscards(held, k.melds, k.void, held.Kinds(), s.room[:0])
	best, most := tile.None, -1
	for _, o := range options {
		live := s.unseen.CountOf(o.Kinds)
		if live > most || live == most && s.taste.prefers(o.Tile, best) {
			best, most = o.Tile, live
		}
	}
	return best
}

// draw takes a tile from the pool, one of another suit than the given one if
// there is any.
func (s *sampler) draw(without tile.Suit) tile.Tile {
	for range 16 {
		if i := s.below(len(s.pool)); s.pool[i].Suit() != without {
			return s.remove(i)
		}
	}
	for i, t := range s.pool {
		if t.Suit() != without {
			return s.remove(i)
		}
	}
	return s.remove(len(s.pool) - 1)
}

// trade changes a tile that does not fit a seat for one of a seat before it,
// which it fits, and returns what it got.
func (s *sampler) trade(v engine.View, a *engine.Assignment, seat int, t tile.Tile) tile.Tile {
	for other := range seat {
		k, held := &s.seats[other], &a.Held[other]
		if other == v.Seat() || k.cleared && k.void == t.Suit() {
			continue
		}
		wanted := held.Kinds() &^ tile.SuitKinds(s.seats[seat].void)
		if c := a.Committed[other]; c != tile.None {
			wanted &^= c.Bit()
		}
		if v.Phase() == engine.PhaseRob && other == v.Turn() {
			wanted &^= v.Offered().Bit()
		}
		if wanted != 0 {
			for range s.below(wanted.Len()) {
				wanted &^= s.taste.first(wanted).Bit()
			}
			got := s.taste.first(wanted)
			held.Remove(got)
			held.Add(t)
			return got
		}
	}
	s.stuck = true
	return t
}

// remove takes the tile at a place out of the pool.
func (s *sampler) remove(i int) tile.Tile {
	t, last := s.pool[i], len(s.pool)-1
	s.pool[i] = s.pool[last]
	s.pool = s.pool[:last]
	return t
}

// shortest returns the suit with the fewest held tiles, of equal ones
// the first to taste.
func (t taste) shortest(h tile.Held) tile.Suit {
	suits := t.suits()
	best := suits[0]
	for _, s := range suits[1:] {
		if h[s].Total() < h[best].Total() {
			best = s
		}
	}
	return best
}
