package command

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/policy"
	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/review"
	"xuezhan/sim/viewer"
)

// defaultWorlds is the number of worlds at a choice.
const defaultWorlds = 300

// worseWorlds is how many times fewer worlds look for the worst hands than measure them.
const worseWorlds = 5

type reviewOptions struct {
	source replayOptions // of records, and the output
	seat   int
	bot    string
	by     string
	judge  policy.Spec
	worlds count
	seed   uint64
	level  float64
	worst  int

	workers int
}

func newReview(a *app) *cobra.Command {
	o := reviewOptions{worlds: defaultWorlds}
	o.source = replayOptions{hands: 1, seat: -1, tiles: tilesText}
	c := &cobra.Command{
		Use:   "review [RECORD]",
		Short: "what did each choice of a seat cost?",
		Long: `review judges every choice of a seat in a hand: exchange, void suit, discard, kong,
claim and win. At each choice it makes up --worlds worlds in which the seat could
believe itself, from what it saw, plays each option in each of them to the end with the
bot of --by at all four seats, and says what was given away by not taking the best.

The first third of the worlds only decides which option is the best; the others measure
it. So the points given away are no pick of lucky numbers: on average they are what
playing as the judge would have gained. A mistake is a choice that was surely worse than
the best one, with the interval of --level; the others are in doubt. "kept" is what the
better choices, one at a time, would have gained with the tiles that all seats had, on average over 64 orders of the
wall: one hand says little about that, many do. Luck is how much better the draws were
than what could be expected, apart from choices.

The hand comes from a record (- is the standard input), from a stored run (--run DIR
--hand K), or from a match (--match DIR --block K: every hand of the block). --seat
says whose choices, --bot those of every seat where that bot sits. --worst N looks
through the hands of a run, all or --hands from --hand on, and reviews again, with other
worlds, the N hands in which the seat or the bot seems to have given most away.

--format html writes the page of 'xuezhan replay' with the review in it: each choice
at its turn, and a list of the mistakes by size. --json prints one object: by, seed,
level, summary, hands, each with its choices and the worth of their options.`,
		Example: `  xuezhan replay --hand 3 --json | xuezhan review - --seat 2 --worlds 60
  xuezhan review --run runs/first --hand 42 --seat 2 --by value --worlds 100
  xuezhan review --run runs/first --hand 42 --seat 2 --worlds 100 --format html -o review.html
  xuezhan review --run runs/first --bot fast --worst 2 --hands 4 --worlds 225`,
		Args: wantArgs("[RECORD]"),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.validate(a, c, args); err != nil {
			return err
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.review(ctx, &o, args) })
	}
	return c
}

func (o *reviewOptions) flags(c *cobra.Command) {
	f, s := c.Flags(), &o.source
	f.SortFlags = false
	f.StringVar(&s.run, "run", "", "take hands from the stored run in `DIR`")
	f.Var(&s.hand, "hand", "index of the hand in the run, from 0")
	f.Var(&s.hands, "hands", "number of hands to take from there on; with --worst, if it is missing, all")
	f.StringVar(&s.match, "match", "", "take hands from the stored match in `DIR`")
	f.Var(&s.block, "block", "number of the block in the match, from 0")
	f.IntVar(&o.seat, "seat", -1, "review this seat, 0 to 3")
	f.StringVar(&o.bot, "bot", "", "review every seat where the bot `SPEC` sits")
	f.StringVar(&o.by, "by", "value", "the judge: bot `SPEC` that plays every option to the end")
	f.Var(&o.worlds, "worlds", "worlds that are made up at each choice")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.IntVar(&o.worst, "worst", 0, "review the `N` hands of a run in which most was given away")
	s.trust.flags(c)
	s.output.flags(c)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
}

func (o *reviewOptions) validate(a *app, c *cobra.Command, args []string) error {
	given, s := c.Flags().Changed, &o.source
	if err := s.output.validate(c); err != nil {
		return err
	}
	if err := s.trust.use(a); err != nil {
		return err
	}
	switch {
	case s.sources(args) != 1:
		return misused("either a RECORD, --run DIR or --match FILE --block K names what to review")
	case (s.match != "") != given("block"):
		return misused("--match and --block belong together")
	case s.run == "" && (given("hand") || given("hands") || given("worst")):
		return misused("--hand, --hands and --worst are for --run")
	case s.run != "" && !given("hand") && !given("worst"):
		return misused("--run needs --hand or --worst")
	case s.hand < 0 || s.hands < 1 || s.block < 0:
		return misused("--hand and --block are not below 0, --hands not below 1")
	case given("worst") && o.worst < 1:
		return misused("--worst %d is below 1", o.worst)
	case given("seat") == (o.bot != ""):
		return misused("either --seat S or --bot SPEC says whose choices are reviewed")
	case given("seat") && (o.seat < 0 || o.seat >= engine.NumSeats):
		return misused("--seat %d is not 0 to 3", o.seat)
	case o.workers < 1:
		return misused("--workers %d is below 1", o.workers)
	case o.worlds < review.MinWorlds || o.worst > 0 && o.worlds < worseWorlds*review.MinWorlds:
		return misused("--worlds %d is below %d, or %d with --worst", o.worlds, review.MinWorlds, worseWorlds*review.MinWorlds)
	}
	var err error
	if o.judge, err = a.parseSpec(o.by); err != nil {
		return usageError{err}
	}
	if o.worst > 0 && !given("hands") {
		s.hands = 0 // all
	}
	if err := o.config().Validate(); err != nil {
		return usageError{err}
	}
	return nil
}

