package dataset

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xuezhan/engine"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

// Audit checks the study: the manifest, the files byte for byte, every column, and
// what must hold between columns and rows. No hand is played again. Only the
// context's end is an error: all that is wrong with the study is a fault.
func (r *StudyReader) Audit(ctx context.Context, a Audit) (*Findings, error) {
	m, in := &r.manifest, &r.inputs
	f := newFindings(m, &a)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"hands in order and of their part; forks and their alternatives numbered from 0",
		"one alternative of each fork is the bot's own; all have one seat, wall and step",
		"points are the sum of their causes; a first win where there is a win",
		"forced actions in words are those by id",
	}
	f.Unchecked = []string{"labels and features, but for the SHA-256 of their file", "whether hands go on so: none is played again"}
	if want := in.Run.planned(); int64(m.Planned) > want || in.Precision == 0 && int64(m.Planned) < want {
		f.inManifest("planned_parts", m.Planned, want, "hands in parts of part_hands")
	}
	auditParts(m, &in.Run, f)
	auditDirectory(r.path, m, kindOfStudies(), f)
	columns := withWords(documented(forkColumns(in)), "bot", specs(in.Run.Bots))
	rows := rowsAudit{dir: r.path, manifest: m, columns: columns}
	rows.begin = func(p store.Part) (func(*sheet), func(*Findings)) {
		c := &forksCheck{in: in, hands: handOrder{p, -1}}
		return c.rows, c.endFork
	}
	return f, rows.parts(ctx, &a, f)
}

// A forksCheck checks the rows of a part.
type forksCheck struct {
	in    *StudyInputs
	hands handOrder
	fork  fork // of the row before; without rows before the first
}

// A fork is what the rows of one have said so far.
type fork struct {
	file             string
	first            int64 // its first row in the file
	hand, number     int64
	rows, own        int64
	seat, wall, step int64
}

func (c *forksCheck) rows(s *sheet) {
	s.bots(&c.in.Run)
	s.addUp()
	c.places(s)
	c.wins(s)
	c.words(s)
	forks := s.column("fork")
	for row := range forks {
		first := c.hands.next(s, row)
		if first || c.fork.rows == 0 || forks[row] != c.fork.number {
			c.endFork(s.findings)
			c.beginFork(s, row, first)
		}
		c.alternative(s, row)
	}
}

// beginFork begins a fork with its first row.
func (c *forksCheck) beginFork(s *sheet, row int, firstOfHand bool) {
	forks := s.column("fork")
	want := c.fork.number + 1
	if firstOfHand || c.fork.file == "" {
		want = 0
	}
	s.want("fork", forks, row, want, "forks of a hand are numbered from 0")
	c.fork = fork{
		file: s.file, first: s.first + int64(row), hand: s.column("hand")[row], number: forks[row],
		seat: s.column("seat")[row], wall: s.column("wall_order")[row], step: s.column("step")[row],
	}
}

// endFork notes a fork without the bot's own alternative, or with two.
func (c *forksCheck) endFork(f *Findings) {
	k := &c.fork
	if k.rows == 0 || k.own == 1 {
		return
	}
	at, hand := k.first, k.hand
	f.add(Fault{k.file, &at, &hand, "own", fmt.Sprintf("%d of %d rows", k.own, k.rows), "1 of them", "one alternative of each fork is what the bot did"})
}

// alternative checks a row against its fork.
func (c *forksCheck) alternative(s *sheet, row int) {
	k := &c.fork
	s.want("alternative", s.column("alternative"), row, k.rows, "alternatives of a fork are numbered from 0")
	s.want("seat", s.column("seat"), row, k.seat, "a fork is one seat's")
	s.want("wall_order", s.column("wall_order"), row, k.wall, "a fork is over one wall")
	s.want("step", s.column("step"), row, k.step, "a fork is at one step")
	k.rows++
	k.own += s.column("own")[row]
}

// places checks that seats and walls are those of the study.
func (c *forksCheck) places(s *sheet) {
	walls := s.column("wall_order")
	for row, seat := range s.column("seat") {
		if !slices.Contains(c.in.Studied, int(seat)) {
			s.fault("seat", row, fmt.Sprintf("one of %v", c.in.Studied), "the seats that are studied")
		}
		if walls[row] >= int64(c.in.Orders) {
			s.fault("wall_order", row, fmt.Sprintf("%d or less", c.in.Orders-1), "the orders of each wall")
		}
	}
}

// wins checks that there is a first win where there are wins, and then only.
func (c *forksCheck) wins(s *sheet) {
	ending := s.vector("ending")
	for row, wins := range s.column("wins") {
		for _, name := range []string{"first_fan", "first_points", "first_wall_left"} {
			if null := s.column(name)[row] == Null; null != (wins == 0) {
				s.fault(name, row, "null without a win, and then only", "there are "+strconv.FormatInt(wins, 10)+" wins")
			}
		}
		if wins > 0 && ending.Text(row) != engine.Won.String() {
			s.fault("ending", row, engine.Won.String(), "the seat has won")
		}
	}
}

// words compares the forced actions in words with those by id.
func (c *forksCheck) words(s *sheet) {
	var ids [study.MaxForced][]int64
	for i := range ids {
		ids[i] = s.column(fmt.Sprintf("forced_%d", i))
	}
	text := s.vector("forced")
	for row, n := range s.column("forced_count") {
		var words []string
		for i := range max(0, min(n, study.MaxForced)) {
			if id := ids[i][row]; id >= 0 && id < int64(engine.NumActions) {
				words = append(words, engine.Action(id).String())
			}
		}
		if want := strings.Join(words, "; "); text.Text(row) != want {
			s.fault("forced", row, want, "the actions with the ids forced_0 and on")
		}
	}
}
