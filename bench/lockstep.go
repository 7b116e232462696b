package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"xuezhan/engine"
	"xuezhan/sim"
)

const perDecision = "ns/decision"

// lockstepRows play hands at random in lockstep, with the masks of what is legal. One
// operation is one step of all rows.
func (s *Suite) lockstepRows() []Row {
	name := func(rows int) string { return fmt.Sprintf("Lockstep/rows=%d", rows) }
	return []Row{
		{Name: name(1), run: func(b *testing.B) { s.playLockstep(b, 1) }},
		{name(1024), name(1), leastOf + perDecision, func(b *testing.B) { s.playLockstep(b, 1024) }},
	}
}

// lockstepWindow is the number of decisions that are timed together.
const lockstepWindow = 8192

func (s *Suite) playLockstep(b *testing.B, rows int) {
	l, err := sim.NewLockstep(&sim.Config{Rules: lookup("wap-battle"), Hands: sim.MaxHands}, sim.LockstepOptions{Rows: rows, Tables: s.tables})
	if err == nil {
		err = l.Reset(handSeed)
	}
	if err != nil {
		b.Fatal(err)
	}
	actions, masks := make([]engine.Action, rows), make([][engine.NumActions]uint8, rows)
	chance, window, steps := rand.NewPCG(handSeed, 0), make(least, 1), 0
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); {
		for i := range actions {
			l.Mask(i, masks[i][:])
			legal := l.Legal(i)
			actions[i] = legal[chance.Uint64()>>32*uint64(len(legal))>>32]
		}
		if err := l.Step(actions); err != nil {
			b.Fatal(err)
		}
		if steps++; steps%(lockstepWindow/rows) == 0 {
			began = window.note(0, began)
		}
	}
	reportEach(b, rows, perDecision)
	window.report(b, lockstepWindow, perDecision, b.Elapsed()*lockstepWindow/time.Duration(b.N*rows))
}
