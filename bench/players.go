package bench

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/policy/net"
	"xuezhan/sim"
	"xuezhan/sim/learn"
)

// fastHand is the row that players are compared with.
const fastHand = "Hand/bot=fast/rules=wap-battle"

const perOp = "ns/op"

// netUnits are the hidden units of the net that the rows play by.
const netUnits = 16

// learnedSpec returns the bot of a net as learn makes them: with its inputs, netUnits
// hidden units, and weights that play like fast, more or less.
func learnedSpec() policy.Spec {
	inputs := learn.Inputs()
	r := rand.New(rand.NewPCG(corpusSeed, 2))
	numbers := func(n int) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = float32(r.IntN(201)-100) / 10000
		}
		return list
	}
	w := net.Weights{Linear: numbers(len(inputs)), HiddenBias: numbers(netUnits), Output: numbers(netUnits)}
	for range netUnits {
		w.Hidden = append(w.Hidden, numbers(len(inputs)))
	}
	for i, name := range inputs {
		switch name {
		case "shanten":
			w.Linear[i] = -5
		case "accepted_live":
			w.Linear[i] = 0.1
		}
	}
	n, err := net.New(inputs, w)
	if err != nil {
		panic("bench: " + err.Error())
	}
	spec, err := policy.NewCatalog().Learned(n, "")
	if err != nil {
		panic("bench: " + err.Error())
	}
	return spec
}

// choicePositions is the number of decisions of the rows that measure them.
const choicePositions = 1024

// A position for decisions is a hand of four fast that waits for a discard of several
// suits: what most decisions are, and the dearest of them. Other decisions are in the
// Hand rows.
func (s *Suite) decisions() ([]engine.Hand, *engine.Engine, error) {
	e, err := engine.New(lookup("wap-battle"), s.tables)
	if err != nil {
		return nil, nil, err
	}
	spec, err := policy.Parse("fast")
	if err != nil {
		return nil, nil, err
	}
	bot, p := spec.New(), sim.NewPlayer(e, sim.PlayerOptions{})
	var list []engine.Hand
	r := rand.New(rand.NewPCG(corpusSeed, 3))
	for hand := int64(0); len(list) < choicePositions; hand++ {
		deck := sim.Deck(corpusSeed, hand, sim.FirstDealer(corpusSeed, hand), sim.Shared)
		p.Deal(corpusSeed, hand, &deck)
		bot.Start(0, 0)
		for len(list) < choicePositions && p.Next() {
			if isChoice(p.View(), p.Legal()) && r.IntN(16) == 0 {
				list = append(list, *p.Hand())
			}
			p.Answer(bot.Act(p.View(), p.Legal()))
		}
	}
	return list, e, nil
}

// isChoice reports whether a seat may discard of several suits, and nothing else.
func isChoice(v engine.View, legal []engine.Action) bool {
	held := v.Held()
	return v.Phase() == engine.PhaseTurn && len(legal) > 1 && !held.HasSuit(v.Void(v.Seat())) &&
		legal[len(legal)-1].Kind() == engine.KindDiscard
}

// playerRows measure decisions, encoding, and learning's trials.
func (s *Suite) playerRows() []Row {
	bot := func(spec string) func() policy.Spec {
		return func() policy.Spec { return lookupBot(spec) }
	}
	return []Row{
		{"Choice/bot=value", fastHand, leastOf + perOp, s.choose(bot("value"), choicePositions)},
		{"Choice/bot=expert", fastHand, leastOf + perOp, s.choose(bot("expert"), choicePositions)},
		{"Choice/bot=learned", fastHand, leastOf + perOp, s.choose(learnedSpec, choicePositions)},
		{"Choice/bot=search", fastHand, leastOf + perOp, s.choose(bot("search"), 64)},
		{"Encode/as=v1", fastHand, leastOf + perOp, s.encodeV1},
		{"Encode/as=planes", fastHand, leastOf + perOp, s.encodePlanes},
		{"Trials/behaviour=value/playout=value", fastHand, leastOf + perOp, s.makeTrials},
	}
}

// lookupBot returns the spec of a bot that is known to exist.
func lookupBot(text string) policy.Spec {
	spec, err := policy.Parse(text)
	if err != nil {
		panic("bench: a bot that does not exist")
	}
	return spec
}

// choose measures a bot's decisions on the first n positions; one operation is one.
func (s *Suite) choose(spec func() policy.Spec, n int) func(*testing.B) {
	return func(b *testing.B) {
		hands, e, err := s.decisions()
		if err != nil {
			b.Fatal(err)
		}
		bot := spec().New()
		bot.Start(0, handSeed)
		var room [engine.NumActions]engine.Action
		each(b, hands[:n], func(h *engine.Hand) {
			bot.Act(e.View(h, h.Asked()), e.Legal(h, room[:0]))
		})
	}
}

// each measures what is done with every hand; one operation is one hand.
func each(b *testing.B, hands []engine.Hand, do func(h *engine.Hand)) {
	for i := range min(len(hands), 2) { // so that what keeps room has it
		do(&hands[i])
	}
	window := max(1, len(hands)/64)
	l := make(least, len(hands)/window)
	i := 0
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); {
		do(&hands[i])
		if i++; i%window == 0 {
			began = l.note(i/window-1, began)
		}
		if i == len(hands) {
			i = 0
		}
	}
	l.report(b, float64(window), perOp, time.Duration(window)*b.Elapsed()/time.Duration(b.N))
}

func (s *Suite) encodeV1(b *testing.B) {
	hands, e, err := s.decisions()
	if err != nil {
		b.Fatal(err)
	}
	x := make([]float32, features.V1{}.Len())
	each(b, hands, func(h *engine.Hand) { features.V1{}.Encode(x, e.View(h, h.Asked())) })
}

