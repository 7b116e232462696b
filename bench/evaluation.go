package bench

import (
	"testing"
	"time"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
)

// perPosition is the unit of the evaluation rows. One operation goes once
// through a whole corpus, in a loop written out for each evaluation, so that
// neither a call through a pointer nor the counting of operations is measured.
const perPosition = "ns/position"

// An evaluation is one question, asked of all positions of a corpus.
type evaluation struct {
	name      string // family, keys and values up to the corpus
	positions []Position
	// each asks position after position, and the processor works at several
	// at once; chained lets each wait for the answer before it.
	each, chained func([]Position) int
	baselines     []baseline
}

// A baseline answers the same question in a plain way.
type baseline struct {
	by        string
	positions int // how many of the corpus are timed, so that it ends in time
	each      func([]plainPosition) int
}

func (e *evaluation) rows() []Row {
	throughput := e.name + "/mode=throughput/by="
	base := throughput + "tables"
	rows := []Row{
		{Name: base, run: e.timed(e.each)},
		{Name: e.name + "/mode=dependent/by=tables", run: e.timed(e.chained)},
	}
	for _, p := range e.baselines {
		rows = append(rows, Row{throughput + p.by, base, leastOf + perPosition, p.timed(e.positions)})
	}
	return rows
}

func (e *evaluation) timed(loop func([]Position) int) func(*testing.B) {
	return func(b *testing.B) {
		l := make(least, 1)
		b.ReportAllocs()
		for began := time.Now(); b.Loop(); began = l.note(0, began) {
			loop(e.positions)
		}
		reportEach(b, len(e.positions), perPosition)
		l.report(b, float64(len(e.positions)), perPosition, 0)
	}
}

func (p *baseline) timed(positions []Position) func(*testing.B) {
	return func(b *testing.B) {
		ps := plainly(positions, p.positions)
		l := make(least, 1)
		b.ReportAllocs()
		for began := time.Now(); b.Loop(); began = l.note(0, began) {
			p.each(ps)
		}
		reportEach(b, len(ps), perPosition)
		l.report(b, float64(len(ps)), perPosition, 0)
	}
}

// A source names positions of the corpus.
type source struct {
	name      string
	positions []Position
}

// How many positions the slower baselines are timed on.
const (
	somePositions = 4096
	someDraws     = 512 // trial draws
	someDiscards  = 64  // trial draws after trial discards
)

func (s *Suite) evaluations() []evaluation {
	c := s.corpus
	var all []evaluation
	for _, x := range []source{{"random", c.Random13}, {"real", c.Real13}, {"ready", c.Ready13}} {
		all = append(all, evaluation{"Waits/corpus=" + x.name, x.positions, s.waits, s.waitsChained, []baseline{
			{"recursion", somePositions, plainWaits},
			{"map", somePositions, s.mapWaits},
		}})
	}
	all = append(all, evaluation{"Complete/corpus=mixed", c.Mixed14, s.complete, s.completeChained, []baseline{
		{"recursion", somePositions, plainComplete},
		{"map", somePositions, s.mapComplete},
	}})
	for _, name := range rules.Names() {
		all = append(all, s.scoring(name))
	}
	for _, x := range []source{{"random", c.Random14}, {"real", c.Real14}, {"flush", c.Flush14}} {
		all = append(all, evaluation{"Shanten/corpus=" + x.name, x.positions, s.shanten, s.shantenChained, []baseline{
			{"recursion", somePositions, plainShanten},
		}})
	}
	for _, x := range []source{{"random", c.Random13}, {"real", c.Real13}} {
		all = append(all, evaluation{"Acceptance/corpus=" + x.name, x.positions, s.acceptance, s.acceptanceChained, []baseline{
			{"trial", someDraws, plainAcceptance},
		}})
	}
	for _, x := range []source{{"random", c.Random14}, {"real", c.Real14}} {
		all = append(all,
			evaluation{"AllDiscards/corpus=" + x.name, x.positions, s.allDiscards, s.allDiscardsChained, []baseline{
				{"trial", someDiscards, plainDiscards},
			}},
			evaluation{"BestDiscards/corpus=" + x.name, x.positions, s.bestDiscards, s.bestDiscardsChained, []baseline{
				{"trial", someDiscards, plainBestDiscards},
			}},
		)
	}
	return all
}

// scoring is the win check with all fan of a preset.
func (s *Suite) scoring(preset string) evaluation {
	r := lookup(preset)
	sc := scoring{fan.NewScorer(r, s.tables), s.feed}
	return evaluation{"Score/rules=" + preset + "/corpus=mixed", s.corpus.Mixed14, sc.each, sc.chained, []baseline{
		{"recursion", somePositions, func(ps []plainPosition) int { return plainScore(&r, ps) }},
	}}
}

// lookup returns a preset that is known to exist.
func lookup(preset string) rules.Rules {
	r, err := rules.Lookup(preset)
	if err != nil {
		panic("bench: a preset that does not exist")
	}
	return r
}

// The loops over positions, for each question one that asks each and one that
// lets each wait. Their results are sums that keep every answer in use.

func (s *Suite) waits(ps []Position) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += int(s.tables.Waits(&p.Held, int(p.Melds.N), p.Void))
	}
	return sum
}

func (s *Suite) waitsChained(ps []Position) (i int) {
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		i += 1 + int(s.tables.Waits(&p.Held, int(p.Melds.N), p.Void))&feed
	}
	return i
}

