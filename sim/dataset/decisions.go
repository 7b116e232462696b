package dataset

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

// DecisionsFormat is the version of the inputs and tables of decisions. Format 1 had
// a column for each number of v1; it is not read any more.
const DecisionsFormat = 2

// DecisionsKind names the kind of datasets of decisions, as store.KindOf returns it.
const DecisionsKind = "decisions"

// decisionsName is their only table.
const decisionsName = "decisions"

// kindOfDecisions is what a directory holds that has decisions.
func kindOfDecisions() store.Kind {
	return store.Kind{Name: DecisionsKind, Format: DecisionsFormat, Tables: []string{decisionsName}, Ending: ending}
}

// checkDecisionsFormat refuses tables whose columns are others.
func checkDecisionsFormat(m *store.Manifest) error {
	if m.Format != DecisionsFormat {
		return fmt.Errorf("it has decisions of format %d; this program reads and writes format %d: store them anew", m.Format, DecisionsFormat)
	}
	return nil
}

// DecisionInputs are all that the rows of decisions depend on.
type DecisionInputs struct {
	Run      Inputs `json:"run"`
	Features string `json:"features"` // name of the schema: v1, v2 or planes
	Schema   string `json:"schema"`   // its hash
	Studied  []int  `json:"studied"`  // seats that are studied, ascending
}

// NewDecisionInputs returns the inputs of the decisions of a configuration that a
// version of the program plays, with features of the name.
func NewDecisionInputs(c *sim.Config, version, name string, studied []int) (DecisionInputs, error) {
	s, err := features.LookupSchema(name)
	if err != nil {
		return DecisionInputs{}, err
	}
	run, err := InputsOf(c, version)
	if err != nil {
		return DecisionInputs{}, err
	}
	in := DecisionInputs{run, s.Name, s.Hash(), studied}
	return in, in.Validate()
}

