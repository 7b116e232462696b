package command

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
	"xuezhan/sim/store"
)

// resumeRun resumes a stored run, which says all but how to play and print.
func (a *app) resumeRun(i *interruption, o *runOptions) (*report.RunSummary, error) {
	w, c, err := a.openToResume(i.softly, o.resume)
	if err != nil && i.interrupted() {
		return nil, interruptedError("before anything was played", o.again)
	}
	if err != nil {
		return nil, err
	}
	defer w.Close()
	a.tellRedone(w.Redone())
	r := w.Reader()
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		return openRun{o.resume, r}.summarize(i.softly, o.report.bySeat(), o.report.level)
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(r.Parts()), r.Planned()))
	in := w.Inputs()
	return a.play(i, o, c, &in, stored{w})
}

// openToResume opens a run that was started before, and returns its configuration.
func (a *app) openToResume(ctx context.Context, dir string) (*dataset.Writer, *sim.Config, error) {
	r, err := dataset.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	c, err := r.Config(a.program())
	if err != nil {
		return nil, nil, a.cannotResume(dir, "version", r.Inputs().Version, err)
	}
	if err := a.admit(c.Seats[:]...); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", dir, err)
	}
	saveMemory()
	w, err := dataset.Resume(ctx, dir, c, a.version().String())
	return w, c, err
}

// saveMemory has less garbage between two collections, unless GOGC says how much: what
// writes Parquet holds large buffers. It takes a tenth of the memory for two hundredths of the time.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(60)
	}
}

// program returns this program, as what is stored is read back by: its bots start no
// command unless files are trusted so far.
func (a *app) program() *sim.Program {
	return &sim.Program{Version: a.version().String(), Bots: a.fileBots, Admit: func(s policy.Spec) error { return a.admit(s) }}
}

// cannotResume says why what is in a directory cannot be read to be resumed: if it was
// started by another version of the program, that is why.
func (a *app) cannotResume(dir, field, version string, err error) error {
	if now := a.version().String(); now != version {
		return fmt.Errorf("%s: %w; resume it with that version, or start over with --out", dir,
			&store.Mismatch{Field: field, Stored: strconv.Quote(version), Now: strconv.Quote(now)})
	}
	return fmt.Errorf("%s: %w", dir, err)
}

// tellRedone says which parts of a directory that is resumed are made again, and why.
func (a *app) tellRedone(reasons []error) {
	for _, err := range reasons {
		tellLines(a.err, err.Error()+"; it is played again")
	}
}

// A stored is where a run's hands are kept; its zero value is nowhere.
type stored struct{ writer *dataset.Writer }

// hands returns the hands of the parts from an earlier process.
func (s *stored) hands() (n int64) {
	if s.writer != nil {
		for _, p := range s.writer.Reader().Parts() {
			n += p.Count
		}
	}
	return n
}

// whatIsLeft adds to an error what is stored and how to resume.
func (s *stored) whatIsLeft(err error, o *runOptions) error {
	dir := o.out + o.resume
	if _, statErr := os.Stat(dir); statErr != nil {
		return fmt.Errorf("%w\n%s is gone, and its parts with it; start over with --out", err, dir)
	}
	return fmt.Errorf("%w\nfinished parts are in %s; 'xuezhan report' reads them, and this resumes the run:\n%s", err, dir, o.again)
}

// finish plays to the end what is stored and finishes it.
func (s *stored) finish(ctx context.Context, c *sim.Config, o sim.Options) (sim.Result, error) {
	defer s.writer.Close()
	o.Sink, o.Stored = s.writer, s.writer.Stored()
	result, err := sim.Run(ctx, c, o)
	if err != nil || result.Digest == "" {
		return result, err
	}
	return result, s.writer.Finish(result.Digest)
}
