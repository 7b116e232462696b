package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"xuezhan/engine/strictjson"
	"xuezhan/policy"
	"xuezhan/sim/store"
)

// StoreKind is the kind of directories of tunings, as store.KindOf returns it.
const StoreKind = "tuning"

// storeFormat is the version of their inputs and of their parts. Format 1 was a file
// state.json and no store.
const storeFormat = 2

// storeKind is what a directory holds that has a tuning: a part a generation, then the
// gate and the holdout.
func storeKind() store.Kind {
	return store.Kind{Name: StoreKind, Format: storeFormat, Tables: []string{"generation"}, Ending: ".scores.json"}
}

// The documents that a tuning writes beside its parts.
const (
	HistoryFile = "history.jsonl"  // a line a generation
	PlotFile    = "parameters.svg" // each parameter over the generations
	TunedFile   = "tuned.json"     // the tuned parameters and how they came to be
)

// earlierFile is what tunings of format 1 kept.
const earlierFile = "state.json"

// ReadHeader returns the header of the tuning in a directory.
func ReadHeader(dir string) (Header, error) {
	h, _, err := readStored(dir, store.ReadManifest)
	return h, err
}

// readStored reads the manifest of a tuning.
func readStored(dir string, read func(string, store.Kind) (store.Manifest, error)) (Header, store.Manifest, error) {
	var h Header
	m, err := read(dir, storeKind())
	if err != nil {
		return h, m, explained(dir, err)
	}
	if err := m.DecodeInputs(&h); err != nil {
		return h, m, fmt.Errorf("tune: %s: %w", filepath.Join(dir, store.ManifestName), err)
	}
	return h, m, nil
}

// explained adds to the error of reading a directory that it is of an earlier program, if
// it is.
func explained(dir string, err error) error {
	if _, there := os.Stat(filepath.Join(dir, earlierFile)); there == nil && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("tune: %s was written by an earlier version of the program, whose tunings only that version reads; its %s is good", dir, TunedFile)
	}
	return err
}

// Open returns the tuner of a tuning that is kept in a directory: where it was left, or at
// its start if the directory has none yet, as store.Resume and store.Create do. Close ends
// it.
func Open(ctx context.Context, dir string, c *Config, h Header) (*Tuner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t, err := newTuner(c, h, dir)
	if err != nil {
		return nil, err
	}
	open := store.Create
	if _, err := os.Stat(filepath.Join(dir, store.ManifestName)); err == nil {
		open = func(dir string, p store.Plan) (*store.Dir, error) { return store.Resume(ctx, dir, p) }
	} else if _, err := os.Stat(filepath.Join(dir, earlierFile)); err == nil {
		return nil, explained(dir, os.ErrNotExist)
	}
	if t.dir, err = open(dir, store.Plan{Kind: storeKind(), Inputs: h, Parts: t.parts(), Check: checkPart}); err != nil {
		return nil, err
	}
	if err := errors.Join(t.recall(t.dir.Parts()), tidy(dir)); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// tidy removes documents that were not written to their end.
func tidy(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		for _, name := range []string{HistoryFile, PlotFile, TunedFile} {
			if store.IsTorn(e.Name(), name) {
				err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
			}
		}
	}
	return err
}

// Close ends a tuning that is not finished. Otherwise it does nothing.
func (t *Tuner) Close() error { return t.dir.Close() }

// Redone returns why parts that were listed are played again.
func (t *Tuner) Redone() []error { return t.dir.Redone() }

// parts returns the number of parts: the generations, the gate and the holdout.
func (t *Tuner) parts() int { return t.plan.Generations + 2 }

// checkPart reports why a part is none of a tuning.
func checkPart(p *store.Part) error {
	if p.First != int64(p.Index) || p.Count != 1 {
		return fmt.Errorf("has %d generations from %d on, not one", p.Count, p.First)
	}
	return nil
}

// A part is what is stored of a generation, of the gate or of the holdout.
type part struct {
	Scores  []Score        `json:"scores,omitempty"` // of a generation's duels, the gain's last
	Gate    *GateResult    `json:"gate,omitempty"`
	Holdout *HoldoutResult `json:"holdout,omitempty"`
	Faults  int64          `json:"faults,omitempty"` // of the gate or the holdout
}

// readPart reads a part, whose file is as it was written.
func readPart(dir string, listed store.File) (part, error) {
	var p part
	path := filepath.Join(dir, listed.Name)
	f, err := store.OpenPart(path)
	if err != nil {
		return p, err
	}
	defer f.Close()
	if err := store.CheckFile(f, listed); err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = strictjson.Decode(text, &p)
	}
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// recall takes in the parts that are stored.
func (t *Tuner) recall(list []store.Part) error {
	for _, listed := range list {
		p, err := readPart(t.path, listed.Files[0])
		if err != nil {
			return fmt.Errorf("tune: part %d: %w", listed.Index, err)
		}
		t.stored[listed.Index] = p
	}
	for t.generations < t.plan.Generations {
		p, ok := t.stored[t.generations]
		if !ok {
			return nil
		}
		duels := t.ask()
		if len(p.Scores) != len(duels)+1 {
			return fmt.Errorf("tune: %s: generation %d has %d scores, not %d", t.path, t.generations+1, len(p.Scores), len(duels)+1)
		}
		t.tell(p.Scores)
	}
	return t.recallEnd()
}

