package dataset

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"xuezhan/sim"
	"xuezhan/sim/column"
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
// Verify says so.
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
	return &Reader{dir: dir, manifest: m, inputs: in, bots: in.Specs()}, nil
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
	hands *column.Reader[*sim.Outcome]
	seats *column.Reader[seat]
	wins  *column.Reader[*sim.Win]

	handRows []*sim.Outcome
	seatRows []seat
	winRows  []*sim.Win
}

func (r *Reader) openPart(p store.Part) (*partReader, error) {
	part := new(partReader)
	var err error
	if part.hands, err = column.Open(r.dir, p.Files[Hands], handColumns()); err != nil {
		return nil, err
	}
	if part.seats, err = column.Open(r.dir, p.Files[Seats], seatColumns(r.bots)); err != nil {
		part.hands.Close()
		return nil, err
	}
	if part.wins, err = column.Open(r.dir, p.Files[Wins], winColumns()); err != nil {
		part.hands.Close()
		part.seats.Close()
		return nil, err
	}
	return part, nil
}

func (p *partReader) close() {
	p.hands.Close()
	p.seats.Close()
	p.wins.Close()
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
	if err := p.hands.Read(p.handRows); err != nil {
		return err
	}
	wins := 0
	for i := range b.Outcomes {
		o := &b.Outcomes[i]
		if o.Hand != first+int64(i) {
			return fmt.Errorf("%s: hand %d stands where hand %d should", p.hands.Path(), o.Hand, first+int64(i))
		}
		wins += o.Wins
	}
	if err := p.seats.Read(p.seatRows); err != nil {
		return err
	}
	return p.readWins(b, wins)
}

func (p *partReader) readWins(b *sim.Batch, n int) error {
	if n < 0 || int64(n) > p.wins.Left() {
		return fmt.Errorf("%s: has no row for each win of its hands", p.wins.Path())
	}
	b.Wins = slices.Grow(b.Wins[:0], n)[:n]
	clear(b.Wins)
	p.winRows = p.winRows[:0]
	for i := range b.Wins {
		p.winRows = append(p.winRows, &b.Wins[i])
	}
	if err := p.wins.Read(p.winRows); err != nil {
		return err
	}
	next := 0
	for i := range b.Outcomes {
		for range b.Outcomes[i].Wins {
			if got, want := b.Wins[next].Hand, b.Outcomes[i].Hand; got != want {
				return fmt.Errorf("%s: a win of hand %d stands where one of hand %d should", p.wins.Path(), got, want)
			}
			next++
		}
	}
	return nil
}
