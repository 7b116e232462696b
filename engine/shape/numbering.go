package shape

// A numbering fills a rankTable.
type numbering struct {
	table         *rankTable
	alone, paired wordNumbers
}

func newNumbering(t *rankTable) *numbering {
	return &numbering{t, newWordNumbers(t.alone[:]), newWordNumbers(t.paired[:])}
}

func (n *numbering) note(s uint32, r rankSets) {
	n.table.numbers[s] = n.alone.of(r.alone) | n.paired.of(r.paired)<<16
}

// wordNumbers gives different words numbers in the order in which they come. It
// finds a word's slot by hashing and looks on from there; a map would take more
// time than all else in the making of the tables.
type wordNumbers struct {
	words []uint64 // by number
	slots []uint32 // numbers and one by hash; 0 for none
	used  uint32
}

const slotBits = 17 // twice as many slots as there may be numbers

func newWordNumbers(words []uint64) wordNumbers {
	return wordNumbers{words: words, slots: make([]uint32, 1<<slotBits)}
}

func (n *wordNumbers) of(word uint64) uint32 {
	for slot := word * 0x9e3779b97f4a7c15 >> (64 - slotBits); ; slot = (slot + 1) % (1 << slotBits) {
		switch number := n.slots[slot]; {
		case number == 0:
			n.words[n.used] = word
			n.used++
			n.slots[slot] = n.used
			return n.used - 1
		case n.words[number-1] == word:
			return number - 1
		}
	}
}
