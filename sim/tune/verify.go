package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// Verify replays the gains of two generations of an earlier run: the last one, and
// one drawn from all, the same for the same run. It is an error if a gain differs
// from the stored one: the program or a bot has changed, and a run must be resumed
// by the program that started it. A tuner at its start, or of a finished run, plays
// nothing.
func (t *Tuner) Verify(ctx context.Context, arena Arena) error {
	if t.holdout != nil {
		return nil
	}
	return t.replay(ctx, arena)
}

// replay is Verify, also of a finished tuning.
func (t *Tuner) replay(ctx context.Context, arena Arena) error {
	n := t.generations
	if n == 0 {
		return nil
	}
	// The two high bits keep the stream off those of walls and of generations.
	rng := rand.New(rand.NewPCG(t.config.Seed, 3<<62|uint64(n)))
	chosen := []int{n - 1, rng.IntN(n)}
	var duels []Duel
	for _, g := range chosen {
		duels = append(duels, t.gainDuel(g, t.meanOf(g)))
	}
	scores, err := arena.Play(ctx, duels)
	if err != nil {
		return err
	}
	for i, g := range chosen {
		if got, want := scores[i], t.history[g].Score; got != want {
			return fmt.Errorf("tune: %s: the replay of generation %d differs from the run: gain %v points per hand, now %v; this program or a bot has changed: resume with the program and bots that started the run, or start a new one",
				t.path, g+1, want.Mean, got.Mean)
		}
	}
	return nil
}

// meanOf returns the parameters that played for a generation's mean.
func (t *Tuner) meanOf(g int) []int {
	v := make([]int, len(t.axes))
	for i, a := range t.axes {
		v[i] = a.whole(t.history[g].Parameters[a.name] + 0.5)
	}
	return v
}
