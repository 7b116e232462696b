package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

const (
	handSeed = 1
	// handCycle is the number of different hands that the Hand rows play again
	// and again, so that their mean does not depend on how many are played.
	handCycle  = 4096
	batchHands = 256
	// windowHands is the number of hands that are timed together for the least
	// time: few, so that a window often goes by undisturbed.
	windowHands = 8
	// partHands is the number of hands of a part, as in a run of millions, which are
	// played and written by blocks.
	partHands  = partBlocks * blockHands
	partBlocks = 32
	blockHands = 1024
	// runHands makes 64 parts, so that workers share them evenly.
	runHands = 64 * 1024
)

// handBots are the bots that play, four alike, in the Hand rows.
var handBots = []string{"random", "fast", "big", "value", "guard", "expert"}

// hands returns a configuration of hands of four equal bots.
func hands(r rules.Rules, bot policy.Spec, n int64) *sim.Config {
	c := &sim.Config{Rules: r, Seed: handSeed, Hands: n}
	for s := range c.Seats {
		c.Seats[s] = bot
	}
	return c
}

// handRows play single hands: all that a run does but for digests, storing and
// counting. One operation is one hand. Presets are compared with wap-battle by
// the time for a hand, those in which winners play on by that for a draw; in
// wap-battle the bots are compared with fast, and random with the bare loop.
func (s *Suite) handRows() []Row {
	var rows []Row
	for _, bot := range handBots {
		for _, p := range rules.Presets() {
			row := Row{Name: handName(p.Rules.Name, bot), run: s.playHands(p.Rules, lookupBot(bot))}
			switch {
			case p.Rules.Name != "wap-battle":
				row.Base, row.Unit = handName("wap-battle", bot), leastOf+perOp
			case bot == "random":
				row.Base, row.Unit = bareName, leastOf+perOp
			case bot != "fast":
				row.Base, row.Unit = fastHand, leastOf+perOp
			}
			if p.Rules.AfterWin == rules.Stay {
				row.Unit = leastOf + "ns/draw"
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// learnedRow plays hands of four of a net, in the rules in which nets are learned.
func (s *Suite) learnedRow() Row {
	run := func(b *testing.B) { s.playHands(lookup("wap-battle"), learnedSpec())(b) }
	return Row{handName("wap-battle", "learned"), fastHand, leastOf + perOp, run}
}

func handName(preset, bot string) string { return "Hand/bot=" + bot + "/rules=" + preset }

func (s *Suite) playHands(r rules.Rules, bot policy.Spec) func(*testing.B) {
	return func(b *testing.B) {
		table, err := sim.NewWorker(hands(r, bot, handCycle), sim.Options{Tables: s.tables})
		if err != nil {
			b.Fatal(err)
		}
		var batch sim.Batch
		hand, draws := int64(0), 0
		play := func() {
			if err := table.PlayUnit(hand%handCycle, &batch); err != nil {
				b.Fatal(err)
			}
			hand++
		}
		for range 2 * batchHands { // so that the batch has the room it needs
			play()
		}
		batch.Reset()
		l := make(least, handCycle/windowHands)
		b.ReportAllocs()
		for began := time.Now(); b.Loop(); {
			play()
			if hand%windowHands == 0 {
				began = l.note(int((hand-1)%handCycle/windowHands), began)
			}
			if len(batch.Outcomes) == batchHands {
				draws += drawsOf(&batch)
				batch.Reset()
				began = time.Now()
			}
		}
		draws += drawsOf(&batch)
		mean := windowHands * b.Elapsed() / time.Duration(b.N)
		l.report(b, windowHands, perOp, mean)
		l.report(b, windowHands*float64(draws)/float64(b.N), "ns/draw", mean)
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hands/s")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(draws), "ns/draw")
	}
}

func drawsOf(b *sim.Batch) int {
	draws := 0
	for i := range b.Outcomes {
		for s := range b.Outcomes[i].Seats {
			draws += int(b.Outcomes[i].Seats[s].Draws)
		}
	}
	return draws
}

const perHand = "ns/hand"

// partRows play a whole part on one worker, and store it or do not.
func (s *Suite) partRows() []Row {
	const base = "Part/bot=fast/parquet=off"
	return []Row{
		{Name: base, run: func(b *testing.B) { s.playParts(b, nil) }},
		{"Part/bot=fast/parquet=on", base, leastOf + perHand, func(b *testing.B) {
			w, err := dataset.CreateInputs(b.TempDir(), partInputs(), math.MaxInt32)
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			s.playParts(b, w)
		}},
	}
}

func partConfig() *sim.Config { return hands(lookup("wap-battle"), lookupBot("fast"), partHands) }

func partInputs() dataset.Inputs {
	c := partConfig()
	return dataset.Inputs{
		Version: "bench", Rules: c.Rules, Seed: c.Seed, Walls: c.Walls.String(),
		Bots:  []dataset.Bot{{Spec: c.Seats[0].String()}},
		Hands: c.Hands, PartHands: c.Hands,
	}
}

// playParts plays the same part again and again, one an operation; with a sink
// it is stored each time.
func (s *Suite) playParts(b *testing.B, to sim.Sink) {
	table, err := sim.NewWorker(partConfig(), sim.Options{Tables: s.tables})
	if err != nil {
		b.Fatal(err)
	}
	var batch sim.Batch
	part := sim.Part{Hands: partHands}
	l := make(least, partBlocks+1) // the last one for what ends a part
	b.ReportAllocs()
	for b.Loop() {
		if err := playPart(table, part, to, &batch, l); err != nil {
			b.Fatal(err)
		}
		part.Index++
	}
	reportEach(b, partHands, perHand)
	l.report(b, partHands/float64(len(l)), perHand, 0)
}

func playPart(table *sim.Worker, p sim.Part, to sim.Sink, batch *sim.Batch, l least) error {
	began := time.Now()
	sink, err := begin(to, p)
	if err != nil {
		return err
	}
	for block := range partBlocks {
		batch.Reset()
		for i := range blockHands {
			if err := table.PlayUnit(int64(block*blockHands+i), batch); err != nil {
				return err
			}
		}
		if err := sink.Write(batch); err != nil {
			sink.Abort()
			return err
		}
		began = l.note(block, began)
	}
	err = sink.Commit()
	l.note(partBlocks, began)
	return err
}

func begin(to sim.Sink, p sim.Part) (sim.PartSink, error) {
	if to == nil {
		return nowhere{}, nil
	}
	return to.Begin(p)
}

// nowhere is a part that is not stored.
type nowhere struct{}

func (nowhere) Write(*sim.Batch) error { return nil }
func (nowhere) Commit() error          { return nil }
func (nowhere) Abort()                 {}

// runRows play a whole run, digest included, with one worker and with more.
func (s *Suite) runRows() []Row {
	base := runName(1)
	rows := []Row{{Name: base, run: func(b *testing.B) { s.playRuns(b, 1) }}}
	for workers := 2; workers <= max(2, runtime.GOMAXPROCS(0)); workers *= 2 {
		rows = append(rows, Row{runName(workers), base, "hands/s", func(b *testing.B) { s.playRuns(b, workers) }})
	}
	return rows
}

func runName(workers int) string { return fmt.Sprintf("Run/bot=fast/workers=%d", workers) }

func (s *Suite) playRuns(b *testing.B, workers int) {
	if workers > runtime.GOMAXPROCS(0) {
		b.Logf("%d workers on %d processors", workers, runtime.GOMAXPROCS(0))
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.playRun(runHands, workers, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*runHands/b.Elapsed().Seconds(), "hands/s")
	reportEach(b, runHands, perHand)
}

// scaleHands are the numbers of hands of the Scale rows.
var scaleHands = []int64{10_000, 100_000, 1_000_000}

// scaleRows play runs of more and more hands on all processors and store them.
func (s *Suite) scaleRows() []Row {
	base := scaleName(scaleHands[0])
	var rows []Row
	for _, n := range scaleHands {
		row := Row{Name: scaleName(n), run: func(b *testing.B) { s.storeRuns(b, n) }}
		if row.Name != base {
			row.Base, row.Unit = base, perHand
		}
		rows = append(rows, row)
	}
	return rows
}

func scaleName(hands int64) string { return fmt.Sprintf("Scale/bot=fast/hands=%d", hands) }

func (s *Suite) storeRuns(b *testing.B, n int64) {
	b.ReportAllocs()
	for b.Loop() {
		if err := s.storeRun(b.TempDir(), n); err != nil {
			b.Fatal(err)
		}
	}
	reportEach(b, int(n), perHand)
}

func (s *Suite) storeRun(dir string, n int64) error {
	w, err := dataset.CreateInputs(dir, partInputs(), math.MaxInt32)
	if err != nil {
		return err
	}
	defer w.Close()
	return s.playRun(n, runtime.GOMAXPROCS(0), w)
}

// playRun plays a run of four fast under wap-battle.
func (s *Suite) playRun(n int64, workers int, to sim.Sink) error {
	_, err := sim.Run(context.Background(), hands(lookup("wap-battle"), lookupBot("fast"), n),
		sim.Options{Tables: s.tables, Workers: workers, Sink: to})
	return err
}
