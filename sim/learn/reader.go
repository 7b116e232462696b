package learn

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"

	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// A Reader reads stored trials back, finished or not. It holds no file open.
type Reader struct {
	path     string
	manifest store.Manifest
	inputs   StoredInputs
}

// Open reads the manifest of the trials in dir.
func Open(dir string) (*Reader, error) {
	m, err := store.ReadManifest(dir, storeKind())
	return newReader(dir, m, err)
}

// OpenToVerify is Open, but also of a manifest that was changed after it was written:
// Verify says so.
func OpenToVerify(dir string) (*Reader, error) {
	m, err := store.ReadAltered(dir, storeKind())
	return newReader(dir, m, err)
}

// newReader returns the reader of a manifest, or the error of reading it.
func newReader(dir string, m store.Manifest, err error) (*Reader, error) {
	if err != nil {
		return nil, err
	}
	r := &Reader{path: dir, manifest: m}
	if err = m.DecodeInputs(&r.inputs); err == nil {
		err = r.inputs.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("learn: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return r, nil
}

// Inputs returns what the trials depend on. Its slices are the reader's.
func (r *Reader) Inputs() StoredInputs { return r.inputs }

// Plan returns the plan, as a program with its bots carries it out.
func (r *Reader) Plan(p *sim.Program) (*Plan, error) { return r.inputs.Plan(r.path, p) }

// Finished reports whether all trials are stored.
func (r *Reader) Finished() bool { return r.manifest.Finished }

// Digest returns the digest of the trials, empty before the last is stored.
func (r *Reader) Digest() string { return r.manifest.Digest }

// Planned returns the number of parts of the whole.
func (r *Reader) Planned() int { return r.manifest.Planned }

// Parts returns the parts that are stored, in order. The slice is the caller's.
func (r *Reader) Parts() []store.Part { return slices.Clone(r.manifest.Parts) }

// TotalHands returns the hands of the plan.
func (r *Reader) TotalHands() int64 { return r.inputs.settings().TotalHands() }

// columns are those of the table.
func (r *Reader) columns() []column.Typed[*row] { return trialColumns(len(r.inputs.Inputs)) }

// Table returns the table of trials, to be read by columns.
func (r *Reader) Table() *column.Source {
	return &column.Source{
		Dir: r.path, Table: trialsName, Columns: column.Documented(r.columns()), Parts: r.manifest.Parts, Planned: r.manifest.Planned,
		Unit: "hand", UnitColumn: "hand", PerUnit: 1,
	}
}

// Head returns some columns, all if none is named, of the first n trials.
func (r *Reader) Head(n int, names []string) ([]column.Row, error) {
	return column.Head(r.path, r.manifest.Parts, column.Documented(r.columns()), names, n, floats)
}

// floats returns the numbers that bytes stand for.
func floats(data []byte) any {
	numbers := make([]float32, len(data)/floatBytes)
	if _, err := binary.Decode(data, binary.LittleEndian, numbers); err != nil {
		panic("learn: features of another length")
	}
	return numbers
}
