package bench

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"

	"xuezhan/policy"
	"xuezhan/sim"
)

// allocRuns is how often an allocation test repeats what it measures. The mean
// is rounded down, so that one allocation of the runtime's own, which a single
// run would be blamed for, does not count, and one in every run does.
const allocRuns = 4

// TestEvaluationAllocatesNothing holds what the evaluation of tiles promises.
func TestEvaluationAllocatesNothing(t *testing.T) {
	for _, e := range newSuite(t).evaluations() {
		for mode, loop := range map[string]func([]Position) int{"each": e.each, "chained": e.chained} {
			if n := testing.AllocsPerRun(allocRuns, func() { loop(e.positions) }); n != 0 {
				t.Errorf("%s, %s: %v allocations", e.name, mode, n)
			}
		}
	}
}

// TestOtherShapesAllocateNothing holds it for what has no row of its own.
func TestOtherShapesAllocateNothing(t *testing.T) {
	s := newSuite(t)
	scorer := fan.NewScorer(lookup("mil"), s.tables)
	var sum int
	for name, f := range map[string]func(p *Position){
		"BestShanten":  func(p *Position) { sum += s.tables.BestShanten(&p.Held, int(p.Melds.N)) },
		"FlushMissing": func(p *Position) { sum += s.tables.FlushMissing(s.tables.OutlineOf(p.Held[0]), int(p.Melds.N)) },
		"ScoreByShape": func(p *Position) {
			r, _ := scorer.ScoreByShape(&p.Held, &p.Melds, p.Last, p.How)
			sum += r.Points
		},
	} {
		if n := testing.AllocsPerRun(allocRuns, func() {
			for i := range s.corpus.Real14 {
				f(&s.corpus.Real14[i])
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestHandAllocatesNothing plays hands with the engine alone, from the deal to
// the ledger, with each bot under each preset.
func TestHandAllocatesNothing(t *testing.T) {
	for _, preset := range rules.Presets() {
		e, err := engine.New(preset.Rules, testTables())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range policy.NewCatalog().Bots() {
			text, hands := d.Name, 50
			if text == "search" {
				text, hands = "search:playouts=4", 3 // or it takes long
			}
			spec, err := policy.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			var bots [engine.NumSeats]policy.Policy
			for s := range bots {
				bots[s] = spec.New()
			}
			hand, points := int64(0), 0
			var h engine.Hand
			room := make([]engine.Action, 0, engine.NumActions)
			play := func() {
				deck := sim.Deck(handSeed, hand, 0, sim.Shared)
				for s := range bots {
					bots[s].Start(s, uint64(hand))
				}
				points += playOut(e, &h, &deck, &bots, room)
				hand++
			}
			if n := testing.AllocsPerRun(hands, play); n != 0 {
				t.Errorf("%s under %s: %v allocations a hand", d.Name, preset.Rules.Name, n)
			}
		}
	}
}

func playOut(e *engine.Engine, h *engine.Hand, d *engine.Deck, bots *[engine.NumSeats]policy.Policy, room []engine.Action) int {
	e.Deal(h, d)
	for !h.Over() {
		legal := e.Legal(h, room)
		a := legal[0]
		if len(legal) > 1 {
			a = bots[h.Asked()].Act(e.View(h, h.Asked()), legal)
		}
		e.Apply(h, a)
	}
	points := h.Ledger().Points()
	return points[0]
}

// TestWorkerAllocatesNothing does the same through a worker, whose batch has room.
func TestWorkerAllocatesNothing(t *testing.T) {
	for _, preset := range rules.Presets() {
		for _, bot := range []string{"random", "timeout", "fast", "big", "rare", "guard", "value", "expert"} {
			table, err := sim.NewWorker(hands(preset.Rules, lookupBot(bot), handCycle), sim.Options{Tables: testTables()})
			if err != nil {
				t.Fatal(err)
			}
			var batch sim.Batch
			play := func() {
				batch.Reset()
				for hand := range int64(25) {
					if err := table.PlayUnit(hand, &batch); err != nil {
						t.Fatal(err)
					}
				}
			}
			if n := testing.AllocsPerRun(allocRuns, play); n != 0 {
				t.Errorf("%s under %s: %v allocations in 25 hands", bot, preset.Rules.Name, n)
			}
		}
	}
}