func (s *Suite) encodePlanes(b *testing.B) {
	hands, e, err := s.decisions()
	if err != nil {
		b.Fatal(err)
	}
	x := make([]uint8, features.Planes{}.Len())
	each(b, hands, func(h *engine.Hand) { features.Planes{}.Encode(x, e.View(h, h.Asked())) })
}

// trialHands are the hands whose trials are timed together.
const trialHands = 16

// makeTrials makes trials as learn does; one operation is one trial.
func (s *Suite) makeTrials(b *testing.B) {
	c := &learn.Config{
		Rules: lookup("wap-battle"), Seed: handSeed, Behaviour: lookupBot("value"), Playout: lookupBot("value"),
		Explore: 100, Every: 4, Candidates: 4, Inputs: learn.Inputs(),
	}
	o := learn.Options{Tables: s.tables, Workers: 1}
	l, trials, passes := make(least, 1), 0, 0
	for began := time.Now(); b.Loop(); passes++ {
		d, err := learn.Collect(context.Background(), c, sim.Train, 0, 0, trialHands, o)
		if err != nil {
			b.Fatal(err)
		}
		trials = d.Trials()
		began = l.note(0, began)
	}
	b.ReportMetric(float64(trials*passes)/b.Elapsed().Seconds(), "trials/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(trials*passes), perOp)
	l.report(b, float64(trials), perOp, 0)
}

// tileRows measure what is asked of tiles apart from the bots.
func (s *Suite) tileRows() []Row {
	return []Row{
		{Name: "Load/from=counts", run: s.loadCounts},
		{Name: "Load/from=tiles", run: s.loadTiles},
		{Name: "Analyse/tiles=14/as=numbers", run: s.analyseNumbers},
		{"Analyse/tiles=14/as=text", "Analyse/tiles=14/as=numbers", leastOf + perPosition, s.analyseText},
	}
}

// loadCounts makes held tiles of the counts of all kinds.
func (s *Suite) loadCounts(b *testing.B) {
	list := make([][tile.Count]uint8, CorpusSize)
	for i := range list {
		for t := range list[i] {
			list[i][t] = uint8(s.corpus.Real14[i].Held.Count(tile.Tile(t)))
		}
	}
	timed(b, len(list), func() (sum tile.SuitWord) {
		for i := range list {
			h := tile.FromCounts(&list[i])
			sum += h[0] ^ h[1] ^ h[2]
		}
		return sum
	})
}

// loadTiles makes held tiles of lists.
func (s *Suite) loadTiles(b *testing.B) {
	list := make([][]tile.Tile, CorpusSize)
	for i := range list {
		h := s.corpus.Random14[i].Held
		for k := h.Kinds(); k != 0; k = k.Rest() {
			for range h.Count(k.First()) {
				list[i] = append(list[i], k.First())
			}
		}
	}
	timed(b, len(list), func() (sum tile.SuitWord) {
		for _, tiles := range list {
			h := tile.FromTiles(tiles)
			sum += h[0] ^ h[1] ^ h[2]
		}
		return sum
	})
}

// timed measures what loads a number of positions and returns a sum of them. It loops
// itself, since a call of a function value would take as long as what is measured.
func timed(b *testing.B, positions int, load func() tile.SuitWord) {
	var sum tile.SuitWord
	l := make(least, 1)
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); began = l.note(0, began) {
		sum += load()
	}
	runtime.KeepAlive(sum)
	reportEach(b, positions, perPosition)
	l.report(b, float64(positions), perPosition, 0)
}

// StartRow measures how long a program at some path takes from its start to the answer
// of eval; one operation is one process.
func StartRow(program string) Row {
	return Row{Name: "Start/command=eval", run: func(b *testing.B) {
		l := make(least, 1)
		for began := time.Now(); b.Loop(); began = l.note(0, began) {
			if err := exec.Command(program, "eval", "124457m12337899p").Run(); err != nil {
				b.Fatal(err)
			}
		}
		l.report(b, 1, perOp, 0)
	}}
}

// analyseText measures positions of 14 tiles with all that is told of them; one
// operation is one position.
func (s *Suite) analyseText(b *testing.B) {
	s.eachPosition(b, func(e *engine.Engine, p *features.Position) int {
		a, err := features.Analyse(e, *p)
		if err != nil {
			b.Fatal(err)
		}
		return a.Shanten
	})
}

// analyseNumbers measures what their discards leave, without text.
func (s *Suite) analyseNumbers(b *testing.B) {
	var room [14]features.Left
	s.eachPosition(b, func(e *engine.Engine, p *features.Position) int {
		list, err := features.Discards(e, p, room[:0])
		if err != nil {
			b.Fatal(err)
		}
		return list[0].Live
	})
}

// eachPosition measures a question of positions with 14 tiles.
func (s *Suite) eachPosition(b *testing.B, ask func(*engine.Engine, *features.Position) int) {
	e, err := engine.New(lookup("wap-battle"), s.tables)
	if err != nil {
		b.Fatal(err)
	}
	list := make([]features.Position, choicePositions)
	for i := range list {
		p := &s.corpus.Real14[i]
		list[i] = features.Position{Own: tile.Set{Held: p.Held, Melds: p.Melds, Last: p.Last}, Void: p.Void}
	}
	l, sum := make(least, 1), 0
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); began = l.note(0, began) {
		for i := range list {
			sum += ask(e, &list[i])
		}
	}
	runtime.KeepAlive(sum)
	reportEach(b, choicePositions, perPosition)
	l.report(b, choicePositions, perPosition, 0)
}
