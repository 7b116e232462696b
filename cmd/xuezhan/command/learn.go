package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/policy"
	"xuezhan/policy/net"
	"xuezhan/sim/learn"
)

type learnOptions struct {
	rules              string
	behaviour, playout string
	hands, holdout     count
	plan               learn.Plan
	out                string
	json               bool
	workers            int
}

func newLearn(a *app) *cobra.Command {
	o := learnOptions{hands: 20_000, holdout: 4_000}
	c := &cobra.Command{
		Use:   "learn",
		Short: "fit a net to hands, for the bot learned to play by",
		Long: `learn fits a small net to hands and writes it to a file, which the bot learned@FILE
plays by: it discards and calls what leads to the position that the net prizes most.

It plays --hands in each of --rounds. At one decision in --every it tries up to
--candidates actions: each is played to the end of the hand by the bot --playout,
over the same wall, so that their differences are less noisy than the points. In the
first round --behaviour plays the hands, later the net of the round before. Every
round fits a new net to the trials of all rounds.

The result says on --holdout hands, which have walls of their own, how far off
predictions are: those of the best constant, of shanten alone, of a linear net, and of
the net with its --hidden units; and what taking the net's choice instead of the
playout bot's gained in the trials. Intervals have the hand as their unit. What the
bot is worth at the table 'xuezhan match -a learned@FILE -b fast' says.

The same options give the same file with any number of workers. The file appears
whole at the end: a learn that is interrupted leaves nothing, and starts over.`,
		Example: `  xuezhan learn --rules wap-battle -o learned.json
  xuezhan run --rules wap-battle --seats learned@learned.json,fast,learned@learned.json,fast
  xuezhan learn --rules planet --hands 5000 --rounds 1 --hidden 0 -o linear.json`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := o.validate(a); err != nil {
			return err
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.learn(ctx, &o) })
	}
	return c
}

func (o *learnOptions) flags(c *cobra.Command) {
	f, p := c.Flags(), &o.plan
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Uint64Var(&p.Config.Seed, "seed", 1, "seed of all chance")
	f.Var(&o.hands, "hands", "hands of a round")
	f.IntVar(&p.Rounds, "rounds", 2, "rounds")
	f.Var(&o.holdout, "holdout", "hands on which the net is measured")
	f.StringVar(&o.behaviour, "behaviour", "fast", "bot that plays the hands of the first round")
	f.StringVar(&o.playout, "playout", "fast", "bot that plays trials to their end")
	f.IntVar(&p.Explore, "explore", 100, "decisions in a thousand at which the hand continues with a random action of those tried")
	f.IntVar(&p.Every, "every", 3, "decisions to one that is tried")
	f.IntVar(&p.Candidates, "candidates", 6, "actions tried at a decision, at most")
	f.IntVar(&p.Hidden, "hidden", 16, "hidden units; 0 for a linear net")
	f.IntVar(&p.Epochs, "epochs", 4, "passes through the decisions")
	f.Float64Var(&p.Contrast, "contrast", 4, "weight of errors within a decision against its mean error")
	f.Float64Var(&p.Decay, "decay", 0.01, "what squared weights cost in the ridge regression")
	f.Float64Var(&p.Rate, "rate", 0.002, "length of the first steps of the hidden units' fit")
	f.StringVarP(&o.out, "output", "o", "", "write the net to the new `FILE`")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
}

// validate checks the options and completes the plan.
func (o *learnOptions) validate(a *app) error {
	if o.out == "" {
		return misused("-o FILE is missing: a file for the net")
	}
	if err := a.document(o.out).Check(); err != nil {
		return err
	}
	p := &o.plan
	p.Hands, p.Holdout = int64(o.hands), int64(o.holdout)
	p.Training.Seed, p.Inputs = p.Config.Seed, learn.Inputs()
	var err error
	if p.Rules, err = a.loadRules(o.rules); err != nil {
		return err
	}
	for _, x := range []struct {
		flag, text string
		spec       *policy.Spec
	}{{"--behaviour", o.behaviour, &p.Behaviour}, {"--playout", o.playout, &p.Playout}} {
		if *x.spec, err = a.flagSpec(x.flag, x.text); err != nil {
			return err
		}
	}
	if err := p.Validate(); err != nil {
		return usageError{err}
	}
	return nil
}

