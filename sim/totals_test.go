package sim

import (
	"context"
	"math"
	"testing"
)

// TestTotals: counts and errors are those of the outcomes, whoever has counted them.
func TestTotals(t *testing.T) {
	for _, games := range []bool{false, true} {
		c := configOf(t, "mil", 300, "fast", "timeout", "fast", "big")
		if games {
			c.Hands, c.Games = 0, 40
		}
		var m memory
		totals := NewTotals(c)
		resultOf(t, c, Options{Workers: 3, Sink: &m, Tally: totals.Tally, Merged: totals.Merge})
		outcomes, _ := m.all()
		for bot, got := range totals.Bots() {
			var want BotTotal
			units := make([]float64, max(c.Hands, c.Games))
			for _, o := range outcomes {
				for _, s := range o.Seats {
					if s.Bot != bot {
						continue
					}
					want.Hands++
					want.Points += int64(s.Account.Total())
					units[o.Game] += float64(s.Account.Total())
					if s.WinOrder > 0 {
						want.Won++
					}
					if s.DealIns > 0 {
						want.DealtIn++
					}
				}
			}
			if got.Hands != want.Hands || got.Points != want.Points || got.Won != want.Won || got.DealtIn != want.DealtIn || got.Bot != c.Bots()[bot] {
				t.Errorf("got %+v, want %+v", got, want)
			}
			n, sum, squares := float64(len(units)), float64(want.Points), 0.0
			for _, x := range units {
				squares += (x - sum/n) * (x - sum/n)
			}
			if err := math.Sqrt(squares/(n-1)/n) * n / float64(want.Hands); math.Abs(got.StdErr()-err) > 1e-9 {
				t.Errorf("%s: standard error %v, want %v", got.Bot, got.StdErr(), err)
			}
		}
	}
	one := configOf(t, "mil", 1, "fast")
	totals := NewTotals(one)
	if _, err := Run(context.Background(), one, Options{Tables: suitTables(), Tally: totals.Tally, Merged: totals.Merge}); err != nil {
		t.Fatal(err)
	}
	if e := totals.Bots()[0].StdErr(); !math.IsNaN(e) {
		t.Errorf("one hand has the standard error %v", e)
	}
}
