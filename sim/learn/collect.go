package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Config is what trials are made by.
type Config struct {
	Rules rules.Rules
	Seed  uint64
	// Behaviour plays the hands at all seats, Playout plays trials to their end.
	Behaviour, Playout policy.Spec
	// Explore is how often, in thousandths, the hand continues with a random one of the
	// actions tried instead of Behaviour's, so that positions are met which it avoids.
	Explore int
	// Every is how many decisions there are, on average, to one that is tried.
	Every int
	// Candidates is the most actions tried at a decision.
	Candidates int
	// Inputs are the names of the features to keep, all in nil.
	Inputs []string
}

// Validate reports the first field that makes no sense.
func (c *Config) Validate() error {
	if err := c.validateSettings(); err != nil {
		return err
	}
	return policy.InProcess("learn", c.Behaviour, c.Playout)
}

// validateSettings is Validate without the bots.
func (c *Config) validateSettings() error {
	switch {
	case c.Explore < 0 || c.Explore > 1000:
		return fmt.Errorf("learn: explore is %d, not 0 to 1000 thousandths", c.Explore)
	case c.Every < 1:
		return fmt.Errorf("learn: every is %d, below 1", c.Every)
	case c.Candidates < 2 || c.Candidates > maxCandidates:
		return fmt.Errorf("learn: %d candidates, not 2 to %d", c.Candidates, maxCandidates)
	}
	if _, err := c.indexes(); err != nil {
		return err
	}
	return c.Rules.Validate()
}

// maxCandidates is the most actions tried at a decision.
const maxCandidates = 14

// indexes returns the indexes of the inputs among the features.
func (c *Config) indexes() ([]int, error) {
	schema := encoding.Schema()
	indexes := make([]int, 0, len(schema.Entries))
	if c.Inputs == nil {
		for i := range schema.Entries {
			indexes = append(indexes, i)
		}
	}
	for _, name := range c.Inputs {
		at := schema.Index(name)
		if at < 0 {
			return nil, fmt.Errorf("learn: %q is no feature of %s", name, schema.Name)
		}
		indexes = append(indexes, at)
	}
	return indexes, nil
}

// taskHands is the most hands that one goroutine plays at a time.
const taskHands = 64

// Collect plays hands of a part of a purpose (see sim.PurposeSeed), from the first one
// on, and returns the decisions tried in them. They do not depend on the options.
func Collect(ctx context.Context, c *Config, purpose sim.Purpose, part, first, hands int64, o Options) (*Data, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	indexes, err := c.indexes()
	if err != nil {
		return nil, err
	}
	all := &Data{Width: len(indexes)}
	seed := sim.PurposeSeed(c.Seed, purpose, part)
	size := sim.TaskSize(hands, o.Workers, taskHands)
	newTask := func() (func(int64) (*Data, error), error) {
		x, err := newSampler(c, seed, indexes, o.Tables)
		if err != nil {
			return nil, err
		}
		return func(i int64) (*Data, error) {
			return x.hands(first+i*size, first+min((i+1)*size, hands))
		}, nil
	}
	deliver := func(i int64, d *Data) (bool, error) {
		all.add(d)
		if o.Progress != nil {
			o.Progress(min((i+1)*size, hands) - i*size)
		}
		return false, nil
	}
	return all, sim.Ordered(ctx, o.Workers, 0, (hands+size-1)/size, newTask, deliver)
}

// A sampler plays hands and tries actions in them. It is one goroutine's own.
type sampler struct {
	config    *Config
	seed      uint64
	indexes   []int
	behaviour [engine.NumSeats]policy.Policy
	playout   [engine.NumSeats]policy.Policy
	hand      *sim.Player // its choices are left to the sampler
	trial     *sim.Player // plays by playout

	pcg        *rand.PCG
	rng        *rand.Rand
	data       *Data
	row        []float32
	forced     [1]engine.Action
	candidates []engine.Action
	discards   [14]shape.Discard
}

func newSampler(c *Config, seed uint64, indexes []int, tables *shape.Tables) (*sampler, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	x := &sampler{
		config: c, seed: seed, indexes: indexes, pcg: rand.NewPCG(0, 0), row: make([]float32, encoding.Len()),
		hand: sim.NewPlayer(e, sim.PlayerOptions{}), trial: sim.NewPlayer(e, sim.PlayerOptions{}),
	}
	x.rng = rand.New(x.pcg)
	for s := range x.behaviour {
		x.behaviour[s], x.playout[s] = c.Behaviour.New(), c.Playout.New()
		x.trial.Sit(s, x.playout[s])
	}
	return x, nil
}

// hands plays the hands from first to below end.
func (x *sampler) hands(first, end int64) (*Data, error) {
	x.data = &Data{Width: len(x.indexes)}
	for i := first; i < end; i++ {
		if err := x.play(i); err != nil {
			return nil, err
		}
	}
	return x.data, nil
}

// play plays one hand. Seats draw from lanes, so that trials share what they can.
func (x *sampler) play(i int64) error {
	x.pcg.Seed(sim.PolicySeed(x.seed, i, 0), 1)
	deck := sim.Deck(x.seed, i, sim.FirstDealer(x.seed, i), sim.Lanes)
	x.hand.Deal(x.seed, i, &deck)
	for s, bot := range x.behaviour {
		bot.Start(s, x.hand.PolicySeed(s))
		x.playout[s].Start(s, x.hand.PolicySeed(s)) // it proposes an action before it plays a trial
	}
	for x.hand.Next() {
		a, err := x.decide(x.hand.View())
		if err != nil {
			return err
		}
		x.hand.Answer(a)
	}
	return x.hand.Err()
}