func (o *reviewOptions) config() *review.Config {
	return &review.Config{By: o.judge, Worlds: int64(o.worlds), Seed: o.seed, Level: o.level}
}

// records returns what is to be reviewed.
func (o *reviewOptions) records(a *app, args []string) (iter.Seq2[namedRecord, error], error) {
	s := &o.source
	switch {
	case len(args) > 0:
		return a.recordsOf(args[0]), nil
	case s.match != "":
		return a.recordsOfMatch(s), nil
	}
	if s.hands == 0 {
		r, err := dataset.Open(s.run)
		if err != nil {
			return nil, err
		}
		c, err := r.Config(a.program())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.run, err)
		}
		s.hands = count(c.TotalHands()) - s.hand
	}
	return a.recordsOfRun(s), nil
}

// A reviewed is a review and what it is of.
type reviewed struct {
	record *record.Record
	hand   *review.Hand
}

// review reviews what the options name and writes the result.
func (a *app) review(ctx context.Context, o *reviewOptions, args []string) error {
	records, err := o.records(a, args)
	if err != nil {
		return err
	}
	config := o.config()
	if o.worst > 0 {
		config.Worlds /= worseWorlds
	}
	list, err := a.reviewAll(ctx, o, config, records)
	if err != nil {
		return err
	}
	if o.worst > 0 {
		if list, err = a.reviewWorst(ctx, o, list); err != nil {
			return err
		}
	}
	return o.source.output.write(a, func(w io.Writer) error { return a.writeReviews(w, o, list) })
}

// reviewAll reviews the seats that the options name in each record.
func (a *app) reviewAll(ctx context.Context, o *reviewOptions, c *review.Config, records iter.Seq2[namedRecord, error]) ([]reviewed, error) {
	p := a.startProgress(0, "choices")
	defer p.finish()
	var list []reviewed
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		for s := range engine.NumSeats {
			if s != o.seat && (o.bot == "" || r.Seats[s] != o.bot) {
				continue
			}
			h, err := a.reviewSeat(ctx, o, c, r, s, p)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.name, err)
			}
			list = append(list, reviewed{r.Record, h})
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the bot %s sits at no seat of these hands", printable(o.bot))
	}
	return list, nil
}

func (a *app) reviewSeat(ctx context.Context, o *reviewOptions, c *review.Config, r namedRecord, seat int, p *progress) (*review.Hand, error) {
	h, err := review.Run(ctx, c, r.Record, seat, review.Options{Tables: a.tables(), Workers: o.workers, Progress: p.add})
	if err != nil {
		return nil, err
	}
	luck, err := match.LuckOf(r.Record, a.tables())
	h.Luck = &luck
	return h, err
}

// reviewWorst reviews those anew in which most was given away, with other worlds and
// more of them.
func (a *app) reviewWorst(ctx context.Context, o *reviewOptions, list []reviewed) ([]reviewed, error) {
	hands := make([]*review.Hand, len(list))
	of := map[*review.Hand]*record.Record{}
	for i, x := range list {
		hands[i], of[x.hand] = x.hand, x.record
	}
	c := o.config()
	c.Seed++
	p := a.startProgress(0, "choices")
	defer p.finish()
	var worst []reviewed
	for _, h := range review.Worst(hands, o.worst) {
		again, err := a.reviewSeat(ctx, o, c, namedRecord{of[h], o.source.run}, h.Seat, p)
		if err != nil {
			return nil, err
		}
		worst = append(worst, reviewed{of[h], again})
	}
	return worst, nil
}

// A reviewResult is what --json prints.
type reviewResult struct {
	By      string         `json:"by"`
	Seed    uint64         `json:"seed,string"`
	Level   float64        `json:"level"`
	Summary review.Summary `json:"summary"`
	Hands   []*review.Hand `json:"hands"`
}

func (a *app) writeReviews(w io.Writer, o *reviewOptions, list []reviewed) error {
	if o.source.output.format == formatHTML {
		return a.writeReviewPage(w, list)
	}
	r := reviewResult{By: o.judge.String(), Seed: o.seed, Level: o.level}
	for _, x := range list {
		r.Hands = append(r.Hands, x.hand)
	}
	r.Summary = review.Summarise(r.Hands, o.level)
	if o.source.json() {
		return printJSON(w, r)
	}
	return writeReviewText(w, &r)
}

// writeReviewPage writes the hands to watch, each with its review.
func (a *app) writeReviewPage(w io.Writer, list []reviewed) error {
	if len(list) > mostHands {
		return fmt.Errorf("a page shows at most %d hands, not %d", mostHands, len(list))
	}
	var p viewer.Page
	for _, x := range list {
		h, err := viewer.NewHand(x.record, a.tables())
		if err != nil {
			return err
		}
		h.Review = x.hand
		p.Hands = append(p.Hands, h)
	}
	return p.Write(w)
}
