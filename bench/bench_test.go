package bench

import (
	"sync"
	"testing"

	"xuezhan/engine/shape"
)

var testTables = sync.OnceValue(shape.New)

var testSuite = sync.OnceValues(func() (*Suite, error) { return New(testTables()) })

func newSuite(t testing.TB) *Suite {
	t.Helper()
	s, err := testSuite()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The rows by family, under the names that xuezhan bench prints.

func BenchmarkWaits(b *testing.B)        { benchmark(b, "Waits") }
func BenchmarkComplete(b *testing.B)     { benchmark(b, "Complete") }
func BenchmarkScore(b *testing.B)        { benchmark(b, "Score") }
func BenchmarkShanten(b *testing.B)      { benchmark(b, "Shanten") }
func BenchmarkAcceptance(b *testing.B)   { benchmark(b, "Acceptance") }
func BenchmarkAllDiscards(b *testing.B)  { benchmark(b, "AllDiscards") }
func BenchmarkBestDiscards(b *testing.B) { benchmark(b, "BestDiscards") }
func BenchmarkTables(b *testing.B)       { benchmark(b, "Tables") }
func BenchmarkLoad(b *testing.B)         { benchmark(b, "Load") }
func BenchmarkAnalyse(b *testing.B)      { benchmark(b, "Analyse") }
func BenchmarkBare(b *testing.B)         { benchmark(b, "Bare") }
func BenchmarkHand(b *testing.B)         { benchmark(b, "Hand") }
func BenchmarkLockstep(b *testing.B)     { benchmark(b, "Lockstep") }
func BenchmarkChoice(b *testing.B)       { benchmark(b, "Choice") }
func BenchmarkEncode(b *testing.B)       { benchmark(b, "Encode") }
func BenchmarkTrials(b *testing.B)       { benchmark(b, "Trials") }
func BenchmarkExec(b *testing.B)         { benchmark(b, "Exec") }
func BenchmarkPart(b *testing.B)         { benchmark(b, "Part") }
func BenchmarkDecisions(b *testing.B)    { benchmark(b, "Decisions") }
func BenchmarkRun(b *testing.B)          { benchmark(b, "Run") }
func BenchmarkScale(b *testing.B)        { benchmark(b, "Scale") }
func BenchmarkMachine(b *testing.B)      { benchmark(b, "Machine") }

var families = []string{
	"Waits", "Complete", "Score", "Shanten", "Acceptance", "AllDiscards",
	"BestDiscards", "Tables", "Load", "Analyse", "Bare", "Hand", "Lockstep", "Choice", "Encode", "Trials",
	"Exec", "Part", "Decisions", "Run", "Scale", "Machine",
}

func benchmark(b *testing.B, family string) {
	for _, r := range Family(newSuite(b).Rows(), family) {
		if r.Name == family {
			r.Run(b)
			return
		}
		b.Run(r.Name[len(family)+1:], r.Run)
	}
}
