package match

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// The kinds of directories of matches and of ladders, as store.KindOf returns them.
const (
	StoreKind  = "match"
	LadderKind = "ladder"
)

// storeKind is what a directory holds that has a match.
func storeKind() store.Kind {
	return store.Kind{Name: StoreKind, Format: StoreFormat, Tables: []string{blocksName}, Ending: ".parquet", EndsEarly: true}
}

// ladderKind is what a directory holds that has a ladder.
func ladderKind() store.Kind {
	return store.Kind{Name: LadderKind, Format: StoreFormat, Tables: []string{blocksName}, Ending: ".parquet"}
}

// A Writer stores a match or a ladder. Run and PlayLadder write to it and resume from
// it, and finish it; Close ends it if they do not.
type Writer struct {
	stored
	dir   *store.Dir
	codec *column.Codec
}

// Create starts to store a match that a version of the program plays, in the directory
// dir, as store.Create does.
func Create(dir string, c *Config, version string) (*Writer, error) {
	plan, err := planOf(dir, c, version)
	return opened(dir, c.schedule(), plan, err, store.Create)
}

// Resume opens a match that Create started with the same configuration and version, as
// store.Resume does.
func Resume(ctx context.Context, dir string, c *Config, version string) (*Writer, error) {
	plan, err := planOf(dir, c, version)
	return opened(dir, c.schedule(), plan, err, resumption(ctx))
}

// CreateLadder is Create for a ladder.
func CreateLadder(dir string, c *LadderConfig, version string) (*Writer, error) {
	plan, err := ladderPlanOf(dir, c, version)
	return opened(dir, c.schedule(), plan, err, store.Create)
}

// ResumeLadder is Resume for a ladder.
func ResumeLadder(ctx context.Context, dir string, c *LadderConfig, version string) (*Writer, error) {
	plan, err := ladderPlanOf(dir, c, version)
	return opened(dir, c.schedule(), plan, err, resumption(ctx))
}

// resumption returns store.Resume, as opened takes it.
func resumption(ctx context.Context) func(string, store.Plan) (*store.Dir, error) {
	return func(dir string, plan store.Plan) (*store.Dir, error) { return store.Resume(ctx, dir, plan) }
}

