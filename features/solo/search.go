package solo

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// An aim is what one search looks for: to be ready, or to win.
type aim uint8

const (
	toWin   aim = iota
	toReady     // one tile less
)

// A search values the states under one number of draws.
type search struct {
	engine *engine.Engine
	library
	memo
	form
	melds     tile.Melds
	aim       aim
	forPoints bool
	maxStates int
	full      bool // the limit was reached: values are of no use
	// sequences[r] is the number of sequences of draws with r left.
	sequences [MaxDraws + 1]uint64
	unseen    [MaxDraws + 1]int // unseen tiles with r draws left
	mostPaid  uint64            // the most that a payer pays for any win
}

// begin prepares for a number of draws from that many unseen tiles.
func (s *search) begin(a aim, draws, unseen int) {
	s.reset()
	s.aim, s.full = a, false
	s.sequences[0], s.unseen[0] = 1, unseen-draws
	for r := 1; r <= draws; r++ {
		s.unseen[r] = unseen - draws + r
		s.sequences[r] = s.sequences[r-1] * uint64(s.unseen[r])
	}
}

// held returns the value of 13 tiles that are not known to be ready.
func (s *search) held(h tile.Held, left int, unseen tile.Held) value {
	switch left {
	case 0:
		return value{}
	case 1:
		h[s.void] = 0
		return s.lastDraw(&h, unseen)
	}
	core, ok := s.core(h, &s.form, left+int(s.aim))
	if !ok {
		return value{}
	}
	return s.state(core, left, unseen)
}

// state returns the value of a core with two draws left or more.
func (s *search) state(core tile.Held, left int, unseen tile.Held) value {
	if s.full {
		return value{}
	}
	kinds := s.matter(&core, &s.form, left+int(s.aim))
	live := among(unseen, kinds)
	k := s.key(core, left, live)
	v, ok := s.find(k)
	if ok {
		return v
	}
	v = s.draw(core, left, unseen, live)
	if len(s.entries) >= s.maxStates {
		s.full = true
		return value{}
	}
	s.store(k, v)
	return v
}

// among returns the tiles of a heap that are of the kinds in a set.
func among(h tile.Held, kinds tile.Kinds) tile.Held {
	var out tile.Held
	for k := kinds & h.Kinds(); k != 0; k = k.Rest() {
		out.AddN(k.First(), h.Count(k.First()))
	}
	return out
}

func (s *search) key(core tile.Held, left int, unseen tile.Held) key {
	const suitBits = tile.Ranks * tile.RankBits
	a, b := s.live[0], s.live[1]
	return key{
		uint64(core[a]) | uint64(core[b])<<suitBits | uint64(left)<<(2*suitBits),
		uint64(unseen[a]) | uint64(unseen[b])<<suitBits,
	}
}

// draw adds up what may be drawn. All tiles that do not matter are alike: they
// leave the core with a draw less.
func (s *search) draw(core tile.Held, left int, unseen tile.Held, live tile.Held) value {
	var v value
	for k := live.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		v.add(s.drawn(core.With(t), t, left-1, unseen.Without(t)), live.Count(t))
	}
	if others := s.unseen[left] - live.Total(); others > 0 {
		v.add(s.held(core, left-1, unseen), others)
	}
	return v
}

// drawn returns the value of a core with the tile just drawn.
func (s *search) drawn(h tile.Held, t tile.Tile, left int, unseen tile.Held) value {
	if s.aim == toReady {
		if s.isReadyAfterDiscard(&h) {
			return value{chance: s.sequences[left]}
		}
		return s.discard(h, left, unseen)
	}
	won, ok := s.win(&h, t, left)
	if !ok {
		return s.discard(h, left, unseen)
	}
	if !s.forPoints || left == 0 || won.points >= s.mostPaid*s.sequences[left] {
		return won
	}
	if on := s.discard(h, left, unseen); on.points > won.points {
		won.points, won.fan = on.points, on.fan
	}
	return won
}

// win returns the value of taking a win, false if there is none.
func (s *search) win(h *tile.Held, t tile.Tile, left int) (value, bool) {
	if s.size(h) != inTurn {
		return value{}, false
	}
	r, ok := s.engine.Scorer().Score(h, &s.melds, t, fan.BySelfDraw)
	if !ok {
		return value{}, false
	}
	n := s.sequences[left]
	return value{n, n * s.paid(r), n * uint64(r.Fan)}, true
}

// paid returns what one payer pays for a self-draw.
func (s *search) paid(r fan.Result) uint64 {
	return uint64(r.Points + s.engine.Rules().SelfDrawPoints)
}

// discard returns the value of the best discard from a core with a tile drawn.
// If any tile is spare, it is the discard.
func (s *search) discard(h tile.Held, left int, unseen tile.Held) value {
	if left == 0 {
		return value{}
	}
	if left > 1 {
		core, ok := s.core(h, &s.form, left+int(s.aim))
		if !ok {
			return value{}
		}
		h = core
	}
	if s.size(&h) < inTurn {
		return s.held(h, left, unseen)
	}
	var v value
	for k := h.Kinds(); k != 0; k = k.Rest() {
		v = best(v, s.held(h.Without(k.First()), left, unseen))
	}
	return v
}

// size returns the number of held tiles, a meld counting three.
func (s *search) size(h *tile.Held) int { return h.Total() + 3*int(s.melds.N) }

// lastDraw returns the value of tiles of the live suits with one draw left: of
// their waits, or of what makes them ready. It takes no core to tell.
func (s *search) lastDraw(h *tile.Held, unseen tile.Held) value {
	var v value
	for k := s.lastKinds(h) & unseen.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		v.add(s.drawn(h.With(t), t, 0, tile.Held{}), unseen.Count(t))
	}
	return v
}

// lastKinds returns the kinds that may be of use with one draw left.
func (s *search) lastKinds(h *tile.Held) tile.Kinds {
	if s.aim == toWin {
		if s.size(h) != betweenTurns {
			return 0
		}
		return s.engine.Waits(h, int(s.melds.N), s.void) &^ h.Quads()
	}
	// The tables know seven pairs that the rules may not: they may make shanten
	// too low, never too high.
	switch shanten, kinds := s.tables.Acceptance(h, int(s.melds.N), s.void); {
	case shanten > 1:
		return 0
	case shanten == 1:
		return kinds
	}
	return tile.AllKinds
}

// isReady reports whether 13 tiles have a wait that is not owned four times.
func (s *search) isReady(h *tile.Held) bool {
	return s.engine.Waits(h, int(s.melds.N), s.void)&^tile.OwnsFour(h, &s.melds) != 0
}

// isReadyAfterDiscard reports whether 13 tiles are ready, or 14 with a discard.
// Fewer are not, the others being spare.
func (s *search) isReadyAfterDiscard(h *tile.Held) bool {
	switch s.size(h) {
	case betweenTurns:
		return s.isReady(h)
	case inTurn:
		return s.tables.Shanten(h, int(s.melds.N), s.void) <= 0 && (s.byShape() || s.anyDiscardReady(h))
	}
	return false
}

// byShape reports whether shanten alone tells what is ready: the tables' forms are
// those of the rules, and no meld has used up what would be waited for.
func (s *search) byShape() bool { return s.pairs && s.quads }

func (s *search) anyDiscardReady(h *tile.Held) bool {
	for k := h.Kinds(); k != 0; k = k.Rest() {
		if rest := h.Without(k.First()); s.isReady(&rest) {
			return true
		}
	}
	return false
}
