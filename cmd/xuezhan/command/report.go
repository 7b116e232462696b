package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/report"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
	"xuezhan/sim/tune"
)

type storedOptions struct {
	report reportOptions
	plots  plotOptions
}

func newReport(a *app) *cobra.Command {
	var o storedOptions
	c := &cobra.Command{
		Use:   "report PATH...",
		Short: "report on stored runs, matches, ladders, tuning and studies",
		Long: `report prints of a run that was stored with 'xuezhan run --out DIR' what the run
itself printed at its end, but for the time it took. Of a run that did not finish
it takes the parts that are whole.

Of several runs it prints a line each: the rules, the hands, the points per hand of
the first bot less those of the second, and the digest. The runs must have the same
bots in the same order; rules, seeds and all else may differ.

PATH may also be a directory of 'xuezhan match --out DIR', of 'xuezhan ladder --out DIR' or
of 'xuezhan tune --out DIR': report says how they stand and how they came there, whether
they have ended or not, and changes nothing in them. Their level is that with which they
were begun. The files in which earlier versions recorded matches are read too.

--format html writes one web page that needs nothing else: the answer, charts with
their numbers as tables, and in the element with id "report" the object that --json
prints. It reads well in light and dark, on a phone and on paper.

--plots draws every chart of that page as a picture of its own, as SVG and PNG. Of one
run: points by cause and of a hand, fan, wins by draw, tempo, the points of each bot
by the tiles dealt, and of every two bots their difference by these. Of several runs:
runs, with the difference in each. Of matches and tuning: how they went.`,
		Example: `  xuezhan report runs/first
  xuezhan report runs/first --format html -o report.html
  xuezhan report runs/first --format md --plots pictures
  xuezhan report runs/first runs/second --plots pictures
  xuezhan report matches/first --format html -o match.html
  xuezhan report tuned/first --format html -o tuned.html
  xuezhan report studies/calls --format md`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused("argument PATH is missing")
			}
			return nil
		},
	}
	o.report.flags(c)
	o.plots.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.report.validate(c); err != nil {
			return err
		}
		return a.report(c.Context(), c, args, &o)
	}
	return c
}

// report reports on what one path has, or compares several runs.
func (a *app) report(ctx context.Context, c *cobra.Command, paths []string, o *storedOptions) error {
	if err := errors.Join(o.report.prepare(a), o.plots.prepare()); err != nil {
		return err
	}
	kind, err := kindOf(paths[0])
	if err != nil {
		return err
	}
	if kind != aRun && len(paths) > 1 {
		return misused("%s is no run; only runs are compared", paths[0])
	}
	if kind != aRun && c.Flags().Changed("level") {
		return misused("%s has a level of its own; --level is for runs", paths[0])
	}
	switch kind {
	case aRecord:
		return a.reportRecord(ctx, paths[0], o)
	case aMatch:
		return a.reportMatch(ctx, paths[0], o)
	case aLadder:
		l, err := reviewLadder(ctx, paths[0])
		if err != nil {
			return err
		}
		return o.show(a, l.Page())
	case aTuning:
		return a.reportTuning(paths[0], o)
	case aStudy:
		return a.reportStudy(ctx, paths[0], o)
	}
	return a.reportRuns(ctx, paths, o)
}

// A kind is what a path may have.
type kind uint8

const (
	aRun    kind = iota
	aRecord      // a file: the record of a match, by an earlier version
	aMatch       // a directory of a stored match
	aLadder      // a directory of a stored ladder
	aTuning      // a directory that tune keeps
	aStudy       // a directory of a stored study
)

// kindOf returns what a path has: a run, if it cannot be told.
func kindOf(path string) (kind, error) {
	i, err := os.Stat(path)
	if err != nil {
		return aRun, err
	}
	if !i.IsDir() {
		return aRecord, nil
	}
	return kindsOfStores[store.KindOf(path)], nil
}

// kindsOfStores are the kinds of directories that are stored; the others are runs, or
// opening them as one says what they are.
var kindsOfStores = map[string]kind{study.StoreKind: aStudy, match.StoreKind: aMatch, match.LadderKind: aLadder, tune.StoreKind: aTuning}

