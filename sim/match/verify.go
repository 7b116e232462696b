package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// A Verification says how a match or a ladder is verified. The zero value replays nothing
// and keeps no fault.
type Verification struct {
	store.Verification
	// Replay replays a unit, a block or a round; nil replays none.
	Replay func(unit int64) ([]Block, error)
	Sample int    // stored units that are replayed, chosen at random
	Seed   uint64 // of that choice
}

// Verify checks a stored match: the manifest, the file of each part byte for byte, every
// column, what must hold between them, and the end. Only the context's end is an error:
// all else is a fault.
func (r *Reader) Verify(ctx context.Context, v Verification) (*store.Findings, error) {
	f, err := r.stored.verify(ctx, &v)
	if err != nil || f.Count > 0 {
		return f, err
	}
	return f, r.verifyEnd(ctx, f)
}

// Verify is that of a match.
func (r *LadderReader) Verify(ctx context.Context, v Verification) (*store.Findings, error) {
	f, err := r.stored.verify(ctx, &v)
	if err != nil || f.Count > 0 {
		return f, err
	}
	_, err = r.Review(ctx)
	return f, r.noteEnd(ctx, f, err)
}

// verifyEnd checks that the match ends where its blocks end it, with their digest.
func (r *Reader) verifyEnd(ctx context.Context, f *store.Findings) error {
	v, err := r.Review(ctx)
	if err == nil && r.Finished() {
		c, _ := r.inputs.scoring() // read once already
		if !c.ended(v) {
			err = errors.New("match: it is finished, and its blocks do not end it")
		}
	}
	return r.noteEnd(ctx, f, err)
}

// ended reports whether the blocks of a review end the match.
func (c *Config) ended(v *Review) bool {
	test := v.Result.Duel != nil && v.Result.SPRT != nil && v.Result.Verdict.String() != "undecided"
	return v.Result.Blocks == c.Blocks || c.Identical && v.Result.Verdict.String() == "identical" || test
}

// noteEnd notes what is wrong with the blocks as a whole.
func (r *stored) noteEnd(ctx context.Context, f *store.Findings, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.Finished() {
		f.Checked = append(f.Checked, "the digest is that of the blocks, and they end where it is finished")
	} else {
		f.Unchecked = append(f.Unchecked, "the digest, which there is at the end")
	}
	if err != nil {
		f.InManifest("digest", r.Digest(), "that of the stored blocks", err.Error())
	}
	return nil
}

// verify checks all but the end.
func (r *stored) verify(ctx context.Context, v *Verification) (*store.Findings, error) {
	f := store.NewFindings(&r.manifest, &v.Verification)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"every " + r.schedule.unit() + " in order and of its part",
		"points of a hand sum to zero, and those of each bot follow from them and from who sits where",
	}
	r.verifyManifest(f)
	f.Stray(r.path, &r.manifest, r.kind)
	chosen := r.choose(v)
	check := column.RowCheck{Dir: r.path, Manifest: &r.manifest, Columns: column.Documented(r.schedule.columns())}
	check.Begin = func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		c := &partCheck{stored: r, next: p.First, replay: v.Replay, chosen: chosen}
		return c.rows, func(*store.Findings) {}
	}
	err := check.Parts(ctx, &v.Verification, f)
	f.Hands, f.Skipped = r.HandsOf(f.Hands), r.HandsOf(f.Skipped)
	if v.Replay == nil {
		f.Unchecked = append(f.Unchecked, "whether the bots play so: nothing is replayed")
	} else {
		f.Replayed = r.HandsOf(int64(len(chosen)))
		f.Checked = append(f.Checked, fmt.Sprintf("%d of the %ss, replayed", len(chosen), r.schedule.unit()))
	}
	return f, err
}

// verifyManifest checks the parts that are listed.
func (r *stored) verifyManifest(f *store.Findings) {
	s := r.schedule
	if want := s.parts(); r.manifest.Planned != want && !(s.endsEarly() && r.Finished() && r.manifest.Planned < want) {
		f.InManifest("planned_parts", r.manifest.Planned, want, "the "+s.unit()+"s in parts of their size")
	}
	for i := range r.manifest.Parts {
		p := &r.manifest.Parts[i]
		err := s.checkRange(p)
		if want := s.part(p.Index).Hands; err == nil && p.Count < want && i+1 < len(r.manifest.Parts) {
			err = fmt.Errorf("has %d %ss, and only the last part may have less than %d", p.Count, s.unit(), want)
		}
		if err != nil {
			f.InManifest(fmt.Sprintf("part %d", p.Index), p.Count, "the "+s.unit()+"s of the plan", err.Error())
		}
	}
}

