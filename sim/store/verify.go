package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// A Verification says how what is stored is verified. The zero value keeps no fault.
type Verification struct {
	Known []Fault // found by the caller, and listed first
	Limit int     // faults that are kept; others are only counted
	// Progress is called with the number of units verified since its last call.
	Progress func(units int64)
}

// A Fault is one thing that is not as it should be.
type Fault struct {
	File   string `json:"file"`             // within the directory
	Row    *int64 `json:"row,omitempty"`    // in the file, from 0
	Hand   *int64 `json:"hand,omitempty"`   // the row's
	Unit   string `json:"unit,omitempty"`   // the row's, where it is of no hand: block 7
	Column string `json:"column,omitempty"` // or field of the manifest
	Stored string `json:"stored"`
	Want   string `json:"want"`
	Why    string `json:"why"` // what says so
}

// String returns the fault as a line.
func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Row != nil {
		fmt.Fprintf(&b, " row %d", *f.Row)
	}
	if f.Hand != nil {
		fmt.Fprintf(&b, " hand %d", *f.Hand)
	}
	if f.Unit != "" {
		b.WriteString(" " + f.Unit)
	}
	if f.Column != "" {
		fmt.Fprintf(&b, ": %s", f.Column)
	}
	fmt.Fprintf(&b, ": %s, not %s: %s", orEmpty(f.Stored), orEmpty(f.Want), f.Why)
	return b.String()
}

func orEmpty(s string) string {
	if s == "" {
		return "empty"
	}
	return s
}

// Findings are what was found.
type Findings struct {
	Finished bool    `json:"finished"`      // whether the run went to its end
	Parts    int     `json:"parts"`         // stored
	Planned  int     `json:"planned_parts"` // of the whole run
	Hands    int64   `json:"hands"`         // whose rows were checked
	Skipped  int64   `json:"skipped_hands"` // of parts with a file that is not what was written
	Replayed int64   `json:"replayed_hands"`
	Lost     int64   `json:"unrepeatable_hands,omitempty"` // a bot failed in them that does not when they are replayed
	Rows     int64   `json:"rows,omitempty"`               // of decisions or forks that were checked
	Count    int64   `json:"fault_count"`
	Faults   []Fault `json:"faults"` // the first of them
	// Of decisions and of studies, in words: what the rows were checked for, and what
	// was not looked at.
	Checked   []string `json:"checked,omitempty"`
	Unchecked []string `json:"unchecked,omitempty"`

	limit int
}

// Add notes a fault.
func (f *Findings) Add(fault Fault) {
	if f.Count++; len(f.Faults) < f.limit {
		f.Faults = append(f.Faults, fault)
	}
}

// InManifest notes what is not as it should be in the manifest.
func (f *Findings) InManifest(field string, stored, want any, why string) {
	f.Add(Fault{File: ManifestName, Column: field, Stored: fmt.Sprint(stored), Want: fmt.Sprint(want), Why: why})
}

// File notes what is wrong with a file of a part; why says what it should be.
func (f *Findings) File(listed File, err error, why string) {
	fault := Fault{File: listed.Name, Stored: err.Error(), Want: "readable", Why: why}
	switch differs, gone, path := (*Difference)(nil), (*Gone)(nil), (*os.PathError)(nil); {
	case errors.As(err, &differs):
		fault.Stored, fault.Want, fault.Why = differs.Got, differs.Want, "the "+differs.What+" it was written with"
	case errors.As(err, &gone):
		fault.Stored, fault.Want, fault.Why = "missing", "at "+strconv.Quote(gone.Target), "it is referred to there"
	case errors.Is(err, fs.ErrNotExist):
		fault.Stored, fault.Want, fault.Why = "missing", "there", "the manifest lists it"
	case errors.As(err, &path):
		fault.Stored = path.Err.Error()
	}
	f.Add(fault)
}

// Stray looks for tables that no part has: whoever reads seats-*.parquet
// would read them too. In a run that is under way they are what is being written.
func (f *Findings) Stray(dir string, m *Manifest, k Kind) {
	if !m.Finished {
		return
	}
	stray, err := m.StrayFiles(dir, k)
	if err != nil {
		f.Add(Fault{File: dir, Stored: err.Error(), Want: "readable", Why: "stray tables are looked for"})
	}
	for _, name := range stray {
		f.Add(Fault{File: name, Stored: "a file", Want: "there", Why: "no part of the manifest has it"})
	}
}

// NewFindings returns findings with what the caller knows already.
func NewFindings(m *Manifest, v *Verification) *Findings {
	f := &Findings{Finished: m.Finished, Parts: len(m.Parts), Planned: m.Planned, Faults: []Fault{}, limit: v.Limit}
	for _, fault := range v.Known {
		f.Add(fault)
	}
	if d := m.Altered(); d != nil {
		f.InManifest("sha256", d.Want, d.Got, "the SHA-256 of the manifest's other members")
	}
	return f
}
