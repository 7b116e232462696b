package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim/store"
)

// AuditDecisions checks the decisions in dir: the manifest, the files byte for byte,
// every column but the features, and what must hold between columns and rows. No
// hand is played again. Only a manifest that cannot be read, and the context's end,
// are errors: all else is a fault.
func AuditDecisions(ctx context.Context, dir string, a Audit) (*Findings, error) {
	in, m, err := ReadDecisionsToVerify(dir)
	if err != nil {
		return nil, err
	}
	f := newFindings(&m, &a)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"hands in order and of their part, decisions numbered from 0",
		"the action is legal, and one of at least two",
		"points are the sum of their causes, alike in all rows of a seat, and sum to zero where all seats decided",
	}
	f.Unchecked = []string{"the features, but for the SHA-256 of their file", "whether the bots decide so: no hand is played again"}
	if want := in.Run.planned(); int64(m.Planned) != want {
		f.inManifest("planned_parts", m.Planned, want, "hands in parts of part_hands")
	}
	auditParts(&m, &in.Run, f)
	auditDirectory(dir, &m, kindOfDecisions(), f)
	auditDecisionsDigest(&m, f)
	r := rowsAudit{dir: dir, manifest: &m, columns: auditedDecisionColumns(&in)}
	r.begin = func(p store.Part) (func(*sheet), func(*Findings)) {
		c := &decisionsCheck{in: &in, hands: handOrder{p, -1}}
		return c.rows, func(*Findings) {}
	}
	return f, r.parts(ctx, &a, f)
}

// auditDecisionsDigest compares the digest with that of the files that are listed.
func auditDecisionsDigest(m *store.Manifest, f *Findings) {
	if want := digestOfParts(m.Parts); m.Finished && m.Digest != want {
		f.inManifest("digest", m.Digest, want, "the digest of the parts that are listed")
	}
}

// digestOfParts returns the digest of decisions: that of the SHA-256 of all parts.
func digestOfParts(parts []store.Part) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p.Files[0].SHA256))
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// auditedDecisionColumns are all columns but the features.
func auditedDecisionColumns(in *DecisionInputs) []Column {
	bots := specs(in.Run.Bots)
	columns := documented(decisionColumns(vectorOf(in.Features), in.Run.Seats, bots))
	columns = withWords(columns[:len(columns)-1], "bot", bots)
	return withWords(columns, "suits", suitOrders())
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
	in     *DecisionInputs
	hands  handOrder
	number int64                  // of the decision to come
	points [engine.NumSeats]int64 // of the hand
	seen   [engine.NumSeats]bool  // seats whose points are known
}

func (c *decisionsCheck) rows(s *sheet) {
	s.bots(&c.in.Run)
	s.addUp()
	c.studied(s)
	c.actions(s)
	numbers := s.column("decision")
	for row := range numbers {
		if c.hands.next(s, row) {
			c.number, c.seen = 0, [engine.NumSeats]bool{}
		}
		s.want("decision", numbers, row, c.number, "decisions of a hand are numbered from 0")
		c.number = numbers[row] + 1
		c.outcome(s, row)
	}
}

// outcome checks that a seat ends with the same points in all rows of a hand, and
// once the points of all seats are known, that they sum to zero.
func (c *decisionsCheck) outcome(s *sheet, row int) {
	seat, points := s.column("seat")[row], s.column("points")
	switch {
	case seat < 0 || seat >= engine.NumSeats:
		return // its range is a fault already
	case c.seen[seat]:
		s.want("points", points, row, c.points[seat], "the seat has them in the hand's rows before")
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
	s.want("points", points, row, -others, "the points of the four seats sum to zero")
}

// studied checks which seats are marked.
func (c *decisionsCheck) studied(s *sheet) {
	marks := s.column("studied")
	for row, seat := range s.column("seat") {
		if want := slices.Contains(c.in.Studied, int(seat)); (marks[row] != 0) != want {
			s.fault("studied", row, strconv.FormatBool(want), "the seats that the manifest lists as studied")
		}
	}
}

// actions checks that the action chosen is one of at least two legal ones.
func (c *decisionsCheck) actions(s *sheet) {
	var masks [3][]int64
	for i := range masks {
		masks[i] = s.column(maskName(i))
	}
	for row, action := range s.column("action") {
		choices := 0
		for i := range masks {
			places := min(maskBits, engine.NumActions-i*maskBits)
			choices += bits.OnesCount64(uint64(masks[i][row]))
			if masks[i][row]>>places != 0 {
				s.fault(maskName(i), row, fmt.Sprintf("a number of %d bits", places), "there are no more actions")
			}
		}
		if action >= 0 && action < int64(engine.NumActions) && masks[action/maskBits][row]>>(action%maskBits)&1 == 0 {
			s.fault("action", row, "a legal action", "its bit of "+maskName(int(action/maskBits))+" is not set")
		}
		if choices < 2 {
			s.fault(maskName(0), row, "two legal actions or more", "where there is no choice there is no decision")
		}
	}
}
