package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
)

type storedOptions struct {
	report reportOptions
	plots  plotOptions
}

func newReport(a *app) *cobra.Command {
	var o storedOptions
	c := &cobra.Command{
		Use:   "report DIR...",
		Short: "report on stored runs",
		Long: `report prints of a run that was stored with 'xuezhan run --out DIR' what the run
itself printed at its end, but for the time it took. Of a run that did not finish
it takes the parts that are whole.

Of several runs it prints a line each: the rules, the hands, the points per hand of
the first bot less those of the second, and the digest. The runs must have the same
bots in the same order; rules, seeds and all else may differ.

--plots draws what is printed, each picture as SVG and PNG. Of one run: points by
cause, fan, tempo, and of every two bots their difference by the tiles dealt. Of
several runs: runs, with the difference in each.`,
		Example: `  xuezhan report runs/first
  xuezhan report runs/first --format md --plots pictures
  xuezhan report runs/first runs/second --plots pictures`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused("argument DIR is missing")
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
		return a.report(c.Context(), args, &o)
	}
	return c
}

// report reports on one stored run, or compares several.
func (a *app) report(ctx context.Context, dirs []string, o *storedOptions) error {
	runs, err := openAll(dirs)
	if err != nil {
		return err
	}
	if err := o.plots.prepare(); err != nil {
		return err
	}
	if len(runs) > 1 {
		return a.compare(ctx, runs, o)
	}
	s, err := runs[0].summarize(ctx, &o.report)
	if err != nil {
		return err
	}
	return errors.Join(s.print(a.out, o.report.format), o.plots.draw(s))
}

// compare prints a line a run.
func (a *app) compare(ctx context.Context, runs []openRun, o *storedOptions) error {
	plain := reportOptions{level: o.report.level} // no counts by listed seat
	var list []report.Run
	for _, r := range runs {
		s, err := r.summarize(ctx, &plain)
		if err != nil {
			return err
		}
		list = append(list, report.Run{
			Name: r.dir, Rules: s.Rules, RulesHash: s.RulesHash, Seed: s.Seed,
			Planned: s.Planned, Digest: s.Digest, Report: s.Report,
		})
	}
	c := report.CompareRuns(list)
	return errors.Join(printComparison(a.out, c, o.report.format), o.plots.drawComparison(c))
}

// printComparison prints a comparison in a format that validate has accepted.
func printComparison(w io.Writer, c *report.Comparison, format string) error {
	switch format {
	case "json":
		return printJSON(w, c)
	case "md":
		return c.Markdown(w)
	}
	return c.Text(w)
}

// An openRun is a run's directory, opened.
type openRun struct {
	dir string
	*dataset.Reader
}

// openAll opens runs, of which several must have the same bots.
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

// batchHands is the number of hands that are read at a time.
const batchHands = 1024

// summarize tallies the run.
func (r openRun) summarize(ctx context.Context, o *reportOptions) (*summary, error) {
	in := r.Inputs()
	t, err := newTally(&in, o.format == "json")
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
	s := newSummary(&in, t, o.level)
	s.Digest = r.Digest()
	return s, nil
}
