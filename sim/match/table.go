package match

import (
	"fmt"
	"strings"

	"xuezhan/engine"
	"xuezhan/sim/column"
)

// StoreFormat is the version of the inputs and the table of matches and of ladders.
const StoreFormat = 1

// blocksName is the only table of both.
const blocksName = "blocks"

// blocksTable is how the table is written.
var blocksTable = column.Table{Name: blocksName, Format: StoreFormat, Layout: column.Narrow}

// A row is a block as its table has it.
type row struct {
	block    *Block
	pair     int               // of a ladder's round: which two bots
	seatings [maxHands]Seating // who sits where in the hands
	faults   string            // as faultsText writes them
}

// rowsOf returns the rows of blocks, of whole units.
func (s *schedule) rowsOf(blocks []Block) []*row {
	rows := make([]*row, len(blocks))
	for i := range blocks {
		rows[i] = s.rowOf(&blocks[i], i%s.blocks)
	}
	return rows
}

// rowOf returns the row of a block; pair is that of a ladder's round.
func (s *schedule) rowOf(b *Block, pair int) *row {
	r := &row{block: b, pair: pair, faults: faultsText(b.Faults)}
	if !s.ladder {
		copy(r.seatings[:], s.seats.seatings(make([]Seating, 0, maxHands), b.Number))
		return r
	}
	meeting := s.meeting(b.Number, pair)
	copy(r.seatings[:], meeting[:])
	return r
}

// points returns the points of a bot over the hands of the block.
func (r *row) points(bot int) (sum int) {
	for hand := range r.block.Hands {
		for seat, b := range r.seatings[hand] {
			if int(b) == bot {
				sum += int(r.block.Points[hand][seat])
			}
		}
	}
	return sum
}

// letters returns who sits where in the first hand: A is the first bot.
func letters(s Seating) string {
	text := make([]byte, len(s))
	for i, bot := range s {
		text[i] = 'A' + bot
	}
	return string(text)
}

// columns are the columns of a schedule's table.
func (s *schedule) columns() []column.Typed[*row] {
	list := []column.Typed[*row]{
		column.Index(s.unit(), "number of the "+s.unit()+", from 0: the wall", func(r *row) *int64 { return &r.block.Number }).From(0),
	}
	list = append(list, s.botColumns()...)
	for hand := range s.hands() {
		for seat := range engine.NumSeats {
			list = append(list, column.Number(fmt.Sprintf("points_%d_%d", hand, seat), "points",
				fmt.Sprintf("points of seat %d in hand %d of the block, both from 0", seat, hand), func(r *row) *int32 { return &r.block.Points[hand][seat] }))
		}
	}
	if s.config.Luck {
		for i, name := range [2]string{"a", "b"} {
			list = append(list, column.Long("luck_"+name, "millionths of a point",
				"luck of the draws of bot "+strings.ToUpper(name)+" in all hands of the block", func(r *row) *int64 { return &r.block.Luck[i] }))
		}
	}
	same := func(text string) string { return text }
	list = append(list,
		column.Derived("fault_count", "", "answers that bots failed to give", func(r *row) int { return len(r.block.Faults) }).From(0),
		column.Parsed("faults", "the faults as a list of JSON, empty without any", func(r *row) *string { return &r.faults }, same,
			func(text string) (string, bool) { return text, true }))
	return column.Portable(list)
}

// botColumns say who sits where and what the bots have got.
func (s *schedule) botColumns() []column.Typed[*row] {
	seating := column.Text("seating", "who sits at the seats 0 to 3 in the first hand: A is the first bot, B the second, and so on",
		func(r *row) Seating { return r.seatings[0] }, letters)
	if !s.ladder {
		list := []column.Typed[*row]{seating}
		for bot := range s.config.Bots {
			list = append(list, column.Derived("points_"+string(rune('a'+bot)), "points",
				fmt.Sprintf("points of bot %c over all hands of the block and all its seats", 'A'+bot), func(r *row) int { return r.points(bot) }))
		}
		return list
	}
	var first, second []string // the specs of each two bots
	for _, p := range s.pairs {
		first, second = append(first, s.config.Bots[p[0]].Spec), append(second, s.config.Bots[p[1]].Spec)
	}
	list := []column.Typed[*row]{
		column.Coded("a", "spec of one of the two bots", first, func(r *row) int { return r.pair }),
		column.Coded("b", "spec of the other one", second, func(r *row) int { return r.pair }),
		seating,
	}
	for i, name := range [2]string{"a", "b"} {
		list = append(list, column.Derived("points_"+name, "points", "points of "+name+" over both hands of the block and all its seats",
			func(r *row) int { return r.points(s.pairs[r.pair][i]) }))
	}
	return list
}

// Columns documents the columns of a match of two bots in pairs, with luck, or of a
// ladder. Other designs, and fields, have more of them.
func Columns(ladder bool) []column.Column {
	bots := make([]Bot, 2)
	if ladder {
		return column.Documented((&LadderConfig{Bots: bots}).schedule().columns())
	}
	return column.Documented((&Config{Bots: bots, Luck: true}).schedule().columns())
}
