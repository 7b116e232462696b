package command

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"
	"xuezhan/sim"
	"xuezhan/sim/report"
	"xuezhan/sim/study"
)

// startStudy plays a study from its start, and stores it if that is wanted.
func (a *app) startStudy(c *cobra.Command, o *studyOptions, config *study.Config) error {
	i := a.interruptible(c.Context())
	defer i.end()
	if err := errors.Join(o.report.prepare(a), o.plots.prepare()); err != nil {
		return err
	}
	if o.out == "" {
		return a.playStudy(i, o, config, nil, "")
	}
	w, err := a.createStudy(i.softly, o, config)
	if err != nil {
		return i.or(err, o.again(c))
	}
	defer w.Close()
	return a.playStudy(i, o, config, w, o.again(c))
}

// createStudy starts the directory of a study. That of a shard which was started before
// is resumed: whoever runs shards calls the same command again.
func (a *app) createStudy(ctx context.Context, o *studyOptions, c *study.Config) (*study.Writer, error) {
	version := a.version().String()
	if o.share.Of == 0 || !isStored(o.out) {
		return study.Create(o.out, c, version)
	}
	w, err := study.Resume(ctx, o.out, c, version)
	if err == nil {
		a.tellRedone(w.Redone())
	}
	return w, err
}

// resumeStudy resumes a stored study, which says all but how to play and print.
func (a *app) resumeStudy(c *cobra.Command, o *studyOptions) error {
	if err := o.validateCommon(c); err != nil {
		return err
	}
	if err := checkResume(c, "study"); err != nil {
		return err
	}
	i := a.interruptible(c.Context())
	defer i.end()
	if err := errors.Join(o.report.prepare(a), o.plots.prepare()); err != nil {
		return err
	}
	w, config, err := a.openStudyToResume(i.softly, o.resume)
	if err != nil {
		return i.or(err, o.again(c))
	}
	defer w.Close()
	a.tellRedone(w.Redone())
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		return a.recallStudy(i.softly, openStudy{o.resume, &w.Reader, config}, &storedOptions{o.report, o.plots})
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(w.Parts()), w.Planned()))
	return a.playStudy(i, o, config, w, o.again(c))
}

// again returns the command line that resumes a stored study.
func (o *studyOptions) again(c *cobra.Command) string {
	return resumeLine(c, "study", "--resume", o.out+o.resume)
}

// playStudy plays what of a study is not stored yet, tells how far it is, prints the
// result and draws it. Without a writer nothing is stored.
func (a *app) playStudy(i *interruption, o *studyOptions, c *study.Config, w *study.Writer, again string) error {
	options := study.Options{Tables: a.tables(), Workers: o.workers, Check: o.check, Shard: o.share.Shard, Stop: i.softly.Done()}
	hands := o.share.Hands(&c.Config)
	if w != nil {
		options.Sink, options.Stored = w, w.Rows
	}
	p := a.startProgress(hands, "hands")
	options.Progress = p.add
	result, err := study.Run(i.now, c, options)
	p.finish()
	if err == nil && w != nil && o.share.Of <= 1 && !w.Finished() {
		err = w.Finish(result.Parts, result.Digest)
	}
	switch {
	case err != nil && i.interrupted():
		return interruptedError(fmt.Sprintf("after %d of %d hands", p.done.Load(), hands), again)
	case err != nil && w != nil:
		return fmt.Errorf("%w\nfinished parts are stored; this resumes the study:\n%s", err, again)
	case err != nil:
		return err
	}
	a.tellWhole(&o.share)
	return a.printStudy(result, a.version().String(), &storedOptions{o.report, o.plots})
}

// openStudyToResume opens a study that was started before, and returns its
// configuration.
func (a *app) openStudyToResume(ctx context.Context, dir string) (*study.Writer, *study.Config, error) {
	r, err := study.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	c, err := r.Config(a.program())
	if err != nil {
		return nil, nil, a.cannotResume(dir, "run.version", r.Inputs().Run.Version, err)
	}
	w, err := study.Resume(ctx, dir, c, a.version().String())
	return w, c, err
}

// An openStudy is a study's directory, opened.
type openStudy struct {
	dir string
	*study.Reader
	config *study.Config
}

// reportStudy makes the result of a stored study again and prints it.
func (a *app) reportStudy(ctx context.Context, dir string, o *storedOptions) error {
	r, err := study.Open(dir)
	if err != nil {
		return err
	}
	c, err := r.Config(a.program())
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
	var parts []sim.Part
	for _, p := range s.Parts() {
		parts = append(parts, sim.Part{Index: p.Index, First: p.First, Hands: p.Count})
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: the study was ended before a part was whole; there are no hands", s.dir)
	}
	return study.Recall(ctx, s.config, parts, func(p sim.Part) iter.Seq2[[]study.Row, error] { return s.Rows(p) })
}

// printStudy prints a result and draws it.
func (a *app) printStudy(r *study.Result, version string, o *storedOptions) error {
	return o.show(a, report.Study{Result: r}.Page(version))
}