// recallEnd takes in the gate and the holdout.
func (t *Tuner) recallEnd() error {
	for i, end := range []bool{false, true} {
		p, ok := t.stored[t.plan.Generations+i]
		if !ok {
			return nil
		}
		if (p.Gate == nil) == !end || (p.Holdout == nil) == end {
			return fmt.Errorf("tune: %s: part %d is not the gate or the holdout", t.path, t.plan.Generations+i)
		}
		if end {
			t.holdout = p.Holdout
		} else {
			t.gate = p.Gate
		}
		t.faults += p.Faults
	}
	return nil
}

// commit stores a part, unless it is stored already.
func (t *Tuner) commit(index int, p part) error {
	if _, ok := t.stored[index]; ok {
		return nil
	}
	text, err := json.Marshal(&p)
	if err != nil {
		return err
	}
	files, err := t.dir.Begin(index, int64(index), 1)
	if err != nil {
		return err
	}
	if _, err := files.Table(0).Write(append(text, '\n')); err != nil {
		files.Abort()
		return err
	}
	t.stored[index] = p
	return files.Commit(int64(max(len(p.Scores), 1)))
}

// show writes the documents that show the tuning under way.
func (t *Tuner) show() error {
	var history bytes.Buffer
	e := json.NewEncoder(&history)
	for i := range t.history[:t.generations] {
		if err := e.Encode(&t.history[i]); err != nil {
			return err
		}
	}
	plot, err := t.plot()
	if err != nil {
		return err
	}
	return errors.Join(t.document(HistoryFile, history.Bytes()), t.document(PlotFile, plot))
}

// document writes a document of the directory whole: it is there with the text or as it
// was before.
func (t *Tuner) document(name string, text []byte) error {
	return store.Output{Path: filepath.Join(t.path, name), Force: true}.Write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// finish marks the directory finished.
func (t *Tuner) finish() error {
	if t.dir.Finished() {
		return nil
	}
	return t.dir.Finish(store.DigestOfParts(t.dir.Parts()))
}

// VerifyDir checks the tuning in a directory: the manifest, the files byte for byte, and
// that the scores are those of the duels that the method asks for. Parse reads the specs
// of its bots. Duels are replayed in an arena that the caller makes, none if arena is nil.
// Only a manifest that cannot be read, and the context's end, are errors.
func VerifyDir(ctx context.Context, dir string, v store.Verification, parse func(string) (policy.Spec, error), arena func(*Config) (Arena, error)) (*store.Findings, error) {
	h, m, err := readStored(dir, store.ReadAltered)
	if err != nil {
		return nil, err
	}
	f := store.NewFindings(&m, &v)
	f.Checked = []string{"the size and the SHA-256 of every file", "as many scores as the method asks for, generation by generation"}
	f.Stray(dir, &m, storeKind())
	for _, p := range m.Parts {
		if err := checkPart(&p); err != nil {
			f.InManifest(fmt.Sprintf("part %d", p.Index), p.First, p.Index, err.Error())
		}
		if _, err := readPart(dir, p.Files[0]); err != nil {
			f.File(p.Files[0], err, "it has scores")
		}
		f.Hands++
		f.Rows += p.Files[0].Rows
	}
	if want := store.DigestOfParts(m.Parts); m.Finished && m.Digest != want {
		f.InManifest("digest", m.Digest, want, "the digest of the parts that are listed")
	}
	if f.Count > 0 {
		return f, nil
	}
	c, err := h.Config(parse)
	if err != nil {
		f.InManifest("inputs", h.Bot.Spec, "a tuning of this program", err.Error())
		return f, nil
	}
	return f, verifyScores(ctx, dir, c, h, m, f, arena)
}

// verifyScores takes in the scores as a resumed tuning does, and replays two gains.
func verifyScores(ctx context.Context, dir string, c *Config, h Header, m store.Manifest, f *store.Findings, arena func(*Config) (Arena, error)) error {
	t, err := newTuner(c, h, dir)
	if err == nil && t.parts() != m.Planned {
		f.InManifest("planned_parts", m.Planned, t.parts(), "the generations, the gate and the holdout")
		return nil
	}
	if err == nil {
		err = t.recall(slices.Clone(m.Parts))
	}
	if err == nil && arena == nil {
		f.Unchecked = append(f.Unchecked, "whether the bots play so: nothing is replayed")
		return nil
	}
	var table Arena
	if err == nil {
		table, err = arena(c)
	}
	if err == nil {
		err = t.replay(ctx, table)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		f.Add(store.Fault{File: store.ManifestName, Stored: err.Error(), Want: "the scores of this program", Why: "the gains of two generations are replayed"})
		return nil
	}
	f.Checked = append(f.Checked, "the gains of two generations, replayed")
	return nil
}
