package store

import "fmt"

// A Kind is a sort of directory: what its manifest says it holds.
type Kind struct {
	Name   string   // such as run
	Format int      // version of the inputs and of the tables; older ones must stay readable
	Tables []string // a part has one file of each, in this order
	Ending string   // of the files' names, such as .parquet
	// EndsEarly: the rows may decide that fewer parts are needed than were planned, even
	// none, and that the last of them is shorter.
	EndsEarly bool
	// Check reports what no part of the kind can be, such as rows that do not fit
	// its units; nil if there is nothing to check.
	Check func(p *Part) error
}

// FileName returns the name of a table's file of a part.
func (k *Kind) FileName(table, part int) string {
	return fmt.Sprintf("%s-%06d%s", k.Tables[table], part, k.Ending)
}

// partOf returns the part that a table's file is of; ok is false for the name of
// another file.
func (k *Kind) partOf(name string) (part int, ok bool) {
	for t, table := range k.Tables {
		n, err := fmt.Sscanf(name, table+"-%d"+k.Ending, &part)
		if n == 1 && err == nil && name == k.FileName(t, part) {
			return part, true
		}
	}
	return 0, false
}

// A Part is a range of units, such as hands, that is stored whole.
type Part struct {
	Index int    `json:"index"` // from 0
	First int64  `json:"first"` // index of the first unit
	Count int64  `json:"hands"` // units
	Files []File `json:"files"` // one a table, in the order of the tables
}

// A File is one table's rows of a part.
type File struct {
	Name   string `json:"name"` // within the directory
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the whole file, hexadecimal
}

// checkPart reports what cannot be in a part of a directory with n parts.
// File names are fixed, so that none leads out of the directory.
func (k *Kind) checkPart(p *Part, planned int) error {
	if p.Index < 0 || p.Index >= planned {
		return fmt.Errorf("part %d of %d", p.Index, planned)
	}
	if p.First < 0 || p.Count < 1 || len(p.Files) != len(k.Tables) {
		return fmt.Errorf("part %d is empty, or does not have one file a table", p.Index)
	}
	for t, f := range p.Files {
		if want := k.FileName(t, p.Index); f.Name != want {
			return fmt.Errorf("part %d has file %q, not %q", p.Index, f.Name, want)
		}
	}
	if k.Check != nil {
		return k.Check(p)
	}
	return nil
}

func compareIndex(a, b Part) int { return a.Index - b.Index }