func (s *Suite) complete(ps []Position) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += one(s.tables.Complete(&p.Held, int(p.Melds.N), p.Void))
	}
	return sum
}

func (s *Suite) completeChained(ps []Position) (i int) {
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		i += 1 + one(s.tables.Complete(&p.Held, int(p.Melds.N), p.Void))&feed
	}
	return i
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *Suite) shanten(ps []Position) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += s.tables.Shanten(&p.Held, int(p.Melds.N), p.Void)
	}
	return sum
}

func (s *Suite) shantenChained(ps []Position) (i int) {
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		i += 1 + s.tables.Shanten(&p.Held, int(p.Melds.N), p.Void)&feed
	}
	return i
}

func (s *Suite) acceptance(ps []Position) (sum int) {
	for i := range ps {
		p := &ps[i]
		n, kinds := s.tables.Acceptance(&p.Held, int(p.Melds.N), p.Void)
		sum += n + int(kinds)
	}
	return sum
}

func (s *Suite) acceptanceChained(ps []Position) (i int) {
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		n, kinds := s.tables.Acceptance(&p.Held, int(p.Melds.N), p.Void)
		i += 1 + (n+int(kinds))&feed
	}
	return i
}

func (s *Suite) allDiscards(ps []Position) (sum int) {
	var room [14]shape.Discard
	for i := range ps {
		p := &ps[i]
		for _, d := range s.tables.AllDiscards(&p.Held, int(p.Melds.N), p.Void, p.Held.Kinds(), room[:0]) {
			sum += int(d.Shanten) + int(d.Kinds)
		}
	}
	return sum
}

func (s *Suite) allDiscardsChained(ps []Position) (i int) {
	var room [14]shape.Discard
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		sum := 1
		for _, d := range s.tables.AllDiscards(&p.Held, int(p.Melds.N), p.Void, p.Held.Kinds(), room[:0]) {
			sum += int(d.Shanten) + int(d.Kinds)
		}
		i += 1 + sum&feed
	}
	return i
}

func (s *Suite) bestDiscards(ps []Position) (sum int) {
	var room [14]shape.Option
	for i := range ps {
		p := &ps[i]
		n, options := s.tables.BestDiscards(&p.Held, int(p.Melds.N), p.Void, p.live(), room[:0])
		sum += n
		for _, o := range options {
			sum += int(o.Kinds)
		}
	}
	return sum
}

func (s *Suite) bestDiscardsChained(ps []Position) (i int) {
	var room [14]shape.Option
	feed := s.feed
	for range ps {
		p := &ps[i%CorpusSize]
		sum, options := s.tables.BestDiscards(&p.Held, int(p.Melds.N), p.Void, p.live(), room[:0])
		for _, o := range options {
			sum += int(o.Kinds)
		}
		i += 1 + sum&feed
	}
	return i
}

// A scoring is the win check with fan under one rule system.
type scoring struct {
	scorer *fan.Scorer
	feed   int
}

func (s *scoring) each(ps []Position) (sum int) {
	for i := range ps {
		p := &ps[i]
		r, _ := s.scorer.Score(&p.Held, &p.Melds, p.Last, p.How)
		sum += r.Points + int(r.Patterns)
	}
	return sum
}

func (s *scoring) chained(ps []Position) (i int) {
	for range ps {
		p := &ps[i%CorpusSize]
		r, _ := s.scorer.Score(&p.Held, &p.Melds, p.Last, p.How)
		i += 1 + (r.Points+int(r.Patterns))&s.feed
	}
	return i
}

// The loops of the baselines.

func plainWaits(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += int(oracle.Waits(&p.held, int(p.melds.N), p.void, oracle.QuadsAreTwoPairs))
	}
	return sum
}

func (s *Suite) mapWaits(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += int(s.suits.Waits(&p.held, int(p.melds.N), p.void))
	}
	return sum
}

func plainComplete(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += one(oracle.Complete(&p.held, int(p.melds.N), p.void, oracle.QuadsAreTwoPairs))
	}
	return sum
}

func (s *Suite) mapComplete(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += one(s.suits.Complete(&p.held, int(p.melds.N), p.void))
	}
	return sum
}

func plainScore(r *rules.Rules, ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		x, _ := oracle.Score(r, &p.held, p.melds.All(), p.last, p.how)
		sum += x.Points + int(x.Patterns)
	}
	return sum
}

func plainShanten(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		sum += oracle.Shanten(&p.held, int(p.melds.N), p.void)
	}
	return sum
}

func plainAcceptance(ps []plainPosition) (sum int) {
	for i := range ps {
		p := &ps[i]
		n, kinds := oracle.Acceptance(&p.held, int(p.melds.N), p.void)
		sum += n + int(kinds)
	}
	return sum
}

func plainDiscards(ps []plainPosition) (sum int) {
	var room [14]oracle.Discard
	for i := range ps {
		p := &ps[i]
		for _, d := range oracle.Discards(&p.held, int(p.melds.N), p.void, room[:0]) {
			sum += d.Shanten + int(d.Kinds)
		}
	}
	return sum
}

func plainBestDiscards(ps []plainPosition) (sum int) {
	var room [14]oracle.Discard
	for i := range ps {
		p := &ps[i]
		n, discards := oracle.BestDiscards(&p.held, int(p.melds.N), p.void, room[:0])
		sum += n
		for _, d := range discards {
			sum += int(d.Kinds)
		}
	}
	return sum
}
