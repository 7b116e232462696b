package dataset

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim"
	"xuezhan/sim/store"
)

// A Reader reads a stored run back, finished or not. It holds no file open and
// may be shared by goroutines.
type Reader struct {
	dir      string
	manifest store.Manifest
	inputs   Inputs
	bots     []string
}

// Open reads the manifest of the dataset in dir. The parts of a run that has
// not finished are those whole when Open was called.
func Open(dir string) (*Reader, error) {
	m, err := store.ReadManifest(dir, kindOfRuns())
	if err != nil {
		return nil, err
	}
	return newReader(dir, m)
}

// OpenToVerify is Open, but also of a manifest that was changed after it was written:
// Audit says so.
func OpenToVerify(dir string) (*Reader, error) {
	m, err := store.ReadAltered(dir, kindOfRuns())
	if err != nil {
		return nil, err
	}
	return newReader(dir, m)
}

// newReader returns a reader of what a manifest lists.
func newReader(dir string, m store.Manifest) (*Reader, error) {
	in, err := decodeInputs(&m)
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return &Reader{dir: dir, manifest: m, inputs: in, bots: specs(in.Bots)}, nil
}

// Finished reports whether the run went to its end.
func (r *Reader) Finished() bool { return r.manifest.Finished }

// Digest returns the digest of the run's outcomes, empty before it finished.
func (r *Reader) Digest() string { return r.manifest.Digest }

// Inputs returns what the run's outcomes depend on. Its slices are the
// reader's.
func (r *Reader) Inputs() Inputs { return r.inputs }

// Dir returns the directory that is read.
func (r *Reader) Dir() string { return r.dir }

// Config returns the configuration of the run, as a program with its bots plays it
// again.
func (r *Reader) Config(p *sim.Program) (*sim.Config, error) { return r.inputs.Config(r.dir, p) }

// Planned returns the number of parts of the whole run.
func (r *Reader) Planned() int { return r.manifest.Planned }

// Parts returns the parts that are stored, in order. The slice is the
// caller's.
func (r *Reader) Parts() []store.Part { return slices.Clone(r.manifest.Parts) }

// Batches reads a part back in batches of at most so many hands, the exact
// inverse of writing it. A batch is good until the next one. After an error,
// which names part and file, there is none.
func (r *Reader) Batches(p store.Part, hands int) iter.Seq2[*sim.Batch, error] {
	return func(yield func(*sim.Batch, error) bool) {
		if err := r.readPart(p, hands, func(b *sim.Batch) bool { return yield(b, nil) }); err != nil {
			yield(nil, fmt.Errorf("dataset: part %d: %w", p.Index, err))
		}
	}
}

func (r *Reader) readPart(p store.Part, hands int, yield func(*sim.Batch) bool) error {
	part, err := r.openPart(p)
	if err != nil {
		return err
	}
	defer part.close()
	var b sim.Batch
	for done := int64(0); done < p.Count; done += int64(len(b.Outcomes)) {
		if err := part.read(&b, p.First+done, int(min(int64(hands), p.Count-done))); err != nil {
			return err
		}
		if !yield(&b) {
			return nil
		}
	}
	return nil
}

// A partReader reads the tables of a part in step.
type partReader struct {
	hands *tableReader[*sim.Outcome]
	seats *tableReader[seat]
	wins  *tableReader[*sim.Win]

	handRows []*sim.Outcome
	seatRows []seat
	winRows  []*sim.Win
}

func (r *Reader) openPart(p store.Part) (*partReader, error) {
	part := new(partReader)
	var err error
	if part.hands, err = openTable(r.dir, p.Files[Hands], handColumns()); err != nil {
		return nil, err
	}
	if part.seats, err = openTable(r.dir, p.Files[Seats], seatColumns(r.bots)); err != nil {
		part.hands.close()
		return nil, err
	}
	if part.wins, err = openTable(r.dir, p.Files[Wins], winColumns()); err != nil {
		part.hands.close()
		part.seats.close()
		return nil, err
	}
	return part, nil
}

func (p *partReader) close() {
	p.hands.close()
	p.seats.close()
	p.wins.close()
}

// read fills b with the next n hands, of which the first is the hand first.
func (p *partReader) read(b *sim.Batch, first int64, n int) error {
	b.Outcomes = slices.Grow(b.Outcomes[:0], n)[:n]
	clear(b.Outcomes)
	p.handRows, p.seatRows = p.handRows[:0], p.seatRows[:0]
	for i := range b.Outcomes {
		o := &b.Outcomes[i]
		p.handRows = append(p.handRows, o)
		for s := range o.Seats {
			p.seatRows = append(p.seatRows, seat{o, &o.Seats[s], s})
		}
	}
	if err := p.hands.read(p.handRows); err != nil {
		return err
	}
	wins := 0
	for i := range b.Outcomes {
		o := &b.Outcomes[i]
		if o.Hand != first+int64(i) {
			return fmt.Errorf("%s: hand %d stands where hand %d should", p.hands.path, o.Hand, first+int64(i))
		}
		wins += o.Wins
	}
	if err := p.seats.read(p.seatRows); err != nil {
		return err
	}
	return p.readWins(b, wins)
}

func (p *partReader) readWins(b *sim.Batch, n int) error {
	if n < 0 || int64(n) > p.wins.left {
		return fmt.Errorf("%s: has no row for each win of its hands", p.wins.path)
	}
	b.Wins = slices.Grow(b.Wins[:0], n)[:n]
	clear(b.Wins)
	p.winRows = p.winRows[:0]
	for i := range b.Wins {
		p.winRows = append(p.winRows, &b.Wins[i])
	}
	if err := p.wins.read(p.winRows); err != nil {
		return err
	}
	next := 0
	for i := range b.Outcomes {
		for range b.Outcomes[i].Wins {
			if got, want := b.Wins[next].Hand, b.Outcomes[i].Hand; got != want {
				return fmt.Errorf("%s: a win of hand %d stands where one of hand %d should", p.wins.path, got, want)
			}
			next++
		}
	}
	return nil
}

