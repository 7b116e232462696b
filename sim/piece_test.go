package sim

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestPieces: however a run is dealt out, its outcomes, wins, actions and digest are
// those of its units played one after the other.
func TestPieces(t *testing.T) {
	for _, units := range []int64{1, 5, 100, 1030, 2500} {
		for _, games := range []bool{false, true} {
			if games && units > 100 {
				continue
			}
			c := configOf(t, "wap-flow", units, "random", "timeout")
			if games {
				c.Hands, c.Games = 0, units
			}
			w, err := NewWorker(c, Options{Tables: suitTables(), Actions: true})
			if err != nil {
				t.Fatal(err)
			}
			var want Batch
			for unit := range units {
				if err := w.PlayUnit(unit, &want); err != nil {
					t.Fatal(err)
				}
			}
			var digest Digest
			size := BlockHands(int(c.unitHands()))
			wins := want.Wins
			for outcomes := range slices.Chunk(want.Outcomes, size) {
				n := 0
				for n < len(wins) && wins[n].Hand <= outcomes[len(outcomes)-1].Hand {
					n++
				}
				digest.Add(&Batch{Outcomes: outcomes, Wins: wins[:n]})
				wins = wins[n:]
			}
			for _, workers := range []int{1, 2, 7} {
				var m memory
				var told atomic.Int64
				r, err := Run(context.Background(), c, Options{
					Tables: suitTables(), Workers: workers, Actions: true, Sink: &m, Progress: func(n int64) { told.Add(n) },
				})
				if err != nil || r.Digest != digest.String() || told.Load() != c.TotalHands() {
					t.Errorf("%d units, games %v, %d workers: %v, digest %s, want %s; progress of %d of %d hands",
						units, games, workers, err, r.Digest, digest.String(), told.Load(), c.TotalHands())
				}
				var got Batch
				for i := range len(m.parts) {
					p := m.parts[i]
					got.Outcomes, got.Wins = append(got.Outcomes, p.outcomes...), append(got.Wins, p.wins...)
				}
				if !slices.Equal(got.Outcomes, want.Outcomes) || !slices.Equal(got.Wins, want.Wins) {
					t.Errorf("%d units, games %v, %d workers: other outcomes or wins", units, games, workers)
				}
			}
		}
	}
}

// TestPiecesAreForAll: a run of few hands uses all workers, and stops between them.
func TestPiecesAreForAll(t *testing.T) {
	c := configOf(t, "planet", 64, "fast")
	var now, most atomic.Int64
	stop := make(chan struct{})
	var m memory
	r, err := Run(context.Background(), c, Options{
		Tables: suitTables(), Workers: 4, Sink: &m, Stop: stop,
		Progress: func(int64) {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Millisecond)
			now.Add(-1)
		},
	})
	if err != nil || r.Hands != 64 || most.Load() < 2 {
		t.Errorf("%v, %d hands, up to %d workers at once", err, r.Hands, most.Load())
	}
	close(stop)
	if r, err = Run(context.Background(), c, Options{Tables: suitTables(), Workers: 4, Sink: &memory{}, Stop: stop}); err != nil || r.Hands != 0 || !r.Stopped() {
		t.Errorf("stopped before it began: %v, %+v", err, r)
	}
}
