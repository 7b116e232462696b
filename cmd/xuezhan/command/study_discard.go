package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/features/eval"
	"xuezhan/sim"
	"xuezhan/sim/report"
	"xuezhan/sim/study"
)

// defaultSamples is the number of samples of a position.
const defaultSamples = 2000

type discardOptions struct {
	rules, void, seen string
	left, dealer      int
	record            string
	turn, seat        int
	claim             int // 0 for a turn

	playout   string
	bot       string // says what it thinks
	samples   count
	seed      uint64
	precision float64
	workers   int
	check     bool
	report    reportOptions
}

func newStudyDiscard(a *app) *cobra.Command {
	o := discardOptions{samples: defaultSamples}
	c := &cobra.Command{
		Use:   "discard [TILES]",
		Short: "what is each discard of a position worth?",
		Long: `study discard tries everything that a seat may do in its turn: every discard, and
kongs and a win where there are any. It makes up --samples hands in which the seat
may be, plays each action of each of them to the end with the bot of --playout at all
four seats, and prints what the actions are worth, the best first. All actions meet
the same hands, and a hand is one unit.

TILES is a position in the notation of 'xuezhan eval': 14 tiles, a meld counting
three, the one drawn last. --void is needed; --seen has all that is seen elsewhere.
Nothing else is known of such a position, so that the unseen tiles are made up
anywhere, every way as likely: each of the others holds 13 and has named the suit of
which it has fewest. They are then further from a win than opponents late in a hand.

--record takes the position from a full record (see 'xuezhan replay --json'), at the
turn --turn of all turns, or of those of --seat. --claim N takes the N-th choice about
another's tile instead: to win, to claim it for a pung or a kong, or to pass. What the seat does not see is made up
from what is public: void suits, rivers, melds, how often each has drawn.

--bot SPEC adds what a bot thinks of each action: the worth it goes by, the wins it
expects, the danger it sees, its goal. Where samples differ in what is public, it is
the mean of some of them.

--precision P ends once the best action's lead over the second is known to within P
points. --json prints one object: rules, tiles, void, left, playout, samples, lead,
actions, each with the bot's opinion if one was asked, and notes.`,
		Example: `  xuezhan study discard '123m456p7889p24m99p' --void s --samples 200
  xuezhan study discard '123m456p788m99p[555m]' --void s --seen 69m13579s --left 30 --bot value --samples 200
  xuezhan replay --hand 3 --json | xuezhan study discard --record - --turn 5 --seat 2 --samples 200
  xuezhan replay --hand 3 --json | xuezhan study discard --record - --claim 2 --samples 200`,
		Args: func(c *cobra.Command, args []string) error { return wantArgs("[TILES]")(c, args[:min(len(args), 1)]) },
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		config, err := o.validate(a, c, strings.Join(args, " "))
		if err != nil {
			return err
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.studyDiscard(ctx, &o, config) })
	}
	return c
}

func (o *discardOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.StringVar(&o.void, "void", "", "void `SUIT`: m, p or s")
	f.StringVar(&o.seen, "seen", "", "`TILES` visible elsewhere")
	f.IntVar(&o.left, "left", -1, "`TILES` left in the wall; below 0 for all that nobody can have")
	f.IntVar(&o.dealer, "dealer", 0, "how many seats further in turn order the dealer sits")
	f.StringVar(&o.record, "record", "", "take the position from the record in `FILE` (- is the standard input)")
	f.IntVar(&o.turn, "turn", 1, "number of the turn in the record, from 1")
	f.IntVar(&o.claim, "claim", 0, "instead of a turn, the `N`-th choice about another's tile, from 1")
	f.IntVar(&o.seat, "seat", -1, "count the turns, or the choices, of this seat alone, 0 to 3")
	f.StringVar(&o.playout, "playout", "fast", "bot that plays on for all seats (see 'xuezhan policies')")
	f.StringVar(&o.bot, "bot", "", "add what the bot `SPEC` thinks of each action")
	f.Var(&o.samples, "samples", "hands that are made up, at most with --precision")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.Float64Var(&o.precision, "precision", 0, "end once the lead of the best is known to within `P` points; 0 plays all samples")
	o.report.flags(c)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	f.BoolVar(&o.check, "check", false, "verify every action")
}

// validate checks the options and returns the study they ask for.
func (o *discardOptions) validate(a *app, c *cobra.Command, tiles string) (*study.PositionConfig, error) {
	if err := o.report.validate(c); err != nil {
		return nil, err
	}
	if o.workers < 1 {
		return nil, misused("--workers %d is below 1", o.workers)
	}
	if o.samples < 1 || o.samples > sim.MaxHands {
		return nil, misused("--samples is not 1 to %d", int64(sim.MaxHands))
	}
	if (tiles == "") == (o.record == "") {
		return nil, misused("either TILES or --record FILE names the position")
	}
	if err := o.contradiction(c); err != nil {
		return nil, err
	}
	config := &study.PositionConfig{Samples: int64(o.samples), Seed: o.seed, Precision: o.precision, Level: o.report.level}
	var err error
	if config.Playout, err = a.parseSpec(o.playout); err != nil {
		return nil, usageError{err}
	}
	if o.bot != "" {
		spec, err := a.parseSpec(o.bot)
		if err != nil {
			return nil, usageError{err}
		}
		config.Bot = &spec
	}
	if o.record == "" {
		err = o.spot(a, config, tiles)
	} else {
		err = a.turnOfRecord(o, config)
	}
	if err != nil {
		return nil, err
	}
	if err := config.Validate(); err != nil {
		return nil, usageError{err}
	}
	return config, nil
}

