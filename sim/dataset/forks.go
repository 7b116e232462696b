package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/strictjson"
	"xuezhan/sim"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

// StudyFormat is the version of the inputs and the table of studies.
const StudyFormat = 1

// StudyKind names the kind of studies, as store.KindOf returns it.
const StudyKind = "study"

// forksName is the only table of studies.
const forksName = "forks"

// kindOfStudies is what a directory holds that has a study.
func kindOfStudies() store.Kind {
	return store.Kind{Name: StudyKind, Format: StudyFormat, Tables: []string{forksName}, Ending: ending, EndsEarly: true}
}

// StudyInputs are all that the rows of a study depend on.
type StudyInputs struct {
	Run       Inputs          `json:"run"`
	Question  string          `json:"question"`
	Settings  []study.Setting `json:"settings"`
	Labels    []string        `json:"labels"`
	Features  []study.Feature `json:"features"`
	Policies  []StudyPolicy   `json:"policies"` // by which the studied seat may play on, beside its own bot
	Studied   []int           `json:"studied"`  // seats, ascending
	Orders    int             `json:"orders"`   // of its wall in which each hand was played
	Precision float64         `json:"precision"`
	Level     float64         `json:"level"` // of the interval that the precision is about
}

// A StudyPolicy is a policy of a question.
type StudyPolicy struct {
	Name   string `json:"name"` // its part in the question
	Spec   string `json:"spec"`
	Digest string `json:"digest"`
}

// UnmarshalJSON reads a policy, whose digest earlier programs called parameters.
func (p *StudyPolicy) UnmarshalJSON(data []byte) error {
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
	*p = StudyPolicy{j.Name, j.Spec, *digest}
	return nil
}

// StudyInputsOf returns the inputs of a study that a version of the program plays.
func StudyInputsOf(c *study.Config, version string) (StudyInputs, error) {
	run, err := InputsOf(&c.Config, version)
	if err != nil {
		return StudyInputs{}, err
	}
	q := c.Question
	in := StudyInputs{
		Run: run, Question: q.Name, Settings: append([]study.Setting{}, q.Settings...), Labels: q.Labels, Features: q.Features,
		Policies: []StudyPolicy{}, Studied: c.Studied.List(), Orders: max(c.Orders, 1), Precision: c.Precision, Level: c.Level,
	}
	for _, p := range q.Policies {
		digest, err := p.Spec.Identify(&c.Rules)
		if err != nil {
			return in, err
		}
		in.Policies = append(in.Policies, StudyPolicy{p.Name, p.Spec.String(), digest})
	}
	return in, in.Validate()
}

