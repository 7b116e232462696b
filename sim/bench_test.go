package sim

import (
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
)

// BenchmarkHand plays hands of four equal bots, everything a run does but for
// storing and counting.
func BenchmarkHand(b *testing.B) {
	tables := shape.New()
	for _, preset := range rules.Presets() {
		for _, bot := range []string{"random", "fast", "big"} {
			b.Run("rules="+preset.Rules.Name+"/bot="+bot, func(b *testing.B) {
				spec, err := policy.Parse(bot)
				if err != nil {
					b.Fatal(err)
				}
				c := &Config{Rules: preset.Rules, Seed: 1, Hands: 1 << 30}
				for s := range c.Seats {
					c.Seats[s] = spec
				}
				t, err := NewWorker(c, Options{Tables: tables})
				if err != nil {
					b.Fatal(err)
				}
				var batch Batch
				unit := int64(0)
				for b.Loop() {
					if unit%1024 == 0 {
						batch.Reset()
					}
					if err := t.PlayUnit(unit, &batch); err != nil {
						b.Fatal(err)
					}
					unit++
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hands/s")
			})
		}
	}
}
