package column

import (
	"context"
	"strings"

	"xuezhan/sim/store"
)

// A RowCheck verifies a directory of one table, whose rows follow each other within a
// hand: decisions, or the forks of a study.
type RowCheck struct {
	Dir      string
	Manifest *store.Manifest
	Columns  []Column // that are read
	// Begin returns what checks the rows of a part, some at a time, and what is called
	// once they have all been seen.
	Begin func(p store.Part) (rows func(s *Sheet), end func(f *store.Findings))
}

// Parts verifies the files of all parts, and the rows of those that are what was
// written. Only the context's end is an error.
func (r *RowCheck) Parts(ctx context.Context, v *store.Verification, f *store.Findings) error {
	for _, p := range r.Manifest.Parts {
		if !VerifyFiles(r.Dir, p, f) {
			f.Skipped += p.Count
		} else if err := r.part(ctx, p, f); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			text := strings.ReplaceAll(err.Error(), r.Dir+"/", "")
			f.Add(store.Fault{File: p.Files[0].Name, Stored: text, Want: "readable", Why: "every column but the features is read"})
		} else {
			f.Hands += p.Count
			f.Rows += p.Files[0].Rows
		}
		if v.Progress != nil {
			v.Progress(p.Count)
		}
	}
	return nil
}

// part checks the rows of a part.
func (r *RowCheck) part(ctx context.Context, p store.Part, f *store.Findings) error {
	file := p.Files[0]
	table, err := OpenVectors(r.Dir, file, r.Columns, make([]Lexicon, len(r.Columns)))
	if err != nil {
		return err
	}
	defer table.Close()
	rows, end := r.Begin(p)
	for table.Left() > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		first := file.Rows - table.Left()
		vectors, err := table.Read(int(min(table.Left(), ScanRows)))
		if err != nil {
			return err
		}
		s := &Sheet{file.Name, first, vectors, f}
		s.Ranges()
		rows(s)
	}
	end(f)
	return nil
}
