package policy

import (
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// Here the words of two suits stand side by side in one, the first suit's below,
// and sets of kinds are marked by the lowest of their three bits.
const (
	suitBits = tile.Ranks * tile.RankBits
	oneEach  = 0o111111111 | 0o111111111<<suitBits
)

func sideBySide(a, b tile.SuitWord) uint64 { return uint64(a) | uint64(b)<<suitBits }

// sevensDiscard keeps seven pairs of the suits that are used as near as they are,
// and then accepts the most live tiles for them. It reports false if every
// discard makes them farther away.
//
// Where a held tile may go, the kinds held an odd number of times are accepted.
// If it is of one of these, that one is accepted no more: so the tile to discard
// is the one with the fewest live tiles. What is of a suit that is not used
// takes nothing away.
func (d *duo) sevensDiscard(v engine.View, u use, by taste) (engine.Action, bool) {
	a, b := u.of(d.words[0], d.words[1])
	unused := sideBySide(d.words[0]-a, d.words[1]-b)
	may := spareHalves(sideBySide(a, b)) | (unused|unused>>1|unused>>2)&oneEach
	unseen := v.Unseen()
	live := sideBySide(u.of(unseen[d.suits[0]], unseen[d.suits[1]]))
	best := fewest(may, live)
	switch p := by.parting(); {
	case may == 0:
		return engine.Pass, false
	case best%(1<<suitBits) != 0:
		return engine.Discard(tile.Of(d.suits[0], 1+p.rank(uint32(best%(1<<suitBits)), tile.RankBits))), true
	default:
		return engine.Discard(tile.Of(d.suits[1], 1+p.rank(uint32(best>>suitBits), tile.RankBits))), true
	}
}

// spareHalves marks the kinds held an odd number of times, which are halves of
// pairs, if there are more than the pairs that lack a half. A tile of any other
// kind never may go: it breaks a pair.
func spareHalves(words uint64) uint64 {
	halves := words & oneEach
	lacking := numPairs - bits.OnesCount64(words>>1&oneEach) - 2*bits.OnesCount64(words>>2&oneEach)
	if bits.OnesCount64(halves) > lacking {
		return halves
	}
	return 0
}

// numPairs is the number of pairs of seven pairs; four of a kind are two.
const numPairs = 7

// fewest returns those of some marked kinds that have the fewest tiles.
// Bit by bit from the highest of the three, those without it are fewer than those
// with it.
func fewest(kinds, tiles uint64) uint64 {
	for bit := tile.RankBits - 1; bit >= 0; bit-- {
		if without := kinds &^ (tiles >> bit); without != 0 {
			kinds = without
		}
	}
	return kinds
}
