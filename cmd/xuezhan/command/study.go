package command

import (
	"cmp"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/study"
)

// defaultStudyHands is the number of hands of a study that says nothing else.
const defaultStudyHands = 20_000

// defaultStudied is the bot that most questions are asked of.
const defaultStudied = "fast"

// defaultOrders is the number of orders of a hand's wall of a study that says nothing
// else.
const defaultOrders = 4

// studyOptions are what all questions have in common.
type studyOptions struct {
	rules     string
	hands     count
	seed      uint64
	seats     string
	policy    string
	studied   string
	field     string
	walls     string
	orders    int
	start     startFlag
	game      gameOptions
	precision float64
	out       string
	resume    string
	share     shardFlag
	workers   int
	check     bool
	plots     plotOptions
	report    reportOptions
}

// studyText is what the help of every question says of the answer.
const studyText = `
Every moment is a fork: the hand is copied, each alternative is forced, and all are
played to the end over the same wall by the same bots, which know nothing of the
fork. The differences are of the same forks; the hand is the unit of all intervals.
Groups with forks in too few hands say so instead of showing noise, and p-values are
adjusted by Holm for all groups together.

--orders N plays each hand N times: with its own wall, and with the tiles left after
the deal in other orders. The hand stays one unit of all intervals. It narrows them
nearly as much as N times the hands would.

--field BOTS says who the others at the table are: each studied seat plays the hand with
its own bot, of --policy or --seats, among three bots of the field. With more than one
they are drawn anew for every hand and seat, as often as their weights say:
fast*2,value draws fast two times of three. The answer depends on the field: ask for
several before you believe a rule.

--hand TILES deals seat 0 the same start in every hand, and everything else at random;
seat 0 alone is then studied, unless --studied says otherwise.
` + gameText + `

--precision P ends the study once the 95 % half width of the main difference (or
that of --level) is at most P points. Its interval then holds whenever it may have
ended, and is wider than one of a fixed number of hands.

--json prints one object: question, settings, rules, rules_hash, seed, seats, hands,
digest, main, alternatives, contrasts, strata, map, maxim and notes.

--format html writes the answer as one web page that needs nothing else, with charts
and, in the element with id "report", the object that --json prints.

--plots draws every chart of that page as a picture of its own, as SVG and PNG.

--out stores a row for each alternative of each fork as Parquet in a new directory;
'xuezhan report' makes the answer again from there, 'xuezhan dataset schema forks'
documents the columns. After an interrupt 'xuezhan study --resume DIR' resumes it.

--shard I/N with --out plays a share of the parts, on any machine: the same command,
called again, resumes it, and 'xuezhan merge' makes one study of all shards.`

func newStudy(a *app) *cobra.Command {
	var questions []*cobra.Command
	for _, k := range study.Kinds() {
		questions = append(questions, newStudyQuestion(a, k))
	}
	c := newGroup(&cobra.Command{
		Use:   "study QUESTION",
		Short: "say what a choice is worth",
		Long: `study forks hands at a decision, plays every alternative to the end over the same
wall, and compares the outcomes: what a choice is worth, with intervals. 'study'
alone lists the questions.

--resume DIR resumes a study that --out began. It takes everything from there,
keeps the parts that are whole, which it compares with their digests, plays the
others, and ends with the same files, digest and report as a study that nothing has
happened to. It has to be the same version of the program; the first hand of every
part that is kept is played again and must be the same.`,
		Example: `  xuezhan study fast-vs-big --hands 2000
  xuezhan study call --rules wap-flow --hands 2000 --out studies/calls
  xuezhan study --resume studies/calls
  xuezhan study wait --hands 2000 --format html -o wait.html`,
	}, append(questions, newStudyDiscard(a), newStudyBestResponse(a))...)
	var o studyOptions
	o.resumeFlags(c)
	group := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return group(c, args)
		case o.resume == "":
			return a.listQuestions(c)
		}
		return a.resumeStudy(c, &o)
	}
	return c
}

// listQuestions prints the questions, with a sentence each.
func (a *app) listQuestions(c *cobra.Command) error {
	t := newTable(a.out)
	for _, q := range c.Commands() {
		if q.IsAvailableCommand() {
			t.row(q.Name(), q.Short)
		}
	}
	return t.Flush()
}

