package command

import (
	"fmt"
	"io"
	"math"
	"time"

	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// A matchWatch tells on the standard error how a match stands: with a line that
// is written over on a terminal, elsewhere with one now and then.
type matchWatch struct {
	w        io.Writer
	terminal bool
	every    time.Duration
	started  time.Time
	last     time.Time
	first    int64 // hands that a record had already
	hands    int64
	width    int // of the line on the terminal
}

func newMatchWatch(w io.Writer) *matchWatch {
	now := time.Now()
	m := &matchWatch{w: w, terminal: isTerminal(w), every: lineEvery, started: now, last: now, first: -1}
	if m.terminal {
		m.every = barEvery
	}
	return m
}

// show tells how the match stands, if it has not just done so.
func (m *matchWatch) show(hands int64, status func() match.Status) {
	if m.first < 0 {
		m.first = hands
	}
	m.hands = hands
	m.say(func() string { return statusLine(status(), m.speed()) })
}

// say writes a line, if it has not just written one.
func (m *matchWatch) say(text func() string) {
	now := time.Now()
	if now.Sub(m.last) < m.every {
		return
	}
	m.last = now
	line := text()
	if !m.terminal {
		fmt.Fprintln(m.w, "xuezhan: "+line)
		return
	}
	n := len([]rune(line))
	fmt.Fprintf(m.w, "\r%s%*s", line, max(m.width-n, 0), "")
	m.width = n
}

// finish wipes the line off.
func (m *matchWatch) finish() {
	if m.terminal && m.width > 0 {
		fmt.Fprintf(m.w, "\r%*s\r", m.width, "")
	}
}

func (m *matchWatch) seconds() float64 { return time.Since(m.started).Seconds() }

// speed returns the hands per second that were played here.
func (m *matchWatch) speed() float64 {
	return float64(m.hands-max(m.first, 0)) / m.seconds()
}

// statusLine says in one line how a match stands.
func statusLine(s match.Status, speed float64) string {
	text := fmt.Sprintf("%d blocks", s.Blocks)
	if d := s.Duel; d != nil {
		i := d.Difference
		if d.Sequence != nil {
			i = *d.Sequence
		}
		text += ", " + i.GainTo(stats.PlainDecimals) + " points per hand"
		if d.SPRT != nil {
			text += ", LLR " + d.SPRT.String()
		}
		text += fmt.Sprintf(", %.1f %% differ", 100*float64(d.Differ)/float64(max(s.Blocks, 1)))
	}
	if s.Faults > 0 {
		text += fmt.Sprintf(", %d faults", s.Faults)
	}
	return text + fmt.Sprintf(", %.0f hands/s", speed)
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
