package decisions

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// Verify checks the decisions in dir: the manifest, the files byte for byte,
// every column but the features, and what must hold between columns and rows. No
// hand is replayed. Only a manifest that cannot be read, and the context's end,
// are errors: all else is a fault.
func Verify(ctx context.Context, dir string, v store.Verification) (*store.Findings, error) {
	in, m, err := ReadToVerify(dir)
	if err != nil {
		return nil, err
	}
	f := store.NewFindings(&m, &v)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"hands in order and of their part, decisions numbered from 0",
		"the action is legal, and one of at least two",
		"points are the sum of their causes, alike in all rows of a seat, and sum to zero where all seats decided",
	}
	f.Unchecked = []string{"the features, but for the SHA-256 of their file", "whether the bots decide so: no hand is played again"}
	if want := in.Run.Planned(); int64(m.Planned) != want {
		f.InManifest("planned_parts", m.Planned, want, "hands in parts of part_hands")
	}
	in.Run.VerifyParts(&m, f)
	f.Stray(dir, &m, kind())
	verifyDigest(&m, f)
	r := column.RowCheck{Dir: dir, Manifest: &m, Columns: verifiedColumns(&in)}
	r.Begin = func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		c := &decisionsCheck{in: &in, hands: dataset.NewHandOrder(p)}
		return c.rows, func(*store.Findings) {}
	}
	return f, r.Parts(ctx, &v, f)
}

// verifyDigest compares the digest with that of the files that are listed.
func verifyDigest(m *store.Manifest, f *store.Findings) {
	if want := store.DigestOfParts(m.Parts); m.Finished && m.Digest != want {
		f.InManifest("digest", m.Digest, want, "the digest of the parts that are listed")
	}
}

// verifiedColumns are all columns but the features.
func verifiedColumns(in *Inputs) []column.Column {
	bots := in.Run.Specs()
	columns := column.Documented(decisionColumns(vectorOf(in.Features), in.Run.Seats, bots))
	columns = column.WithWords(columns[:len(columns)-1], "bot", bots)
	return column.WithWords(columns, "suits", suitOrders())
}

// suitOrders returns all orders of the suits, as the column suits has them.
func suitOrders() []string {
	var orders []string
	for a := range tile.Suit(tile.NumSuits) {
		for b := range tile.Suit(tile.NumSuits) {
			if a != b {
				orders = append(orders, features.Order{a, b, tile.Suit(tile.NumSuits) - a - b}.String())
			}
		}
	}
	return orders
}

// A decisionsCheck checks the rows of a part.
type decisionsCheck struct {
	in     *Inputs
	hands  dataset.HandOrder
	number int64                  // of the decision to come
	points [engine.NumSeats]int64 // of the hand
	seen   [engine.NumSeats]bool  // seats whose points are known
}

func (c *decisionsCheck) rows(s *column.Sheet) {
	c.in.Run.CheckBots(s)
	dataset.CheckPoints(s)
	c.studied(s)
	c.actions(s)
	numbers := s.Column("decision")
	for row := range numbers {
		if c.hands.Next(s, row) {
			c.number, c.seen = 0, [engine.NumSeats]bool{}
		}
		s.Want("decision", numbers, row, c.number, "decisions of a hand are numbered from 0")
		c.number = numbers[row] + 1
		c.outcome(s, row)
	}
}

// outcome checks that a seat ends with the same points in all rows of a hand, and
// once the points of all seats are known, that they sum to zero.
func (c *decisionsCheck) outcome(s *column.Sheet, row int) {
	seat, points := s.Column("seat")[row], s.Column("points")
	switch {
	case seat < 0 || seat >= engine.NumSeats:
		return // its range is a fault already
	case c.seen[seat]:
		s.Want("points", points, row, c.points[seat], "the seat has them in the hand's rows before")
		return
	}
	c.points[seat], c.seen[seat] = points[row], true
	if slices.Contains(c.seen[:], false) {
		return
	}
	others := -points[row]
	for _, p := range c.points {
		others += p
	}
	s.Want("points", points, row, -others, "the points of the four seats sum to zero")
}

// studied checks which seats are marked.
func (c *decisionsCheck) studied(s *column.Sheet) {
	marks := s.Column("studied")
	for row, seat := range s.Column("seat") {
		if want := slices.Contains(c.in.Studied, int(seat)); (marks[row] != 0) != want {
			s.Fault("studied", row, strconv.FormatBool(want), "the seats that the manifest lists as studied")
		}
	}
}

// actions checks that the action chosen is one of at least two legal ones.
func (c *decisionsCheck) actions(s *column.Sheet) {
	var masks [3][]int64
	for i := range masks {
		masks[i] = s.Column(maskName(i))
	}
	for row, action := range s.Column("action") {
		choices := 0
		for i := range masks {
			width := min(maskBits, engine.NumActions-i*maskBits)
			choices += bits.OnesCount64(uint64(masks[i][row]))
			if masks[i][row]>>width != 0 {
				s.Fault(maskName(i), row, fmt.Sprintf("a number of %d bits", width), "there are no more actions")
			}
		}
		if action >= 0 && action < int64(engine.NumActions) && masks[action/maskBits][row]>>(action%maskBits)&1 == 0 {
			s.Fault("action", row, "a legal action", "its bit of "+maskName(int(action/maskBits))+" is not set")
		}
		if choices < 2 {
			s.Fault(maskName(0), row, "two legal actions or more", "where there is no choice there is no decision")
		}
	}
}
