package command

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

type replayOptions struct {
	setup
	start       startFlag
	run         string
	match       string
	block       count
	baseline    string
	hand, hands count
	seat        int
	step        bool
	verify      bool
	explain     string
	explainer   policy.Spec
	trust       trust
	tiles       tileStyle
	output      replayOutput
}

func newReplay(a *app) *cobra.Command {
	o := replayOptions{hands: 1, tiles: tilesText}
	c := &cobra.Command{
		Use:   "replay [FILE]",
		Short: "follow a hand turn by turn",
		Long: `replay shows a hand as a person follows it: who drew what, what was legal and what
was chosen, melds and discards, points as they move, the settlement.

The hand comes from a record, a text of one or more hands (- is the standard input),
from a stored run, any hand of it, from a stored match
(--match DIR --block K: the hands of a block), from a baseline (--baseline FILE --hand
K: the hand as it was and as it is played now), or from what 'xuezhan run' would play
with the same flags.

--format html writes one page that needs nothing else: the table after every event,
seen from above or from a seat, with hidden tiles or without, points by their source,
how far each seat is from a win, and what it waits on. hand.html#t17 opens turn 17. Two
hands of a block, or of a baseline, are shown side by side, and where they part.

--step stays in place and follows keys: the right arrow or Enter moves on, the left
arrow or b goes back, a number and Enter jumps to a turn, q ends. Where keys cannot be
read one by one, each is a line.

--explain SPEC adds to each decision what a bot thinks of it, whoever played it: the
worth of each action in points, the wins to expect, the danger and the goal, as far as
the bot knows them; * marks what it would do. With --json it prints a line for each
decision instead of the records.

--json prints the records themselves, JSON Lines with an event a line, instead of
one object. --verify plays each hand again, checks every action, every event and the
ledger, and names the first line that is wrong.`,
		Example: `  xuezhan replay --run runs/first --hand 42
  xuezhan replay --run runs/first --hand 42 --seat 2
  xuezhan replay --run runs/first --hand 42 --format html -o hand.html
  xuezhan replay --match matches/first --block 7 -o block.html
  xuezhan replay --hand 42 --seats fast,big,fast,big --rules planet --seed 7
  xuezhan replay --hand 42 --policy fast --seat 2 --explain value
  xuezhan replay --run runs/first --hand 0 --hands 100 --json | xuezhan replay - --verify`,
		Args: wantArgs("[FILE]"),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.run, "run", "", "take hands from the stored run in `DIR`")
	f.Var(&o.hand, "hand", "index of the hand in the run or the baseline, from 0")
	f.Var(&o.hands, "hands", "number of hands to take from there on")
	f.StringVar(&o.match, "match", "", "take hands from the stored match in `DIR`")
	f.Var(&o.block, "block", "number of the block in the match, from 0")
	f.StringVar(&o.baseline, "baseline", "", "take a hand from the baseline in `FILE`, as it was and as it is now")
	f.IntVar(&o.seat, "seat", -1, "show only what this seat, 0 to 3, knew")
	f.BoolVar(&o.step, "step", false, "go through the hand with keys")
	f.StringVar(&o.explain, "explain", "", "add what the bot `SPEC` thinks at each decision")
	f.BoolVar(&o.verify, "verify", false, "check instead of showing")
	o.trust.flags(c)
	f.Var(&o.tiles, "tiles", tilesUsage)
	o.output.flags(c)
	o.setup.flags(c)
	o.start.flag(f, dealtFlag)
	f.Lookup(dealtFlag).Annotations = map[string][]string{setupFlag: nil}
	f.Lookup("games").Usage = "the run is of N whole games, instead of hands"
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := errors.Join(o.validate(c, args), o.trust.use(a)); err != nil {
			return err
		}
		if err := o.findExplainer(a); err != nil {
			return usageError{err}
		}
		switch {
		case len(args) > 0:
			return a.replay(&o, a.recordsOf(args[0]))
		case o.run != "":
			return a.replay(&o, a.recordsOfRun(&o))
		case o.match != "":
			return a.replay(&o, a.recordsOfMatch(&o))
		case o.baseline != "":
			return a.replay(&o, a.recordsOfBaseline(&o))
		}
		config, err := o.config(a, c, int64(o.hand)+int64(o.hands))
		if err != nil {
			return err
		}
		if config.Hand = o.start.Held; o.start.isGiven() {
			if err := config.Validate(); err != nil {
				return usageError{err}
			}
		}
		return a.replay(&o, a.recordsOfSetup(&o, config))
	}
	return c
}

