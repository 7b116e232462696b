package bench

import (
	"testing"
	"time"
)

func TestLeast(t *testing.T) {
	l := make(least, 3)
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	l.note(0, ago(5*time.Hour))
	l.note(0, ago(2*time.Hour))
	l.note(0, ago(9*time.Hour))
	l.note(2, ago(4*time.Hour))
	value := func(l least) float64 {
		return testing.Benchmark(func(b *testing.B) { l.report(b, 10, "ns/op", time.Hour) }).Extra["least-ns/op"]
	}
	if got := time.Duration(value(l)).Round(time.Minute); got != 18*time.Minute {
		t.Errorf("windows of 2 and 4 hours with ten pieces each: %v a piece, want 18 minutes", got)
	}
	if got := time.Duration(value(make(least, 3))); got != 6*time.Minute {
		t.Errorf("no window but a mean of an hour: %v a piece, want 6 minutes", got)
	}
}
