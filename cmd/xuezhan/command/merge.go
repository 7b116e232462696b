package command

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

type mergeOptions struct {
	workers int
	refer   bool
	report  reportOptions
	trust   trust
}

func newMerge(a *app) *cobra.Command {
	o := mergeOptions{}
	c := &cobra.Command{
		Use:   "merge OUT SHARD...",
		Short: "make one run, study, match, ladder or plan of learn of its shards",
		Long: `merge makes one stored run of directories that each hold parts of it, such as the
shards of 'xuezhan run --shard I/N --out SHARD'. The directory OUT is then the one that
the run without shards makes, byte for byte, and the report is that run's. It does the
same for studies, for matches and ladders, for decisions and for the trials of learn. A
match with --sprt ends where it would have on one machine; what its shards have played
beyond is left out.

The shards must have been played by this version of the program, with the same rules,
seed, bots and settings: the first field that differs is named. Parts that two shards
have must be equal. Every file is compared with its SHA-256; files are linked where the
file system can, else copied. The first hand of every part, or its first block, is
replayed and must be the same. If parts are missing they are listed with the commands
that play them, and nothing is written.

A merge that was killed is called again. Shards are left as they are. With --refer OUT has
symbolic links to their files, also on other file systems: nothing is copied, and OUT is
good for as long as the shards stay where they are.`,
		Example: `  xuezhan run --hands 20000 --shard 0/2 --out runs/shard-0
  xuezhan run --hands 20000 --shard 1/2 --out runs/shard-1
  xuezhan merge runs/merged runs/shard-0 runs/shard-1`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return misused("merge wants OUT and at least one SHARD")
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	o.report.flags(c)
	f.BoolVar(&o.refer, "refer", false, "refer to the files of the shards where they are, instead of linking or copying them")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	o.trust.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := errors.Join(o.report.validate(c), o.trust.use(a)); err != nil {
			return err
		}
		i := a.interruptible(c.Context())
		defer i.end()
		return a.merge(i, &o, args[0], args[1:])
	}
	return c
}

// mergedKinds are the kinds of directories that merge knows, with the words of the
// command that stores each.
var mergedKinds = map[string]string{
	dataset.RunKind: "run", study.StoreKind: "study", decisions.Kind: "dataset decisions",
	match.StoreKind: "match", match.LadderKind: "ladder", learn.StoreKind: "learn",
}

// merge makes OUT of the shards, finishes it and prints its report.
func (a *app) merge(i *interruption, o *mergeOptions, out string, shards []string) error {
	kind, err := kindOfAll(append([]string{out}, shards...))
	if err != nil {
		return err
	}
	if err := o.report.prepare(a); err != nil {
		return err
	}
	m := merger{app: a, interruption: i, options: o, out: out, shards: shards}
	switch kind {
	case study.StoreKind:
		err = m.study()
	case decisions.Kind:
		err = m.decisions()
	case match.StoreKind:
		err = m.match()
	case match.LadderKind:
		err = m.ladder()
	case learn.StoreKind:
		err = m.trials()
	default:
		err = m.run()
	}
	if missing := (*store.Missing)(nil); errors.As(err, &missing) {
		return fmt.Errorf("%w; play them, then merge again:%s", err, homeLines(mergedKinds[kind], missing))
	}
	return i.or(err, "")
}

// homeLines returns the commands that play what is missing, a line each.
func homeLines(command string, missing *store.Missing) (text string) {
	for _, h := range missing.Homes() {
		text += "\nxuezhan " + command + " --resume " + quoted(h.Dir)
		if h.Shard != "" {
			text += " --shard " + h.Shard
		}
	}
	return text
}

// kindOfAll returns the kind of the directories of a merge; some may not be
// there.
func kindOfAll(dirs []string) (kind string, err error) {
	first := ""
	for _, dir := range dirs {
		if !isStored(dir) {
			continue
		}
		switch k := store.KindOf(dir); {
		case mergedKinds[k] == "":
			return "", misused("%s holds %s; merge is for runs, studies, matches, ladders, decisions and trials", dir, store.InWords(k))
		case kind == "":
			first, kind = dir, k
		case k != kind:
			return "", misused("%s holds %s and %s holds %s: they do not make one", first, store.InWords(kind), dir, store.InWords(k))
		}
	}
	return kind, nil
}

// A merger makes one directory of shards of its kind.
type merger struct {
	*app
	*interruption
	options *mergeOptions
	out     string
	shards  []string
}