func (o *replayOptions) validate(c *cobra.Command, args []string) error {
	given := c.Flags().Changed
	if err := o.output.validate(c); err != nil {
		return err
	}
	switch {
	case o.sources(args) > 1, o.sources(args) == 0 && !given("hand"):
		return misused("either a FILE, --run DIR --hand K, --match DIR --block K, --baseline FILE --hand K or --hand K names what to replay")
	case (o.match != "") != given("block"), o.match != "" && (given("hand") || given("hands")):
		return misused("--match and --block belong together, without --hand and --hands")
	case o.baseline != "" && (!given("hand") || given("hands")):
		return misused("--baseline needs --hand, without --hands")
	case o.block < 0:
		return misused("--block %d is below 0", o.block)
	case len(args) > 0 && (given("hand") || given("hands")):
		return misused("--hand and --hands are for what is played again, not for a FILE")
	case o.run != "" && !given("hand"):
		return misused("--run needs --hand")
	case o.hand < 0:
		return misused("--hand %d is below 0", o.hand)
	case o.hands < 1:
		return misused("--hands %d is below 1", o.hands)
	case given("seat") && (o.seat < 0 || o.seat >= engine.NumSeats):
		return misused("--seat %d is not 0 to 3", o.seat)
	case o.verify && (o.step || given("seat")), o.json() && o.step:
		return misused("--verify excludes --step and --seat, and --json excludes --step")
	case o.explain != "" && (o.verify || o.output.format == formatHTML):
		return misused("--explain is for hands that are shown as text, and for --json")
	case o.output.format == formatHTML && (o.verify || o.step):
		return misused("--format html excludes --verify and --step")
	case o.output.file != "" && (o.verify || o.step):
		return misused("--output is for hands, not for --verify or --step")
	case (o.output.format != formatText || o.verify) && o.tiles != tilesText:
		return misused("--tiles is for hands that are shown as text")
	case o.step && (len(args) > 0 && args[0] == "-" || o.decks == "-"):
		return misused("--step reads the keys from the standard input, which is the record")
	}
	for _, name := range annotated(c, setupFlag) {
		if given(name) && o.sources(args) > 0 {
			return misused("what is replayed says its own --%s", name)
		}
	}
	return nil
}

// sources counts what names a hand, but for --hand alone.
func (o *replayOptions) sources(args []string) int {
	n := len(args)
	for _, path := range []string{o.run, o.match, o.baseline} {
		if path != "" {
			n++
		}
	}
	return n
}

// A namedRecord is a record and where it comes from.
type namedRecord struct {
	*record.Record
	name string
}

// recordsOf returns the records of a file.
func (a *app) recordsOf(path string) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		f, err := a.open(path, math.MaxInt64)
		if err != nil {
			yield(namedRecord{}, err)
			return
		}
		defer f.Close()
		none := true
		for r := record.NewReader(f); ; none = false {
			rec, err := r.Next()
			if err == io.EOF && none {
				err = fmt.Errorf("no record: the text is empty")
			}
			if err == io.EOF || err != nil && !yield(namedRecord{}, fmt.Errorf("%s: %w", nameOf(path), err)) {
				return
			}
			if err != nil || !yield(namedRecord{rec, nameOf(path)}, nil) {
				return
			}
		}
	}
}

