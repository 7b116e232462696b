package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/strictjson"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// StoreFormat is the version of the inputs and the table of studies.
const StoreFormat = 1

// StoreKind names the kind of studies, as store.KindOf returns it.
const StoreKind = "study"

// forksName is the only table of studies.
const forksName = "forks"

// forksTable is how the table is written. Its files have named the format of runs from
// the start.
var forksTable = column.Table{Name: forksName, Format: dataset.Format, Layout: column.Narrow}

// storeKind is what a directory holds that has a study.
func storeKind() store.Kind {
	return store.Kind{Name: StoreKind, Format: StoreFormat, Tables: []string{forksName}, Ending: ".parquet", EndsEarly: true}
}

// Inputs are all that the rows of a study depend on.
type Inputs struct {
	Run       dataset.Inputs   `json:"run"`
	Question  string           `json:"question"`
	Settings  []Setting        `json:"settings"`
	Labels    []string         `json:"labels"`
	Features  []Feature        `json:"features"`
	Policies  []StoredPolicy   `json:"policies"`        // by which the studied seat may play on, besides its own bot
	Studied   []int            `json:"studied"`         // seats, ascending
	Field     []StoredFieldBot `json:"field,omitempty"` // who sits with the studied seat; without, the run's seats
	Orders    int              `json:"orders"`          // of its wall in which each hand was played
	Game      *Game            `json:"game,omitempty"`  // nil where points are counted
	Precision float64          `json:"precision"`
	Level     float64          `json:"level"` // of the interval that the precision is about
}

// A StoredPolicy is a policy of a question.
type StoredPolicy struct {
	Name   string `json:"name"` // its part in the question
	Spec   string `json:"spec"`
	Digest string `json:"digest"`
}

// UnmarshalJSON reads a policy, whose digest earlier programs called parameters.
func (p *StoredPolicy) UnmarshalJSON(data []byte) error {
	var j struct {
		Name       string  `json:"name"`
		Spec       string  `json:"spec"`
		Digest     *string `json:"digest,omitempty"`
		Parameters *string `json:"parameters,omitempty"`
	}
	if err := strictjson.Decode(data, &j); err != nil {
		return err
	}
	digest := cmp.Or(j.Digest, j.Parameters)
	if digest == nil {
		return errors.New(`field "digest" is missing`)
	}
	*p = StoredPolicy{j.Name, j.Spec, *digest}
	return nil
}

// InputsOf returns the inputs of a study that a version of the program plays.
func InputsOf(c *Config, version string) (Inputs, error) {
	run, err := dataset.InputsOf(&c.Config, version)
	if err != nil {
		return Inputs{}, err
	}
	q := c.Question
	in := Inputs{
		Run: run, Question: q.Name, Settings: append([]Setting{}, q.Settings...), Labels: q.Labels, Features: q.Features,
		Policies: []StoredPolicy{}, Studied: c.Studied.List(), Orders: max(c.Orders, 1), Game: c.Game, Precision: c.Precision, Level: c.Level,
	}
	for _, p := range q.Policies {
		digest, err := p.Spec.Identify(&c.Rules)
		if err != nil {
			return in, err
		}
		in.Policies = append(in.Policies, StoredPolicy{p.Name, p.Spec.String(), digest})
	}
	if in.Field, err = c.Field.stored(&c.Rules); err != nil {
		return in, err
	}
	return in, in.Validate()
}