func (a *app) learn(ctx context.Context, o *learnOptions) error {
	p := a.startProgress(o.plan.TotalHands(), "hands")
	r, err := o.plan.Run(ctx, learn.Options{Tables: a.tables(), Workers: o.workers, Progress: p.add})
	p.finish()
	if err != nil {
		return err
	}
	l := newLearnt(o, r, a.version().String())
	if err := a.document(o.out).Write(func(w io.Writer) error { return l.write(w, r.Net) }); err != nil {
		return err
	}
	if o.json {
		return printJSON(a.out, l)
	}
	return l.print(a.out)
}

// A learnt is what learn prints, and the history in the net's file.
type learnt struct {
	File      string          `json:"file,omitempty"`
	Net       string          `json:"net"` // its digest
	Version   string          `json:"version"`
	Rules     string          `json:"rules"`
	RulesHash string          `json:"rules_hash"`
	Seed      uint64          `json:"seed,string"`
	Rounds    int             `json:"rounds"`
	Hands     int64           `json:"hands"` // of a round
	Holdout   int64           `json:"holdout_hands"`
	Behaviour string          `json:"behaviour"`
	Playout   string          `json:"playout"`
	Explore   int             `json:"explore"`
	Every     int             `json:"every"`
	Tried     int             `json:"candidates"`
	Inputs    int             `json:"inputs"`
	Hidden    int             `json:"hidden"`
	Epochs    int             `json:"epochs"`
	Contrast  float64         `json:"contrast"`
	Decay     float64         `json:"decay"`
	Rate      float64         `json:"rate"`
	Decisions int             `json:"decisions"`
	Trials    int             `json:"trials"`
	Measured  int             `json:"holdout_decisions"`
	Qualities []learn.Quality `json:"predictions"`
}

func newLearnt(o *learnOptions, r *learn.Result, version string) *learnt {
	p := &o.plan
	return &learnt{
		File: o.out, Net: r.Net.Digest(), Version: version,
		Rules: p.Rules.Name, RulesHash: p.Rules.Hash(), Seed: p.Config.Seed,
		Rounds: p.Rounds, Hands: p.Hands, Holdout: p.Holdout,
		Behaviour: p.Behaviour.String(), Playout: p.Playout.String(),
		Explore: p.Explore, Every: p.Every, Tried: p.Candidates,
		Inputs: len(r.Net.Inputs()), Hidden: p.Hidden, Epochs: p.Epochs,
		Contrast: p.Contrast, Decay: p.Decay, Rate: p.Rate,
		Decisions: r.Decisions, Trials: r.Trials, Measured: r.Measured, Qualities: r.Qualities,
	}
}

// write writes the net with its history, which does not name the file.
func (l *learnt) write(w io.Writer, n *net.Net) error {
	history := *l
	history.File = ""
	data, err := json.Marshal(&history)
	if err != nil {
		return err
	}
	return n.Write(w, data)
}

func (l *learnt) print(w io.Writer) error {
	t := newTable(w)
	t.row("rules", l.Rules+" "+l.RulesHash)
	t.row("seed", l.Seed)
	t.row("learned from", fmt.Sprintf("%d trials of %d decisions in %d hands", l.Trials, l.Decisions, int64(l.Rounds)*l.Hands))
	t.row("measured on", fmt.Sprintf("%d decisions in %d hands of the holdout", l.Measured, l.Holdout))
	t.row("net", fmt.Sprintf("%d inputs, %d hidden units, %s", l.Inputs, l.Hidden, l.Net))
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	t = newTable(w)
	t.row("prediction", "squared error", "below the constant's", "below shanten's", "within decisions", "choice gains")
	for _, q := range l.Qualities {
		t.row(q.Name, q.Error, q.BelowConstant, q.BelowShanten, q.Within, q.Gain)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s is written; learned@%s plays by it\n", l.File, l.File)
	return err
}