// decide returns the action that the hand continues with, and may try the actions before.
func (x *sampler) decide(v engine.View) (engine.Action, error) {
	a := x.behaviour[v.Seat()].Act(v, x.hand.Legal())
	tried, explored := x.rng.IntN(x.config.Every) == 0, x.rng.IntN(1000) < x.config.Explore
	if !tried && !explored {
		return a, nil
	}
	if x.propose(v); len(x.candidates) < 2 {
		return a, nil
	}
	if tried {
		if err := x.try(v); err != nil {
			return a, err
		}
	}
	if explored {
		return x.candidates[x.rng.IntN(len(x.candidates))], nil
	}
	return a, nil
}

// propose lists the actions to try, that of the playouts first: all calls, or the
// kongs, the discards that keep shanten lowest and accept most, and other discards at
// random. There are none where a win may be taken, or a tile of the void suit must be
// discarded: a net has nothing to say there.
func (x *sampler) propose(v engine.View) {
	x.candidates = x.candidates[:0]
	legal := x.hand.Legal()
	if p := v.Phase(); p != engine.PhaseTurn && p != engine.PhaseClaim || slices.Contains(legal, engine.Win) {
		return
	}
	if held := v.Held(); v.Phase() == engine.PhaseTurn && held.HasSuit(v.Void(v.Seat())) {
		return
	}
	x.add(x.playout[v.Seat()].Act(v, legal))
	var among tile.Kinds
	for _, a := range legal {
		if a.Kind() == engine.KindDiscard {
			among |= a.Tile().Bit()
		} else {
			x.add(a)
		}
	}
	if among == 0 {
		return
	}
	best := x.rank(v, among)
	for i := 0; i < len(best) && len(x.candidates) < (x.config.Candidates+2)/2; i++ {
		x.add(engine.Discard(best[i].Tile))
	}
	for _, i := range x.rng.Perm(len(best)) {
		x.add(engine.Discard(best[i].Tile))
	}
}

// add adds an action to the candidates if there is room and it is not among them.
func (x *sampler) add(a engine.Action) {
	if len(x.candidates) < x.config.Candidates && !slices.Contains(x.candidates, a) {
		x.candidates = append(x.candidates, a)
	}
}

// rank returns the discards, those that leave the least shanten and of them those
// that accept most first.
func (x *sampler) rank(v engine.View, among tile.Kinds) []shape.Discard {
	held, melds, unseen := v.Held(), v.Melds(v.Seat()), v.Unseen()
	list := v.Engine().Tables().AllDiscards(&held, int(melds.N), v.Void(v.Seat()), among, x.discards[:0])
	slices.SortStableFunc(list, func(a, b shape.Discard) int {
		if a.Shanten != b.Shanten {
			return int(a.Shanten) - int(b.Shanten)
		}
		return unseen.CountOf(b.Kinds) - unseen.CountOf(a.Kinds)
	})
	return list
}

// try plays every candidate to the end of the hand and keeps what came of it. A pung
// is followed by a discard, and what is kept is the position after that; one that
// another seat's win forestalls is left out.
func (x *sampler) try(v engine.View) error {
	before := features.NewProspect(v)
	seat, index := v.Seat(), x.hand.Index()
	group := Group{Hand: index, First: int32(x.data.Trials()), Phase: v.Phase()}
	for i, a := range x.candidates {
		x.forced[0] = a
		x.trial.Resume(x.seed, index, x.hand.Hand(), sim.Past{})
		x.trial.Force(seat, x.forced[:])
		x.trial.Step()
		after := before.After(a)
		if a == engine.Pung {
			discard, ok := x.toDiscard(seat)
			if err := x.trial.Err(); !ok && (err != nil || i == 0) {
				return err // or nothing to compare with
			}
			if !ok {
				continue
			}
			after = after.After(discard)
		}
		if err := x.trial.Finish(); err != nil {
			return err
		}
		encoding.EncodeProspect(x.row, &after)
		for _, at := range x.indexes {
			x.data.X = append(x.data.X, x.row[at])
		}
		pay := policy.KongPay(v, a)
		gained := x.trial.Hand().Ledger()[seat].Total() - v.Points(seat) - pay
		x.data.Points = append(x.data.Points, float32(gained))
		x.data.Pays = append(x.data.Pays, float32(pay))
		x.data.Action = append(x.data.Action, a)
		group.N++
	}
	if group.N > 0 {
		x.data.Groups = append(x.data.Groups, group)
	}
	return nil
}

// toDiscard plays the trial on until the seat has claimed its pung and discarded,
// and returns the discard; false if it comes to none.
func (x *sampler) toDiscard(seat int) (engine.Action, bool) {
	h := x.trial.Hand()
	for h.Phase() == engine.PhaseClaim {
		if _, ok := x.trial.Step(); !ok {
			return 0, false
		}
	}
	if h.Phase() != engine.PhaseTurn || h.Asked() != seat {
		return 0, false
	}
	a, _ := x.trial.Step()
	return a, a.Kind() == engine.KindDiscard
}