// Config returns the configuration of the study, as a program with its bots plays it
// again.
func (r *Reader) Config(p *sim.Program) (*Config, error) {
	in := &r.inputs
	run, err := in.Run.Config(r.path, p)
	if err != nil {
		return nil, err
	}
	known, err := in.Run.Program(r.path, p, in.policies()...)
	if err != nil {
		return nil, err
	}
	run.PartHands = in.Run.PartHands
	c := &Config{Config: *run, Orders: in.Orders, Game: in.Game, Precision: in.Precision, Level: in.Level}
	for _, seat := range in.Studied {
		c.Studied |= 1 << seat
	}
	if c.Field, err = in.field(known.Bots.Parse); err != nil {
		return nil, err
	}
	if c.Question, err = Ask(in.Question, in.Settings, known.Bots.Parse); err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// VerifyBots returns the faults of the bots that inputs in dir name, of the run and of the
// field: those that a program does not have, or has with other content.
func (in *Inputs) VerifyBots(dir string, p *sim.Program) []store.Fault {
	return append(in.Run.VerifyBots(dir, p), dataset.VerifyBots(dir, in.fieldBots(), &in.Run.Rules, p)...)
}

// policies returns the texts of the policies of the question and the field.
func (in *Inputs) policies() []string {
	var list []string
	for _, p := range in.Policies {
		list = append(list, p.Spec)
	}
	return append(list, dataset.Specs(in.fieldBots())...)
}

// Validate reports the first field that no study can have.
func (in *Inputs) Validate() error {
	if err := in.Run.Validate(); err != nil {
		return err
	}
	switch {
	case in.Run.Rotate || in.Run.Games > 0:
		return errors.New("the hands of a study are played alone and without rotation")
	case len(in.Labels) > MaxLabels || len(in.Features) > MaxFeatures:
		return fmt.Errorf("%d labels and %d features are too many", len(in.Labels), len(in.Features))
	case in.Orders < 1 || in.Orders > MaxOrders:
		return fmt.Errorf("%d orders of each wall", in.Orders)
	case len(in.Field) > MaxField:
		return fmt.Errorf("a field of %d bots", len(in.Field))
	case len(in.Studied) == 0:
		return errors.New("no seat is studied")
	}
	if in.Game != nil {
		if err := in.Game.Validate(); err != nil {
			return err
		}
	}
	for i, s := range in.Studied {
		if s < 0 || s >= engine.NumSeats || i > 0 && s <= in.Studied[i-1] {
			return fmt.Errorf("studied seats are %v, not some of 0 to 3 in order", in.Studied)
		}
	}
	return nil
}

// A Writer stores a study. It is a Sink. It ends with Finish, or with
// Close if the study does not.
type Writer struct {
	Reader
	dir   *store.Dir
	codec *column.Codec
}

// Create starts to store a study that a version of the program plays, in the
// directory dir, as Create does.
func Create(dir string, c *Config, version string) (*Writer, error) {
	in, plan, err := planOf(dir, c, version)
	if err != nil {
		return nil, err
	}
	return create(dir, in, plan)
}

func create(dir string, in Inputs, plan store.Plan) (*Writer, error) {
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{Reader{dir, d.Manifest(), in}, d, column.NewCodec()}, nil
}

// Resume opens a study that Create started with the same configuration and
// version, as Resume does.
func Resume(ctx context.Context, dir string, c *Config, version string) (*Writer, error) {
	in, plan, err := planOf(dir, c, version)
	if err != nil {
		return nil, err
	}
	return resume(ctx, dir, in, plan)
}

func resume(ctx context.Context, dir string, in Inputs, plan store.Plan) (*Writer, error) {
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{Reader{dir, d.Manifest(), in}, d, column.NewCodec()}, nil
}

// Merge makes one directory of a study of several that each hold parts of it, such as
// shards from different machines: see store.Merge. Resume and a Run that finds all parts
// stored finish it.
func Merge(ctx context.Context, dir string, c *Config, version string, from store.Shards) error {
	_, plan, err := planOf(from.Dirs[0], c, version)
	if err != nil {
		return err
	}
	return store.Merge(ctx, dir, plan, from)
}

// planOf returns what is stored of a study in dir.
func planOf(dir string, c *Config, version string) (Inputs, store.Plan, error) {
	in, err := InputsOf(c, version)
	if err != nil {
		return in, store.Plan{}, err
	}
	plan, err := dataset.PlanOf(dir, storeKind(), in, &in.Run, &c.Config)
	bots := c.Field.specs()
	for _, p := range c.Question.Policies {
		bots = append(bots, p.Spec)
	}
	for _, spec := range bots {
		if err == nil {
			plan.Attachments, err = dataset.AttachNet(plan.Attachments, spec)
		}
	}
	return in, plan, err
}

// Redone returns why parts that were listed are to be written again.
func (w *Writer) Redone() []error { return w.dir.Redone() }

// Close ends a dataset that is not finished. After Finish it does nothing.
func (w *Writer) Close() error { return w.dir.Close() }

// Finish marks the dataset finished after n parts, which are all that the
// study has needed, with the digest of its rows.
func (w *Writer) Finish(parts int, digest string) error {
	w.dir.EndAfter(parts)
	return w.dir.Finish(digest)
}

// Begin opens a part, as Sink says.
func (w *Writer) Begin(p sim.Part) (PartSink, error) {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return nil, err
	}
	t := column.NewWriter(files.Table(0), forksTable, forkColumns(&w.inputs), w.codec, column.Narrow.PageRows)
	return &forksPart{files: files, table: t}, nil
}

// A forksPart is a part of a study that is being written.
type forksPart struct {
	files *store.PartFiles
	table *column.Writer[*Row]
	refs  []*Row
}

// Write stores rows, as PartSink says.
func (p *forksPart) Write(rows []Row) error {
	p.refs = p.refs[:0]
	for i := range rows {
		p.refs = append(p.refs, &rows[i])
	}
	return p.table.Write(p.refs)
}

// Commit puts the part in place, as PartSink says.
func (p *forksPart) Commit() error {
	if err := p.table.Close(); err != nil {
		p.files.Abort()
		return err
	}
	return p.files.Commit(p.table.Rows())
}