// choose returns the units to replay, in order.
func (r *stored) choose(v *Verification) []int64 {
	n, _ := r.count()
	if v.Replay == nil || n == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(v.Seed, 1<<63)) // no wall's stream: see sim.Wall
	var places []int64                          // among the stored units
	if int64(v.Sample) >= n {
		for i := range n {
			places = append(places, i)
		}
	} else {
		for len(places) < v.Sample {
			if at := rng.Int64N(n); !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	slices.Sort(places)
	var units []int64
	before := int64(0)
	for _, p := range r.manifest.Parts {
		for len(places) > 0 && places[0] < before+p.Count {
			units = append(units, p.First+places[0]-before)
			places = places[1:]
		}
		before += p.Count
	}
	return units
}

// A partCheck checks the rows of a part.
type partCheck struct {
	*stored
	next   int64 // unit of the next row
	pair   int   // of a ladder's round
	replay func(unit int64) ([]Block, error)
	chosen []int64
	again  []Block // of the unit under way, if it is replayed
}

// rows checks rows, some at a time.
func (c *partCheck) rows(s *column.Sheet) {
	unit := c.schedule.unit()
	numbers := s.Column(unit)
	columns := c.schedule.columns()
	var good []*row // that end before the row under way
	compare := func(end int) {
		s.Compare(end-len(good), column.VectorsOf(columns, good), "what follows from the points and the faults")
		good = good[:0]
	}
	for at := range numbers {
		s.Want(unit, numbers, at, c.next, unit+"s follow each other")
		if b, ok := c.block(s, at); ok {
			good = append(good, c.schedule.rowOf(b, c.pair))
		} else {
			compare(at)
		}
		c.replayed(s, at, columns)
		if c.pair++; c.pair == c.schedule.blocks {
			c.pair, c.next = 0, c.next+1
		}
	}
	compare(len(numbers))
}

// block returns the block of a row, unless there is none to be made of it.
func (c *partCheck) block(s *column.Sheet, at int) (b *Block, ok bool) {
	b = &Block{Number: c.next, Hands: c.schedule.hands()}
	for hand := range b.Hands {
		for seat := range engine.NumSeats {
			b.Points[hand][seat] = int32(s.Column(fmt.Sprintf("points_%d_%d", hand, seat))[at])
		}
	}
	if c.schedule.config.Luck {
		b.Luck = [2]int64{s.Column("luck_a")[at], s.Column("luck_b")[at]}
	}
	var err error
	if b.Faults, err = parseFaults(s.Vector("faults").Text(at)); err != nil {
		s.Fault("faults", at, "a list of faults", err.Error())
		return b, false
	}
	if err = b.check(len(c.schedule.config.Bots)); err != nil {
		s.Fault("points_0_0", at, "points that sum to zero, and faults of bots of the match", err.Error())
		return b, false
	}
	return b, true
}

// replayed compares a row with the replay of its unit, if it is one of those chosen. One in
// which an external bot failed is not compared: the bot may have been late.
func (c *partCheck) replayed(s *column.Sheet, at int, columns []column.Typed[*row]) {
	if c.pair == 0 {
		c.again = nil
		if slices.Contains(c.chosen, c.next) {
			var err error
			if c.again, err = c.replay(c.next); err != nil {
				s.Fault(c.schedule.unit(), at, "replayed", err.Error())
			}
		}
	}
	if c.again != nil && !(c.schedule.external && (hasFaults(c.again) || s.Column("fault_count")[at] > 0)) {
		s.Compare(at, column.VectorsOf(columns, []*row{c.schedule.rowOf(&c.again[c.pair], c.pair)}), "the replay")
	}
}

// A Replayer plays units of a match or a ladder again. It is one goroutine's own.
type Replayer struct {
	schedule *schedule
	players  players
	player   *player
}

// NewReplayer returns a replayer of a match; nil tables are built.
func NewReplayer(c *Config, t *shape.Tables) (*Replayer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return newReplayer(c.schedule(), t)
}

// NewLadderReplayer returns a replayer of a ladder; nil tables are built.
func NewLadderReplayer(c *LadderConfig, t *shape.Tables) (*Replayer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return newReplayer(c.schedule(), t)
}

func newReplayer(s *schedule, t *shape.Tables) (*Replayer, error) {
	if t == nil {
		t = shape.New()
	}
	r := &Replayer{schedule: s, players: players{config: s.config, options: Options{Tables: t}}}
	var err error
	r.player, err = r.players.open()
	return r, err
}

// Unit returns the blocks of a unit as they are played now.
func (r *Replayer) Unit(number int64) ([]Block, error) {
	return r.player.playUnits(r.schedule, number, number+1)
}

// Close ends the external bots.
func (r *Replayer) Close() error { return r.players.close() }
