package command

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/policy"
	"xuezhan/sim"
)

// findExplainer reads the bot of --explain.
func (o *replayOptions) findExplainer(a *app) error {
	if o.explain == "" {
		return nil
	}
	var err error
	if o.explainer, err = a.parseSpec(o.explain); err != nil {
		return err
	}
	if o.explainer.IsExternal() {
		return fmt.Errorf("--explain: the bot %s does not say what it thinks", o.explain)
	}
	if _, ok := o.explainer.New().(policy.Explainer); !ok {
		return fmt.Errorf("--explain: the bot %s does not say what it thinks", o.explain)
	}
	return nil
}

// explainers returns a bot for each seat of a recorded hand.
func (o *replayOptions) explainers(r *record.Record) (bots [engine.NumSeats]policy.Explainer) {
	for s := range bots {
		bots[s] = o.explainer.New().(policy.Explainer)
		bots[s].Start(s, sim.PolicySeed(r.Seed, r.Hand, s))
	}
	return bots
}

// remark returns what makes the lines about decisions of a record, nil if nothing is
// to be explained.
func (o *replayOptions) remark(r *record.Record) record.Remark {
	if o.explain == "" {
		return nil
	}
	bots := o.explainers(r)
	return func(v engine.View, legal []engine.Action) []string {
		return opinionLines(bots[v.Seat()].Explain(v, legal))
	}
}

// opinionLines writes opinions as lines in columns.
func opinionLines(list []policy.Opinion) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, o := range list {
		mark := " "
		if o.Choice {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\t%s\t%s\n", mark, o.Action,
			numberText("worth %+.3f", o.Worth), numberText("wins %.3f", o.Wins), numberText("danger %.3f", o.Danger), o.Goal)
	}
	w.Flush()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// numberText writes a number, nothing for none.
func numberText(format string, x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf(format, *x)
}

// A decisionOpinions is a line of 'replay --explain --json'.
type decisionOpinions struct {
	Hand     int64         `json:"hand"`
	Decision int           `json:"decision"` // number in the hand, from 0
	Seat     int           `json:"seat"`
	Phase    string        `json:"phase"`
	Left     int           `json:"left"` // tiles in the wall
	Played   string        `json:"played"`
	Bot      string        `json:"bot"`
	Opinions []opinionLine `json:"opinions"`
}

// An opinionLine is a policy.Opinion as JSON.
type opinionLine struct {
	Action string   `json:"action"`
	Choice bool     `json:"choice"`
	Worth  *float64 `json:"worth"`
	Wins   *float64 `json:"wins"`
	Danger *float64 `json:"danger"`
	Goal   string   `json:"goal"`
}

// writeOpinions writes a line of JSON for each decision that sight sees.
func (a *app) writeOpinions(w io.Writer, o *replayOptions, r *record.Record, sight record.Visibility) error {
	bots := o.explainers(r)
	number := -1
	var failed error
	err := record.Decisions(r, a.tables(), func(e *engine.Engine, h *engine.Hand, played engine.Action) {
		legal := e.Legal(h, nil)
		number++
		if s := h.Asked(); len(legal) > 1 && (sight == record.Full || sight == record.Seat(s)) && failed == nil {
			line := decisionOpinions{
				Hand: r.Hand, Decision: number, Seat: s, Phase: h.Phase().String(), Left: h.Left(),
				Played: played.String(), Bot: o.explainer.String(),
			}
			for _, x := range bots[s].Explain(e.View(h, s), legal) {
				line.Opinions = append(line.Opinions, opinionLine{x.Action.String(), x.Choice, x.Worth, x.Wins, x.Danger, x.Goal})
			}
			failed = printJSON(w, line)
		}
	})
	if err != nil {
		return err
	}
	return failed
}
