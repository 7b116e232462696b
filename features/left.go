package features

import (
	"cmp"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A Left is what a discard leaves, as numbers: Analyse tells the same in text.
type Left struct {
	Tile    tile.Tile
	Shanten int
	Accepts tile.Kinds // kinds with unseen tiles that lower shanten and lead on: see shape.Leading
	Live    int        // those tiles
}

// Discards appends to dst what each discard of a position of 14 tiles leaves, best first
// as Analyse lists them. Where dst has room it takes no memory. The error says why there
// is no such position; with 13 tiles there is nothing to discard.
func Discards(e *engine.Engine, p *Position, dst []Left) ([]Left, error) {
	if err := p.validate(e.Rules()); err != nil || p.Own.Size() != inTurn {
		return dst, err
	}
	s := newSight(e, p)
	return s.discards(dst), nil
}

// discards appends what the discards leave: lowest shanten first, then the most live
// tiles, then the lowest tile.
func (s *sight) discards(dst []Left) []Left {
	first := len(dst)
	dst = s.eachLeft(dst)
	unseen := s.unseen.Kinds()
	for i := range dst[first:] {
		l := &dst[first+i]
		if l.Accepts &= unseen; unseen != tile.AllKinds {
			_, l.Accepts = shape.Leading(s.own.Held.Without(l.Tile), unseen, s.acceptance)
		}
		l.Live = s.unseen.CountOf(l.Accepts)
	}
	slices.SortStableFunc(dst[first:], func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.Shanten, b.Shanten), cmp.Compare(b.Live, a.Live))
	})
	return dst
}

// eachLeft appends the shanten and the acceptance that discards leave, in the order of
// the tiles: of the forms that package shape knows, those of all discards at once.
func (s *sight) eachLeft(dst []Left) []Left {
	among := s.legalDiscards()
	if s.pairs == anyPairs || s.melds > 0 {
		var room [inTurn]shape.Discard
		for _, d := range s.tables.AllDiscards(&s.own.Held, s.melds, s.void, among, room[:0]) {
			dst = append(dst, Left{Tile: d.Tile, Shanten: int(d.Shanten), Accepts: d.Kinds})
		}
		return dst
	}
	for k := among; k != 0; k = k.Rest() {
		shanten, kinds := s.acceptance(s.own.Held.Without(k.First()))
		dst = append(dst, Left{Tile: k.First(), Shanten: shanten, Accepts: kinds})
	}
	return dst
}