// Config returns the configuration of the study, as a program with its bots plays it
// again.
func (r *StudyReader) Config(p *sim.Program) (*study.Config, error) {
	in := &r.inputs
	run, err := in.Run.Config(r.path, p)
	if err != nil {
		return nil, err
	}
	known, err := in.Run.Program(r.path, p, in.policies()...)
	if err != nil {
		return nil, err
	}
	c := &study.Config{Config: *run, Orders: in.Orders, Precision: in.Precision, Level: in.Level}
	for _, seat := range in.Studied {
		c.Studied |= 1 << seat
	}
	if c.Question, err = study.Ask(in.Question, in.Settings, known.Bots.Parse); err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// policies returns the texts of the question's policies.
func (in *StudyInputs) policies() []string {
	var list []string
	for _, p := range in.Policies {
		list = append(list, p.Spec)
	}
	return list
}

// Validate reports the first field that no study can have.
func (in *StudyInputs) Validate() error {
	if err := in.Run.Validate(); err != nil {
		return err
	}
	switch {
	case in.Run.Rotate || in.Run.Games > 0:
		return errors.New("the hands of a study are played alone and without rotation")
	case len(in.Labels) > study.MaxLabels || len(in.Features) > study.MaxFeatures:
		return fmt.Errorf("%d labels and %d features are too many", len(in.Labels), len(in.Features))
	case in.Orders < 1 || in.Orders > study.MaxOrders:
		return fmt.Errorf("%d orders of each wall", in.Orders)
	case len(in.Studied) == 0:
		return errors.New("no seat is studied")
	}
	for i, s := range in.Studied {
		if s < 0 || s >= engine.NumSeats || i > 0 && s <= in.Studied[i-1] {
			return fmt.Errorf("studied seats are %v, not some of 0 to 3 in order", in.Studied)
		}
	}
	return nil
}

// A StudyWriter stores a study. It is a study.Sink. It ends with Finish, or with
// Close if the study does not.
type StudyWriter struct {
	StudyReader
	dir   *store.Dir
	codec *zstd.Codec
}

// CreateStudy starts to store a study that a version of the program plays, in the
// directory dir, as Create does.
func CreateStudy(dir string, c *study.Config, version string) (*StudyWriter, error) {
	in, plan, err := planStudy(dir, c, version)
	if err != nil {
		return nil, err
	}
	return createStudy(dir, in, plan)
}

func createStudy(dir string, in StudyInputs, plan store.Plan) (*StudyWriter, error) {
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return &StudyWriter{StudyReader{dir, d.Manifest(), in}, d, newCodec()}, nil
}

// ResumeStudy opens a study that CreateStudy started with the same configuration and
// version, as Resume does.
func ResumeStudy(ctx context.Context, dir string, c *study.Config, version string) (*StudyWriter, error) {
	in, plan, err := planStudy(dir, c, version)
	if err != nil {
		return nil, err
	}
	return resumeStudy(ctx, dir, in, plan)
}

func resumeStudy(ctx context.Context, dir string, in StudyInputs, plan store.Plan) (*StudyWriter, error) {
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return &StudyWriter{StudyReader{dir, d.Manifest(), in}, d, newCodec()}, nil
}

// planStudy returns what is stored of a study in dir.
func planStudy(dir string, c *study.Config, version string) (StudyInputs, store.Plan, error) {
	in, err := StudyInputsOf(c, version)
	if err != nil {
		return in, store.Plan{}, err
	}
	plan, err := PlanOf(dir, kindOfStudies(), in, &in.Run, &c.Config)
	for _, p := range c.Question.Policies {
		if err == nil {
			plan.Attachments, err = AttachNet(plan.Attachments, p.Spec)
		}
	}
	return in, plan, err
}

// Redone returns why parts that were listed are to be written again.
func (w *StudyWriter) Redone() []error { return w.dir.Redone() }

// Close ends a dataset that is not finished. After Finish it does nothing.
func (w *StudyWriter) Close() error { return w.dir.Close() }

// Finish marks the dataset finished after so many parts, which are all that the
// study has needed, with the digest of its rows.
func (w *StudyWriter) Finish(parts int, digest string) error {
	w.dir.EndAfter(parts)
	return w.dir.Finish(digest)
}

// Begin opens a part, as study.Sink says.
func (w *StudyWriter) Begin(p sim.Part) (study.PartSink, error) {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return nil, err
	}
	t := newWriterOf(files.Table(0), forksName, narrow, forkColumns(&w.inputs), w.codec, narrow.pageRows)
	return &forksPart{files: files, table: t}, nil
}

// A forksPart is a part of a study that is being written.
type forksPart struct {
	files *store.PartFiles
	table *tableWriter[*study.Row]
	refs  []*study.Row
}

// Write stores rows, as study.PartSink says.
func (p *forksPart) Write(rows []study.Row) error {
	p.refs = p.refs[:0]
	for i := range rows {
		p.refs = append(p.refs, &rows[i])
	}
	return p.table.write(p.refs)
}

// Commit puts the part in place, as study.PartSink says.
func (p *forksPart) Commit() error {
	if err := p.table.close(); err != nil {
		p.files.Abort()
		return err
	}
	return p.files.Commit(p.table.rows)
}

// Abort removes the part's file. After Commit it does nothing.
func (p *forksPart) Abort() { p.files.Abort() }

// A StudyReader reads a stored study back, finished or not. It holds no file open
// and may be shared by goroutines.
type StudyReader struct {
	path     string
	manifest store.Manifest
	inputs   StudyInputs
}

// OpenStudy reads the manifest of the study in dir. The parts of one that has not
// finished are those whole when it was called.
func OpenStudy(dir string) (*StudyReader, error) {
	m, err := store.ReadManifest(dir, kindOfStudies())
	if err != nil {
		return nil, err
	}
	r, err := newStudyReader(dir, m)
	return &r, err
}

