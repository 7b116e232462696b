package dataset

import (
	"context"
	"fmt"
	"strings"

	"xuezhan/sim/store"
)

// A rowsAudit checks a dataset of one table, whose rows follow each other within a
// hand: decisions, or the forks of a study.
type rowsAudit struct {
	dir      string
	manifest *store.Manifest
	columns  []Column // that are read
	// begin returns what checks the rows of a part, some at a time, and what is called
	// once they have all been seen.
	begin func(p store.Part) (rows func(s *sheet), end func(f *Findings))
}

// newFindings returns findings with what the caller knows already.
func newFindings(m *store.Manifest, a *Audit) *Findings {
	f := &Findings{Finished: m.Finished, Parts: len(m.Parts), Planned: m.Planned, Faults: []Fault{}, limit: a.Limit}
	for _, fault := range a.Known {
		f.add(fault)
	}
	if d := m.Altered(); d != nil {
		f.inManifest("sha256", d.Want, d.Got, "the SHA-256 of the manifest's other members")
	}
	return f
}

// parts checks the files of all parts, and the rows of those that are what was
// written. Only the context's end is an error.
func (r *rowsAudit) parts(ctx context.Context, a *Audit, f *Findings) error {
	for _, p := range r.manifest.Parts {
		if !auditFiles(r.dir, p, f) {
			f.Skipped += p.Count
		} else if err := r.part(ctx, p, f); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			text := strings.ReplaceAll(err.Error(), r.dir+"/", "")
			f.add(Fault{File: p.Files[0].Name, Stored: text, Want: "readable", Why: "every column but the features is read"})
		} else {
			f.Hands += p.Count
			f.Rows += p.Files[0].Rows
		}
		if a.Progress != nil {
			a.Progress(p.Count)
		}
	}
	return nil
}

// part checks the rows of a part.
func (r *rowsAudit) part(ctx context.Context, p store.Part, f *Findings) error {
	file := p.Files[0]
	table, err := openVectors(r.dir, file, r.columns, make([]lexicon, len(r.columns)))
	if err != nil {
		return err
	}
	defer table.close()
	rows, end := r.begin(p)
	for table.left > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		first := file.Rows - table.left
		vectors, err := table.read(int(min(table.left, scanRows)))
		if err != nil {
			return err
		}
		s := &sheet{file.Name, first, vectors, f}
		s.allowed()
		rows(s)
	}
	end(f)
	return nil
}

// allowed checks that every value is one that its column may hold. Texts without a
// list of words follow from other columns, with which they are compared.
func (s *sheet) allowed() {
	for i := range s.vectors {
		switch v := &s.vectors[i]; {
		case v.Column.Type != "text":
			s.numbers(v)
		case v.Column.Words != nil:
			s.words(v)
		}
	}
}

// addUp checks that the points of each row are the sum of those by cause.
func (s *sheet) addUp() {
	sums := make([]int64, len(s.column("points")))
	for i := range s.vectors {
		if v := &s.vectors[i]; strings.HasPrefix(v.Column.Name, "points_") {
			for row, x := range v.Values {
				sums[row] += x
			}
		}
	}
	points := s.column("points")
	for row, sum := range sums {
		s.want("points", points, row, sum, "the sum of the points by cause")
	}
}

// bots checks that each row has the bot of its seat.
func (s *sheet) bots(in *Inputs) {
	bots := s.vector("bot")
	for row, seat := range s.column("seat") {
		if seat < 0 || seat >= int64(len(in.Seats)) {
			continue // its range is a fault already
		}
		if spec := in.Bots[in.Seats[seat]].Spec; bots.Text(row) != spec {
			s.fault("bot", row, spec, "the bot of the seat")
		}
	}
}

// A handOrder follows the hands of rows through a part.
type handOrder struct {
	part store.Part
	last int64 // hand of the row before, −1 before the first
}

// next checks the hand of a row and reports whether the row is its first.
func (o *handOrder) next(s *sheet, row int) (first bool) {
	hand := s.column("hand")[row]
	end := o.part.First + o.part.Count
	switch {
	case hand < o.part.First || hand >= end:
		s.fault("hand", row, fmt.Sprintf("%d to %d", o.part.First, end-1), "the hands of the part")
	case hand < o.last:
		s.fault("hand", row, fmt.Sprintf("%d or more", o.last), "hands are in order")
	}
	first = hand != o.last
	o.last = hand
	return first
}

// withWords returns columns of which one may hold other words.
func withWords(columns []Column, name string, words []string) []Column {
	for i := range columns {
		if columns[i].Name == name {
			columns[i].Words = words
		}
	}
	return columns
}
