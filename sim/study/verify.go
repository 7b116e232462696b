package study

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xuezhan/engine"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// Verify compares the study with what it must be: the manifest, the files byte for byte, every column, and
// what must hold between columns and rows. No hand is replayed. Only the
// context's end is an error: all that is wrong with the study is a fault.
func (r *Reader) Verify(ctx context.Context, v store.Verification) (*store.Findings, error) {
	m, in := &r.manifest, &r.inputs
	f := store.NewFindings(m, &v)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"hands in order and of their part; forks and their alternatives numbered from 0",
		"one alternative of each fork is the bot's own; all have one seat, wall and step",
		"points are the sum of their causes; a first win where there is a win",
		"forced actions in words are those by id",
	}
	f.Unchecked = []string{"labels and features, but for the SHA-256 of their file", "whether hands go on so: none is replayed"}
	if want := in.Run.Planned(); int64(m.Planned) > want || in.Precision == 0 && int64(m.Planned) < want {
		f.InManifest("planned_parts", m.Planned, want, "hands in parts of part_hands")
	}
	in.Run.VerifyParts(m, f)
	f.Stray(r.path, m, storeKind())
	columns := column.WithWords(column.Documented(forkColumns(in)), "bot", in.Run.Specs())
	rows := column.RowCheck{Dir: r.path, Manifest: m, Columns: columns}
	rows.Begin = func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		c := &forksCheck{in: in, hands: dataset.NewHandOrder(p)}
		return c.rows, c.endFork
	}
	return f, rows.Parts(ctx, &v, f)
}

// A forksCheck checks the rows of a part.
type forksCheck struct {
	in    *Inputs
	hands dataset.HandOrder
	fork  forkRows // of the row before; without rows before the first
}

// A forkRows is what the rows of one have said so far.
type forkRows struct {
	file             string
	first            int64 // its first row in the file
	hand, number     int64
	rows, own        int64
	seat, wall, step int64
}

func (c *forksCheck) rows(s *column.Sheet) {
	c.in.Run.CheckBots(s)
	dataset.CheckPoints(s)
	c.places(s)
	c.wins(s)
	c.words(s)
	forks := s.Column("fork")
	for row := range forks {
		first := c.hands.Next(s, row)
		if first || c.fork.rows == 0 || forks[row] != c.fork.number {
			c.endFork(s.Findings)
			c.beginFork(s, row, first)
		}
		c.alternative(s, row)
	}
}

// beginFork begins a fork with its first row.
func (c *forksCheck) beginFork(s *column.Sheet, row int, firstOfHand bool) {
	forks := s.Column("fork")
	want := c.fork.number + 1
	if firstOfHand || c.fork.file == "" {
		want = 0
	}
	s.Want("fork", forks, row, want, "forks of a hand are numbered from 0")
	c.fork = forkRows{
		file: s.File, first: s.First + int64(row), hand: s.Column("hand")[row], number: forks[row],
		seat: s.Column("seat")[row], wall: s.Column("wall_order")[row], step: s.Column("step")[row],
	}
}

// endFork notes a fork without the bot's own alternative, or with two.
func (c *forksCheck) endFork(f *store.Findings) {
	k := &c.fork
	if k.rows == 0 || k.own == 1 {
		return
	}
	at, hand := k.first, k.hand
	f.Add(store.Fault{File: k.file, Row: &at, Hand: &hand, Column: "own", Stored: fmt.Sprintf("%d of %d rows", k.own, k.rows), Want: "1 of them", Why: "one alternative of each fork is what the bot did"})
}

// alternative checks a row against its fork.
func (c *forksCheck) alternative(s *column.Sheet, row int) {
	k := &c.fork
	s.Want("alternative", s.Column("alternative"), row, k.rows, "alternatives of a fork are numbered from 0")
	s.Want("seat", s.Column("seat"), row, k.seat, "a fork is one seat's")
	s.Want("wall_order", s.Column("wall_order"), row, k.wall, "a fork is over one wall")
	s.Want("step", s.Column("step"), row, k.step, "a fork is at one step")
	k.rows++
	k.own += s.Column("own")[row]
}

// places checks that seats and walls are those of the study.
func (c *forksCheck) places(s *column.Sheet) {
	walls := s.Column("wall_order")
	for row, seat := range s.Column("seat") {
		if !slices.Contains(c.in.Studied, int(seat)) {
			s.Fault("seat", row, fmt.Sprintf("one of %v", c.in.Studied), "the seats that are studied")
		}
		if walls[row] >= int64(c.in.Orders) {
			s.Fault("wall_order", row, fmt.Sprintf("%d or less", c.in.Orders-1), "the orders of each wall")
		}
	}
}

// wins checks that there is a first win where there are wins, and then only.
func (c *forksCheck) wins(s *column.Sheet) {
	ending := s.Vector("ending")
	for row, wins := range s.Column("wins") {
		for _, name := range []string{"first_fan", "first_points", "first_wall_left"} {
			if null := s.Column(name)[row] == column.Null; null != (wins == 0) {
				s.Fault(name, row, "null without a win, and then only", "there are "+strconv.FormatInt(wins, 10)+" wins")
			}
		}
		if wins > 0 && ending.Text(row) != engine.Won.String() {
			s.Fault("ending", row, engine.Won.String(), "the seat has won")
		}
	}
}

// words compares the forced actions in words with those by id.
func (c *forksCheck) words(s *column.Sheet) {
	var ids [MaxForced][]int64
	for i := range ids {
		ids[i] = s.Column(fmt.Sprintf("forced_%d", i))
	}
	text := s.Vector("forced")
	for row, n := range s.Column("forced_count") {
		var words []string
		for i := range max(0, min(n, MaxForced)) {
			if id := ids[i][row]; id >= 0 && id < int64(engine.NumActions) {
				words = append(words, engine.Action(id).String())
			}
		}
		if want := strings.Join(words, "; "); text.Text(row) != want {
			s.Fault("forced", row, want, "the actions with the ids forced_0 and on")
		}
	}
}
