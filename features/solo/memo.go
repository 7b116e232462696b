package solo

import "fmt"

// DefaultMaxStates is the limit of a Solver that names none. At the limit the
// states take about 20 MB.
const DefaultMaxStates = 300_000

// A LimitError says that a problem has more states than the solver may keep.
type LimitError struct {
	States int // the limit
	Draws  int // the draws under which it was reached
}

// Error says what to do.
func (e *LimitError) Error() string {
	return fmt.Sprintf("solo: %d draws need more than %d states; ask for fewer draws", e.Draws, e.States)
}

// A value sums up all sequences of draws from a state on: how many of them reach
// the goal, and the points, of one payer, and fan that they bring.
type value struct{ chance, points, fan uint64 }

// add adds n times w.
func (v *value) add(w value, n int) {
	v.chance += uint64(n) * w.chance
	v.points += uint64(n) * w.points
	v.fan += uint64(n) * w.fan
}

// worthMore reports whether v is worth more than w: points first, then fan.
func (v value) worthMore(w value) bool {
	return v.points > w.points || v.points == w.points && v.fan > w.fan
}

// best returns the better of two plays for each goal.
func best(v, w value) value {
	if w.worthMore(v) {
		v.points, v.fan = w.points, w.fan
	}
	v.chance = max(v.chance, w.chance)
	return v
}

// A key is a state: the two live suits of the core and the draws left in one
// word, those of the unseen tiles that matter in the other.
type key struct{ core, unseen uint64 }

// hash mixes a key's words by multiplication with odd constants.
func (k key) hash() uint64 {
	x := (k.core ^ k.unseen*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return (x ^ x>>32) * 0xd6e8feb86659fd93
}

type entry struct {
	key   key
	value value
}

// A memo keeps the values of states: a list of entries, and an open-addressed
// table of their places in it, counted from 1. The table is a power of two at
// least twice as long as the list.
type memo struct {
	entries []entry
	places  []uint32
}

const firstPlaces = 1 << 10

// reset forgets all states and keeps the room.
func (m *memo) reset() {
	m.entries = m.entries[:0]
	m.index(firstPlaces)
}

// index gives the table a length and enters all entries.
func (m *memo) index(length int) {
	if cap(m.places) < length {
		m.places = make([]uint32, length)
	}
	m.places = m.places[:length]
	clear(m.places)
	for i := range m.entries {
		m.places[m.slot(m.entries[i].key)] = uint32(i + 1)
	}
}

// slot returns the slot of a key, or the one where it would be.
func (m *memo) slot(k key) int {
	mask := len(m.places) - 1
	i := int(k.hash()>>32) & mask
	for at := m.places[i]; at != 0 && m.entries[at-1].key != k; at = m.places[i] {
		i = (i + 1) & mask
	}
	return i
}

func (m *memo) find(k key) (value, bool) {
	at := m.places[m.slot(k)]
	if at == 0 {
		return value{}, false
	}
	return m.entries[at-1].value, true
}

// store keeps the value of a state that is not there.
func (m *memo) store(k key, v value) {
	m.entries = append(m.entries, entry{k, v})
	if 2*len(m.entries) > len(m.places) {
		m.index(2 * len(m.places))
		return
	}
	m.places[m.slot(k)] = uint32(len(m.entries))
}