func (o *studyOptions) flags(c *cobra.Command, k *study.Kind) {
	f := c.Flags()
	f.SortFlags = false
	o.hands = defaultStudyHands
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Var(&o.hands, "hands", "hands to play, at most with --precision")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.seats, "seats", "", "bots of the four seats (see 'xuezhan policies')")
	f.StringVar(&o.policy, "policy", cmp.Or(k.Policy, defaultStudied), "bot of all four seats, instead of --seats")
	f.StringVar(&o.field, "field", "", "`BOTS` that sit with each studied seat, drawn for every hand: 'fast', or with weights 'fast*2,value,expert'")
	f.StringVar(&o.studied, "studied", "0,1,2,3", "`SEATS` whose choices are studied")
	f.StringVar(&o.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	f.IntVar(&o.orders, "orders", defaultOrders, "orders of its wall in which each hand is played")
	o.start.flag(f, handFlag)
	o.game.flags(c)
	f.Float64Var(&o.precision, "precision", 0, "end once the main difference is known to within `P` points; 0 plays all hands")
	f.StringVar(&o.out, "out", "", "store the forks in the new directory `DIR`")
	o.commonFlags(c)
}

// resumeFlags are those of a resumed study: the ones that do not affect its rows.
func (o *studyOptions) resumeFlags(c *cobra.Command) {
	c.Flags().SortFlags = false
	c.Flags().StringVar(&o.resume, "resume", "", "resume the study in `DIR`")
	o.commonFlags(c)
}

func (o *studyOptions) commonFlags(c *cobra.Command) {
	f := c.Flags()
	annotate(f, howFlag, func() {
		o.report.flags(c)
		o.plots.flags(c)
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		o.share.flags(c, "study")
		f.BoolVar(&o.check, "check", false, "play the bots' own choices again too, and compare with the hands")
	})
	delete(f.Lookup("level").Annotations, howFlag) // a study stores its level
}

// validateCommon checks the options of studies new and old.
func (o *studyOptions) validateCommon(c *cobra.Command) error {
	if err := o.report.validate(c); err != nil {
		return err
	}
	switch {
	case o.workers < 1:
		return misused("--workers %d is below 1", o.workers)
	case o.share.Of > 0 && o.out+o.resume == "":
		return misused("--shard needs --out, where the shard is stored")
	case o.share.Of > 1 && o.precision > 0:
		return usageError{study.ErrShardPrecision}
	}
	return nil
}

// validate checks the options and returns the study they ask for, but for its
// question.
func (o *studyOptions) validate(a *app, c *cobra.Command) (*study.Config, error) {
	if err := o.validateCommon(c); err != nil {
		return nil, err
	}
	if o.hands < 1 || o.hands > sim.MaxHands {
		return nil, misused("--hands is not 1 to %d", int64(sim.MaxHands))
	}
	if !(o.precision >= 0) {
		return nil, misused("--precision %v is below 0", o.precision)
	}
	if o.orders < 1 || o.orders > study.MaxOrders {
		return nil, misused("--orders %d is not 1 to %d", o.orders, study.MaxOrders)
	}
	config := &study.Config{Orders: o.orders, Precision: o.precision, Level: o.report.level}
	config.Seed, config.Hands = o.seed, int64(o.hands)
	config.PartHands = sim.SmallPart(config.Hands)
	var err error
	if config.Hand = o.start.Held; o.start.isGiven() && !c.Flags().Changed("studied") {
		o.studied = "0" // who is dealt it
	}
	if config.Studied, err = parseStudied(o.studied); err != nil {
		return nil, err
	}
	if config.Game, err = o.game.game(c); err != nil {
		return nil, err
	}
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return nil, err
	}
	if c.Flags().Changed("seats") && c.Flags().Changed("policy") {
		return nil, misused("--seats and --policy exclude each other")
	}
	if config.Seats, err = a.specsOf(o.seats, o.policy); err != nil {
		return nil, err
	}
	config.Field, err = a.parseField(o.field)
	return config, err
}

// parseStudied reads the seats that --studied has as a set.
func parseStudied(text string) (study.Seats, error) {
	list, err := listedSeats(text)
	var set study.Seats
	for _, seat := range list {
		set |= 1 << seat
	}
	return set, err
}
