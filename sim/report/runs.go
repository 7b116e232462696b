package report

import (
	"fmt"
	"io"
	"slices"

	"xuezhan/sim/stats"
)

// A Run is a report with what identifies its run.
type Run struct {
	Name      string // for the reader, where rules alone do not tell runs apart
	Rules     string
	RulesHash string
	Seed      uint64
	Planned   int64  // hands; more than the report's if the run did not finish
	Digest    string // empty if the run did not finish
	Report    *Report
}

// A Comparison sets runs of the same bots side by side: of each the points per
// hand of the first bot less those of the second. It compares the bots, run by
// run, not the runs.
type Comparison struct {
	Level float64         `json:"level"`
	A     string          `json:"a"`
	B     string          `json:"b"`
	Runs  []RunDifference `json:"runs"`
}

// A RunDifference is what one run says of the two bots.
type RunDifference struct {
	Run        string        `json:"run"`
	Rules      string        `json:"rules"`
	RulesHash  string        `json:"rules_hash"`
	Seed       uint64        `json:"seed,string"`
	Hands      int64         `json:"hands"`
	Planned    int64         `json:"planned_hands"`
	Difference Estimate      `json:"difference"`
	P          Number        `json:"p"`
	PAdjusted  Number        `json:"p_adjusted"` // for the runs
	Verdict    stats.Finding `json:"verdict"`
	Digest     string        `json:"digest"`
}

// CompareRuns compares the first two bots in each of some runs, whose reports
// have one level. It panics if there is no run, or if one has other bots than
// the first or fewer than two.
func CompareRuns(runs []Run) *Comparison {
	first := runs[0].Report
	c := &Comparison{Level: first.Level, A: first.Bots[0].Policy, B: first.Bots[1].Policy}
	for i := range runs {
		c.Runs = append(c.Runs, runs[i].difference(c.A, c.B))
	}
	var all family
	for i := range c.Runs {
		if d := &c.Runs[i]; d.Verdict != stats.TooFew {
			all.add(&d.Difference, d.P, &d.PAdjusted, &d.Verdict)
		}
	}
	all.judge(1 - c.Level)
	return c
}

// difference returns the run's comparison of two bots without its verdict, or
// that there is too little to go by.
func (r *Run) difference(a, b string) RunDifference {
	list := r.Report.Differences
	i := slices.IndexFunc(list, func(d Difference) bool { return d.A == a && d.B == b })
	if i < 0 {
		panic("report: runs of different bots")
	}
	d := RunDifference{
		Run: r.Name, Rules: r.Rules, RulesHash: r.RulesHash, Seed: r.Seed,
		Hands: r.Report.Hands, Planned: r.Planned, Digest: r.Digest,
		Difference: list[i].Difference, P: list[i].P, PAdjusted: undefined, Verdict: stats.NoDifference,
	}
	if list[i].Together < stats.MinUnits {
		d.Verdict = stats.TooFew
	}
	return d
}

// sheet lays the comparison out.
func (c *Comparison) sheet() sheet {
	p := sheet{
		headline: []string{c.headline()},
		units:    "Points per hand per seat; " + level(c.Level) + ".",
	}
	s := section{title: "A against B, run by run", head: []string{"run", "rules", "hands", "A-B", "better", "digest"}}
	for i := range c.Runs {
		s.rows = append(s.rows, c.Runs[i].row())
	}
	p.sections = append(p.sections, s)
	p.notes = append(p.notes, fmt.Sprintf("a bot is called better where p is at most %.2g after Holm's adjustment for"+
		" all runs; the intervals are not adjusted", 1-c.Level))
	return p
}

// headline says in how many runs which bot is better.
func (c *Comparison) headline() string {
	n := map[stats.Finding]int{}
	for i := range c.Runs {
		n[c.Runs[i].Verdict]++
	}
	line := fmt.Sprintf("A (%s) is better than B (%s) in %d of %d runs, and worse in %d.", c.A, c.B, n[stats.BetterA], len(c.Runs), n[stats.BetterB])
	if n[stats.NoDifference] > 0 {
		line += fmt.Sprintf(" No difference is established in %d.", n[stats.NoDifference])
	}
	if n[stats.TooFew] > 0 {
		line += fmt.Sprintf(" Too few hands in %d.", n[stats.TooFew])
	}
	return line
}

func (d *RunDifference) row() []string {
	digest := d.Digest
	if digest == "" {
		digest = fmt.Sprintf("unfinished, of %s hands", count(d.Planned))
	}
	return []string{d.Run, d.Rules, count(d.Hands), gain(d.Difference), d.Verdict.Name("A", "B"), digest}
}

// Text writes the comparison for a terminal, a line a run.
func (c *Comparison) Text(w io.Writer) error { return c.sheet().text(w) }

// Markdown writes the comparison as Markdown, a row a run.
func (c *Comparison) Markdown(w io.Writer) error { return c.sheet().markdown(w) }
