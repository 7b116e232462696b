package study

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
)

// An Opinion is what a bot thinks of an action, on average over samples of a
// position, which may differ in what is public of the others. What the bot does not
// weigh is null or empty.
type Opinion struct {
	Action string   `json:"action"`
	Worth  *float64 `json:"worth"`  // in points, as policy.Opinion has it
	Wins   *float64 `json:"wins"`   // to expect by the best goal; in blood battle a chance
	Danger *float64 `json:"danger"` // in points
	Chosen float64  `json:"chosen"` // share of the samples in which it takes the action
	Goal   string   `json:"goal"`   // in the first sample
}

// opinionSamples is the number of samples in which a bot is asked.
const opinionSamples = 64

// Opinions asks a bot what it thinks of a position from a source, that of a seat in
// its turn. It is an error if the bot does not explain itself.
func Opinions(e *engine.Engine, source Source, bot policy.Spec, seed uint64) ([]Opinion, error) {
	x, err := thinkerOf(bot)
	if err != nil {
		return nil, err
	}
	var h engine.Hand
	var list []Opinion
	for i := range int64(opinionSamples) {
		source.Sample(&h, sim.PlayoutSeed(seed, i, 0))
		if i == 0 {
			if err := e.Verify(&h); err != nil {
				return nil, fmt.Errorf("study: no such position: %w", err)
			}
		}
		seat := h.Asked()
		legal := e.Legal(&h, nil)
		x.Start(seat, sim.PolicySeed(seed, i, seat))
		opinions := []policy.Opinion{{Action: legal[0], Choice: true}}
		if len(legal) > 1 {
			opinions = x.Explain(e.View(&h, seat), legal)
		}
		if list == nil {
			list = make([]Opinion, len(opinions))
		}
		for n := range opinions {
			list[n].add(&opinions[n], i)
		}
	}
	return list, nil
}

// thinkerOf returns the policy of a bot that explains itself.
func thinkerOf(bot policy.Spec) (policy.Explainer, error) {
	if !bot.IsExternal() {
		if x, ok := bot.New().(policy.Explainer); ok {
			return x, nil
		}
	}
	return nil, fmt.Errorf("study: the bot %s does not say what it thinks", bot)
}

// add counts an opinion behind n others.
func (o *Opinion) add(p *policy.Opinion, before int64) {
	mean := func(sum *float64, x *float64) *float64 {
		switch {
		case x == nil:
			return sum
		case sum == nil:
			y := *x
			return &y
		}
		*sum += (*x - *sum) / float64(before+1)
		return sum
	}
	if before == 0 {
		o.Action, o.Goal = p.Action.String(), p.Goal
	}
	o.Worth, o.Wins, o.Danger = mean(o.Worth, p.Worth), mean(o.Wins, p.Wins), mean(o.Danger, p.Danger)
	chosen := 0.0
	if p.Choice {
		chosen = 1
	}
	o.Chosen += (chosen - o.Chosen) / float64(before+1)
}

// opinions asks a bot about the position.
func (a *positionPlayer) opinions(bot policy.Spec) []Opinion {
	list, err := Opinions(a.engine, a.source, bot, a.config.Seed)
	if err != nil {
		panic("study: a bot that was validated does not explain itself: " + err.Error())
	}
	return list
}

// addOpinions gives each action its opinion.
func (r *PositionResult) addOpinions(list []Opinion) {
	for i := range r.Actions {
		for n := range list {
			if list[n].Action == r.Actions[i].Action {
				r.Actions[i].Opinion = &list[n]
			}
		}
	}
}
