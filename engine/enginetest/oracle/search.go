package oracle

import "xuezhan/engine/tile"

// Shanten returns the number of useful tiles that held tiles lack to be ready,
// −1 for a complete hand: in the better of groups and a pair and, without melds,
// seven pairs. Tiles of the void suit, which must be one, count for nothing.
//
// It looks for the groups by recursion and needs no table; Oracle.Shanten is the
// same by its table of distances.
func Shanten(c *Counts, melds int, void tile.Suit) int {
	s := search{held: *c, best: 3*(maxGroups-melds) + 2}
	clear(s.held.suit(void))
	if melds == 0 {
		s.best = min(s.best, s.held.halvesMissing())
	}
	for k := tile.Count - 1; k >= 0; k-- {
		s.above[k] = s.above[k+1] + s.held[k]
	}
	s.from(0, maxGroups-melds, 1, 0)
	return s.best - 1
}

// halvesMissing returns how many tiles are missing for seven pairs, where four
// of a kind are two.
func (c *Counts) halvesMissing() int {
	pairs, halves := 0, 0
	for _, n := range c {
		pairs += n / 2
		halves += n % 2
	}
	wanted := numPairs - pairs
	return 2*wanted - min(wanted, halves)
}

// A part is a pung, a run or a pair: its kinds in ascending order.
type part []int

// parts are all parts in the order of their lowest kinds.
var parts = func() (all []part) {
	for k := range tile.Count {
		all = append(all, part{k, k, k})
		if startsRun(k) {
			all = append(all, part{k, k + 1, k + 2})
		}
		all = append(all, part{k, k})
	}
	return all
}()

// A search looks for the groups and the pair to which the fewest tiles are
// missing.
type search struct {
	held   Counts
	target Counts              // tiles of the parts chosen so far
	above  [tile.Count + 1]int // tiles held of a kind and all above it
	best   int                 // fewest missing so far
}

// from chooses the groups and pairs still wanted among the parts from number i
// on; those chosen before lack so far the number of tiles in missing. Each part must use a
// held tile. What is still wanted in the end is made of kinds that are not held:
// among 18 there are always such.
func (s *search) from(i, groups, pairs, missing int) {
	wanted := 3*groups + 2*pairs
	for ; i < len(parts) && wanted > 0; i++ {
		p := parts[i]
		if missing+max(0, wanted-s.above[p[0]]) >= s.best {
			return
		}
		switch n := s.add(p); {
		case n >= len(p):
		case len(p) == 3 && groups > 0:
			s.from(i, groups-1, pairs, missing+n)
		case len(p) == 2 && pairs > 0:
			s.from(i, groups, pairs-1, missing+n)
		}
		s.remove(p)
	}
	s.best = min(s.best, missing+wanted)
}

// add adds a part to the target and returns how many of its tiles are missing:
// too many if it has a fifth copy.
func (s *search) add(p part) (missing int) {
	for _, k := range p {
		s.target[k]++
		switch {
		case s.target[k] > tile.Copies:
			missing += len(p)
		case s.target[k] > s.held[k]:
			missing++
		}
	}
	return missing
}

func (s *search) remove(p part) {
	for _, k := range p {
		s.target[k]--
	}
}