// contradiction reports flags of the one way to name a position that were given with
// the other.
func (o *discardOptions) contradiction(c *cobra.Command) error {
	names, why := []string{"turn", "claim", "seat"}, "--%s is for a --record"
	if o.record != "" {
		names, why = []string{"rules", "void", "seen", "left", "dealer"}, "the record says its own --%s"
	}
	for _, name := range names {
		if c.Flags().Changed(name) {
			return misused(why, name)
		}
	}
	if c.Flags().Changed("seat") && (o.seat < 0 || o.seat >= engine.NumSeats) {
		return misused("--seat %d is not 0 to 3", o.seat)
	}
	switch given := c.Flags().Changed; {
	case given("claim") && given("turn"):
		return misused("--turn and --claim exclude each other")
	case o.turn < 1:
		return misused("--turn %d is below 1", o.turn)
	case given("claim") && o.claim < 1:
		return misused("--claim %d is below 1", o.claim)
	}
	return nil
}

// isCounted reports whether a decision is one of those that --turn or --claim counts.
func (o *discardOptions) isCounted(h *engine.Hand, legal []engine.Action) bool {
	switch {
	case o.seat >= 0 && h.Asked() != o.seat:
		return false
	case o.claim == 0:
		return h.Phase() == engine.PhaseTurn
	}
	return len(legal) > 1 && (h.Phase() == engine.PhaseClaim || h.Phase() == engine.PhaseRob)
}

// spot makes the study one of a position in notation.
func (o *discardOptions) spot(a *app, config *study.PositionConfig, tiles string) error {
	p, err := (&eval.Case{Tiles: tiles, Void: o.void, Seen: o.seen}).Position()
	if err != nil {
		return usageError{err}
	}
	spot := study.Spot{Own: p.Own, Void: p.Void, Seen: p.Seen, Left: o.left, Dealer: o.dealer}
	if o.void == "" {
		return misused("--void is missing: a position in notation does not say it")
	}
	if err := spot.Validate(); err != nil {
		return usageError{err}
	}
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return err
	}
	config.Source = func(e *engine.Engine) (study.Source, error) { return study.FromSpot(e, spot), nil }
	return nil
}

// turnOfRecord makes the study one of a turn, or of a choice about another's tile, in a
// record.
func (a *app) turnOfRecord(o *discardOptions, config *study.PositionConfig) error {
	r, err := a.readRecord(o.record)
	if err != nil {
		return err
	}
	var hand engine.Hand
	found, wanted := 0, o.turn
	if o.claim > 0 {
		wanted = o.claim
	}
	err = record.Follow(r, a.tables(), func(_ *engine.Engine, h *engine.Hand, legal []engine.Action, _ engine.Action, _ int) {
		if o.isCounted(h, legal) {
			if found++; found == wanted {
				hand = *h
			}
		}
	})
	switch {
	case errors.Is(err, record.ErrNotFull):
		return fmt.Errorf("%s: the record is not full: without the deck it cannot be played again", nameOf(o.record))
	case err != nil:
		return fmt.Errorf("%s: %w", nameOf(o.record), err)
	case found < wanted && o.claim > 0:
		return misused("--claim %d: the record has %d choices about another's tile", o.claim, found)
	case found < wanted:
		return misused("--turn %d: the record has %d turns", o.turn, found)
	}
	config.Rules = r.Rules
	config.Source = func(e *engine.Engine) (study.Source, error) { return study.FromHand(e, &hand), nil }
	return nil
}

// readRecord reads the first record of a file.
func (a *app) readRecord(path string) (*record.Record, error) {
	for r, err := range a.recordsOf(path) {
		return r.Record, err
	}
	return nil, fmt.Errorf("%s: no record", nameOf(path))
}

// studyDiscard plays the samples, tells how far it is and prints the result.
func (a *app) studyDiscard(ctx context.Context, o *discardOptions, config *study.PositionConfig) error {
	if err := o.report.prepare(a); err != nil {
		return err
	}
	p := a.startProgress(config.Samples, "samples")
	result, err := study.RunPosition(ctx, config, study.Options{Tables: a.tables(), Workers: o.workers, Check: o.check, Progress: p.add})
	p.finish()
	if err != nil {
		return err
	}
	if o.record == "" {
		result.Notes = append(result.Notes, spotNotes()...)
	} else {
		result.Notes = append(result.Notes, "what the seat does not see is made up from what is public: void suits, rivers, melds, and how often each seat has drawn")
	}
	return o.report.print(a, report.Position{PositionResult: result}.Page(a.version().String()))
}

// spotNotes say what is assumed of a position in notation.
func spotNotes() []string {
	return []string{
		"of this position nothing is known but the seat's tiles and those seen: the unseen ones are made up anywhere, every way as likely;" +
			" each of the others holds 13 tiles and no meld, has named its shortest suit, and may still hold tiles of it",
		"the tiles seen are taken for discards of the others; so are, sampled again each time, those that are neither left in the wall nor held",
	}
}
