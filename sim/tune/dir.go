package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"xuezhan/engine/strictjson"
	"xuezhan/sim/store"
)

// The files of a run's directory.
const (
	StateFile   = "state.json"     // what the run resumes from
	HistoryFile = "history.jsonl"  // a line a generation
	PlotFile    = "parameters.svg" // each parameter over the generations
	TunedFile   = "tuned.json"     // the tuned parameters and how they came to be
)

// ReadHeader returns the header of the run in a directory.
func ReadHeader(dir string) (Header, error) {
	s, err := readState(dir)
	return s.Header, err
}

// Open returns the tuner of a run that is kept in a directory: where it was left,
// or at its start if the directory has none yet. A directory that does not exist
// is made; one that has something else in it, or a run with another header, is an
// error.
func Open(dir string, c *Config, h Header) (*Tuner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t, err := newTuner(c, h, dir)
	if err != nil {
		return nil, err
	}
	s, err := readState(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeEmpty(dir); err != nil {
			return nil, err
		}
		return t, errors.Join(tidy(dir), t.save())
	}
	if err != nil {
		return nil, err
	}
	if err := s.Header.same(&h); err != nil {
		return nil, fmt.Errorf("tune: %s: %w; resume it with the program and the options that started it, or start over in another directory", dir, err)
	}
	if err := t.restore(s); err != nil {
		return nil, fmt.Errorf("tune: %s: %w", dir, err)
	}
	return t, tidy(dir)
}

// makeEmpty makes a directory, which may exist if nothing is in it but what a run
// leaves that is killed before it has its first state.
func makeEmpty(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if !isTorn(name) && name != HistoryFile && name != PlotFile {
			return fmt.Errorf("tune: %s has %s in it and no run", dir, name)
		}
	}
	return nil
}

// isTorn reports whether a file is one that was not written to its end.
func isTorn(name string) bool {
	return slices.ContainsFunc([]string{StateFile, HistoryFile, PlotFile, TunedFile}, func(own string) bool {
		return store.IsTorn(name, own)
	})
}

// tidy removes torn files.
func tidy(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if isTorn(e.Name()) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

func readState(dir string) (state, error) {
	var s state
	path := filepath.Join(dir, StateFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	if s, err = parseState(text); err != nil {
		return s, fmt.Errorf("tune: %s: %w", path, err)
	}
	return s, nil
}

// parseState reads a state of this format.
func parseState(text []byte) (state, error) {
	var s state
	var format struct {
		Header json.RawMessage `json:"header"`
	}
	if err := strictjson.DecodeSome(text, &format); err != nil {
		return s, err
	}
	var header struct {
		Tune int `json:"tune"`
	}
	if err := strictjson.DecodeSome(format.Header, &header); err != nil || header.Tune == 0 {
		return s, errors.New(`not the state of a run: field "header.tune", the version of the format, is missing`)
	}
	if header.Tune != stateVersion {
		return s, fmt.Errorf("the state has format %d, and format %d is read here", header.Tune, stateVersion)
	}
	return s, strictjson.Decode(text, &s)
}

// restore puts a tuner that is at its start where the state is.
func (t *Tuner) restore(s state) error {
	n := len(t.axes)
	if s.Generation < 0 || s.Generation > t.plan.Generations {
		return fmt.Errorf("%s: generation %d is not 0 to %d", StateFile, s.Generation, t.plan.Generations)
	}
	ok := len(s.Settled) == n
	switch own := t.method.(type) {
	case *spsa:
		ok = ok && s.SPSA != nil && len(s.SPSA.Theta) == n
		if ok {
			own.Theta, own.Power, own.Weight = s.SPSA.Theta, s.SPSA.Power, s.SPSA.Weight
			s.SPSA = own
		}
	case *cma:
		ok = ok && s.CMA != nil && len(s.CMA.Center) == n && len(s.CMA.Covariance) == n*n &&
			len(s.CMA.PathSigma) == n && len(s.CMA.PathCov) == n
		if ok {
			own.Center, own.Sigma, own.Covariance = s.CMA.Center, s.CMA.Sigma, s.CMA.Covariance
			own.PathSigma, own.PathCov = s.CMA.PathSigma, s.CMA.PathCov
			s.CMA = own
		}
	}
	if !ok {
		return fmt.Errorf("%s is damaged: its vectors are not of %d parameters", StateFile, n)
	}
	t.state = s
	return t.readHistory()
}

// readHistory reads the lines of the generations that are done. There may be one
// more, of a generation whose state was not saved any more: it will be played
// again.
func (t *Tuner) readHistory() error {
	text, err := os.ReadFile(t.path(HistoryFile))
	if err != nil {
		return err
	}
	for len(t.history) < t.state.Generation {
		n := len(t.history) + 1
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		var g Generation
		if err := strictjson.Decode(line, &g); err != nil {
			return fmt.Errorf("%s: line %d: %w", t.path(HistoryFile), n, err)
		}
		if g.Generation != n {
			return fmt.Errorf("%s: line %d: generation %d, expected %d", t.path(HistoryFile), n, g.Generation, n)
		}
		t.history = append(t.history, g)
		text = rest
	}
	return nil
}

func (t *Tuner) path(name string) string { return filepath.Join(t.dir, name) }

// save writes the state, last, and what is shown of it.
func (t *Tuner) save() error {
	var history bytes.Buffer
	e := json.NewEncoder(&history)
	for i := range t.history {
		if err := e.Encode(&t.history[i]); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(&t.state, "", " ")
	if err != nil {
		return err
	}
	if err := replace(t.path(HistoryFile), history.Bytes()); err != nil {
		return err
	}
	plot, err := t.plot()
	if err != nil {
		return err
	}
	if err := replace(t.path(PlotFile), plot); err != nil {
		return err
	}
	return replace(t.path(StateFile), append(text, '\n'))
}

// replace writes a file of the directory whole: it is there with the text or as it
// was before.
func replace(path string, text []byte) error {
	return store.Output{Path: path, Force: true}.Write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
