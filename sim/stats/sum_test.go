package stats

import "testing"

// TestSumsMakeTheSameRatio feeds the same units to a Ratio and, those that are
// not 0, to sums.
func TestSumsMakeTheSameRatio(t *testing.T) {
	g := source(31)
	for range 100 {
		var want Ratio
		var parts [3]struct {
			y, x Sum
			xy   Product
		}
		n := int64(g.IntN(60))
		for range n {
			y, x := int64(int32(wild(g))), int64(g.IntN(5))
			if g.IntN(3) == 0 {
				y = 0
			}
			want.Add(y, x)
			p := &parts[g.IntN(len(parts))]
			p.y.Add(y)
			p.x.Add(x)
			if y != 0 && x != 0 {
				p.xy.Add(y, x)
			}
		}
		got := parts[2]
		for _, p := range parts[:2] {
			got.y.Merge(p.y)
			got.x.Merge(p.x)
			got.xy.Merge(p.xy)
		}
		if r := MakeRatio(n, got.y, got.x, got.xy); r != want {
			t.Fatalf("made %+v, want %+v", r, want)
		}
		if m := got.y.Moments(n); m != want.Numerator() {
			t.Fatalf("made %+v, want %+v", m, want.Numerator())
		}
	}
}

func TestSumAtTheLimit(t *testing.T) {
	var s Sum
	var m Moments
	for _, x := range []int64{-1 << 31, 1<<31 - 1, -1 << 31, 1 << 31, 1 << 31, 1 << 31} {
		s.Add(x)
		m.Add(x)
	}
	if got := s.Moments(6); got != m || s.Total() != 1<<32-1 {
		t.Errorf("made %+v, total %d, want %+v", got, s.Total(), m)
	}
}

func TestSumsThatAreGiven(t *testing.T) {
	var s Sum
	var p Product
	for _, x := range []int64{3, -4} {
		s.Add(x)
		p.Add(x, 2)
	}
	if got := MakeSum(-1, 25); got != s {
		t.Errorf("made %+v, want %+v", got, s)
	}
	if got := MakeProduct(-2); got != p {
		t.Errorf("made %+v, want %+v", got, p)
	}
}

func TestSumsPanic(t *testing.T) {
	panics(t, "stats: sum of squares overflows", func() { MakeSum(0, -1) })
	panics(t, "stats: negative count", func() { Sum{}.Moments(-1) })
	var x Sum
	x.Add(-1)
	panics(t, "stats: negative denominator", func() { MakeRatio(1, Sum{}, x, Product{}) })
}

func TestSumAllocatesNothing(t *testing.T) {
	var s Sum
	var p Product
	quiet(t, "Sum", func() { s.Add(-7); s.Merge(s); p.Add(-7, 2); p.Merge(p) })
}

func BenchmarkSumAdd(b *testing.B) {
	var s Sum
	var p Product
	for b.Loop() {
		s.Add(-24)
		p.Add(-24, 4)
	}
}
