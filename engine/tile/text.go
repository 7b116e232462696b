package tile

// A Set is what one seat owns: held tiles and declared melds. Last is the
// held tile that was written last, None where no tile is held.
type Set struct {
	Held  Held
	Melds Melds
	Last  Tile
}

// Size returns the number of tiles in the set where every meld counts three:
// 13 between turns, 14 in one.
func (s *Set) Size() int { return s.Held.Total() + 3*int(s.Melds.N) }

// String writes the set in the package's notation, held tiles ascending and
// then the melds.
func (s *Set) String() string {
	text := s.Held.String()
	for _, m := range s.Melds.All() {
		text += m.String()
	}
	return text
}

// String writes the tiles ascending, "123m55p".
func (h Held) String() string {
	var b []byte
	for s := Characters; s < NoSuit; s++ {
		if h[s] == 0 {
			continue
		}
		for r := range Ranks {
			for range h[s].Rank(r) {
				b = append(b, '1'+byte(r))
			}
		}
		b = append(b, suitLetters[s])
	}
	return string(b)
}
