package bench

import (
	"slices"
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
)

// The tests of this file compare tables and baselines on every position on
// which they are timed.

func TestWaitsAgree(t *testing.T) {
	s := newSuite(t)
	for _, ps := range [][]Position{s.corpus.Random13, s.corpus.Real13, s.corpus.Ready13, s.corpus.Flush13} {
		for i, q := range plainly(ps, len(ps)) {
			p, melds := &ps[i], int(ps[i].Melds.N)
			want := s.tables.Waits(&p.Held, melds, p.Void)
			if got := oracle.Waits(&q.held, melds, q.void, oracle.QuadsAreTwoPairs); got != want {
				t.Errorf("%s, %d melds, void %s: recursion has %s, tables %s", p.Held, melds, p.Void, got, want)
			}
			if got := s.suits.Waits(&q.held, melds, q.void); got != want {
				t.Errorf("%s, %d melds, void %s: the map has %s, tables %s", p.Held, melds, p.Void, got, want)
			}
		}
	}
}

func TestCompleteAgrees(t *testing.T) {
	s := newSuite(t)
	for _, ps := range [][]Position{s.corpus.Mixed14, s.corpus.Winning14, s.corpus.Flush14} {
		for i, q := range plainly(ps, len(ps)) {
			p, melds := &ps[i], int(ps[i].Melds.N)
			want := s.tables.Complete(&p.Held, melds, p.Void)
			if got := oracle.Complete(&q.held, melds, q.void, oracle.QuadsAreTwoPairs); got != want {
				t.Errorf("%s, %d melds, void %s: recursion has %v, tables %v", p.Held, melds, p.Void, got, want)
			}
			if got := s.suits.Complete(&q.held, melds, q.void); got != want {
				t.Errorf("%s, %d melds, void %s: the map has %v, tables %v", p.Held, melds, p.Void, got, want)
			}
		}
	}
}

func TestScoreAgrees(t *testing.T) {
	s := newSuite(t)
	for _, preset := range rules.Presets() {
		r := preset.Rules
		sc := fan.NewScorer(r, s.tables)
		for _, ps := range [][]Position{s.corpus.Mixed14, s.corpus.Flush14} {
			for i, q := range plainly(ps, len(ps)) {
				p := &ps[i]
				want, won := sc.Score(&p.Held, &p.Melds, p.Last, p.How)
				got, plainlyWon := oracle.Score(&r, &q.held, q.melds.All(), q.last, q.how)
				if got != want || won != plainlyWon {
					t.Errorf("%s, %s%s: recursion has %+v %v, tables %+v %v", r.Name, p.Held, p.Melds.All(), got, plainlyWon, want, won)
				}
			}
		}
	}
}

func TestShantenAgrees(t *testing.T) {
	s := newSuite(t)
	for _, ps := range [][]Position{s.corpus.Random14, s.corpus.Real14, s.corpus.Flush14} {
		for i, q := range plainly(ps, len(ps)) {
			p, melds := &ps[i], int(ps[i].Melds.N)
			want := s.tables.Shanten(&p.Held, melds, p.Void)
			if got := oracle.Shanten(&q.held, melds, q.void); got != want {
				t.Errorf("%s, %d melds, void %s: recursion has %d, tables %d", p.Held, melds, p.Void, got, want)
			}
		}
	}
}

func TestAcceptanceAgrees(t *testing.T) {
	s := newSuite(t)
	for _, ps := range [][]Position{s.corpus.Random13, s.corpus.Real13} {
		for i, q := range plainly(ps, someDraws) {
			p, melds := &ps[i], int(ps[i].Melds.N)
			wantN, want := s.tables.Acceptance(&p.Held, melds, p.Void)
			if n, got := oracle.Acceptance(&q.held, melds, q.void); n != wantN || got != want {
				t.Errorf("%s, %d melds, void %s: trial has %d %s, tables %d %s", p.Held, melds, p.Void, n, got, wantN, want)
			}
		}
	}
}

func TestDiscardsAgree(t *testing.T) {
	s := newSuite(t)
	for _, ps := range [][]Position{s.corpus.Random14, s.corpus.Real14} {
		for i, q := range plainly(ps, someDiscards) {
			p, melds := &ps[i], int(ps[i].Melds.N)
			var all, best []oracle.Discard
			for _, d := range s.tables.AllDiscards(&p.Held, melds, p.Void, p.Held.Kinds(), nil) {
				all = append(all, oracle.Discard{Tile: d.Tile, Shanten: int(d.Shanten), Kinds: d.Kinds})
			}
			if got := oracle.Discards(&q.held, melds, q.void, nil); !slices.Equal(got, all) {
				t.Errorf("%s, %d melds, void %s: trial has %v, tables %v", p.Held, melds, p.Void, got, all)
			}
			wantN, options := s.tables.BestDiscards(&p.Held, melds, p.Void, p.live(), nil)
			for _, o := range options {
				best = append(best, oracle.Discard{Tile: o.Tile, Shanten: wantN, Kinds: o.Kinds})
			}
			if n, got := oracle.BestDiscards(&q.held, melds, q.void, nil); n != wantN || !slices.Equal(got, best) {
				t.Errorf("%s, %d melds, void %s: trial has %d %v, tables %d %v", p.Held, melds, p.Void, n, got, wantN, best)
			}
		}
	}
}
