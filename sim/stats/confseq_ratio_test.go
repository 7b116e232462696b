package stats

import "testing"

// TestRatioInterval: with denominators of one a ratio is a mean, and its sequence
// that of the mean; before Start there is none.
func TestRatioInterval(t *testing.T) {
	c := ConfidenceSequence{Start: 50}
	var m Moments
	var r Ratio
	for i := range int64(200) {
		y := i * i % 17
		m.Add(y)
		r.Add(y, 1)
		got, want := c.RatioInterval(r), c.Interval(m)
		if got.Value != want.Value || got.N != want.N || got.Defined() != want.Defined() {
			t.Fatalf("after %d units %v, want %v", i+1, got, want)
		}
		if d := got.Half() - want.Half(); got.Defined() && (d > 1e-12 || d < -1e-12) {
			t.Fatalf("after %d units the half width is %v, want %v", i+1, got.Half(), want.Half())
		}
	}
	var empty Ratio
	if c.RatioInterval(empty).Defined() {
		t.Error("no units have an interval")
	}
	empty.Add(0, 0)
	if c.RatioInterval(empty).Defined() {
		t.Error("units without events have an interval")
	}
}

func TestSum(t *testing.T) {
	var m Moments
	m.AddN(-3, 5)
	m.Add(1 << 40)
	if got, want := m.Sum(), float64(1<<40-15); got != want {
		t.Errorf("Sum = %v, want %v", got, want)
	}
}
