package command

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
)

// defaultHands is the number of hands of a run that says nothing else: a few
// seconds' worth.
const defaultHands = 100_000

type runOptions struct {
	setup
	hands    count
	workers  int
	check    bool
	start    startFlag
	out      string
	resume   string
	share    shardFlag
	plots    plotOptions
	profiles profiles
	report   reportOptions
	external externalOptions
	outside  sim.External // what external says

	again  string                  // the command line that resumes a stored run
	replay func(hand int64) string // that which plays a hand again
}

func newRun(a *app) *cobra.Command {
	o := runOptions{hands: defaultHands}
	c := &cobra.Command{
		Use:   "run",
		Short: "play hands and report what they were worth",
		Long: `run plays hands, or whole games, and reports what they were worth to each bot.

The same rules, seed, seats, walls and number of hands give the same hands, and
the same digest, with any number of workers and on any machine.

Seats are listed in turn order. A spec may itself contain commas: what follows one
and has the form key=value belongs to the spec before it, so that
  --seats fast:win=min2,call=timeout,big,fast,big
lists four. Blanks and semicolons separate seats too. The bot exec:COMMAND is a
process of its own, in any language ('xuezhan policies --help'); its command may have
blanks, and commas in quotes. With --rotate the seating
turns by one seat with every hand, or game.

--json prints one object: rules, rules_hash, seed, hands, seconds, hands_per_s,
digest, exhausted_rate and all else that the report has. Its "seats" has an entry
for each of the four seats listed, which follows its bot when the seating turns;
its "bots" has an entry for each different spec, over all seats that it holds, and
"differences" compares every two of them.

--out stores the hands as Parquet tables in a new directory; 'xuezhan report' reads
it, 'xuezhan dataset schema' documents it. Parts are complete or absent: those that
were finished stay when a run ends early, in whatever way.

--resume DIR resumes a run that --out began. It takes everything from there
that the hands depend on, keeps the parts that are whole, which it compares with
their digests, plays the others, and ends with the same files, digest and report as
a run that nothing has happened to. It has to be the same version of the program;
the first hand of every part that is kept is played again and must be the same.

--hand TILES deals seat 0 the same start in every hand, and everything else at random:
the answer begins with what it is worth to that seat.

An interrupt lets the parts under way be finished, prints the command that resumes
and ends; a second one stops at once. Without --out the result so
far is printed and marked as partial.

--shard I/N plays only a share of the hands into the directory of --out: the parts whose
index leaves the remainder I when divided by N. The same command, called again, resumes
it. Shards may be played on different machines; 'xuezhan merge' makes the whole of them.

--format html writes the report as one web page that needs nothing else, with charts
and, in the element with id "report", the object that --json prints.

--plots draws every chart of that page as a picture of its own, as SVG and PNG: points
by cause and of a hand, fan, wins by draw, tempo, the points of each bot by the tiles
dealt, and of every two bots their difference by these.`,
		Example: `  xuezhan run --rules wap-battle --hands 20000 --seats fast,big,fast,big --out runs/first
  xuezhan run --rules planet --hands 20000 --seats fast,big,fast,big --out runs/second
  xuezhan run --resume runs/second
  xuezhan run --policy fast --games 1_000 --rules mil --json
  xuezhan run --hands 50_000 --seats fast,big,fast,big --plots pictures
  xuezhan run --hands 20000 --seats fast,big,fast,big --format html -o report.html
  xuezhan run --hands 2e4 --policy value --hand 123456789m1133p
  xuezhan run --hands 2e4 --seats fast:win=min2,call=timeout,fast,fast,big --rotate --walls lanes`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := o.validate(a, c)
		if err != nil {
			return err
		}
		i := a.interruptible(c.Context())
		defer i.end()
		return a.run(i, &o, config)
	}
	return c
}

func (o *runOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.Var(&o.hands, "hands", "hands to play")
	o.setup.flags(c)
	o.start.flag(f, handFlag)
	f.StringVar(&o.out, "out", "", "store the hands in the new directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the run in `DIR`")
	annotate(f, howFlag, func() {
		o.report.flags(c)
		o.plots.flags(c)
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		o.external.flags(c)
		o.share.flags(c, "run")
		o.external.trust.allowFlag(c)
		f.BoolVar(&o.check, "check", false, "verify every action and every state")
		f.StringVar(&o.profiles.cpu, "cpuprofile", "", "write a CPU profile to `FILE`")
		f.StringVar(&o.profiles.memory, "memprofile", "", "write a memory profile to `FILE`")
	})
	delete(f.Lookup("on-bot-fault").Annotations, howFlag) // a stored run has it
}

