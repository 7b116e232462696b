package stats

import (
	"math"
	"testing"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", -999: "-999", -1000: "-1,000", 1234567: "1,234,567",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
