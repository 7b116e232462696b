package bench

import (
	"testing"
	"time"
)

// leastOf begins the units of least times.
const leastOf = "least-"

// A least has the shortest time that each of some windows of work has taken. The
// same windows come again and again, so that sooner or later each goes by
// undisturbed: on a machine shared with others means drift by a third, and leasts
// by a few percent.
type least []time.Duration

// note takes a time of a window, and returns when the next one begins.
func (l least) note(window int, began time.Time) time.Time {
	now := time.Now()
	if d := now.Sub(began); l[window] == 0 || d < l[window] {
		l[window] = d
	}
	return now
}

// report adds a metric to a row: the least time of one of the pieces that make up a
// window has each. Only windows that were measured count; if none was whole, mean
// stands for all.
func (l least) report(b *testing.B, each float64, unit string, mean time.Duration) {
	sum, n := time.Duration(0), 0
	for _, d := range l {
		if d > 0 {
			sum += d
			n++
		}
	}
	if n == 0 {
		sum, n = mean, 1
	}
	b.ReportMetric(float64(sum.Nanoseconds())/(float64(n)*each), leastOf+unit)
}