// A tableReader reads rows column by column.
type tableReader[R any] struct {
	path    string
	file    *os.File
	columns []column[R] // those that are read
	cursors []cursor    // one each
	left    int64       // rows not read yet
	values  []parquet.Value
}

// openTable opens a table's file of a part, whose size and rows must be the
// ones listed.
func openTable[R any](dir string, listed store.File, columns []column[R]) (*tableReader[R], error) {
	path := filepath.Join(dir, listed.Name)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &tableReader[R]{path: path, file: f, left: listed.Rows, values: make([]parquet.Value, chunkRows)}
	content, err := openParquet(f, listed)
	if err == nil {
		err = r.find(content, columns)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// openParquet opens a table's file, which must be the one that is listed, byte for
// byte: the library takes what a damaged footer says for granted, and may ask for
// all memory there is.
func openParquet(f *os.File, listed store.File) (*parquet.File, error) {
	if err := store.CheckFile(f, listed); err != nil {
		return nil, err
	}
	return parseParquet(f, listed)
}

// parseParquet is openParquet for a file that has been compared with what is listed.
func parseParquet(f *os.File, listed store.File) (content *parquet.File, err error) {
	defer rescued(&err)
	content, err = parquet.OpenFile(f, listed.Bytes, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if broken := (*fs.PathError)(nil); errors.As(err, &broken) {
		return nil, err
	}
	if err != nil { // its text is about how the package reads
		return nil, errors.New("is no Parquet file, or a damaged one")
	}
	if content.NumRows() != listed.Rows {
		return nil, &store.Difference{What: "length", Got: fmt.Sprintf("%d rows", content.NumRows()), Want: fmt.Sprint(listed.Rows)}
	}
	return content, nil
}

// find puts a cursor on each column that is read.
func (r *tableReader[R]) find(content *parquet.File, columns []column[R]) error {
	groups := content.RowGroups()
	for _, c := range columns {
		if c.set == nil {
			continue
		}
		leaf, ok := content.Schema().Lookup(c.Name)
		if !ok && c.added {
			continue
		}
		if !ok || !isKind(leaf.Node, c.node.Type().Kind()) {
			return fmt.Errorf("column %s is missing or not %s", c.Name, c.Type)
		}
		r.columns = append(r.columns, c)
		r.cursors = append(r.cursors, cursor{groups: groups, column: leaf.ColumnIndex})
	}
	return nil
}

// read fills rows with the next rows of the file.
func (r *tableReader[R]) read(rows []R) error {
	for i := range r.columns {
		if err := r.readColumn(&r.columns[i], &r.cursors[i], rows); err != nil {
			return fmt.Errorf("%s: column %s: %w", r.path, r.columns[i].Name, err)
		}
	}
	r.left -= int64(len(rows))
	return nil
}

func (r *tableReader[R]) readColumn(c *column[R], from *cursor, rows []R) (err error) {
	defer rescued(&err)
	for len(rows) > 0 {
		n, err := from.read(r.values[:min(len(rows), len(r.values))])
		if err != nil {
			return err
		}
		if err := c.set(rows[:n], r.values[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (r *tableReader[R]) close() {
	for i := range r.cursors {
		r.cursors[i].close()
	}
	r.file.Close()
}

// A cursor is a place in a column.
type cursor struct {
	groups []parquet.RowGroup // not begun
	column int
	pages  parquet.Pages       // of the current group, nil before the first
	page   parquet.Page        // nil before the first
	values parquet.ValueReader // of the page
}

// read reads at least one value and at most as many as fit, good until the
// next read. The end of the column is an error.
func (c *cursor) read(dst []parquet.Value) (int, error) {
	for {
		if c.values != nil {
			n, err := c.values.ReadValues(dst)
			if n > 0 {
				return n, nil
			}
			if err != nil && err != io.EOF {
				return 0, err
			}
		}
		if err := c.nextPage(); err != nil {
			return 0, err
		}
	}
}

// rescued makes an error of a panic, into which some damaged files lead the
// library.
func rescued(err *error) {
	if p := recover(); p != nil {
		*err = errors.New("is damaged; 'xuezhan dataset verify' says which files are")
	}
}

// isKind reports whether a column that was read has a kind. A damaged schema may
// make it a list or a map, of which the library panics to tell.
func isKind(column parquet.Node, kind parquet.Kind) (is bool) {
	defer func() { is = recover() == nil && is }()
	return column.Type().Kind() == kind
}

// nextPage goes on to the next page.
func (c *cursor) nextPage() (err error) {
	defer rescued(&err)
	c.release()
	for {
		if c.pages != nil {
			page, err := c.pages.ReadPage()
			if err == nil {
				c.page, c.values = page, page.Values()
				return nil
			}
			if err != io.EOF {
				return err
			}
			c.pages.Close()
			c.pages = nil
		}
		if len(c.groups) == 0 {
			return errors.New("ends before the rows do")
		}
		c.pages = c.groups[0].ColumnChunks()[c.column].Pages()
		c.groups = c.groups[1:]
	}
}

func (c *cursor) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.values = nil, nil
}

func (c *cursor) close() {
	c.release()
	if c.pages != nil {
		c.pages.Close()
	}
}
