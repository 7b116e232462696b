package report

import (
	"fmt"
	"slices"

	"xuezhan/sim/page"
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

// Page lays the comparison out: a line a run.
func (c *Comparison) Page() *page.Document {
	t := page.Table{Title: "A against B, run by run", Head: []string{"run", "rules", "hands", "A-B", "better", "digest"}, Open: true}
	chart := page.Spots{Unit: "A − B, points per hand", Labels: true}
	for i := range c.Runs {
		d := &c.Runs[i]
		t.Rows = append(t.Rows, d.row())
		chart.Rows = append(chart.Rows, page.Spot{
			Name: c.name(i), Value: value(d.Difference, gain(d.Difference)), Look: verdictLook(d.Verdict, 0, 1),
		})
	}
	p := &page.Document{
		Kind: "Runs", Title: fmt.Sprintf("A (%s) against B (%s) in %d runs", page.Name(c.A), page.Name(c.B), len(c.Runs)),
		Headline: []string{c.headline()}, About: "Points per hand per seat; " + level(c.Level) + ".", Data: c,
		Notes: []string{fmt.Sprintf("a bot is called better where p is at most %.2g after Holm's adjustment for"+
			" all runs; the intervals are not adjusted", 1-c.Level)},
	}
	p.Add(page.Section{Title: "Run by run", Figures: []page.Figure{{
		Name: "runs", Title: "The difference run by run", About: "Points per hand of A less those of B; " + level(c.Level), Chart: chart,
		Keys: verdictKeys("A "+page.Name(c.A), "B "+page.Name(c.B), 0, 1), Table: t,
	}}})
	return p
}

// name returns what charts call a run: its rules or, where these do not tell runs
// apart, its name.
func (c *Comparison) name(i int) string {
	for k := range c.Runs {
		if k != i && c.Runs[k].Rules == c.Runs[i].Rules {
			return c.Runs[i].Run
		}
	}
	return c.Runs[i].Rules
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
