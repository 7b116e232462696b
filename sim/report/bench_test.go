package report

import (
	"fmt"
	"testing"
)

func BenchmarkAdd(b *testing.B) {
	for _, bots := range []int{1, 2, 4} {
		for _, perGame := range []int{1, 8} {
			b.Run(fmt.Sprintf("bots=%d/hands_per_game=%d", bots, perGame), func(b *testing.B) {
				const batch = 512
				outcomes := play(0, batch, perGame, bots)
				t, err := New(Config{Bots: make([]string, bots), HandsPerGame: perGame})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					t.Add(outcomes)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/hand")
			})
		}
	}
}