// run merges the shards of a run.
func (m *merger) run() error {
	r, err := dataset.Open(m.shards[0])
	if err != nil {
		return err
	}
	c, err := r.Config(m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "version", r.Inputs().Version, err)
	}
	if err := dataset.Merge(m.softly, m.out, c, m.version().String(), m.from()); err != nil {
		return err
	}
	o := runOptions{resume: m.out, workers: m.options.workers, report: m.options.report}
	o.again = m.again()
	o.replay = func(hand int64) string { return fmt.Sprintf("xuezhan replay --run %s --hand %d", quoted(m.out), hand) }
	s, err := m.resumeRun(m.interruption, &o)
	if err != nil {
		return err
	}
	return m.options.report.print(m.app, s.Page())
}

// from returns the shards as they are merged.
func (m *merger) from() store.Shards { return store.Shards{Dirs: m.shards, Refer: m.options.refer} }

// again returns the command that is to be called again after an interruption.
func (m *merger) again() string { return "xuezhan merge " + quoted(m.out) + " SHARD…" }

// study merges the shards of a study.
func (m *merger) study() error {
	r, err := study.Open(m.shards[0])
	if err != nil {
		return err
	}
	c, err := r.Config(m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "run.version", r.Inputs().Run.Version, err)
	}
	if err := study.Merge(m.softly, m.out, c, m.version().String(), m.from()); err != nil {
		return err
	}
	w, err := study.Resume(m.softly, m.out, c, m.version().String())
	if err != nil {
		return err
	}
	defer w.Close()
	o := studyOptions{resume: m.out, workers: m.options.workers, report: m.options.report}
	return m.playStudy(m.interruption, &o, c, w, m.again())
}

// match merges the shards of a match.
func (m *merger) match() error {
	r, err := match.Open(m.shards[0])
	if err != nil {
		return err
	}
	c, err := r.Config(m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "version", r.Inputs().Version, err)
	}
	if err := match.Merge(m.softly, m.out, c, m.version().String(), m.from()); err != nil {
		return err
	}
	w, err := match.Resume(m.softly, m.out, c, m.version().String())
	if err != nil {
		return err
	}
	defer w.Close()
	o := matchOptions{resume: m.out, workers: m.options.workers, document: m.options.report.documentOptions, again: m.again()}
	return m.playMatch(m.softly, &o, c, w)
}

// ladder merges the shards of a ladder.
func (m *merger) ladder() error {
	r, err := match.OpenLadder(m.shards[0])
	if err != nil {
		return err
	}
	c, err := r.Config(m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "version", r.Inputs().Version, err)
	}
	if err := match.MergeLadder(m.softly, m.out, c, m.version().String(), m.from()); err != nil {
		return err
	}
	w, err := match.ResumeLadder(m.softly, m.out, c, m.version().String())
	if err != nil {
		return err
	}
	defer w.Close()
	o := ladderOptions{resume: m.out, workers: m.options.workers, document: m.options.report.documentOptions, again: m.again()}
	return m.playLadder(m.softly, &o, c, w)
}

// decisions merges the shards of decisions.
func (m *merger) decisions() error {
	in, _, err := decisions.Read(m.shards[0])
	if err != nil {
		return err
	}
	c, err := in.Run.Config(m.shards[0], m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "run.version", in.Run.Version, err)
	}
	in.Run.Version = m.version().String()
	if err := decisions.Merge(m.softly, m.out, c, in, m.from()); err != nil {
		return err
	}
	w, err := decisions.Resume(m.softly, m.out, c, in)
	if err != nil {
		return err
	}
	defer w.Close()
	d := newStoredDecisions(w, &decisionsOptions{out: m.out})
	if err := d.finish(w); err != nil {
		return err
	}
	if m.options.report.format == "json" {
		return printJSON(m.app.out, d)
	}
	return d.print(m.app.out)
}

// trials merges the shards of a plan of learn.
func (m *merger) trials() error {
	r, err := learn.Open(m.shards[0])
	if err != nil {
		return err
	}
	plan, err := r.Plan(m.program())
	if err != nil {
		return m.cannotResume(m.shards[0], "version", r.Inputs().Version, err)
	}
	version := m.version().String()
	if err := learn.Merge(m.softly, m.out, plan, version, m.from()); err != nil {
		return err
	}
	w, err := learn.Resume(m.softly, m.out, plan, version)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Play(m.softly, sim.Shard{}, learn.Options{Tables: m.tables(), Workers: m.options.workers}); err != nil {
		return err
	}
	if err := printTrials(m.app.out, w, &learnOptions{out: m.out, json: m.options.report.format == "json"}); err != nil {
		return err
	}
	tellLines(m.app.err, "fit a net to them: xuezhan learn --resume "+quoted(m.out)+" -o FILE")
	return nil
}
