package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xuezhan/sim"
	"xuezhan/sim/store"
)

// An Audit says how a dataset is checked. The zero value replays no hand and
// keeps no fault.
type Audit struct {
	// Replay plays a hand of the run again, from what the manifest says. Nil plays
	// none. What it returns may be used again by the next call.
	Replay func(hand int64) (sim.Replay, error)
	Sample int     // stored hands that are replayed, chosen at random
	Seed   uint64  // of that choice
	Known  []Fault // found by the caller, and listed first
	Limit  int     // faults that are kept; others are only counted
	// Progress is called with the number of hands checked since its last call.
	Progress func(hands int64)
}

// A Fault is one thing that is not as it should be.
type Fault struct {
	File   string `json:"file"`             // within the dataset's directory
	Row    *int64 `json:"row,omitempty"`    // in the file, from 0
	Hand   *int64 `json:"hand,omitempty"`   // the row's
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

// Findings are what an audit found.
type Findings struct {
	Finished bool    `json:"finished"`      // whether the run went to its end
	Parts    int     `json:"parts"`         // stored
	Planned  int     `json:"planned_parts"` // of the whole run
	Hands    int64   `json:"hands"`         // whose rows were checked
	Skipped  int64   `json:"skipped_hands"` // of parts with a file that is not what was written
	Replayed int64   `json:"replayed_hands"`
	Rows     int64   `json:"rows,omitempty"` // of decisions or forks that were checked
	Count    int64   `json:"fault_count"`
	Faults   []Fault `json:"faults"` // the first of them
	// Of decisions and of studies, in words: what the rows were checked for, and what
	// was not looked at.
	Checked   []string `json:"checked,omitempty"`
	Unchecked []string `json:"unchecked,omitempty"`

	limit int
}

func (f *Findings) add(fault Fault) {
	if f.Count++; len(f.Faults) < f.limit {
		f.Faults = append(f.Faults, fault)
	}
}

// Audit checks everything that is stored, in this order: the manifest; of each
// part its files, byte for byte, then what each column may hold and what must
// hold between columns, rows and tables, and the rows of the hands that are
// replayed; at the end, where nothing was amiss, the digest of the run. Only the
// context's end is an error: all that is wrong with the dataset is a fault.
func (r *Reader) Audit(ctx context.Context, a Audit) (*Findings, error) {
	f := newFindings(&r.manifest, &a)
	r.auditManifest(f)
	c := newChecker(r, &a, f)
	for _, p := range r.manifest.Parts {
		if err := c.part(ctx, p); err != nil {
			return f, err
		}
	}
	return f, r.auditDigest(ctx, f)
}

// choose returns the hands to replay in their order: different ones, each as
// likely as any other (R. Floyd's method; Bentley, CACM 30, 1987, 754-757).
func (r *Reader) choose(a *Audit) []int64 {
	total := int64(0)
	for _, p := range r.manifest.Parts {
		total += p.Count
	}
	if a.Replay == nil || total == 0 {
		return nil
	}
	n := min(int64(max(a.Sample, 0)), total)
	random := rand.New(rand.NewPCG(a.Seed, 0))
	chosen := map[int64]bool{}
	for j := total - n; j < total; j++ {
		k := random.Int64N(j + 1)
		if chosen[k] {
			k = j
		}
		chosen[k] = true
	}
	return r.storedHands(chosen)
}

// storedHands returns the hands with these places among all that are stored.
func (r *Reader) storedHands(places map[int64]bool) []int64 {
	hands := make([]int64, 0, len(places))
	for k := range places {
		for _, p := range r.manifest.Parts {
			if k < p.Count {
				hands = append(hands, p.First+k)
				break
			}
			k -= p.Count
		}
	}
	slices.Sort(hands)
	return hands
}

// auditManifest checks the manifest by itself and against the directory.
func (r *Reader) auditManifest(f *Findings) {
	if want := r.inputs.planned(); int64(r.manifest.Planned) != want {
		f.inManifest("planned_parts", r.manifest.Planned, want, "hands in parts of part_hands")
	}
	auditParts(&r.manifest, &r.inputs, f)
	auditDirectory(r.dir, &r.manifest, kindOfRuns(), f)
}

// planned returns the number of parts of all hands.
func (in *Inputs) planned() int64 { return (in.Hands + in.PartHands - 1) / in.PartHands }

// inManifest notes what is not as it should be in the manifest.
func (f *Findings) inManifest(field string, stored, want any, why string) {
	f.add(Fault{File: store.ManifestName, Column: field, Stored: fmt.Sprint(stored), Want: fmt.Sprint(want), Why: why})
}

// auditParts checks that the parts that are listed cover their hands, and that the
// bots play.
func auditParts(m *store.Manifest, in *Inputs, f *Findings) {
	if perGame := int64(in.unitHands()); in.PartHands%perGame != 0 {
		f.inManifest("part_hands", in.PartHands, fmt.Sprintf("a multiple of %d", perGame), "a part has whole games")
	}
	for i, b := range in.Bots {
		if !slices.Contains(in.Seats[:], i) {
			f.inManifest("bots", b.Spec, "a bot that some seat has", "a bot is listed because it plays")
		}
	}
	for _, p := range m.Parts {
		first := int64(p.Index) * in.PartHands
		if p.First != first {
			f.inManifest(fmt.Sprintf("part %d: first", p.Index), p.First, first, "parts follow each other without gap or overlap")
		}
		if want := min(in.PartHands, in.Hands-first); p.Count != want {
			f.inManifest(fmt.Sprintf("part %d: hands", p.Index), p.Count, want, "parts have part_hands hands, but for the last")
		}
	}
}

// auditDirectory looks for tables that no part has: whoever reads seats-*.parquet
// would read them too. In a run that is under way they are what is being written.
func auditDirectory(dir string, m *store.Manifest, k store.Kind, f *Findings) {
	if !m.Finished {
		return
	}
	stray, err := m.StrayFiles(dir, k)
	if err != nil {
		f.add(Fault{File: dir, Stored: err.Error(), Want: "readable", Why: "stray tables are looked for"})
	}
	for _, name := range stray {
		f.add(Fault{File: name, Stored: "a file", Want: "there", Why: "no part of the manifest has it"})
	}
}

// auditDigest compares the digest of the run with that of the stored hands.
func (r *Reader) auditDigest(ctx context.Context, f *Findings) error {
	if !r.Finished() || f.Count > 0 {
		return nil
	}
	var d sim.Digest
	block := sim.BlockHands(r.inputs.unitHands())
	for _, p := range r.manifest.Parts {
		for b, err := range r.Batches(p, block) {
			if err != nil {
				f.add(Fault{File: fileName(Hands, p.Index), Stored: err.Error(), Want: "readable", Why: "the part is read for the digest"})
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			d.Add(b)
		}
	}
	if got := d.String(); got != r.Digest() {
		f.add(Fault{File: store.ManifestName, Column: "digest", Stored: r.Digest(), Want: got, Why: "the digest of the stored hands"})
	}
	return nil
}

// auditFiles checks the files of a part and reports whether they are what was
// written.
func auditFiles(dir string, p store.Part, f *Findings) bool {
	before := f.Count
	for _, file := range p.Files {
		fault := Fault{File: file.Name}
		if err := verifyFile(filepath.Join(dir, file.Name), file); err != nil {
			fault.Stored, fault.Want, fault.Why = fileFault(err)
			f.add(fault)
		}
	}
	return f.Count == before
}

// fileFault says what is wrong with a file.
func fileFault(err error) (stored, want, why string) {
	if differs := (*store.Difference)(nil); errors.As(err, &differs) {
		return differs.Got, differs.Want, "the " + differs.What + " it was written with"
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "missing", "there", "the manifest lists it"
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return err.Error(), "readable", "it is a Parquet file"
}

// unitHands returns the hands of a game, 1 where hands are played alone.
func (in *Inputs) unitHands() int {
	if in.Games > 0 {
		return in.Rules.HandsPerGame
	}
	return 1
}

// botAt returns the bot at a seat in a hand.
func (in *Inputs) botAt(seat int, hand int64) int {
	if in.Rotate {
		seat = int((int64(seat) + hand/int64(in.unitHands())) % int64(len(in.Seats)))
	}
	return in.Seats[seat]
}
