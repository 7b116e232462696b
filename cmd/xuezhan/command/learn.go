package command

import (
	"context"
	"encoding/json"
	"errors"
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
	net                string // the file for the net
	out, resume        string // the directory of the trials
	again              string // the command line that resumes it
	share              shardFlag
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
predictions are, of all decisions, of turns and of claims: those of the best constant, of
shanten alone, of a linear net, and of the net with its --hidden units; and what taking
the net's choice instead of the playout bot's gained in the trials. Intervals have the
hand as their unit. What the bot is worth at the table 'xuezhan match -a learned@FILE -b
fast' says.

The same options give the same net with any number of workers. With --out DIR every trial
is stored as Parquet in a new directory: after a kill 'xuezhan learn --resume DIR -o FILE'
collects the others and ends with the same trials and the same net, and 'xuezhan dataset'
documents, checks and questions them. Without -o the trials alone are collected. Without
--out an interrupted learn starts over.

--shard I/N with --out collects a share of the parts of a plan of one round, on any
machine: the same command, called again, resumes it; 'xuezhan merge' makes one directory
of all shards, and learn --resume fits the net to it. Further rounds are plans of their
own, whose --behaviour is learned@FILE of the net before.`,
		Example: `  xuezhan learn --rules wap-battle -o learned.json
  xuezhan run --rules wap-battle --seats learned@learned.json,fast,learned@learned.json,fast
  xuezhan learn --rules planet --hands 5000 --rounds 1 --hidden 0 -o linear.json
  xuezhan learn --hands 3000 --rounds 1 --out trials -o first.json
  xuezhan learn --resume trials -o again.json`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := o.validate(a, c); err != nil {
			return err
		}
		o.again = resumeLine(c, "learn", "--resume", o.out+o.resume)
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
	f.StringVar(&o.out, "out", "", "store the trials in the new directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the plan in `DIR`, which says all else")
	annotate(f, howFlag, func() {
		f.StringVarP(&o.net, "output", "o", "", "write the net to the new `FILE`")
		o.share.flags(c, "trials")
		f.BoolVar(&o.json, "json", false, "print JSON")
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	})
}

// validate checks the options and completes the plan, unless it is one that is resumed.
func (o *learnOptions) validate(a *app, c *cobra.Command) error {
	shard := o.share.Of > 0
	switch {
	case o.out != "" && o.resume != "":
		return misused("--out and --resume exclude each other")
	case shard && o.out+o.resume == "":
		return misused("--shard wants --out DIR: a directory for the share")
	case shard && o.net != "":
		return misused("a shard has no net: merge the shards, then 'xuezhan learn --resume OUT -o %s'", o.net)
	case o.net == "" && o.out+o.resume == "":
		return misused("-o FILE is missing: a file for the net; or --out DIR to store the trials alone")
	}
	if o.net != "" {
		if err := a.document(o.net).Check(); err != nil {
			return err
		}
	}
	if o.resume != "" {
		return checkResume(c, "directory")
	}
	if err := o.complete(a); err != nil {
		return err
	}
	if err := errors.Join(o.plan.Validate(), o.plan.CheckShard(o.share.Shard)); err != nil {
		return usageError{err}
	}
	return nil
}

// complete completes the plan.
func (o *learnOptions) complete(a *app) error {
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
	return nil
}

// learn carries the plan out and writes the net.
func (a *app) learn(ctx context.Context, o *learnOptions) error {
	var r *learn.Result
	var err error
	if o.out+o.resume == "" {
		p := a.startProgress(o.plan.TotalHands(), "hands")
		r, err = o.plan.Run(ctx, learn.Options{Tables: a.tables(), Workers: o.workers, Progress: p.add})
		p.finish()
	} else {
		r, err = a.learnStored(ctx, o)
	}
	if err != nil || r == nil {
		return err
	}
	l := newLearnt(o, r, a.version().String())
	if err := a.document(o.net).Write(func(w io.Writer) error { return l.write(w, r.Net) }); err != nil {
		return err
	}
	if o.json {
		return printJSON(a.out, l)
	}
	return l.print(a.out)
}

// learnStored carries the plan out with a directory of trials. Where no net is wanted, as of
// a shard, there is no result.
func (a *app) learnStored(ctx context.Context, o *learnOptions) (*learn.Result, error) {
	w, err := a.openTrials(ctx, o)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	p := a.startProgress(max(w.Left(o.share.Shard), 1), "hands")
	how := learn.Options{Tables: a.tables(), Workers: o.workers, Progress: p.add}
	var r *learn.Result
	if o.net == "" && o.plan.Rounds == 1 {
		err = w.Play(ctx, o.share.Shard, how)
	} else {
		r, err = w.Run(ctx, how)
	}
	p.finish()
	if err != nil && ctx.Err() != nil {
		return nil, interruptedError(fmt.Sprintf("after %d of %d parts", len(w.Parts()), w.Planned()), o.again)
	}
	if err == nil && o.net == "" {
		a.tellWhole(&o.share)
		return nil, printTrials(a.out, w, o)
	}
	return r, err
}

// openTrials starts a directory of trials or resumes one.
func (a *app) openTrials(ctx context.Context, o *learnOptions) (*learn.Writer, error) {
	version := a.version().String()
	dir := o.out
	switch {
	case o.resume != "":
		dir = o.resume
		r, err := learn.Open(dir)
		if err != nil {
			return nil, err
		}
		plan, err := r.Plan(a.program())
		if err != nil {
			return nil, a.cannotResume(dir, "version", r.Inputs().Version, err)
		}
		if err := plan.CheckShard(o.share.Shard); err != nil {
			return nil, usageError{err}
		}
		o.plan = *plan
	case o.share.Of == 0 || !isStored(dir): // else a shard's command, called again
		return learn.Create(dir, &o.plan, version)
	}
	w, err := learn.Resume(ctx, dir, &o.plan, version)
	if err != nil {
		return nil, err
	}
	a.tellRedone(w.Redone())
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(w.Parts()), w.Planned()))
	return w, nil
}

// A trialsStored is what there is of the trials of a plan.
type trialsStored struct {
	Dir     string `json:"dir"`
	Parts   int    `json:"parts"`
	Planned int    `json:"planned_parts"`
	Hands   int64  `json:"hands"`
	Trials  int64  `json:"trials"`
	Digest  string `json:"digest,omitempty"` // of all parts; a shard has none
}

// printTrials prints what there is of the trials of a plan.
func printTrials(out io.Writer, w *learn.Writer, o *learnOptions) error {
	s := trialsStored{Dir: o.out + o.resume, Planned: w.Planned(), Digest: w.Digest()}
	for _, p := range w.Parts() {
		s.Parts, s.Hands, s.Trials = s.Parts+1, s.Hands+p.Count, s.Trials+p.Files[0].Rows
	}
	if o.json {
		return printJSON(out, s)
	}
	t := newTable(out)
	t.row("trials", fmt.Sprintf("%d of %d hands in %s", s.Trials, s.Hands, s.Dir))
	t.row("parts", fmt.Sprintf("%d of %d", s.Parts, s.Planned))
	if s.Digest != "" {
		t.row("digest", s.Digest)
	}
	return t.Flush()
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
	OfTurns   []learn.Quality `json:"predictions_of_turns"`
	OfClaims  []learn.Quality `json:"predictions_of_claims"`
}

func newLearnt(o *learnOptions, r *learn.Result, version string) *learnt {
	p := &o.plan
	return &learnt{
		File: o.net, Net: r.Net.Digest(), Version: version,
		Rules: p.Rules.Name, RulesHash: p.Rules.Hash(), Seed: p.Config.Seed,
		Rounds: p.Rounds, Hands: p.Hands, Holdout: p.Holdout,
		Behaviour: p.Behaviour.String(), Playout: p.Playout.String(),
		Explore: p.Explore, Every: p.Every, Tried: p.Candidates,
		Inputs: len(r.Net.Inputs()), Hidden: p.Hidden, Epochs: p.Epochs,
		Contrast: p.Contrast, Decay: p.Decay, Rate: p.Rate,
		Decisions: r.Decisions, Trials: r.Trials, Measured: r.Measured,
		Qualities: r.Qualities, OfTurns: r.OfTurns, OfClaims: r.OfClaims,
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
	t.row("decisions", "prediction", "squared error", "below the constant's", "below shanten's", "within decisions", "choice gains")
	for _, of := range []struct {
		name string
		list []learn.Quality
	}{{"all", l.Qualities}, {"turns", l.OfTurns}, {"claims", l.OfClaims}} {
		for _, q := range of.list {
			t.row(of.name, q.Name, q.Error, q.BelowConstant, q.BelowShanten, q.Within, q.Gain)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s is written; learned@%s plays by it\n", l.File, l.File)
	return err
}
