package regress

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Parting is the point at which a hand stops being what it was.
type Parting struct {
	Hand   int64  `json:"hand"`
	Why    Why    `json:"why"`
	Action int    `json:"action"` // index of the first action that differs; the number of actions if none does
	Seat   int    `json:"seat"`   // who was to choose, or −1
	Before string `json:"before"` // what was chosen, "" for nothing
	Now    string `json:"now"`
	// Legal are the actions that may be chosen now, and Known is what the seat
	// knows: its view as text.
	Legal string `json:"legal,omitempty"`
	Known string `json:"known,omitempty"`
	// Lines are the lines of the accounts, or the wins, that differ where the
	// actions do not.
	Lines []string `json:"lines,omitempty"`
}

// Why says what differs first.
type Why string

// The kinds of difference.
const (
	Choice  Why = "choice"  // another action was chosen
	Illegal Why = "illegal" // the action of before is no longer legal
	Longer  Why = "longer"  // the hand was over here, and is not now
	Shorter Why = "shorter" // the hand is over here now, and went on
	Points  Why = "points"  // the actions are the same, the accounts are not
	Wins    Why = "wins"    // only situations, fan or patterns of wins are not the same
)

// parting plays the hand again in which the play of c differs and finds where.
func (b *Baseline) parting(c *sim.Config, index int64, t *shape.Tables) (*Parting, error) {
	replayer, err := sim.NewReplayer(c, t)
	if err != nil {
		return nil, err
	}
	defer replayer.Close()
	replay, err := replayer.Hand(index)
	if err != nil {
		return nil, err
	}
	hands, err := b.blockOf(index).unpack(c.Decks != nil)
	if err != nil {
		return nil, err
	}
	then := &hands[index-b.blockOf(index).first]
	e, err := engine.New(c.Rules, t)
	if err != nil {
		return nil, err
	}
	now := replay.Actions
	p := &Parting{Hand: index, Seat: -1}
	var h engine.Hand
	e.Deal(&h, &replay.Deck)
	for p.Action < len(now) && p.Action < len(then.actions) && now[p.Action] == then.actions[p.Action] {
		e.Apply(&h, now[p.Action])
		p.Action++
	}
	if p.Action < max(len(now), len(then.actions)) {
		p.choice(c, e, &h, then.actions, now)
		return p, nil
	}
	p.accounts(then, replay.Outcome)
	return p, nil
}

// choice describes a decision that is no longer the same.
func (p *Parting) choice(c *sim.Config, e *engine.Engine, h *engine.Hand, then, now []engine.Action) {
	if p.Action < len(then) {
		p.Before = then[p.Action].String()
	}
	if h.Over() {
		p.Why = Shorter
		return
	}
	p.Seat = h.Asked()
	p.Now = now[p.Action].String()
	p.Legal = record.ActionsText(e.Legal(h, nil))
	var policies [engine.NumSeats]string
	for s := range policies {
		policies[s] = c.Bots()[c.Bot(s, p.Hand)]
	}
	p.Known = record.Knowledge(e.View(h, p.Seat), policies)
	switch {
	case p.Action >= len(then):
		p.Why = Longer
	case e.Check(h, then[p.Action]) != nil:
		p.Why = Illegal
	default:
		p.Why = Choice
	}
}

// accounts describes a hand that was played alike but not paid alike.
func (p *Parting) accounts(then *hand, o *sim.Outcome) {
	p.Why = Points
	for s := range then.ledger {
		for source := range engine.NumSources {
			was, is := then.ledger[s][source], o.Seats[s].Account[source]
			if was != is {
				p.Lines = append(p.Lines, fmt.Sprintf("seat %d, %s: %+d before, %+d now", s, source, was, is))
			}
		}
	}
	if p.Lines == nil {
		p.Why = Wins
	}
}

// Text tells the parting to a person.
func (p *Parting) Text() string {
	var b strings.Builder
	who := fmt.Sprintf("hand %d, action %d: ", p.Hand, p.Action)
	switch p.Why {
	case Choice:
		fmt.Fprintf(&b, "%sseat %d chose %s before and %s now\n", who, p.Seat, p.Before, p.Now)
	case Illegal:
		fmt.Fprintf(&b, "%sseat %d chose %s before, which is not legal now, and %s now\n", who, p.Seat, p.Before, p.Now)
	case Longer:
		fmt.Fprintf(&b, "%sthe hand was over before; now seat %d is asked and chooses %s\n", who, p.Seat, p.Now)
	case Shorter:
		fmt.Fprintf(&b, "%sthe hand is over now; before it went on with %s\n", who, p.Before)
	case Points:
		fmt.Fprintf(&b, "hand %d: the same %d actions, but not the same points\n", p.Hand, p.Action)
	case Wins:
		fmt.Fprintf(&b, "hand %d: the same %d actions and points, but wins in other situations, of other fan or patterns\n", p.Hand, p.Action)
	}
	for _, l := range p.Lines {
		fmt.Fprintf(&b, "    %s\n", l)
	}
	if p.Legal != "" {
		fmt.Fprintf(&b, "it may %s\n%s", p.Legal, p.Known)
	}
	return b.String()
}

// Text tells the report to a person.
func (r *Report) Text() string {
	var b strings.Builder
	if r.Differ == 0 {
		fmt.Fprintf(&b, "all %d hands are as they were\n", r.Hands)
		return b.String()
	}
	fmt.Fprintf(&b, "%d of %d hands differ from the baseline written by %q\n", r.Differ, r.Hands, r.WrittenBy)
	fmt.Fprintf(&b, "change in points per hand, %g %% intervals\n", 100*r.Level)
	changes := r.Seats
	if len(r.Bots) > 1 { // one bot at all seats wins what it loses
		changes = slices.Concat(r.Bots, r.Seats)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range changes {
		fmt.Fprintf(t, "    %s\t%s\n", c.Name, signed(c.Points))
	}
	t.Flush()
	b.WriteString(r.First.Text())
	return b.String()
}

// signed writes an interval of differences.
func signed(i stats.Interval) string {
	if !i.Defined() {
		return fmt.Sprintf("%+.3f [?]", i.Value)
	}
	return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", i.Value, i.Lo, i.Hi)
}