// Abort removes the part's file. After Commit it does nothing.
func (p *forksPart) Abort() { p.files.Abort() }

// A Reader reads a stored study back, finished or not. It holds no file open
// and may be shared by goroutines.
type Reader struct {
	path     string
	manifest store.Manifest
	inputs   Inputs
}

// Open reads the manifest of the study in dir. The parts of one that has not
// finished are those whole when it was called.
func Open(dir string) (*Reader, error) {
	m, err := store.ReadManifest(dir, storeKind())
	if err != nil {
		return nil, err
	}
	r, err := newReader(dir, m)
	return &r, err
}

// OpenToVerify is Open, but also of a manifest that was changed after it was
// written: Verify says so.
func OpenToVerify(dir string) (*Reader, error) {
	m, err := store.ReadAltered(dir, storeKind())
	if err != nil {
		return nil, err
	}
	r, err := newReader(dir, m)
	return &r, err
}

func newReader(dir string, m store.Manifest) (Reader, error) {
	r := Reader{path: dir, manifest: m}
	err := m.DecodeInputs(&r.inputs)
	if err == nil {
		err = r.inputs.Validate()
	}
	if err != nil {
		return r, fmt.Errorf("study: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return r, nil
}

// Inputs returns what the rows depend on. Its slices are the reader's.
func (r *Reader) Inputs() Inputs { return r.inputs }

// Dir returns the directory that is read.
func (r *Reader) Dir() string { return r.path }

// Finished reports whether the study went to its end.
func (r *Reader) Finished() bool { return r.manifest.Finished }

// Digest returns the digest of the rows, empty before the study finished.
func (r *Reader) Digest() string { return r.manifest.Digest }

// Planned returns the number of parts of the whole study, which with a precision
// may need fewer.
func (r *Reader) Planned() int { return r.manifest.Planned }

// Parts returns the parts that are stored, in order. The slice is the caller's.
func (r *Reader) Parts() []store.Part { return slices.Clone(r.manifest.Parts) }

// Rows reads back the rows of a part of the study, some at a time; a slice is good
// until the next one. It returns nil for a part that is not stored. After an error,
// which names part and file, there are none.
func (r *Reader) Rows(p sim.Part) iter.Seq2[[]Row, error] {
	i := slices.IndexFunc(r.manifest.Parts, func(q store.Part) bool { return q.Index == p.Index })
	if i < 0 {
		return nil
	}
	return func(yield func([]Row, error) bool) {
		if err := r.readRows(r.manifest.Parts[i], func(rows []Row) bool { return yield(rows, nil) }); err != nil {
			yield(nil, fmt.Errorf("study: part %d: %w", p.Index, err))
		}
	}
}

func (r *Reader) readRows(p store.Part, yield func([]Row) bool) error {
	t, err := column.Open(r.path, p.Files[0], forkColumns(&r.inputs))
	if err != nil {
		return err
	}
	defer t.Close()
	rows, refs := make([]Row, column.ChunkRows), make([]*Row, column.ChunkRows)
	for i := range rows {
		refs[i] = &rows[i]
	}
	for t.Left() > 0 {
		n := min(t.Left(), int64(len(rows)))
		clear(rows)
		if err := t.Read(refs[:n]); err != nil {
			return err
		}
		if !yield(rows[:n]) {
			return nil
		}
	}
	return nil
}

// Table returns the table of forks, to be read by columns.
func (r *Reader) Table() *column.Source {
	return &column.Source{
		Dir: r.path, Table: forksName, Columns: column.Documented(forkColumns(&r.inputs)), Parts: r.manifest.Parts, Planned: r.manifest.Planned,
		Unit: "hand", UnitColumn: "hand", PerUnit: 1,
	}
}

// Columns documents the columns of forks that all questions have, and those of
// a question's labels and features.
func Columns(labels []string, features []Feature) []column.Column {
	return column.Documented(forkColumns(&Inputs{Labels: labels, Features: features}))
}

// forkColumns are the columns of a study's rows.
func forkColumns(in *Inputs) []column.Typed[*Row] {
	type row = *Row
	policies := []string{"own"}
	for _, p := range in.Policies {
		policies = append(policies, p.Name)
	}
	columns := []column.Typed[row]{
		column.Index("hand", "index of the hand in the study", func(r row) *int64 { return &r.Hand }),
		column.Number("fork", "", "number of the fork in its hand, from 0", func(r row) *int { return &r.Fork }).From(0),
		column.Number("seat", "seat", "who chooses, 0-3", func(r row) *int { return &r.Seat }).From(0).To(engine.NumSeats - 1),
		column.Word("bot", "spec of the bot that plays the seat", in.Run.Specs(), func(r row) *int { return &r.Bot }),
		column.Number("wall_order", "", "0 over the hand's own wall; else the number of the other order of the tiles left after the deal", func(r row) *int { return &r.Order }).From(0).To(MaxOrders - 1),
		column.Number("step", "actions", "actions of the hand before the fork, forced ones included", func(r row) *int { return &r.Step }).From(0),
		column.Number("alternative", "", "number of the alternative in its fork, from 0", func(r row) *int { return &r.Number }).From(0),
		column.Truth("own", "it is what the bot did; over wall 0 the outcome is then the hand's own", func(r row) *bool { return &r.Own }),
	}
	if len(in.Field) > 0 {
		words := append([]string{"none"}, dataset.Specs(in.fieldBots())...)
		for i, where := range []string{"next", "across", "before"} {
			columns = append(columns, column.Word("bot_"+where, fmt.Sprintf("spec of the bot of the field %d seats on in turn order", i+1), words, func(r row) *int { return &r.Others[i] }))
		}
	}
	for label, name := range in.Labels {
		columns = append(columns, column.Bit("is_"+columnName(name), "the alternative is labelled "+name, uint16(1)<<label, func(r row) *uint16 { return &r.Labels }))
	}
	columns = append(columns,
		column.Word("policy", "by which the seat plays on: own, or one of the question's", policies, func(r row) *int { return &r.Policy }),
		forced("forced", "the actions that are forced, in words, joined by semicolons; empty for none"),
		column.Number("forced_count", "actions", "how many these are", func(r row) *int { return &r.NForced }).From(0).To(MaxForced),
	)
	for i := range MaxForced {
		columns = append(columns, column.Number(fmt.Sprintf("forced_%d", i), "", "id of one of them, 0-141 (see engine.Action); 0 where there is none", func(r row) *engine.Action { return &r.Forced[i] }).From(0).To(int64(engine.NumActions)-1))
	}
	columns = append(columns, column.Number("refused", "", "kinds of action that are refused at the fork, bit k for the kind k (see engine.ActionKind)", func(r row) *Actions { return &r.Refused }))
	for i, f := range in.Features {
		columns = append(columns, column.Number("f_"+columnName(f.Name), f.Unit, f.Doc, func(r row) *int16 { return &r.Features[i] }))
	}
	columns = append(columns, outcomeColumns()...)
	if in.Game != nil {
		columns = append(columns, column.Long("payoff", fmt.Sprintf("1/%d", payoffScale),
			"what the seat's place at the end of the game is worth, on average over all continuations", func(r row) *int64 { return &r.Payoff }))
	}
	return columns
}

// outcomeColumns are those of how an alternative ended.
func outcomeColumns() []column.Typed[*Row] {
	type row = *Row
	never := func(r row) bool { return r.First.Fan < 0 }
	columns := []column.Typed[row]{
		column.Derived("points", "points", "points of the seat from the fork to the end of the hand: the sum of the columns that follow", func(r row) int { return int(r.Points()) }),
	}
	columns = append(columns, dataset.AccountColumns(func(r row) *engine.Account { return &r.Account })...)
	situation := func(r row) *fan.Situation { return &r.First.Situation }
	return append(columns,
		column.Number("wins", "wins", "wins of the seat from the fork on", func(r row) *int { return &r.Wins }).From(0),
		column.Optional("first_fan", "fan", "fan of the first of them, before the cap; null for none", -1, never, func(r row) *int { return &r.First.Fan }).From(0),
		column.Optional("first_points", "points", "its base value", 0, never, func(r row) *int { return &r.First.Points }).From(0),
		column.Optional("first_wall_left", "tiles", "tiles left in the wall at it", 0, never, func(r row) *int { return &r.First.Left }).From(0),
		column.Condition("first_self_draw", "it was drawn", func(r row) bool { return r.First.BySelfDraw() }),
		column.Number("first_situation", "", "bits of its situation (see fan.Situation)", situation),
		column.Word("ending", "where the seat stands at the end: won, ready, not_ready or flower_pig", dataset.Standings(), func(r row) *engine.Standing { return &r.Standing }),
		column.Number("wall_left", "tiles", "tiles left in the wall at the end", func(r row) *int { return &r.Left }).From(0),
		column.Number("actions", "actions", "actions of all seats from the fork on, forced ones included", func(r row) *int { return &r.Actions }).From(0),
	)
}

// columnName returns a name in lower-case letters, digits and underscores.
func columnName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(name))
}

// forced are the forced actions in words. They follow from other columns.
func forced(name, meaning string) column.Typed[*Row] {
	type key struct {
		n       int
		actions [MaxForced]engine.Action
	}
	return column.Text(name, meaning,
		func(r *Row) key { return key{r.NForced, r.Forced} },
		func(k key) string {
			var words []string
			for _, x := range k.actions[:k.n] {
				words = append(words, x.String())
			}
			return strings.Join(words, "; ")
		})
}

var _ Sink = (*Writer)(nil)