// Validate reports the first field that makes no sense here.
func (in *DecisionInputs) Validate() error {
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

// A DecisionWriter stores the decisions of a run. Its parts may be written by
// several goroutines at once. It ends with Finish, or with Close if the run does not.
type DecisionWriter struct {
	dir    *store.Dir
	inputs DecisionInputs
	codec  *zstd.Codec
}

// CreateDecisions starts to store the decisions of the hands of a configuration, of
// which in are the inputs, in the directory dir, as Create does.
func CreateDecisions(dir string, c *sim.Config, in DecisionInputs) (*DecisionWriter, error) {
	plan, err := in.plan(dir, c)
	if err != nil {
		return nil, err
	}
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return &DecisionWriter{d, in, newCodec()}, nil
}

// ResumeDecisions opens what CreateDecisions started with the same configuration and
// inputs, as Resume does.
func ResumeDecisions(ctx context.Context, dir string, c *sim.Config, in DecisionInputs) (*DecisionWriter, error) {
	plan, err := in.plan(dir, c)
	if err != nil {
		return nil, err
	}
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return &DecisionWriter{d, in, newCodec()}, nil
}

func (in *DecisionInputs) plan(dir string, c *sim.Config) (store.Plan, error) {
	if err := in.Validate(); err != nil {
		return store.Plan{}, fmt.Errorf("dataset: inputs: %w", err)
	}
	return PlanOf(dir, kindOfDecisions(), *in, &in.Run, c)
}

// Inputs returns what the rows depend on. Its slices are the writer's.
func (w *DecisionWriter) Inputs() DecisionInputs { return w.inputs }

// Parts returns the parts that are stored. The slice is the caller's.
func (w *DecisionWriter) Parts() []store.Part { return w.dir.Parts() }

// Redone returns why parts that were listed are to be written again.
func (w *DecisionWriter) Redone() []error { return w.dir.Redone() }

// Finished reports whether there is nothing left to write.
func (w *DecisionWriter) Finished() bool { return w.dir.Finished() }

// Close ends a dataset that is not finished. After Finish it does nothing.
func (w *DecisionWriter) Close() error { return w.dir.Close() }

// Finish marks the dataset finished and returns its digest: that of the SHA-256 of
// all parts in order.
func (w *DecisionWriter) Finish() (string, error) {
	digest := digestOfParts(w.dir.Parts())
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

// A DecisionPart is one part that is being written. It is a sim.Witness, and one
// goroutine's own.
type DecisionPart struct {
	files   *store.PartFiles
	table   *tableWriter[*decision]
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
func (w *DecisionWriter) Begin(p sim.Part) (*DecisionPart, error) {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return nil, err
	}
	v := vectorOf(w.inputs.Features)
	d := &DecisionPart{files: files, vector: v, hand: -1}
	if v.numbers != nil {
		d.numbers = make([]float32, v.numbers.Len())
	}
	for _, s := range w.inputs.Studied {
		d.studied[s] = true
	}
	columns := decisionColumns(v, w.inputs.Run.Seats, specs(w.inputs.Run.Bots))
	d.table = newWriterOf(files.Table(0), decisionsName, v.layout(), columns, w.codec, p.Hands*typicalDecisions)
	return d, nil
}

// typicalDecisions is about how many decisions a hand has; it sizes buffers only.
const typicalDecisions = 100

// Decided keeps a row, as sim.Witness says.
func (d *DecisionPart) Decided(hand int64, v engine.View, legal []engine.Action, a engine.Action) {
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

func (d *DecisionPart) newRow() decision { return decision{vector: make([]byte, d.vector.bytes())} }

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
func (d *DecisionPart) EndHand(o *sim.Outcome) error {
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

func (d *DecisionPart) write() error {
	d.refs = d.refs[:0]
	for i := range d.rows[:d.n] {
		d.refs = append(d.refs, &d.rows[i])
	}
	d.n, d.closed = 0, 0
	return d.table.write(d.refs)
}

// Rows returns the rows of hands that are over.
func (d *DecisionPart) Rows() int64 { return d.table.rows + int64(d.closed) }

// Commit puts the part in place.
func (d *DecisionPart) Commit() error {
	err := d.write()
	if err == nil {
		err = d.table.close()
	}
	if err != nil {
		d.files.Abort()
		return err
	}
	return d.files.Commit(d.table.rows)
}

// Abort removes the part's file. After Commit it does nothing.
func (d *DecisionPart) Abort() { d.files.Abort() }

// DecisionColumns documents the columns of decisions with features of the name.
func DecisionColumns(name string) ([]Column, error) {
	if _, err := features.LookupSchema(name); err != nil {
		return nil, err
	}
	return documented(decisionColumns(vectorOf(name), [engine.NumSeats]int{}, []string{""})), nil
}

// decisionColumns are the columns of decisions; the seats count the bots.
func decisionColumns(v vector, seats [engine.NumSeats]int, bots []string) []column[*decision] {
	type row = *decision
	var bySeat []string
	for _, bot := range seats {
		bySeat = append(bySeat, bots[bot])
	}
	columns := []column[row]{
		index("hand", "index of the hand in the run", func(r row) *int64 { return &r.hand }),
		number("decision", "", "number of the decision in the hand, from 0; where there is no choice there is no decision", func(r row) *int32 { return &r.number }).from(0),
		number("seat", "seat", "who decides, 0-3", func(r row) *uint8 { return &r.seat }).from(0).to(engine.NumSeats - 1),
		word("bot", "spec of the bot that plays the seat", bySeat, func(r row) *uint8 { return &r.seat }),
		condition("studied", "the seat is one of those studied", func(r row) bool { return r.studied }),
		word("phase", "kind of the decision: exchange, void, turn, claim or rob", phaseNames(), func(r row) *engine.Phase { return &r.phase }),
		order("suits", "the suits that features call x, y and z, such as psm"),
		derived("action", "", "id of the action chosen, 0-141 (see engine.Action)", func(r row) int { return int(r.action) }).from(0).to(int64(engine.NumActions) - 1),
	}
	for i := range 3 {
		columns = append(columns, mask(maskName(i), fmt.Sprintf("the legal actions with ids %d-%d: id n is bit n-%d", i*maskBits, min((i+1)*maskBits, engine.NumActions)-1, i*maskBits), i))
	}
	columns = append(columns, derived("points", "points", "points of the seat at the end of the hand: the sum of the columns that follow", func(r row) int { return int(r.points) }))
	columns = append(columns, accountColumns(func(r row) *engine.Account { return &r.account })...)
	return append(portable(columns), v.column())
}

// portable makes columns plain, and leaves it to the compression to find what repeats.
// The library encodes dictionaries otherwise on another architecture, and a digest of
// decisions, which is one of files, must not depend on the machine.
func portable(columns []column[*decision]) []column[*decision] {
	for i := range columns {
		columns[i].node = parquet.Encoded(columns[i].node, &parquet.Plain)
	}
	return columns
}

// maskName returns the name of one of the columns of legal actions.
func maskName(i int) string { return fmt.Sprintf("legal_%d", i) }

// mask is one of the numbers of the legal mask.
func mask(name, meaning string, at int) column[*decision] {
	return column[*decision]{
		Column: Column{Name: name, Type: "int64", Unit: "", Meaning: meaning},
		node:   parquet.Leaf(parquet.Int64Type),
		get: func(dst []parquet.Value, rows []*decision) {
			for i, r := range rows {
				dst[i] = parquet.Int64Value(r.legal[at])
			}
		},
	}
}

// order is the order of the suits as text.
func order(name, meaning string) column[*decision] {
	var values [64]parquet.Value // by the suits, two bits each
	for a := range tile.Suit(tile.NumSuits) {
		for b := range tile.Suit(tile.NumSuits) {
			for c := range tile.Suit(tile.NumSuits) {
				values[a|b<<2|c<<4] = textValue(features.Order{a, b, c}.String())
			}
		}
	}
	return column[*decision]{
		Column: Column{Name: name, Type: "text", Meaning: meaning},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []*decision) {
			for i, r := range rows {
				dst[i] = values[r.order[0]|r.order[1]<<2|r.order[2]<<4]
			}
		},
	}
}

func phaseNames() []string {
	var names []string
	for p := engine.PhaseExchange; p < engine.PhaseOver; p++ {
		names = append(names, p.String())
	}
	return names
}

// ReadDecisions reads the manifest of a directory of decisions and returns its
// inputs with it, which are ones that this program could store.
func ReadDecisions(dir string) (DecisionInputs, store.Manifest, error) {
	m, err := store.ReadManifest(dir, kindOfDecisions())
	return decisionsOf(dir, m, err)
}

// ReadDecisionsToVerify is ReadDecisions, but also of a manifest that was changed after
// it was written: AuditDecisions says so.
func ReadDecisionsToVerify(dir string) (DecisionInputs, store.Manifest, error) {
	m, err := store.ReadAltered(dir, kindOfDecisions())
	return decisionsOf(dir, m, err)
}

// decisionsOf returns the inputs that a manifest has, with the manifest, or the error of
// reading it.
func decisionsOf(dir string, m store.Manifest, err error) (DecisionInputs, store.Manifest, error) {
	if err != nil {
		return DecisionInputs{}, m, err
	}
	var in DecisionInputs
	err = checkDecisionsFormat(&m)
	if err == nil {
		err = m.DecodeInputs(&in)
	}
	if err == nil {
		err = in.Validate()
	}
	if err != nil {
		return in, m, fmt.Errorf("dataset: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return in, m, nil
}

var _ sim.Witness = (*DecisionPart)(nil)
