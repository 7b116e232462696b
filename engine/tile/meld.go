package tile

// MeldKind says how four or three tiles of a kind came to be declared.
type MeldKind uint8

// The kinds of meld. A claimed kong is made of a discard, an added kong of a
// pung and its fourth tile, a concealed kong of four held tiles.
const (
	Pung MeldKind = iota
	ClaimedKong
	ConcealedKong
	AddedKong
)

var meldKindNames = [...]string{"pung", "claimed_kong", "concealed_kong", "added_kong"}

// String returns the kind's name as records and columns write it.
func (k MeldKind) String() string { return meldKindNames[k] }

// A Meld is a declared group, packed into one byte: the tile in bits 0–4, the
// kind in bits 5–6. The tile None means a concealed kong whose kind is
// not known to the one who looks.
type Meld uint8

// MakeMeld returns the meld of a kind and a tile.
func MakeMeld(k MeldKind, t Tile) Meld { return Meld(k)<<5 | Meld(t) }

// Kind returns how the meld was made.
func (m Meld) Kind() MeldKind { return MeldKind(m >> 5) }

// Tile returns the kind of tile the meld is made of.
func (m Meld) Tile() Tile { return Tile(m & 31) }

// IsKong reports whether the meld has four tiles.
func (m Meld) IsKong() bool { return m.Kind() != Pung }

// Size returns the number of tiles in the meld, 3 or 4.
func (m Meld) Size() int {
	if m.IsKong() {
		return 4
	}
	return 3
}

// String returns the meld in text: "[555m]", "[5555m]" for a claimed kong,
// "[5555mc]" for a concealed and "[5555ma]" for an added one.
func (m Meld) String() string {
	t := m.Tile()
	if t >= Count {
		return "[----]"
	}
	digit := '0' + byte(t.Rank())
	b := []byte{'[', digit, digit, digit}
	if m.IsKong() {
		b = append(b, digit)
	}
	b = append(b, suitLetters[t.Suit()])
	switch m.Kind() {
	case ConcealedKong:
		b = append(b, 'c')
	case AddedKong:
		b = append(b, 'a')
	}
	return string(append(b, ']'))
}

// MaxMelds is the most melds a seat can declare.
const MaxMelds = 4

// Melds is the list of a seat's melds in the order they were declared.
type Melds struct {
	N    uint8
	List [MaxMelds]Meld
}

// Append adds a meld. It panics when there are four.
func (m *Melds) Append(x Meld) {
	m.List[m.N] = x
	m.N++
}

// All returns the melds as a slice of the list's own array.
func (m *Melds) All() []Meld { return m.List[:m.N] }

// Kinds returns the kinds that are declared.
func (m *Melds) Kinds() Kinds {
	var k Kinds
	for _, x := range m.All() {
		k |= x.Tile().Bit() & AllKinds
	}
	return k
}

// KongKinds returns the kinds that are declared as kongs.
func (m *Melds) KongKinds() Kinds {
	var k Kinds
	for _, x := range m.All() {
		if x.IsKong() {
			k |= x.Tile().Bit() & AllKinds
		}
	}
	return k
}

// Tiles returns the tiles of all melds.
func (m *Melds) Tiles() Held {
	var h Held
	for _, x := range m.All() {
		if t := x.Tile(); t < Count {
			h.AddN(t, x.Size())
		}
	}
	return h
}

// OwnsFour returns the kinds with four copies or more in held tiles and melds
// together.
func OwnsFour(h *Held, m *Melds) Kinds {
	k := h.Quads()
	for _, x := range m.All() {
		if t := x.Tile(); t < Count && (x.IsKong() || h.Count(t) > 0) {
			k |= t.Bit()
		}
	}
	return k
}
