package shape

// Tables are the tables of all states of a suit. They are large: keep one, and
// pass it on by its address. The methods do not change it.
type Tables struct {
	index index
	// outline has a state's pairs in bits 0–2, its kinds held an odd number of
	// times in bits 3–6, and its class, the number of its list of distances, in
	// bits 7–13; word the number of its completion word.
	outline [stateRoom]uint16
	word    [stateRoom]uint16
	words   [1 << 16]uint64
	// distances has the ten distances of a class.
	distances [1 << classBits]uint64
	// merge has, for the melds and two classes, the tiles missing, and plan the
	// number of the plan, the distances by which that minimum is reached.
	merge [mergeRoom]uint8
	plan  [mergeRoom]uint8
	plans [maxPlans]plan
	// byPairs has, for the pairs and odd kinds of two suits, as outlines add them
	// up, the tiles missing for seven pairs.
	byPairs [1 << pairsBits]uint8
	// byPungs has, for the melds and the counts of the kinds held, the tiles
	// missing for a hand of pungs.
	byPungs [8 << countBits]uint8
	// pungsHelp says for the same what makes it one less: bit 0 one more tile of a kind
	// held once, bit 1 of one held twice.
	pungsHelp [8 << countBits]uint8
	// lower says which kinds lower each distance of a state, and keep which of
	// its tiles may go without raising it.
	lower, keep rankTable
}

// New builds the tables.
func New() *Tables {
	t := new(Tables)
	b := newBuilder(t)
	b.targets(0, 0, 0, false)
	b.targets(0, 0, 0, true)
	b.passDown()
	b.passUp()
	b.steps()
	b.outlines()
	b.completions()
	t.buildMerge()
	t.buildPairs()
	t.buildPungs()
	return t
}
