package command

import (
	"fmt"
	"io"
	"math"

	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// matchStatus says how a match stands, the difference first.
func matchStatus(s match.Status) []string {
	var list []string
	if d := s.Duel; d != nil {
		i := d.Difference
		if d.Sequence != nil {
			i = *d.Sequence
		}
		list = append(list, i.GainTo(stats.PlainDecimals)+" points per hand")
		if d.SPRT != nil {
			list = append(list, "LLR "+llr(d.SPRT))
		}
		list = append(list, fmt.Sprintf("%.1f %% of %s blocks differ", 100*float64(d.Differ)/float64(max(s.Blocks, 1)), stats.Grouped(s.Blocks)))
	}
	if s.Faults > 0 {
		list = append(list, fmt.Sprintf("%d faults", s.Faults))
	}
	return list
}

// bounded returns an interval as "+1.230 [+1.190, +1.270]".
func bounded(i stats.Interval) string { return i.BracketedTo(stats.PlainDecimals) }

func llr(s *match.SPRT) string {
	value := "infinite"
	if s.LLR != nil {
		value = fmt.Sprintf("%+.2f", *s.LLR)
	}
	return fmt.Sprintf("%s [%.2f, %.2f]", value, s.Lower, s.Upper)
}

// A matchSummary is what match prints. As JSON it is one object with the
// result's fields beside its own.
type matchSummary struct {
	A         string   `json:"a,omitempty"` // of two bots
	B         string   `json:"b,omitempty"`
	Rules     string   `json:"rules"`
	RulesHash string   `json:"rules_hash"`
	Seed      uint64   `json:"seed,string"`
	Walls     string   `json:"walls"`
	Design    string   `json:"design"`
	Version   string   `json:"version"`
	Seconds   *float64 `json:"seconds,omitempty"` // where it was just played
	Speed     *float64 `json:"hands_per_s,omitempty"`
	match.Result
	specs []string
}

func newMatchSummary(c *match.Config, r match.Result, version string, seconds, speed float64) *matchSummary {
	s := &matchSummary{
		Rules: c.Rules.Name, RulesHash: c.Rules.Hash(), Seed: c.Seed, Walls: c.Walls.String(), Design: c.Design.String(),
		Version: version, Seconds: &seconds, Speed: &speed, Result: r,
	}
	for _, b := range c.Bots {
		s.specs = append(s.specs, b.Spec)
	}
	if c.Design != match.Field {
		s.A, s.B = s.specs[0], s.specs[1]
	}
	return s
}

func (s *matchSummary) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return printJSON(w, s)
	}
	t := newTable(w)
	for _, f := range s.facts() {
		t.row(f[0], f[1])
	}
	return t.Flush()
}

// facts returns all that is printed as names and values.
func (s *matchSummary) facts() [][2]string {
	var list [][2]string
	if s.Duel != nil {
		list = s.duelFacts()
	} else {
		list = s.fieldFacts()
	}
	hands := fmt.Sprint(s.Hands)
	if s.Seconds != nil {
		hands = fmt.Sprintf("%d in %.1f s, %.0f hands/s", s.Hands, *s.Seconds, *s.Speed)
	}
	list = append(list,
		[2]string{"rules", s.Rules + " " + s.RulesHash},
		[2]string{"seed", fmt.Sprintf("%d, walls %s, design %s", s.Seed, s.Walls, s.Design)},
		[2]string{"hands", hands})
	for i, n := range s.Faults {
		if n > 0 {
			list = append(list, [2]string{"faults", fmt.Sprintf("%d of %s: timeout has played on in its place", n, s.specs[i])})
		}
	}
	return append(list, [2]string{"verdict", s.verdict()})
}

func (s *matchSummary) duelFacts() [][2]string {
	list := [][2]string{
		{"A", s.A},
		{"B", s.B},
		{"blocks", fmt.Sprintf("%d, %.1f %% differ, deviation %.3f", s.Blocks, 100*float64(s.Differ)/float64(max(s.Blocks, 1)), s.Deviation)},
		{"difference", bounded(s.Difference) + " points per hand"},
	}
	add := func(name, value string) { list = append(list, [2]string{name, value}) }
	if s.Unbiased != nil {
		add("unbiased", bounded(*s.Unbiased)+" median-unbiased after the test")
	}
	if s.Sequence != nil {
		add("sequence", bounded(*s.Sequence)+" holds at all times together")
	}
	if s.Luck != nil {
		add("unadjusted", bounded(s.Luck.Unadjusted)+" with the luck of the draws")
		add("luck", fmt.Sprintf("%s A's less B's; the variance is %.3f of that without adjustment", bounded(s.Luck.Mean), s.Luck.VarianceRatio))
	}
	if s.SPRT != nil {
		add("LLR", fmt.Sprintf("%s of %g against %g points per hand", llr(s.SPRT), s.SPRT.Mu1, s.SPRT.Mu0))
	}
	return list
}

func (s *matchSummary) fieldFacts() [][2]string {
	list := [][2]string{{"bot", "points per hand above the mean"}}
	for _, b := range s.Standings.Bots {
		list = append(list, [2]string{b.Bot, bounded(b.Points)})
	}
	return append(list, [2]string{"blocks", fmt.Sprint(s.Blocks)})
}

// verdict says in words whether A is better.
func (s *matchSummary) verdict() string {
	than := s.B
	if s.Duel == nil {
		than = "every other"
	}
	switch s.Verdict {
	case stats.Better:
		return s.specs[0] + " is better than " + than
	case stats.NotBetter:
		if s.Duel == nil {
			return s.specs[0] + " is worse than another"
		}
		return s.specs[0] + " is not better than " + than
	case stats.Identical:
		if s.Blocks == 0 {
			return "identical: A and B are the same bot, so nothing was played"
		}
		return fmt.Sprintf("identical: none of the first %s blocks differs", stats.Grouped(s.Blocks))
	}
	return "undecided"
}

// A printedPlan is what --plan prints.
type printedPlan struct {
	match.Plan
	Speed float64 `json:"hands_per_s"`
}

// printPlan prints a plan; speed is in hands per second.
func printPlan(w io.Writer, p *match.Plan, speed float64, asJSON bool) error {
	if asJSON {
		return printJSON(w, printedPlan{*p, speed})
	}
	fmt.Fprintf(w, "block deviation %.3f points per hand in a pilot of %d blocks, %.1f %% of which differ\n",
		p.Deviation, p.Pilot, 100*float64(p.Differ)/float64(p.Pilot))
	if p.Deviation == 0 {
		_, err := fmt.Fprintln(w, "no block differs: there is nothing to plan with")
		return err
	}
	t := newTable(w)
	t.row("to tell", "blocks", "hands", "seconds")
	for _, r := range []struct {
		what   string
		blocks int64
	}{
		{fmt.Sprintf("an interval of ±%g", p.Delta), p.HalfWidth},
		{fmt.Sprintf("%g from 0 by a fixed number", p.Delta), p.Fixed},
		{fmt.Sprintf("%g from 0 by --sprt 0,%g, if it is 0", p.Delta, p.Delta), p.AtNone},
		{fmt.Sprintf("the same, if it is %g", p.Delta/2), p.AtHalf},
		{fmt.Sprintf("the same, if it is %g", p.Delta), p.AtDelta},
	} {
		hands := r.blocks * int64(p.Hands)
		t.row(r.what, r.blocks, hands, math.Ceil(float64(hands)/speed))
	}
	return t.Flush()
}
