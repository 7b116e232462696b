package decisions

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// Format is the version of the inputs and tables of decisions. Format 1 had
// a column for each number of v1; it is not read any more.
const Format = 2

// Kind names the kind of datasets of decisions, as store.KindOf returns it.
const Kind = "decisions"

// decisionsName is their only table.
const decisionsName = "decisions"

// kind is what a directory holds that has decisions.
func kind() store.Kind {
	return store.Kind{Name: Kind, Format: Format, Tables: []string{decisionsName}, Ending: ".parquet"}
}

// checkDecisionsFormat refuses tables whose columns are others.
func checkDecisionsFormat(m *store.Manifest) error {
	if m.Format != Format {
		return fmt.Errorf("it has decisions of format %d; this program reads and writes format %d: store them again", m.Format, Format)
	}
	return nil
}

// Inputs are all that the rows of decisions depend on.
type Inputs struct {
	Run      dataset.Inputs `json:"run"`
	Features string         `json:"features"` // name of the schema: v1, v2 or planes
	Schema   string         `json:"schema"`   // its hash
	Studied  []int          `json:"studied"`  // seats that are studied, ascending
}

// NewInputs returns the inputs of the decisions of a configuration that a
// version of the program plays, with features of the name.
func NewInputs(c *sim.Config, version, name string, studied []int) (Inputs, error) {
	s, err := features.LookupSchema(name)
	if err != nil {
		return Inputs{}, err
	}
	run, err := dataset.InputsOf(c, version)
	if err != nil {
		return Inputs{}, err
	}
	in := Inputs{run, s.Name, s.Hash(), studied}
	return in, in.Validate()
}

// Validate reports the first field that makes no sense here.
func (in *Inputs) Validate() error {
	if err := in.Run.Validate(); err != nil {
		return err
	}
	s, err := features.LookupSchema(in.Features)
	if err != nil {
		return err
	}
	if s.Hash() != in.Schema {
		return fmt.Errorf("features %s have the schema %s; those of this program have %s", in.Features, in.Schema, s.Hash())
	}
	for i, seat := range in.Studied {
		if seat < 0 || seat >= engine.NumSeats || i > 0 && seat <= in.Studied[i-1] {
			return fmt.Errorf("studied seats are %v, not some of 0 to 3 in order", in.Studied)
		}
	}
	if in.Run.Rotate || in.Run.Games > 0 || in.Run.Decks != nil {
		return errors.New("decisions are of hands of a seed, played alone and without rotation")
	}
	return nil
}

// A Writer stores the decisions of a run. Its parts may be written by
// several goroutines at once. It ends with Finish, or with Close if the run does not.
type Writer struct {
	dir    *store.Dir
	inputs Inputs
	codec  *column.Codec
}

// Create starts to store the decisions of the hands of a configuration, of
// which in are the inputs, in the directory dir, as Create does.
func Create(dir string, c *sim.Config, in Inputs) (*Writer, error) {
	plan, err := in.plan(dir, c)
	if err != nil {
		return nil, err
	}
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{d, in, column.NewCodec()}, nil
}

// Resume opens what Create started with the same configuration and
// inputs, as Resume does.
func Resume(ctx context.Context, dir string, c *sim.Config, in Inputs) (*Writer, error) {
	plan, err := in.plan(dir, c)
	if err != nil {
		return nil, err
	}
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{d, in, column.NewCodec()}, nil
}

// Merge makes one directory of decisions of several that each hold parts of them, such
// as shards from different machines: see store.Merge. Resume and Finish finish it.
func Merge(ctx context.Context, dir string, c *sim.Config, in Inputs, from store.Shards) error {
	plan, err := in.plan(from.Dirs[0], c)
	if err != nil {
		return err
	}
	return store.Merge(ctx, dir, plan, from)
}

func (in *Inputs) plan(dir string, c *sim.Config) (store.Plan, error) {
	if err := in.Validate(); err != nil {
		return store.Plan{}, fmt.Errorf("decisions: inputs: %w", err)
	}
	return dataset.PlanOf(dir, kind(), *in, &in.Run, c)
}

// Inputs returns what the rows depend on. Its slices are the writer's.
func (w *Writer) Inputs() Inputs { return w.inputs }

// Parts returns the parts that are stored. The slice is the caller's.
func (w *Writer) Parts() []store.Part { return w.dir.Parts() }

// Redone returns why parts that were listed are to be written again.
func (w *Writer) Redone() []error { return w.dir.Redone() }

