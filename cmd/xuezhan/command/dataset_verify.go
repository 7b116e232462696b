package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
	"xuezhan/sim/tune"
)

type verifyOptions struct {
	sample, limit int
	seed          uint64
	json          bool
	trust         trust
}

func newDatasetVerify(a *app) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify DIR",
		Short: "check what is stored: a run, decisions, a study, a match, a ladder, trials or a tuning",
		Long: `verify checks all that is stored of a run and lists every fault it finds, each with
its file, row, hand, column, what is stored and what should be.

  manifest  its rules have their hash, its bots exist and have the parameters they
            had, its parts cover the hands without gap or overlap
  files     each has the size, the rows and the SHA-256 with which it was written
  columns   each value is one that 'xuezhan dataset schema' allows
  sums      points of a hand sum to zero, and so does each cause; causes add up to
            points; hands, seats and wins say the same of a hand
  replay    hands chosen at random are played again from the manifest, and every
            column of theirs is compared
  digest    that of the run is that of the stored hands

Rows of a part are not looked at where a file is not what was written. A run that
has not finished is checked as far as it goes. The exit status is 1 if there is any
fault. Faults that keep all sums and the digest, such as another number of pairs, are
found in hands that are replayed, and by the SHA-256.

Of 'xuezhan dataset decisions' and of a study that is stored, manifest, files and
columns are checked alike, and what must hold between columns and rows: the action is
legal, each fork has one alternative that is the bot's own, points are the sum of
their causes. No hand is played again, and --sample has no meaning. verify says what
it has checked and what not.

Of a stored match or ladder manifest, files and columns are checked alike, that points of
a hand sum to zero and those of the bots follow from who sat where, that the match ends
where its blocks end it, and the digest. --sample blocks, or rounds, are replayed.

Of the trials of 'xuezhan learn' manifest, files and columns are checked alike; --sample
hands are replayed and their trials compared, but for rounds that nets of the plan played.
Of a tuning manifest and files are checked, and the gains of two generations replayed.

A run or a match whose bots are exec: commands is checked without starting them, and its hands
are not replayed, unless --allow-exec is given.`,
		Example: `  xuezhan dataset verify runs/first
  xuezhan dataset verify runs/first --sample 1000 --seed 7 --json
  xuezhan dataset verify studies/calls`,
		Args: wantArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			if err := o.trust.use(a); err != nil {
				return err
			}
			return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.verifyStored(ctx, args[0], &o) })
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.IntVar(&o.sample, "sample", 200, "hands to play again, or blocks of a match")
	f.Uint64Var(&o.seed, "seed", 1, "seed of their choice")
	f.IntVarP(&o.limit, "limit", "n", 20, "faults to list; all are counted")
	f.BoolVar(&o.json, "json", false, "print JSON")
	o.trust.flags(c)
	return c
}

func (o *verifyOptions) validate() error {
	if o.sample < 0 {
		return misused("--sample %d is below 0", o.sample)
	}
	if o.limit < 1 {
		return misused("--limit %d is below 1", o.limit)
	}
	return nil
}

func (a *app) verifyDataset(ctx context.Context, dir string, o *verifyOptions) error {
	r, err := dataset.OpenToVerify(dir)
	if err != nil {
		return err
	}
	v := dataset.Verification{Sample: o.sample, Seed: o.seed}
	in := r.Inputs()
	known := in.VerifyBots(dir, a.program())
	refused := a.refusedBots(in.Bots)
	if len(known) == 0 && refused == "" {
		again, err := a.replayerOf(r)
		if err != nil {
			return err
		}
		defer again.Close()
		v.Replay = again.Hand
	}
	found, err := a.verified(ctx, dir, r.Parts(), known, o, func(ctx context.Context, common store.Verification) (*store.Findings, error) {
		v.Verification = common
		return r.Verify(ctx, v)
	})
	if err != nil {
		return err
	}
	if found.Lost > 0 {
		found.Unchecked = append(found.Unchecked, fmt.Sprintf("%s that a bot forfeited, in which it does not fail alone", counted(found.Lost, "hand")))
	}
	if refused != "" {
		skipped := min(int64(o.sample), storedHands(r.Parts()))
		found.Unchecked = append(found.Unchecked, fmt.Sprintf("replay of %s, and the versions of the bots: %s", counted(skipped, "hand"), refused))
	}
	return a.printFindings(found, dir, o)
}

// refusedBots says which bot of a manifest may not be started, empty if all may.
func (a *app) refusedBots(bots []dataset.Bot) string {
	for _, b := range bots {
		if spec, err := a.fileBots.Parse(b.Spec); err == nil {
			if err := a.admit(spec); err != nil {
				return err.Error()
			}
		}
	}
	return ""
}

// storedHands returns the number of hands of parts.
func storedHands(parts []store.Part) (hands int64) {
	for _, p := range parts {
		hands += p.Count
	}
	return hands
}

// verified runs a verification of parts and tells how far it is.
func (a *app) verified(ctx context.Context, dir string, parts []store.Part, known []store.Fault, o *verifyOptions,
	run func(context.Context, store.Verification) (*store.Findings, error)) (*store.Findings, error) {
	p := a.startProgress(max(storedHands(parts), 1), "hands")
	found, err := run(ctx, store.Verification{Known: known, Limit: o.limit, Progress: p.add})
	p.finish()
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("%s: interrupted: %w", dir, err)
	}
	return found, err
}