// opened returns the writer of a plan, or the error of making it.
func opened(dir string, s *schedule, plan store.Plan, err error, open func(string, store.Plan) (*store.Dir, error)) (*Writer, error) {
	if err != nil {
		return nil, err
	}
	d, err := open(dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{stored{dir, plan.Kind, d.Manifest(), s}, d, column.NewCodec()}, nil
}

// planOf returns what is stored of a match in dir.
func planOf(dir string, c *Config, version string) (store.Plan, error) {
	return c.schedule().plan(dir, storeKind(), InputsOf(c, version))
}

// ladderPlanOf returns what is stored of a ladder in dir.
func ladderPlanOf(dir string, c *LadderConfig, version string) (store.Plan, error) {
	return c.schedule().plan(dir, ladderKind(), LadderInputsOf(c, version))
}

func (s *schedule) plan(dir string, k store.Kind, inputs any) (store.Plan, error) {
	plan := store.Plan{Kind: k, Inputs: inputs, Parts: s.parts(), Check: func(p *store.Part) error { return s.checkPart(dir, p) }}
	for i := range s.config.Bots {
		var err error
		if plan.Attachments, err = dataset.AttachNet(plan.Attachments, &s.config.Bots[i]); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// checkPart reports why a part whose file is as it was written is not one of the
// schedule: its line in the journal may be damaged.
func (s *schedule) checkPart(dir string, p *store.Part) error {
	if err := s.checkRange(p); err != nil {
		return err
	}
	return column.CheckRows(filepath.Join(dir, p.Files[0].Name), p.Files[0])
}

// checkRange reports why a part does not have the units of the schedule. Where the match
// may end early, it may have fewer.
func (s *schedule) checkRange(p *store.Part) error {
	want := s.part(p.Index)
	if p.First != want.First || p.Count > want.Hands || p.Count < want.Hands && !s.endsEarly() {
		return fmt.Errorf("has %d %ss from %d on, not %d from %d on", p.Count, s.unit(), p.First, want.Hands, want.First)
	}
	if rows := p.Count * int64(s.blocks); p.Files[0].Rows != rows {
		return fmt.Errorf("has %d rows, not %d", p.Files[0].Rows, rows)
	}
	return nil
}

// Redone returns why parts that were listed are to be played again.
func (w *Writer) Redone() []error { return w.dir.Redone() }

// Digest returns the digest of the blocks, empty before the end.
func (w *Writer) Digest() string { return w.dir.Manifest().Digest }

// Close ends a directory that is not finished. After Run has finished it, it does
// nothing.
func (w *Writer) Close() error { return w.dir.Close() }

// commit stores a part.
func (w *Writer) commit(index int, first int64, blocks []Block) error {
	files, err := w.dir.Begin(index, first, int64(len(blocks)/w.schedule.blocks))
	if err != nil {
		return err
	}
	t := column.NewWriter(files.Table(0), blocksTable, w.schedule.columns(), w.codec, int64(len(blocks)))
	if err = t.Write(w.schedule.rowsOf(blocks)); err == nil {
		err = t.Close()
	}
	if err != nil {
		files.Abort()
		return err
	}
	return files.Commit(t.Rows())
}

// finish marks the directory finished after so many parts, with the digest of the
// blocks.
func (w *Writer) finish(parts int, digest string) error {
	if w.dir.Finished() {
		if m := w.dir.Manifest(); m.Digest != digest || m.Planned != parts {
			return fmt.Errorf("match: %s has %d parts with the digest %s; its blocks come to %d with %s", w.path, m.Planned, m.Digest, parts, digest)
		}
		return nil
	}
	w.dir.EndAfter(parts)
	return w.dir.Finish(digest)
}

// stored is a directory of a match or a ladder that is read.
type stored struct {
	path     string
	kind     store.Kind
	manifest store.Manifest
	schedule *schedule
}

// Dir returns the directory that is read.
func (r *stored) Dir() string { return r.path }

// Finished reports whether the directory went to its end.
func (r *stored) Finished() bool { return r.manifest.Finished }

// Digest returns the digest of the blocks, empty before the end.
func (r *stored) Digest() string { return r.manifest.Digest }

// Planned returns the number of parts of the whole; a match may need fewer.
func (r *stored) Planned() int { return r.manifest.Planned }

// Parts returns the parts that are stored, in order. The slice is the caller's. Their
// units are blocks of a match and rounds of a ladder.
func (r *stored) Parts() []store.Part { return slices.Clone(r.manifest.Parts) }

// HandsOf returns the number of hands of so many units.
func (r *stored) HandsOf(units int64) int64 {
	return units * int64(r.schedule.blocks*r.schedule.hands())
}

// Table returns the table of blocks, to be read by columns.
func (r *stored) Table() *column.Source {
	return &column.Source{
		Dir: r.path, Table: blocksName, Columns: column.Documented(r.schedule.columns()), Parts: r.manifest.Parts, Planned: r.manifest.Planned,
		Unit: r.schedule.unit(), UnitColumn: r.schedule.unit(), PerUnit: 1,
	}
}

// part returns the place of a part in the list of those that are stored.
func (r *stored) part(index int) (store.Part, bool) {
	i, ok := slices.BinarySearchFunc(r.manifest.Parts, index, func(p store.Part, index int) int { return p.Index - index })
	if !ok {
		return store.Part{}, false
	}
	return r.manifest.Parts[i], true
}

// blocks reads the blocks of a part.
func (r *stored) blocks(p store.Part) ([]Block, error) {
	blocks, err := r.readBlocks(p)
	if err != nil {
		return nil, fmt.Errorf("match: part %d: %w", p.Index, err)
	}
	return blocks, nil
}

func (r *stored) readBlocks(p store.Part) ([]Block, error) {
	s := r.schedule
	if err := s.checkRange(&p); err != nil {
		return nil, err
	}
	t, err := column.Open(r.path, p.Files[0], s.columns())
	if err != nil {
		return nil, err
	}
	defer t.Close()
	blocks := make([]Block, p.Files[0].Rows)
	rows := make([]*row, len(blocks))
	for i := range rows {
		blocks[i].Hands = s.hands()
		rows[i] = &row{block: &blocks[i]}
	}
	if err := t.Read(rows); err != nil {
		return nil, err
	}
	for i, row := range rows {
		b := row.block
		if want := p.First + int64(i/s.blocks); b.Number != want {
			return nil, fmt.Errorf("%s: row %d is of %s %d, not of %d", t.Path(), i, s.unit(), b.Number, want)
		}
		if b.Faults, err = parseFaults(row.faults); err == nil {
			err = b.check(len(s.config.Bots))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", t.Path(), i, err)
		}
	}
	return blocks, nil
}

// tail reads the blocks that a part under way has.
func (r *stored) tail(index int) ([]Block, error) {
	t := tailReader{schedule: r.schedule, part: r.schedule.part(index)}
	err := store.ReadTail(r.path, r.kind, index, t.take)
	return t.blocks, err
}

// A tailReader takes the lines of a tail: the units of a part in order.
type tailReader struct {
	schedule *schedule
	part     sim.Part
	blocks   []Block
}

// take takes a line if it is that of the next unit.
func (t *tailReader) take(line []byte) bool {
	s := t.schedule
	done := int64(len(t.blocks) / s.blocks)
	blocks, err := s.parseUnit(line)
	if err != nil || done >= t.part.Hands || blocks[0].Number != t.part.First+done {
		return false
	}
	t.blocks = append(t.blocks, blocks...)
	return true
}

// A Reader reads a stored match back, finished or not. It holds no file open and may be
// shared by goroutines.
type Reader struct {
	stored
	inputs Inputs
}

// Open reads the manifest of the match in dir. The parts of one that has not finished
// are those whole when it was called.
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
	r := &Reader{stored: stored{dir, storeKind(), m, nil}}
	if err = m.DecodeInputs(&r.inputs); err == nil {
		r.schedule, err = r.inputs.schedule()
	}
	return r, inManifest(dir, err)
}

// inManifest says in which file an error is.
func inManifest(dir string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("match: %s: %w", filepath.Join(dir, store.ManifestName), err)
}

// Inputs returns what the blocks depend on. Its slices are the reader's.
func (r *Reader) Inputs() Inputs { return r.inputs }

// Config returns the configuration of the match, as a program with its bots plays it
// again.
func (r *Reader) Config(p *sim.Program) (*Config, error) {
	c, err := r.inputs.scoring()
	if err == nil {
		err = r.inputs.makeBots(r.path, p, c)
	}
	if err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// Block returns a stored block; ok is false if it is not there.
func (r *Reader) Block(number int64) (b Block, ok bool, err error) {
	p, ok := r.part(int(number / r.schedule.size))
	if number < 0 || !ok || number-p.First >= p.Count {
		return b, false, nil
	}
	blocks, err := r.blocks(p)
	if err != nil {
		return b, false, err
	}
	return blocks[number-p.First], true, nil
}

// Blocks returns the blocks that are stored, in order; an error is the last.
func (r *Reader) Blocks() iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		for unit, err := range r.stored.each() {
			if err != nil {
				yield(Block{}, err)
				return
			}
			if !yield(unit[0], nil) {
				return
			}
		}
	}
}

// A LadderReader is the Reader of a ladder.
type LadderReader struct {
	stored
	inputs LadderInputs
}

// OpenLadder is Open for a ladder.
func OpenLadder(dir string) (*LadderReader, error) {
	m, err := store.ReadManifest(dir, ladderKind())
	return newLadderReader(dir, m, err)
}

// OpenLadderToVerify is OpenToVerify for a ladder.
func OpenLadderToVerify(dir string) (*LadderReader, error) {
	m, err := store.ReadAltered(dir, ladderKind())
	return newLadderReader(dir, m, err)
}

func newLadderReader(dir string, m store.Manifest, err error) (*LadderReader, error) {
	if err != nil {
		return nil, err
	}
	r := &LadderReader{stored: stored{dir, ladderKind(), m, nil}}
	if err = m.DecodeInputs(&r.inputs); err == nil {
		r.schedule, err = r.inputs.schedule()
	}
	return r, inManifest(dir, err)
}

// Inputs returns what the blocks depend on. Its slices are the reader's.
func (r *LadderReader) Inputs() LadderInputs { return r.inputs }

// Config returns the configuration of the ladder, as a program with its bots plays it
// again.
func (r *LadderReader) Config(p *sim.Program) (*LadderConfig, error) {
	c, err := r.inputs.scoring()
	if err == nil {
		err = r.inputs.makeBots(r.path, p, c.match(c.Bots))
	}
	if err != nil {
		return nil, err
	}
	return c, c.Validate()
}