// Planned returns the number of parts of the whole.
func (w *Writer) Planned() int { return w.dir.Manifest().Planned }

// Finished reports whether there is nothing left to write.
func (w *Writer) Finished() bool { return w.dir.Finished() }

// Close ends a dataset that is not finished. After Finish it does nothing.
func (w *Writer) Close() error { return w.dir.Close() }

// Finish marks the dataset finished and returns its digest: that of the SHA-256 of
// all parts in order.
func (w *Writer) Finish() (string, error) {
	digest := store.DigestOfParts(w.dir.Parts())
	return digest, w.dir.Finish(digest)
}

// A decision is one row.
type decision struct {
	hand    int64
	number  int32
	seat    uint8
	phase   engine.Phase
	studied bool
	order   features.Order
	legal   [3]int64
	action  engine.Action
	points  int32
	account engine.Account
	vector  []byte // the features as they are stored
}

// A Part is one part that is being written. It is a sim.Witness, and one
// goroutine's own.
type Part struct {
	files   *store.PartFiles
	table   *column.Writer[*decision]
	studied [engine.NumSeats]bool
	vector  vector
	numbers []float32 // room for those of one decision

	rows   []decision // rows[:n] are of hands not written yet; those behind are kept for their room
	n      int
	closed int // rows of hands that are over
	refs   []*decision
	number int32
	hand   int64
}

// decisionBlock is how many rows are kept until they are written: those of a few
// hands, which stay in the cache.
const decisionBlock = 1 << 7

// Begin opens a part.
func (w *Writer) Begin(p sim.Part) (*Part, error) {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return nil, err
	}
	v := vectorOf(w.inputs.Features)
	d := &Part{files: files, vector: v, hand: -1}
	if v.numbers != nil {
		d.numbers = make([]float32, v.numbers.Len())
	}
	for _, s := range w.inputs.Studied {
		d.studied[s] = true
	}
	columns := decisionColumns(v, w.inputs.Run.Seats, w.inputs.Run.Specs())
	d.table = column.NewWriter(files.Table(0), v.table(), columns, w.codec, p.Hands*typicalDecisions)
	return d, nil
}

// typicalDecisions is about how many decisions a hand has; it sizes buffers only.
const typicalDecisions = 100

// Decided keeps a row, as sim.Witness says.
func (d *Part) Decided(hand int64, v engine.View, legal []engine.Action, a engine.Action) {
	if hand != d.hand {
		d.hand, d.number = hand, 0
	}
	if d.n == len(d.rows) {
		d.rows = append(d.rows, d.newRow())
	}
	r := &d.rows[d.n]
	d.n++
	r.hand, r.number, r.seat, r.phase = hand, d.number, uint8(v.Seat()), v.Phase()
	d.number++
	p := features.NewProspect(v)
	r.studied, r.order, r.action = d.studied[v.Seat()], p.Order(), a
	r.legal = legalMask(legal)
	if d.vector.numbers == nil {
		features.Planes{}.EncodeProspect(r.vector, &p)
		return
	}
	d.vector.numbers.EncodeProspect(d.numbers, &p)
	putFloats(r.vector, d.numbers)
}

func (d *Part) newRow() decision { return decision{vector: make([]byte, d.vector.bytes())} }

// legalMask returns the legal actions as bits of three numbers: the action with id
// n is bit n%48 of number n/48.
func legalMask(legal []engine.Action) (mask [3]int64) {
	for _, a := range legal {
		mask[a/maskBits] |= 1 << (a % maskBits)
	}
	return mask
}

// maskBits is the number of actions in one of the masks: few enough for a float64.
const maskBits = 48

// EndHand completes the rows of a hand with its outcome, and may write them.
func (d *Part) EndHand(o *sim.Outcome) error {
	for i := d.closed; i < d.n; i++ {
		r := &d.rows[i]
		r.account = o.Seats[r.seat].Account
		r.points = int32(r.account.Total())
	}
	d.closed = d.n
	if d.n < decisionBlock {
		return nil
	}
	return d.write()
}

func (d *Part) write() error {
	d.refs = d.refs[:0]
	for i := range d.rows[:d.n] {
		d.refs = append(d.refs, &d.rows[i])
	}
	d.n, d.closed = 0, 0
	return d.table.Write(d.refs)
}

// Rows returns the rows of hands that are over.
func (d *Part) Rows() int64 { return d.table.Rows() + int64(d.closed) }

// Commit puts the part in place.
func (d *Part) Commit() error {
	err := d.write()
	if err == nil {
		err = d.table.Close()
	}
	if err != nil {
		d.files.Abort()
		return err
	}
	return d.files.Commit(d.table.Rows())
}

