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
			list = append(list, "LLR "+d.SPRT.String())
		}
		list = append(list, fmt.Sprintf("%.1f %% of %s blocks differ", 100*float64(d.Differ)/float64(max(s.Blocks, 1)), stats.Grouped(s.Blocks)))
	}
	if s.Faults > 0 {
		list = append(list, fmt.Sprintf("%d faults", s.Faults))
	}
	return list
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
	fmt.Fprintf(w, "block deviation %.3f points per hand in a pilot of %d blocks, %.1f %% of them differ\n",
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
