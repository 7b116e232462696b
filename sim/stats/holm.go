package stats

import (
	"cmp"
	"slices"
)

// Holm returns the p-values of one family of hypotheses adjusted by Holm's
// step-down method (S. Holm, Scandinavian Journal of Statistics 6, 1979,
// 65–70), in the order given. Rejecting those at or below α keeps the chance
// of any false rejection in the family at or below α, whatever the dependence
// between the tests. p is not changed. It panics if a value is not in [0, 1].
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			panic("stats: p-value outside [0, 1]")
		}
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })

	// The k-th smallest of m competes with m−k others; no adjusted value may
	// undercut one that comes before it.
	adjusted := make([]float64, len(p))
	least := 0.0
	for k, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-k)))
		adjusted[i] = least
	}
	return adjusted
}