// validate checks the options and returns what they ask to be played, nil for
// what a stored run says.
func (o *runOptions) validate(a *app, c *cobra.Command) (*sim.Config, error) {
	for _, pair := range [][2]string{{"hands", "games"}, {"decks", "hands"}} {
		if c.Flags().Changed(pair[0]) && c.Flags().Changed(pair[1]) {
			return nil, misused("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	if err := o.report.validate(c); err != nil {
		return nil, err
	}
	if o.resume != "" {
		if err := checkResume(c, "run"); err != nil {
			return nil, err
		}
	}
	var err error
	if o.outside, err = o.external.use(a); err != nil {
		return nil, err
	}
	if o.share.Of > 0 && o.out+o.resume == "" {
		return nil, misused("--shard needs --out, where the shard is stored")
	}
	o.lines(c)
	if o.resume != "" {
		return nil, nil
	}
	config, err := o.setup.config(a, c, int64(o.hands))
	if err != nil {
		return nil, err
	}
	config.OnFault, config.Hand = o.outside.OnFault, o.start.Held
	if err := config.Validate(); err != nil {
		return nil, usageError{err}
	}
	return config, nil
}

// lines notes the command lines that are told when the run ends early.
func (o *runOptions) lines(c *cobra.Command) {
	dir := o.out + o.resume // one of them, or none
	if dir != "" {
		o.again = resumeLine(c, "run", "--resume", dir)
	}
	o.replay = func(hand int64) string {
		words := []string{"xuezhan", "replay", "--hand", fmt.Sprint(hand), "--" + stackFlag}
		if dir != "" {
			return commandLine(append(words, "--run", dir), c, nil)
		}
		if o.start.isGiven() {
			words = append(words, "--"+dealtFlag, o.start.String())
		}
		return commandLine(words, c, annotated(c, setupFlag))
	}
}

// run plays a configuration, or resumes a stored run if there is none, and
// prints its summary.
func (a *app) run(i *interruption, o *runOptions, c *sim.Config) error {
	stopProfiles, err := o.profiles.start(a)
	if err != nil {
		return err
	}
	var s *report.RunSummary
	if err = errors.Join(o.report.prepare(a), o.plots.prepare()); err == nil && c == nil {
		s, err = a.resumeRun(i, o)
	} else if err == nil {
		s, err = a.startRun(i, o, c)
	}
	err = errors.Join(err, stopProfiles())
	if s == nil {
		return err
	}
	d := s.Page()
	return errors.Join(o.report.print(a, d), o.plots.draw(a, d), err)
}

// startRun plays a configuration from its start.
func (a *app) startRun(i *interruption, o *runOptions, c *sim.Config) (*report.RunSummary, error) {
	if o.out == "" {
		in, err := dataset.InputsOf(c, a.version().String())
		if err != nil {
			return nil, err
		}
		return a.play(i, o, c, &in, stored{})
	}
	w, err := a.createRun(i, o, c)
	if err != nil {
		return nil, err
	}
	in := w.Inputs()
	return a.play(i, o, c, &in, stored{w})
}

// createRun starts the directory of a run. That of a shard which was started before is
// resumed: whoever runs shards calls the same command again.
func (a *app) createRun(i *interruption, o *runOptions, c *sim.Config) (*dataset.Writer, error) {
	version := a.version().String()
	if o.share.Of == 0 || !isStored(o.out) {
		saveMemory()
		return dataset.Create(o.out, c, version)
	}
	saveMemory()
	w, err := dataset.Resume(i.softly, o.out, c, version)
	if err == nil {
		a.tellRedone(w.Redone())
	}
	return w, err
}

// play plays what is not stored yet. If it is interrupted there is an error
// next to the summary of what was played, or without a summary if that is stored.
func (a *app) play(i *interruption, o *runOptions, c *sim.Config, in *dataset.Inputs, to stored) (*report.RunSummary, error) {
	o.again = allowing(o.again, c.Seats[:]...)
	if replay := o.replay; o.out+o.resume != "" {
		o.replay = func(hand int64) string { return allowing(replay(hand), c.Seats[:]...) }
	}
	total, err := newTally(in, o.report.bySeat())
	if err != nil {
		return nil, err
	}
	options := sim.Options{Tables: a.tables(), Workers: o.workers, Check: o.check, External: o.outside, Shard: o.share.Shard, Stop: i.softly.Done()}
	options.Tally = func() sim.Tally {
		t, err := newTally(in, o.report.bySeat())
		if err != nil {
			panic("command: a tally that could be made once cannot be made again")
		}
		return t
	}
	options.Merged = func(t sim.Tally) { total.Merge(t.(*report.RunTally)) }
	kept, started := to.hands(), time.Now()
	result, err := a.watch(i, o, c, options, to)
	if err != nil {
		return nil, err
	}
	if result.Fault != "" {
		fmt.Fprintf(a.err, "xuezhan: a bot failed, and timeout played on in its place: %s\n", result.Fault)
	}
	if result.Stopped() {
		err = interruptedError(fmt.Sprintf("after %d of %d hands", result.Hands, o.share.Hands(c)), "")
		if result.Hands == 0 {
			return nil, err
		}
	}
	s := total.Summary(in, o.report.level)
	seconds := time.Since(started).Seconds()
	speed := float64(result.Hands-kept) / seconds
	s.Seconds, s.Speed, s.Digest, s.Partial = &seconds, &speed, result.Digest, result.Stopped()
	if err == nil {
		a.tellWhole(&o.share)
	}
	return s, err
}

// watch plays and tells how far it is, and in errors what can be done.
func (a *app) watch(i *interruption, o *runOptions, c *sim.Config, options sim.Options, to stored) (sim.Result, error) {
	p := a.startProgress(o.share.Hands(c), "hands")
	options.Progress = p.add
	var result sim.Result
	var err error
	if to.writer == nil {
		result, err = sim.Run(i.now, c, options)
	} else {
		result, err = to.finish(i.now, c, options)
	}
	p.finish()
	stopped := i.now.Err() != nil && err != nil
	switch {
	case stopped || to.writer != nil && err == nil && result.Stopped():
		return result, interruptedError(fmt.Sprintf("after %d of %d hands", result.Hands, o.share.Hands(c)), o.again)
	case err != nil && to.writer != nil:
		return result, to.whatIsLeft(withReplay(err, o.replay), o)
	}
	return result, withReplay(err, o.replay)
}
