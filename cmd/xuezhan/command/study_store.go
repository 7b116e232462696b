package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
	"xuezhan/sim/study"
)

// startStudy plays a study from its start, and stores it if that is wanted.
func (a *app) startStudy(c *cobra.Command, o *studyOptions, config *study.Config) error {
	i := a.interruptible(c.Context())
	defer i.end()
	if err := errors.Join(o.report.prepare(), o.plots.prepare()); err != nil {
		return err
	}
	if o.out == "" {
		return a.playStudy(i, o, config, nil, "")
	}
	in, err := a.studyInputs(config)
	if err != nil {
		return err
	}
	w, err := dataset.CreateStudy(o.out, in, len(config.Parts()), nil)
	if err != nil {
		return err
	}
	defer w.Close()
	return a.playStudy(i, o, config, w, o.again(c))
}

// studyInputs returns a study's configuration as its dataset keeps it.
func (a *app) studyInputs(c *study.Config) (dataset.StudyInputs, error) {
	run, err := a.inputs(&c.Config)
	if err != nil {
		return dataset.StudyInputs{}, err
	}
	return dataset.NewStudyInputs(run, c, func(spec policy.Spec) (string, error) { return a.digestOf(spec, &c.Rules) })
}

// resumeStudy goes on with a stored study, which says all but how to play and print.
func (a *app) resumeStudy(c *cobra.Command, o *studyOptions) error {
	if err := o.validateCommon(c); err != nil {
		return err
	}
	if c.Flags().Changed("level") {
		return misused("--resume takes the level from the study; --level cannot be given")
	}
	i := a.interruptible(c.Context())
	defer i.end()
	if err := errors.Join(o.report.prepare(), o.plots.prepare()); err != nil {
		return err
	}
	var config *study.Config
	w, err := dataset.ResumeStudy(i.softly, o.resume, func(r *dataset.StudyReader) (err error) {
		config, err = a.acceptStudy(o.resume, r)
		return err
	})
	if err != nil {
		return i.or(err, o.again(c))
	}
	defer w.Close()
	for _, err := range w.Redone() {
		tellLines(a.err, err.Error()+"; it is played again")
	}
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		return a.recallStudy(i.softly, openStudy{o.resume, &w.StudyReader, config}, &storedOptions{o.report, o.plots})
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(w.Parts()), w.Planned()))
	return a.playStudy(i, o, config, w, o.again(c))
}

// again returns the command line that goes on with a stored study.
func (o *studyOptions) again(c *cobra.Command) string {
	return commandLine([]string{"xuezhan", "study", "--resume", o.out + o.resume}, c,
		[]string{"format", "json", "output", "plots", "workers", "check"})
}

// playStudy plays what of a study is not stored yet, tells how far it is, prints the
// result and draws it. Without a writer nothing is stored.
func (a *app) playStudy(i *interruption, o *studyOptions, c *study.Config, w *dataset.StudyWriter, again string) error {
	options := study.Options{Tables: a.tables(), Workers: o.workers, Check: o.check, Stop: i.softly.Done()}
	if w != nil {
		options.Sink, options.Stored = w, w.Rows
	}
	p := a.startProgress(c.Hands, "hands")
	options.Progress = p.add
	result, err := study.Run(i.now, c, options)
	p.finish()
	if err == nil && w != nil {
		err = w.Finish(result.Parts, result.Digest)
	}
	switch {
	case err != nil && i.interrupted():
		return interruptedError(fmt.Sprintf("after %d of %d hands", p.done.Load(), c.Hands), again)
	case err != nil && w != nil:
		return fmt.Errorf("%w\nfinished parts are stored; this goes on with the study:\n%s", err, again)
	case err != nil:
		return err
	}
	return a.printStudy(result, a.version().String(), &storedOptions{o.report, o.plots})
}

// acceptStudy returns the configuration of a study that was begun, or why this
// program cannot go on with it.
func (a *app) acceptStudy(dir string, r *dataset.StudyReader) (*study.Config, error) {
	in := r.Inputs()
	if v := a.version().String(); in.Run.Version != v {
		return nil, fmt.Errorf("%s was begun by version %q, this is %q: parts of two programs make no study; resume it with that version, or begin anew with --out", dir, in.Run.Version, v)
	}
	c, err := a.configOfStudy(&in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	now, err := a.studyInputs(c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if !slices.Equal(now.Run.Bots, in.Run.Bots) || !slices.Equal(now.Policies, in.Policies) {
		return nil, fmt.Errorf("%s: its bots have other parameters in this program than when the study was begun; begin anew with --out", dir)
	}
	if c.Parts()[0].Hands != in.Run.PartHands {
		return nil, fmt.Errorf("%s: this program cuts the study into other parts; resume it with the one that began it", dir)
	}
	return c, nil
}

// configOfStudy makes a study's configuration, its question included, from its
// manifest.
func (a *app) configOfStudy(in *dataset.StudyInputs) (*study.Config, error) {
	run, err := a.configOf(&in.Run)
	if err != nil {
		return nil, err
	}
	c := &study.Config{Config: *run, Orders: in.Orders, Precision: in.Precision, Level: in.Level}
	for _, seat := range in.Studied {
		c.Studied |= 1 << seat
	}
	if c.Question, err = study.Ask(in.Question, in.Settings, a.fileBots.Parse); err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// An openStudy is a study's directory, opened.
type openStudy struct {
	dir string
	*dataset.StudyReader
	config *study.Config
}

// reportStudy makes the result of a stored study again and prints it.
func (a *app) reportStudy(ctx context.Context, dir string, o *storedOptions) error {
	r, err := dataset.OpenStudy(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	c, err := a.configOfStudy(&in)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return a.recallStudy(ctx, openStudy{dir, r, c}, o)
}

// recallStudy prints what a stored study has come to.
func (a *app) recallStudy(ctx context.Context, s openStudy, o *storedOptions) error {
	result, err := s.recall(ctx)
	if err != nil {
		return err
	}
	if s.Finished() && result.Digest != s.Digest() {
		return fmt.Errorf("%s: the rows have the digest %s, not the %s of the manifest", s.dir, result.Digest, s.Digest())
	}
	return a.printStudy(result, s.Inputs().Run.Version, o)
}

// recall makes the result again of the rows that are stored.
func (s openStudy) recall(ctx context.Context) (*study.Result, error) {
	parts := s.leading()
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: the study was ended before its first part was whole; there are no hands", s.dir)
	}
	return study.Recall(ctx, s.config, parts, func(p sim.Part) iter.Seq2[[]study.Row, error] { return s.Rows(p) })
}

// leading returns the stored parts before the first that is missing.
func (s openStudy) leading() []sim.Part {
	var list []sim.Part
	for i, p := range s.Parts() {
		if p.Index != i {
			break
		}
		list = append(list, sim.Part{Index: p.Index, First: p.First, Hands: p.Hands})
	}
	return list
}

// printStudy prints a result and draws it.
func (a *app) printStudy(r *study.Result, version string, o *storedOptions) error {
	return errors.Join(o.report.print(a, studyDocument{report.Study{Result: r}, version}), o.plots.drawStudy(r))
}