// Abort removes the part's file. After Commit it does nothing.
func (d *Part) Abort() { d.files.Abort() }

// Columns documents the columns of decisions with features of the name.
func Columns(name string) ([]column.Column, error) {
	if _, err := features.LookupSchema(name); err != nil {
		return nil, err
	}
	return column.Documented(decisionColumns(vectorOf(name), [engine.NumSeats]int{}, []string{""})), nil
}

// decisionColumns are the columns of decisions; the seats count the bots.
func decisionColumns(v vector, seats [engine.NumSeats]int, bots []string) []column.Typed[*decision] {
	type row = *decision
	var bySeat []string
	for _, bot := range seats {
		bySeat = append(bySeat, bots[bot])
	}
	columns := []column.Typed[row]{
		column.Index("hand", "index of the hand in the run", func(r row) *int64 { return &r.hand }),
		column.Number("decision", "", "number of the decision in the hand, from 0; where there is no choice there is no decision", func(r row) *int32 { return &r.number }).From(0),
		column.Number("seat", "seat", "who decides, 0-3", func(r row) *uint8 { return &r.seat }).From(0).To(engine.NumSeats - 1),
		column.Word("bot", "spec of the bot that plays the seat", bySeat, func(r row) *uint8 { return &r.seat }),
		column.Condition("studied", "the seat is one of those studied", func(r row) bool { return r.studied }),
		column.Word("phase", "kind of the decision: exchange, void, turn, claim or rob", phaseNames(), func(r row) *engine.Phase { return &r.phase }),
		column.Coded("suits", "the suits that features call x, y and z, such as psm", suitCodes(), func(r row) int { return int(r.order[0] | r.order[1]<<2 | r.order[2]<<4) }),
		column.Derived("action", "", "id of the action chosen, 0-141 (see engine.Action)", func(r row) int { return int(r.action) }).From(0).To(int64(engine.NumActions) - 1),
	}
	for i := range 3 {
		columns = append(columns, column.Wide(maskName(i), fmt.Sprintf("the legal actions with ids %d-%d: id n is bit n-%d", i*maskBits, min((i+1)*maskBits, engine.NumActions)-1, i*maskBits), func(r row) int64 { return r.legal[i] }))
	}
	columns = append(columns, column.Derived("points", "points", "points of the seat at the end of the hand: the sum of the columns that follow", func(r row) int { return int(r.points) }))
	columns = append(columns, dataset.AccountColumns(func(r row) *engine.Account { return &r.account })...)
	return append(column.Portable(columns), v.column())
}

// maskName returns the name of one of the columns of legal actions.
func maskName(i int) string { return fmt.Sprintf("legal_%d", i) }

// suitCodes returns the orders of the suits as texts, by their suits, two bits each.
func suitCodes() []string {
	texts := make([]string, 64)
	for a := range tile.Suit(tile.NumSuits) {
		for b := range tile.Suit(tile.NumSuits) {
			for c := range tile.Suit(tile.NumSuits) {
				texts[a|b<<2|c<<4] = features.Order{a, b, c}.String()
			}
		}
	}
	return texts
}

func phaseNames() []string {
	var names []string
	for p := engine.PhaseExchange; p < engine.PhaseOver; p++ {
		names = append(names, p.String())
	}
	return names
}

// Read reads the manifest of a directory of decisions and returns its
// inputs with it, which are ones that this program could store.
func Read(dir string) (Inputs, store.Manifest, error) {
	m, err := store.ReadManifest(dir, kind())
	return decisionsOf(dir, m, err)
}

// ReadToVerify is Read, but also of a manifest that was changed after
// it was written: Verify says so.
func ReadToVerify(dir string) (Inputs, store.Manifest, error) {
	m, err := store.ReadAltered(dir, kind())
	return decisionsOf(dir, m, err)
}

// decisionsOf returns the inputs that a manifest has, with the manifest, or the error of
// reading it.
func decisionsOf(dir string, m store.Manifest, err error) (Inputs, store.Manifest, error) {
	if err != nil {
		return Inputs{}, m, err
	}
	var in Inputs
	err = checkDecisionsFormat(&m)
	if err == nil {
		err = m.DecodeInputs(&in)
	}
	if err == nil {
		err = in.Validate()
	}
	if err != nil {
		return in, m, fmt.Errorf("decisions: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return in, m, nil
}

var _ sim.Witness = (*Part)(nil)
