package bench

import (
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Position is what evaluation starts from.
type Position struct {
	Held  tile.Held
	Melds tile.Melds
	Void  tile.Suit
	Last  tile.Tile     // the tile taken last, where there are 14
	How   fan.Situation // how a win with it would come about
}

// A Corpus has positions of several sorts, CorpusSize of each, that depend on
// nothing but this package and how the bot fast plays: on two machines they are
// the same. Each sort is shuffled, so that its first positions are a fair sample.
type Corpus struct {
	// Random14 are random tiles of two suits, Random13 the same without the
	// last one.
	Random14, Random13 []Position
	// Real14 are what seats hold before their discards in hands of four fast
	// bots under wap-battle, melds and void tiles included; Real13 what they
	// hold after.
	Real14, Real13 []Position
	// Ready13 wait for something, and Winning14 are wins, from the same hands.
	Ready13, Winning14 []Position
	// Mixed14 are as many wins as positions of Real14 without void tiles.
	Mixed14 []Position
	// Flush14 are random tiles of one suit, Flush13 without the last one.
	Flush14, Flush13 []Position
}

// CorpusSize is the number of positions of each sort, a power of two.
const CorpusSize = 16384

const corpusSeed = 20261130

// NewCorpus makes the corpus.
func NewCorpus(tables *shape.Tables) (*Corpus, error) {
	c := new(Corpus)
	r := rand.New(rand.NewPCG(corpusSeed, 1))
	for range CorpusSize {
		c.addRandom(r)
	}
	if err := c.addReal(tables); err != nil {
		return nil, err
	}
	r.Shuffle(len(c.Real14), func(i, j int) { // each with what is held after it
		c.Real14[i], c.Real14[j] = c.Real14[j], c.Real14[i]
		c.Real13[i], c.Real13[j] = c.Real13[j], c.Real13[i]
	})
	shuffle(r, c.Ready13)
	shuffle(r, c.Winning14)
	c.mix(r)
	for _, sort := range []*[]Position{&c.Real14, &c.Real13, &c.Ready13, &c.Winning14} {
		*sort = (*sort)[:CorpusSize]
	}
	return c, nil
}

func shuffle(r *rand.Rand, ps []Position) {
	r.Shuffle(len(ps), func(i, j int) { ps[i], ps[j] = ps[j], ps[i] })
}

// mix makes Mixed14 of the first half of each of its sources.
func (c *Corpus) mix(r *rand.Rand) {
	c.Mixed14 = append(c.Mixed14, c.Winning14[:CorpusSize/2]...)
	for _, p := range c.Real14 {
		if len(c.Mixed14) < CorpusSize && !p.Held.HasSuit(p.Void) {
			c.Mixed14 = append(c.Mixed14, p)
		}
	}
	shuffle(r, c.Mixed14)
}

// addRandom adds one position of each random sort.
func (c *Corpus) addRandom(r *rand.Rand) {
	void := tile.Suit(r.IntN(tile.NumSuits))
	two := drawn(r, tile.AllKinds&^tile.SuitKinds(void), 14)
	two.Void = void
	c.Random14 = append(c.Random14, two)
	c.Random13 = append(c.Random13, two.withoutLast())
	one := drawn(r, tile.SuitKinds(void), 14)
	one.Void = (void + 1) % tile.NumSuits
	c.Flush14 = append(c.Flush14, one)
	c.Flush13 = append(c.Flush13, one.withoutLast())
}

// drawn returns n tiles drawn from four of each kind of a set.
func drawn(r *rand.Rand, kinds tile.Kinds, n int) Position {
	var all []tile.Tile
	for ; kinds != 0; kinds = kinds.Rest() {
		for range tile.Copies {
			all = append(all, kinds.First())
		}
	}
	var p Position
	for _, i := range r.Perm(len(all))[:n] {
		p.Held.Add(all[i])
		p.Last = all[i]
	}
	return p
}

func (p Position) withoutLast() Position {
	p.Held.Remove(p.Last)
	return p
}

// realHands is the number of hands played for the real positions: enough for
// every sort, and for Mixed14.
const realHands = 8000

// addReal plays hands of four fast bots and takes all their positions.
func (c *Corpus) addReal(tables *shape.Tables) error {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		return err
	}
	e, err := engine.New(r, tables)
	if err != nil {
		return err
	}
	fast, err := policy.Parse("fast")
	if err != nil {
		return err
	}
	p := sim.NewPlayer(e, sim.PlayerOptions{})
	for s := range engine.NumSeats {
		p.Sit(s, fast.New())
	}
	for hand := range int64(realHands) {
		deck := sim.Deck(corpusSeed, hand, sim.FirstDealer(corpusSeed, hand), sim.Shared)
		p.Deal(corpusSeed, hand, &deck)
		before := *p.Hand()
		for {
			a, ok := p.Step()
			if !ok {
				break
			}
			c.note(e, &before, a)
			before = *p.Hand()
		}
		if err := p.Err(); err != nil {
			return err
		}
	}
	return nil
}

// note takes the position before an action: a discard, or a win.
func (c *Corpus) note(e *engine.Engine, h *engine.Hand, a engine.Action) {
	v := e.View(h, h.Asked())
	s := v.Seat()
	p := Position{v.Held(), v.Melds(s), v.Void(s), v.Drawn(), fan.BySelfDraw}
	isOthers := h.Phase() == engine.PhaseClaim || h.Phase() == engine.PhaseRob
	switch {
	case a == engine.Win && isOthers:
		p.Last, p.How = v.Offered(), 0
		p.Held.Add(p.Last)
		c.Winning14 = append(c.Winning14, p)
	case a == engine.Win:
		c.Winning14 = append(c.Winning14, p)
	case a.Kind() == engine.KindDiscard:
		c.Real14 = append(c.Real14, p)
		p.Held.Remove(a.Tile())
		c.Real13 = append(c.Real13, p)
		if e.Waits(&p.Held, int(p.Melds.N), p.Void) != 0 {
			c.Ready13 = append(c.Ready13, p)
		}
	}
}

// A plainPosition is a Position as the plain baselines take it.
type plainPosition struct {
	held  oracle.Counts
	melds tile.Melds
	void  tile.Suit
	last  tile.Tile
	how   fan.Situation
}

// plainly returns at most the first n positions for the baselines.
func plainly(ps []Position, n int) []plainPosition {
	var out []plainPosition
	for _, p := range ps[:min(n, len(ps))] {
		out = append(out, plainPosition{oracle.Count(p.Held), p.Melds, p.Void, p.Last, p.How})
	}
	return out
}

// live returns the held kinds that are not of the void suit.
func (p *Position) live() tile.Kinds { return p.Held.Kinds() &^ tile.SuitKinds(p.Void) }
