package command

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"

	"xuezhan/engine/record"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// resumeRun goes on with a stored run, which says all but how to play and print.
func (a *app) resumeRun(i *interruption, o *runOptions) (*summary, error) {
	var c *sim.Config
	w, err := dataset.Resume(i.softly, o.resume, func(r *dataset.Reader) (err error) {
		c, err = a.acceptRun(o.resume, r)
		return err
	})
	if err != nil && i.interrupted() {
		return nil, interruptedError("before anything was played", o.again)
	}
	if err != nil {
		return nil, err
	}
	defer w.Close()
	for _, err := range w.Redone() {
		tellLines(a.err, err.Error()+"; it is played again")
	}
	r := w.Reader()
	kept := len(r.Parts())
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		return openRun{o.resume, r}.summarize(i.softly, &o.report)
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", kept, r.Planned()))
	in := w.Inputs()
	return a.play(i, o, c, &in, stored{writer: w, reader: r})
}

// acceptRun returns the configuration of a run that was begun, or why this
// program cannot go on with it.
func (a *app) acceptRun(dir string, r *dataset.Reader) (*sim.Config, error) {
	in := r.Inputs()
	if v := a.version().String(); in.Version != v {
		return nil, fmt.Errorf("%s was begun by version %q, this is %q: parts of two programs make no run; resume it with that version, or begin anew with --out", dir, in.Version, v)
	}
	c, err := a.configOfRun(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	for _, b := range in.Bots {
		spec, err := a.fileBots.Parse(b.Spec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		digest, err := a.digestOf(spec, &in.Rules)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		if digest != b.Parameters {
			return nil, fmt.Errorf("%s: the bot %s has other parameters in this program than when the run was begun; begin anew with --out", dir, b.Spec)
		}
	}
	if parts := c.Parts(); len(parts) != r.Planned() || parts[0].Hands != in.PartHands {
		return nil, fmt.Errorf("%s: this program cuts the run into other parts; resume it with the one that began it", dir)
	}
	return c, nil
}

// configOfRun makes a run's configuration from what its directory has, if its bots may
// be started.
func (a *app) configOfRun(r *dataset.Reader) (*sim.Config, error) {
	in := r.Inputs()
	if err := a.takeNets(r.Dir(), in.Bots); err != nil {
		return nil, err
	}
	text, err := r.Decks()
	if err != nil {
		return nil, err
	}
	in.Decks = nil
	c, err := a.configOf(&in)
	if err == nil {
		err = a.admit(c.Seats[:]...)
	}
	if err != nil || text == nil {
		return c, err
	}
	if c.Decks, err = record.ReadDecks(bytes.NewReader(text)); err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// A stored is where a run's hands are kept; its zero value is nowhere.
type stored struct {
	writer *dataset.Writer
	reader *dataset.Reader // of the parts from an earlier run
}

// batches returns how a part is read back, nil if it is to be played.
func (s *stored) batches() func(p sim.Part, hands int) iter.Seq2[*sim.Batch, error] {
	kept := map[int]dataset.Part{}
	for _, p := range s.reader.Parts() {
		kept[p.Index] = p
	}
	return func(p sim.Part, hands int) iter.Seq2[*sim.Batch, error] {
		if k, ok := kept[p.Index]; ok {
			return s.reader.Batches(k, hands)
		}
		return nil
	}
}

// hands returns the hands of the parts from an earlier run.
func (s *stored) hands() (n int64) {
	if s.reader != nil {
		for _, p := range s.reader.Parts() {
			n += p.Hands
		}
	}
	return n
}

// whatIsLeft adds to an error what is stored and how to go on.
func (s *stored) whatIsLeft(err error, o *runOptions) error {
	dir := o.out + o.resume
	if _, statErr := os.Stat(dir); statErr != nil {
		return fmt.Errorf("%w\n%s is gone, and its parts with it; begin anew with --out", err, dir)
	}
	return fmt.Errorf("%w\nfinished parts are in %s; 'xuezhan report' reads them, and this goes on with the run:\n%s", err, dir, o.again)
}

// create begins to store a run in a new directory.
func create(dir string, c *sim.Config, in *dataset.Inputs) (stored, error) {
	nets, err := netsBeside(c)
	if err != nil {
		return stored{}, err
	}
	var w *dataset.Writer
	if c.Decks == nil {
		w, err = dataset.Create(dir, *in, len(c.Parts()), nets...)
	} else {
		w, err = dataset.CreateWithDecks(dir, *in, len(c.Parts()), decksText(c.Decks), nets...)
	}
	if err != nil {
		return stored{}, err
	}
	return stored{writer: w, reader: w.Reader()}, nil
}

// finish plays to the end what is stored and finishes it.
func (s *stored) finish(ctx context.Context, c *sim.Config, o sim.Options) (sim.Result, error) {
	defer s.writer.Close()
	o.Sink, o.Stored = s.writer, s.batches()
	result, err := sim.Run(ctx, c, o)
	if err != nil || result.Stopped() {
		return result, err
	}
	return result, s.writer.Finish(result.Digest)
}