// verifyStored checks a directory of any kind.
func (a *app) verifyStored(ctx context.Context, dir string, o *verifyOptions) error {
	switch store.KindOf(dir) {
	case decisions.Kind:
		return a.verifyDecisions(ctx, dir, o)
	case study.StoreKind:
		return a.verifyStudy(ctx, dir, o)
	case match.StoreKind:
		return a.verifyMatch(ctx, dir, o)
	case match.LadderKind:
		return a.verifyLadder(ctx, dir, o)
	case learn.StoreKind:
		return a.verifyTrials(ctx, dir, o)
	case tune.StoreKind:
		return a.verifyTuning(ctx, dir, o)
	}
	return a.verifyDataset(ctx, dir, o)
}

// verifyDecisions checks stored decisions.
func (a *app) verifyDecisions(ctx context.Context, dir string, o *verifyOptions) error {
	in, m, err := decisions.ReadToVerify(dir)
	if err != nil {
		return err
	}
	found, err := a.verified(ctx, dir, m.Parts, in.Run.VerifyBots(dir, a.program()), o, func(ctx context.Context, v store.Verification) (*store.Findings, error) {
		return decisions.Verify(ctx, dir, v)
	})
	if err != nil {
		return err
	}
	if refused := a.refusedBots(in.Run.Bots); refused != "" {
		found.Unchecked = append(found.Unchecked, "the versions of the bots: "+refused)
	}
	return a.printFindings(found, dir, o)
}

// verifyTuning checks a stored tuning. Its bots are built-in ones.
func (a *app) verifyTuning(ctx context.Context, dir string, o *verifyOptions) error {
	arena := func(c *tune.Config) (tune.Arena, error) { return tune.NewTable(c, a.tables(), 1) }
	if o.sample == 0 {
		arena = nil
	}
	found, err := tune.VerifyDir(ctx, dir, store.Verification{Limit: o.limit}, a.fileBots.Parse, arena)
	if err != nil {
		return err
	}
	return a.printFindings(found, dir, o)
}

// verifyStudy checks a stored study. Where there is no fault its digest is made again
// of the rows.
func (a *app) verifyStudy(ctx context.Context, dir string, o *verifyOptions) error {
	r, err := study.OpenToVerify(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	known := in.VerifyBots(dir, a.program())
	config, err := r.Config(a.program())
	if err != nil && len(known) == 0 {
		known = append(known, store.Fault{File: "manifest.json", Column: "inputs", Stored: in.Question, Want: "a study of this program", Why: err.Error()})
	}
	found, err := a.verified(ctx, dir, r.Parts(), known, o, r.Verify)
	if err != nil {
		return err
	}
	switch {
	case found.Count > 0:
	case !r.Finished():
		found.Unchecked = append(found.Unchecked, "the digest, which a study has once it is finished")
	default:
		if err := checkStudyDigest(ctx, openStudy{dir, r, config}, found); err != nil {
			return err
		}
	}
	return a.printFindings(found, dir, o)
}

// checkStudyDigest compares the digest of the rows with that of the manifest.
func checkStudyDigest(ctx context.Context, s openStudy, found *store.Findings) error {
	result, err := s.recall(ctx)
	if ctx.Err() != nil {
		return fmt.Errorf("%s: interrupted: %w", s.dir, ctx.Err())
	}
	found.Checked = append(found.Checked, "the digest is that of the rows")
	fault := store.Fault{File: "manifest.json", Column: "digest", Stored: s.Digest(), Why: "the digest of the stored rows"}
	switch {
	case err != nil:
		fault.Want, fault.Why = "rows that can be read", err.Error()
	case result.Digest == s.Digest():
		return nil
	default:
		fault.Want = result.Digest
	}
	found.Add(fault)
	return nil
}

// replayerOf returns what plays hands of a run again, to be closed.
func (a *app) replayerOf(stored *dataset.Reader) (*sim.Replayer, error) {
	c, err := stored.Config(a.program())
	if err != nil {
		return nil, err
	}
	return sim.NewReplayer(c, a.tables())
}

// printFindings prints what was found. Faults are an error.
func (a *app) printFindings(f *store.Findings, dir string, o *verifyOptions) error {
	var err error
	if o.json {
		err = printJSON(a.out, f)
	} else {
		err = printFaults(a.out, f, dir)
	}
	if err == nil && f.Count > 0 {
		err = fmt.Errorf("%s: %s", dir, counted(f.Count, "fault"))
	}
	return err
}

func printFaults(w io.Writer, f *store.Findings, dir string) error {
	var errs []error
	say := func(format string, args ...any) {
		_, err := fmt.Fprintf(w, format, args...)
		errs = append(errs, err)
	}
	for _, fault := range f.Faults {
		say("%s\n", fault)
	}
	if more := f.Count - int64(len(f.Faults)); more > 0 {
		say("… and %d more\n", more)
	}
	if f.Skipped > 0 {
		say("%s of parts with such files not looked at\n", counted(f.Skipped, "hand"))
	}
	if !f.Finished {
		say("unfinished: %d of %d parts are stored\n", f.Parts, f.Planned)
	}
	for _, what := range f.Checked {
		say("checked: %s\n", what)
	}
	for _, what := range f.Unchecked {
		say("not checked: %s\n", what)
	}
	switch {
	case f.Count > 0:
	case f.Checked != nil:
		say("%s of %s in %s: no fault\n", counted(f.Rows, "row"), counted(f.Hands, "hand"), counted(int64(f.Parts), "part"))
	default:
		say("%s in %s: files, sums and %s agree\n", counted(f.Hands, "hand"), counted(int64(f.Parts), "part"),
			counted(f.Replayed, "replayed hand"))
	}
	return errors.Join(errs...)
}

// counted returns a number with its thousands set apart, and the noun that it
// counts.
func counted(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return stats.Grouped(n) + " " + noun
}
