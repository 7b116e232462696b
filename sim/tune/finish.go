package tune

import (
	"context"
	"encoding/json"
	"errors"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// A GateResult says whether a tuned bot is better than the one it began as.
type GateResult struct {
	Verdict    stats.Verdict     `json:"verdict"`
	Test       *stats.SPRTConfig `json:"sprt"` // null for a fixed number of blocks
	Blocks     int64             `json:"blocks"`
	Hands      int64             `json:"hands"`
	Difference stats.Interval    `json:"difference"` // points per hand
}

// String says in words what the gate decided.
func (g *GateResult) String() string {
	switch g.Verdict {
	case stats.Better:
		return "passed: better than the start"
	case stats.NotBetter:
		return "not passed: no better than the start"
	}
	return "not passed: undecided"
}

// A HoldoutResult says by how much, on hands that have decided nothing.
type HoldoutResult struct {
	Gain   stats.Interval `json:"gain"` // points per hand more than the start
	Blocks int64          `json:"blocks"`
	Hands  int64          `json:"hands"`
}

// A History is how tuned parameters came to be: the history of their file.
type History struct {
	Command     string            `json:"command"`
	Version     string            `json:"version"` // of the program that finished it
	Signature   string            `json:"signature"`
	Method      string            `json:"method"`
	Start       string            `json:"start"` // spec of the bot as it began
	Tuned       string            `json:"tuned"` // and as it is now
	Opponent    string            `json:"opponent,omitempty"`
	Rules       string            `json:"rules"`
	RulesHash   string            `json:"rules_hash"`
	Seed        uint64            `json:"seed,string"`
	Seeds       map[string]string `json:"seeds"` // by purpose: see sim.PurposeSeed
	Walls       string            `json:"walls"`
	Parameters  []string          `json:"parameters"` // that were tuned
	Logs        []string          `json:"log_scale"`
	Plan        Plan              `json:"plan"`
	Generations int               `json:"generations"`
	Hands       map[string]int64  `json:"hands"` // by purpose
	Faults      int64             `json:"faults"`
	Gate        *GateResult       `json:"gate"`
	Holdout     *HoldoutResult    `json:"holdout"`
}

// A Result is the result of a run.
type Result struct {
	Bot        string        `json:"bot"`
	Parameters policy.Values `json:"parameters"` // all of the bot's
	History    History       `json:"history"`
}

// Options do not affect a result.
type Options struct {
	Tables   *shape.Tables // nil builds them
	Workers  int
	Progress func(hands int64) // called with hands played since its last call; nil for none
	// Command and Version are recorded in the result's history.
	Command, Version string
}

// Finish lets the tuned bot through the gate, measures its gain on the holdout and
// writes the parameters' file, whatever the gate says. Training must be over. An
// interrupted gate or holdout is played again from its start. A gate that has its
// verdict is not.
func (t *Tuner) Finish(ctx context.Context, o Options) (Result, error) {
	start := t.config.Bot
	tuned, err := start.With(t.Vector())
	if err != nil {
		return Result{}, err
	}
	if t.gate == nil {
		r, err := t.compare(ctx, sim.Gate, tuned, match.Stopping{Blocks: t.plan.GateBlocks, SPRT: t.config.Gate}, o)
		if err != nil {
			return Result{}, err
		}
		t.gate = &GateResult{r.Verdict, t.config.Gate, r.Blocks, r.Hands, r.Difference}
		if err := t.commit(t.plan.Generations, part{Gate: t.gate, Faults: r.Faults[0] + r.Faults[1]}); err != nil {
			return Result{}, err
		}
	}
	if t.holdout == nil {
		r, err := t.compare(ctx, sim.Holdout, tuned, match.Stopping{Blocks: t.plan.HoldoutBlocks}, o)
		if err != nil {
			return Result{}, err
		}
		t.holdout = &HoldoutResult{r.Difference, r.Blocks, r.Hands}
		if err := t.commit(t.plan.Generations+1, part{Holdout: t.holdout, Faults: r.Faults[0] + r.Faults[1]}); err != nil {
			return Result{}, err
		}
	}
	result := Result{tuned.Bot().Name, tuned.Values(), t.historyOf(tuned, o)}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return result, err
	}
	return result, errors.Join(t.show(), t.document(TunedFile, append(text, '\n')), t.finish())
}

// compare plays the tuned bot against the start on the walls of a purpose.
func (t *Tuner) compare(ctx context.Context, p sim.Purpose, tuned policy.Spec, s match.Stopping, o Options) (match.Result, error) {
	c := t.config.match(p, 0, tuned, t.config.Bot)
	c.Stopping = s
	done := int64(0)
	r, err := match.Run(ctx, c, match.Options{
		Tables: o.Tables, Workers: o.Workers,
		Progress: func(hands int64, _ func() match.Status) {
			if o.Progress != nil {
				o.Progress(hands - done)
			}
			done = hands
		},
	})
	if err == nil {
		t.faults += r.Faults[0] + r.Faults[1]
	}
	return r, err
}

// historyOf returns the history of the tuned bot.
func (t *Tuner) historyOf(tuned policy.Spec, o Options) History {
	h := &t.header
	s := History{
		Command: o.Command, Version: o.Version, Signature: h.Signature, Method: h.Method,
		Start: h.Bot.Spec, Tuned: tuned.String(), Rules: t.config.Rules.Name, RulesHash: h.RulesHash,
		Seed: uint64(h.Seed), Seeds: t.seeds(), Walls: h.Walls, Parameters: h.Parameters, Logs: h.Logs,
		Plan: t.plan, Generations: t.generations, Faults: t.faults,
		Gate: t.gate, Holdout: t.holdout,
		Hands: map[string]int64{"train": t.hands, "gate": t.gate.Hands, "holdout": t.holdout.Hands},
	}
	if t.config.Method == CMAES {
		s.Opponent = t.config.opponent().String()
	}
	return s
}