// OpenStudyToVerify is OpenStudy, but also of a manifest that was changed after it was
// written: Audit says so.
func OpenStudyToVerify(dir string) (*StudyReader, error) {
	m, err := store.ReadAltered(dir, kindOfStudies())
	if err != nil {
		return nil, err
	}
	r, err := newStudyReader(dir, m)
	return &r, err
}

func newStudyReader(dir string, m store.Manifest) (StudyReader, error) {
	r := StudyReader{path: dir, manifest: m}
	err := m.DecodeInputs(&r.inputs)
	if err == nil {
		err = r.inputs.Validate()
	}
	if err != nil {
		return r, fmt.Errorf("dataset: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return r, nil
}

// Inputs returns what the rows depend on. Its slices are the reader's.
func (r *StudyReader) Inputs() StudyInputs { return r.inputs }

// Dir returns the directory that is read.
func (r *StudyReader) Dir() string { return r.path }

// Finished reports whether the study went to its end.
func (r *StudyReader) Finished() bool { return r.manifest.Finished }

// Digest returns the digest of the rows, empty before the study finished.
func (r *StudyReader) Digest() string { return r.manifest.Digest }

// Planned returns the number of parts of the whole study, which with a precision
// may need fewer.
func (r *StudyReader) Planned() int { return r.manifest.Planned }

// Parts returns the parts that are stored, in order. The slice is the caller's.
func (r *StudyReader) Parts() []store.Part { return slices.Clone(r.manifest.Parts) }

// Rows reads back the rows of a part of the study, some at a time; a slice is good
// until the next one. It returns nil for a part that is not stored. After an error,
// which names part and file, there are none.
func (r *StudyReader) Rows(p sim.Part) iter.Seq2[[]study.Row, error] {
	i := slices.IndexFunc(r.manifest.Parts, func(q store.Part) bool { return q.Index == p.Index })
	if i < 0 {
		return nil
	}
	return func(yield func([]study.Row, error) bool) {
		if err := r.readRows(r.manifest.Parts[i], func(rows []study.Row) bool { return yield(rows, nil) }); err != nil {
			yield(nil, fmt.Errorf("dataset: part %d: %w", p.Index, err))
		}
	}
}

func (r *StudyReader) readRows(p store.Part, yield func([]study.Row) bool) error {
	t, err := openTable(r.path, p.Files[0], forkColumns(&r.inputs))
	if err != nil {
		return err
	}
	defer t.close()
	rows, refs := make([]study.Row, chunkRows), make([]*study.Row, chunkRows)
	for i := range rows {
		refs[i] = &rows[i]
	}
	for t.left > 0 {
		n := min(t.left, int64(len(rows)))
		clear(rows)
		if err := t.read(refs[:n]); err != nil {
			return err
		}
		if !yield(rows[:n]) {
			return nil
		}
	}
	return nil
}

// ForkColumns documents the columns of forks that all questions have, and those of
// a question's labels and features.
func ForkColumns(labels []string, features []study.Feature) []Column {
	return documented(forkColumns(&StudyInputs{Labels: labels, Features: features}))
}

// forkColumns are the columns of a study's rows.
func forkColumns(in *StudyInputs) []column[*study.Row] {
	type row = *study.Row
	policies := []string{"own"}
	for _, p := range in.Policies {
		policies = append(policies, p.Name)
	}
	columns := []column[row]{
		index("hand", "index of the hand in the study", func(r row) *int64 { return &r.Hand }),
		number("fork", "", "number of the fork in its hand, from 0", func(r row) *int { return &r.Fork }).from(0),
		number("seat", "seat", "who chooses, 0-3", func(r row) *int { return &r.Seat }).from(0).to(engine.NumSeats - 1),
		word("bot", "spec of the bot that plays the seat", specs(in.Run.Bots), func(r row) *int { return &r.Bot }),
		number("wall_order", "", "0 over the hand's own wall; else the number of the other order of the tiles left after the deal", func(r row) *int { return &r.Order }).from(0).to(study.MaxOrders - 1),
		number("step", "actions", "actions of the hand before the fork, forced ones included", func(r row) *int { return &r.Step }).from(0),
		number("alternative", "", "number of the alternative in its fork, from 0", func(r row) *int { return &r.Number }).from(0),
		truth("own", "it is what the bot did; over wall 0 the outcome is then the hand's own", func(r row) *bool { return &r.Own }),
	}
	for label, name := range in.Labels {
		columns = append(columns, bit("is_"+columnName(name), "the alternative is labelled "+name, uint16(1)<<label, func(r row) *uint16 { return &r.Labels }))
	}
	columns = append(columns,
		word("policy", "by which the seat plays on: own, or one of the question's", policies, func(r row) *int { return &r.Policy }),
		forced("forced", "the actions that are forced, in words, joined by semicolons; empty for none"),
		number("forced_count", "actions", "how many these are", func(r row) *int { return &r.NForced }).from(0).to(study.MaxForced),
	)
	for i := range study.MaxForced {
		columns = append(columns, number(fmt.Sprintf("forced_%d", i), "", "id of one of them, 0-141 (see engine.Action); 0 where there is none", func(r row) *engine.Action { return &r.Forced[i] }).from(0).to(int64(engine.NumActions)-1))
	}
	columns = append(columns, number("refused", "", "kinds of action that are refused at the fork, bit k for the kind k (see engine.ActionKind)", func(r row) *study.Actions { return &r.Refused }))
	for i, f := range in.Features {
		columns = append(columns, number("f_"+columnName(f.Name), f.Unit, f.Doc, func(r row) *int16 { return &r.Features[i] }))
	}
	return append(columns, outcomeColumns()...)
}

// outcomeColumns are those of how an alternative ended.
func outcomeColumns() []column[*study.Row] {
	type row = *study.Row
	never := func(r row) bool { return r.First.Fan < 0 }
	columns := []column[row]{
		derived("points", "points", "points of the seat from the fork to the end of the hand: the sum of the columns that follow", func(r row) int { return int(r.Points()) }),
	}
	columns = append(columns, accountColumns(func(r row) *engine.Account { return &r.Account })...)
	situation := func(r row) *fan.Situation { return &r.First.Situation }
	return append(columns,
		number("wins", "wins", "wins of the seat from the fork on", func(r row) *int { return &r.Wins }).from(0),
		optional("first_fan", "fan", "fan of the first of them, before the cap; null for none", -1, never, func(r row) *int { return &r.First.Fan }).from(0),
		optional("first_points", "points", "its base value", 0, never, func(r row) *int { return &r.First.Points }).from(0),
		optional("first_wall_left", "tiles", "tiles left in the wall at it", 0, never, func(r row) *int { return &r.First.Left }).from(0),
		condition("first_self_draw", "it was drawn", func(r row) bool { return r.First.BySelfDraw() }),
		number("first_situation", "", "bits of its situation (see fan.Situation)", situation),
		word("ending", "where the seat stands at the end: won, ready, not_ready or flower_pig", standings(), func(r row) *engine.Standing { return &r.Standing }),
		number("wall_left", "tiles", "tiles left in the wall at the end", func(r row) *int { return &r.Left }).from(0),
		number("actions", "actions", "actions of all seats from the fork on, forced ones included", func(r row) *int { return &r.Actions }).from(0),
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
func forced(name, meaning string) column[*study.Row] {
	type key struct {
		n       int
		actions [study.MaxForced]engine.Action
	}
	known := map[key]parquet.Value{}
	value := func(a *study.Alternative) parquet.Value {
		k := key{a.NForced, a.Forced}
		v, ok := known[k]
		if !ok {
			var words []string
			for _, x := range a.Forced[:a.NForced] {
				words = append(words, x.String())
			}
			v = textValue(strings.Join(words, "; "))
			known[k] = v
		}
		return v
	}
	return column[*study.Row]{
		Column: Column{Name: name, Type: "text", Meaning: meaning},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []*study.Row) {
			for i, r := range rows {
				dst[i] = value(&r.Alternative)
			}
		},
	}
}

var _ study.Sink = (*StudyWriter)(nil)