// reportRuns reports on one stored run, or compares several.
func (a *app) reportRuns(ctx context.Context, dirs []string, o *storedOptions) error {
	runs, err := openAll(dirs)
	if err != nil {
		return err
	}
	if len(runs) > 1 {
		return a.compare(ctx, runs, o)
	}
	s, err := runs[0].summarize(ctx, o.report.bySeat(), o.report.level)
	if err != nil {
		return err
	}
	return o.show(a, s.Page())
}

// show prints a document and draws its pictures, if they are wanted.
func (o *storedOptions) show(a *app, d *page.Document) error {
	return errors.Join(o.report.print(a, d), o.plots.draw(a, d))
}

// reportRecord reports on the record of a match.
func (a *app) reportRecord(ctx context.Context, path string, o *storedOptions) error {
	f, err := a.open(path, maxInput)
	if err != nil {
		return err
	}
	defer f.Close()
	v, err := match.ReadRecord(ctx, f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return o.show(a, report.ReviewedMatch(v).Page())
}

// reportMatch reports on a stored match.
func (a *app) reportMatch(ctx context.Context, dir string, o *storedOptions) error {
	r, err := match.Open(dir)
	if err != nil {
		return err
	}
	v, err := r.Review(ctx)
	if err != nil {
		return err
	}
	return o.show(a, report.ReviewedMatch(v).Page())
}

// reportTuning reports on a directory that tune keeps.
func (a *app) reportTuning(dir string, o *storedOptions) error {
	v, err := tune.ReadReview(dir, a.fileBots.Parse)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	bot, err := a.fileBots.Parse(v.Header.Bot.Spec)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return o.show(a, report.Tuning{Review: v, Params: bot.Bot().Params}.Page())
}

// compare prints a line a run.
func (a *app) compare(ctx context.Context, runs []openRun, o *storedOptions) error {
	var list []report.Run
	for _, r := range runs {
		s, err := r.summarize(ctx, false, o.report.level)
		if err != nil {
			return err
		}
		list = append(list, report.Run{
			Name: r.dir, Rules: s.Rules, RulesHash: s.RulesHash, Seed: s.Seed,
			Planned: s.Planned, Digest: s.Digest, Report: s.Report,
		})
	}
	return o.show(a, report.CompareRuns(list).Page())
}

// An openRun is a run's directory, opened.
type openRun struct {
	dir string
	*dataset.Reader
}

// openAll opens runs. If there are several, they must have the same bots.
func openAll(dirs []string) ([]openRun, error) {
	var runs []openRun
	for _, dir := range dirs {
		r, err := dataset.Open(dir)
		if err != nil {
			return nil, err
		}
		runs = append(runs, openRun{dir, r})
	}
	if len(runs) == 1 {
		return runs, nil
	}
	first := runs[0].bots()
	if len(first) < 2 {
		return nil, misused("%s has one bot, %s; there is nothing to compare", dirs[0], first[0])
	}
	for _, r := range runs[1:] {
		if !slices.Equal(r.bots(), first) {
			return nil, misused("the bots of %s are %s, those of %s are %s",
				dirs[0], strings.Join(first, " "), r.dir, strings.Join(r.bots(), " "))
		}
	}
	return runs, nil
}

// bots returns the specs of the run's bots.
func (r openRun) bots() []string {
	var list []string
	for _, b := range r.Inputs().Bots {
		list = append(list, b.Spec)
	}
	return list
}

// newTally returns an empty tally for a run's inputs, with counts by listed seat
// where a format shows them.
func newTally(in *dataset.Inputs, bySeat bool) (*report.RunTally, error) {
	if bySeat {
		return report.NewSeatTally(in)
	}
	return report.NewRunTally(in)
}

// batchHands is the number of hands that are read at a time.
const batchHands = 1024

// summarize tallies the run.
func (r openRun) summarize(ctx context.Context, bySeat bool, level float64) (*report.RunSummary, error) {
	in := r.Inputs()
	t, err := newTally(&in, bySeat)
	if err != nil {
		return nil, err
	}
	parts := r.Parts()
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: the run was ended before any part was whole; there are no hands", r.dir)
	}
	for _, p := range parts {
		for b, err := range r.Batches(p, batchHands) {
			if err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.Add(b)
		}
	}
	s := t.Summary(&in, level)
	s.Digest = r.Digest()
	return s, nil
}
