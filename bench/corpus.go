package bench

import (
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Position is what evaluation starts from: held tiles, melds and a void suit.
type Position struct {
	Held  tile.Held
	Melds tile.Melds
	Void  tile.Suit
	Last  tile.Tile // the tile taken last, for positions of 14
}

// A Corpus has positions of several sorts, CorpusSize of each, that depend on
// nothing but this package: benchmarks on two machines or versions see the
// same ones.
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
	// Mixed14 are Winning14 and as many of Real14 without void tiles, shuffled.
	Mixed14 []Position
	// Flush14 are random tiles of one suit.
	Flush14 []Position
}

// CorpusSize is the number of positions of each sort, a power of two.
const CorpusSize = 4096

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
	for i, p := range c.Winning14 {
		c.Mixed14 = append(c.Mixed14, p)
		if q := c.Real14[i]; q.Held[q.Void] == 0 {
			c.Mixed14 = append(c.Mixed14, q)
		}
	}
	r.Shuffle(len(c.Mixed14), func(i, j int) { c.Mixed14[i], c.Mixed14[j] = c.Mixed14[j], c.Mixed14[i] })
	c.Mixed14 = c.Mixed14[:CorpusSize]
	return c, nil
}

// addRandom adds one position of each random sort.
func (c *Corpus) addRandom(r *rand.Rand) {
	void := tile.Suit(r.IntN(tile.NumSuits))
	two := drawn(r, tile.AllKinds&^tile.SuitKinds(void), 14)
	two.Void = void
	c.Random14 = append(c.Random14, two)
	c.Random13 = append(c.Random13, without(two))
	one := drawn(r, tile.SuitKinds(void), 14)
	one.Void = (void + 1) % tile.NumSuits
	c.Flush14 = append(c.Flush14, one)
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

func without(p Position) Position {
	p.Held.Remove(p.Last)
	return p
}

// addReal plays hands of four fast bots until there is enough of every sort.
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
	bot := fast.New()
	for hand := int64(0); len(c.Real14) < CorpusSize || len(c.Ready13) < CorpusSize || len(c.Winning14) < CorpusSize; hand++ {
		deck := sim.Deck(corpusSeed, hand, sim.FirstDealer(corpusSeed, hand), sim.Shared)
		c.playHand(e, bot, &deck)
	}
	c.Real14, c.Real13 = c.Real14[:CorpusSize], c.Real13[:CorpusSize]
	c.Ready13, c.Winning14 = c.Ready13[:CorpusSize], c.Winning14[:CorpusSize]
	return nil
}

func (c *Corpus) playHand(e *engine.Engine, bot policy.Policy, d *engine.Deck) {
	var h engine.Hand
	var room [engine.NumActions]engine.Action
	e.Deal(&h, d)
	for !h.Over() {
		legal := e.Legal(&h, room[:0])
		a := legal[0]
		if len(legal) > 1 {
			a = bot.Act(e.View(&h, h.Asked()), legal)
		}
		c.note(e, &h, a)
		e.Apply(&h, a)
	}
}

// note takes the position of a decision on a seat's own turn.
func (c *Corpus) note(e *engine.Engine, h *engine.Hand, a engine.Action) {
	v := e.View(h, h.Asked())
	s := v.Seat()
	p := Position{Held: v.Held(), Melds: v.Melds(s), Void: v.Void(s), Last: v.Drawn()}
	switch {
	case h.Phase() == engine.PhaseTurn && a == engine.Win && p.Last < tile.Count:
		c.Winning14 = append(c.Winning14, p)
	case (h.Phase() == engine.PhaseClaim || h.Phase() == engine.PhaseRob) && a == engine.Win:
		p.Last = v.Offered()
		p.Held.Add(p.Last)
		c.Winning14 = append(c.Winning14, p)
	case a.Kind() == engine.KindDiscard:
		c.Real14 = append(c.Real14, p)
		p.Held.Remove(a.Tile())
		c.Real13 = append(c.Real13, p)
		if e.Waits(p.Held, int(p.Melds.N), p.Void) != 0 {
			c.Ready13 = append(c.Ready13, p)
		}
	}
}