// recordsOfSetup plays hands of a configuration.
func (a *app) recordsOfSetup(o *replayOptions, c *sim.Config) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		first, last := int64(o.hand), int64(o.hand)+int64(o.hands)
		for rec, err := range a.playHands(c, first, last, nil, "") {
			if !yield(namedRecord{rec, fmt.Sprintf("seed %d", c.Seed)}, err) || err != nil {
				return
			}
		}
	}
}

// recordsOfRun plays hands of a stored run again.
func (a *app) recordsOfRun(o *replayOptions) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		r, err := dataset.Open(o.run)
		if err != nil {
			yield(namedRecord{}, err)
			return
		}
		first, last := int64(o.hand), int64(o.hand)+int64(o.hands)
		for rec, err := range a.playAgain(r, first, last) {
			if err != nil {
				err = fmt.Errorf("%s: %w", o.run, err)
			}
			if !yield(namedRecord{rec, o.run}, err) || err != nil {
				return
			}
		}
	}
}

// playAgain plays the hands first to last−1 of a run again. Where the run has
// them stored, what was played has to be the same.
func (a *app) playAgain(r *dataset.Reader, first, last int64) iter.Seq2[*record.Record, error] {
	return func(yield func(*record.Record, error) bool) {
		c, err := r.Config(a.program())
		if err == nil {
			err = a.admit(c.Seats[:]...)
		}
		var stored map[int64]uint64
		if err == nil {
			stored, err = traces(r, first, last)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		a.playHands(c, first, last, stored, r.Inputs().Version)(yield)
	}
}

// playHands plays the hands first to last−1 of a configuration. Those that are
// stored, by a version, have to be the same.
func (a *app) playHands(c *sim.Config, first, last int64, stored map[int64]uint64, version string) iter.Seq2[*record.Record, error] {
	return func(yield func(*record.Record, error) bool) {
		var replayer *sim.Replayer
		var err error
		if last > c.TotalHands() || last < first { // the sum of the two flags may overflow
			err = fmt.Errorf("the run has %d hands, 0 to %d", c.TotalHands(), c.TotalHands()-1)
		} else {
			replayer, err = sim.NewReplayer(c, a.tables())
		}
		if err == nil {
			defer replayer.Close()
		}
		for hand := first; err == nil && hand < last; hand++ {
			var h sim.Replay
			if h, err = replayAs(replayer, hand, stored, version); err != nil {
				break
			}
			a.tellForfeits(c, &h)
			if !yield(recordOf(c, &h), nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// replayAs plays a hand again and compares it with its stored trace.
func replayAs(r *sim.Replayer, hand int64, stored map[int64]uint64, version string) (sim.Replay, error) {
	h, err := r.Hand(hand)
	if err != nil {
		return h, err
	}
	if want, ok := stored[hand]; ok && h.Trace != want {
		return h, fmt.Errorf("hand %d is played differently by this program than by %s, which played the run", hand, version)
	}
	return h, nil
}

// tellForfeits says which seats of a hand were forfeited.
func (a *app) tellForfeits(c *sim.Config, h *sim.Replay) {
	bots := c.Bots()
	for s := range h.Seats {
		if h.Seats[s].Forfeited {
			tellLines(a.err, fmt.Sprintf("hand %d: seat %d is forfeited: the bot %s failed, and timeout plays on in its place", h.Hand, s, printable(bots[h.Seats[s].Bot])))
		}
	}
}

// recordOf writes down a hand of a configuration.
func recordOf(c *sim.Config, h *sim.Replay) *record.Record {
	rec := &record.Record{
		Rules: c.Rules, Deck: h.Deck, Seeded: c.Decks == nil, Visibility: record.Full,
		Events: slices.Clone(h.Events),
	}
	if rec.Seeded {
		rec.Seed, rec.Hand = c.Seed, h.Hand
	}
	bots := c.Bots()
	for s := range h.Seats {
		rec.Seats[s] = bots[h.Seats[s].Bot]
		rec.Ledger[s] = h.Seats[s].Account
	}
	return rec
}

// traces returns the traces of those of the hands first to last−1 that a run
// has stored.
func traces(r *dataset.Reader, first, last int64) (map[int64]uint64, error) {
	found := map[int64]uint64{}
	for _, p := range r.Parts() {
		if p.First >= last || p.First+p.Count <= first {
			continue
		}
		for b, err := range r.Batches(p, batchHands) {
			if err != nil {
				return nil, err
			}
			for i := range b.Outcomes {
				if o := &b.Outcomes[i]; o.Hand >= first && o.Hand < last {
					found[o.Hand] = o.Trace
				}
			}
		}
	}
	return found, nil
}

// json reports whether output is for machines.
func (o *replayOptions) json() bool { return o.output.format == formatJSON }

// replay does with the records what the options ask for.
func (a *app) replay(o *replayOptions, records iter.Seq2[namedRecord, error]) error {
	if o.output.format == formatHTML {
		return a.replayPage(o, records)
	}
	return o.output.write(a, func(w io.Writer) error { return a.replayEach(o, records, w) })
}

// replayEach does with each record what the options ask for.
func (a *app) replayEach(o *replayOptions, records iter.Seq2[namedRecord, error], w io.Writer) error {
	keys := newKeys(a)
	n := 0
	for r, err := range records {
		if err != nil {
			return err
		}
		if n++; n > 1 && !o.verify && !o.json() {
			fmt.Fprintln(w)
		}
		quit, err := a.replayOne(o, r, w, keys)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		if quit {
			return nil
		}
	}
	switch {
	case o.verify && o.json():
		return printJSON(w, map[string]any{"verified": true, "hands": n})
	case o.verify:
		fmt.Fprintf(w, "%d hands verified\n", n)
	}
	return nil
}

// replayOne does with one record what the options ask for, and reports whether to end
// there.
func (a *app) replayOne(o *replayOptions, r namedRecord, w io.Writer, k *keys) (quit bool, err error) {
	sight, err := o.sight(r.Record)
	switch {
	case o.verify:
		return false, a.verify(r.Record)
	case err != nil:
		return false, err
	case o.json() && o.explain != "":
		return false, a.writeOpinions(w, o, r.Record, sight)
	case o.json():
		return false, record.Write(w, record.Redact(r.Record, sight))
	case o.step:
		return a.stepThrough(o, r.Record, sight, k)
	}
	return false, a.show(w, o, r.Record, sight)
}

// show prints a hand.
func (a *app) show(w io.Writer, o *replayOptions, r *record.Record, sight record.Visibility) error {
	var text strings.Builder
	if err := record.PrintRemarked(&text, r, a.tables(), sight, o.remark(r)); err != nil {
		return err
	}
	_, err := io.WriteString(w, o.tiles.show(text.String()))
	return err
}

// sight returns whose eyes a record is seen with: the seat's that was asked for, or
// else the record's own.
func (o *replayOptions) sight(r *record.Record) (record.Visibility, error) {
	if o.seat < 0 {
		return r.Visibility, nil
	}
	sight := record.Seat(o.seat)
	if r.Visibility != record.Full && r.Visibility != sight {
		return sight, fmt.Errorf("it holds what %s knew and not what %s did", r.Visibility, sight)
	}
	return sight, nil
}

// verify checks a record, and that its deck is the seed's where it says so.
func (a *app) verify(r *record.Record) error {
	if err := record.Verify(r, a.tables()); err != nil {
		return err
	}
	walls := sim.Shared
	if r.Deck.Lanes {
		walls = sim.Lanes
	}
	if r.Seeded && r.Deck != sim.Deck(r.Seed, r.Hand, r.Deck.Dealer, walls) {
		return &record.Fault{Line: r.Line(-1), Msg: fmt.Sprintf("the deck is not that of hand %d of seed %d", r.Hand, r.Seed)}
	}
	return nil
}
