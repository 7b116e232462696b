package report

import (
	"encoding/json"
	"math"

	"xuezhan/sim/stats"
)

// A Number is a float64 that marshals as null when it is not finite: where there is
// nothing to say, or where a bound is not known.
type Number float64

// undefined is the number where there is nothing to say.
var undefined = Number(math.NaN())

// Defined reports whether there is a number.
func (n Number) Defined() bool {
	return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0)
}

// MarshalJSON writes the number or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads a number or null.
func (n *Number) UnmarshalJSON(data []byte) error {
	f := math.NaN()
	if string(data) != "null" {
		if err := json.Unmarshal(data, &f); err != nil {
			return err
		}
	}
	*n = Number(f)
	return nil
}

// Bounds are the ends of an interval.
type Bounds struct {
	Lo Number `json:"lo"`
	Hi Number `json:"hi"`
}

// Defined reports whether both bounds are known.
func (b Bounds) Defined() bool { return b.Lo.Defined() && b.Hi.Defined() }

// half returns half the width.
func (b Bounds) half() float64 { return float64(b.Hi-b.Lo) / 2 }

// An Estimate is a mean with the bounds of its interval.
type Estimate struct {
	Mean     Number         `json:"mean"`
	Lo       Number         `json:"lo"`
	Hi       Number         `json:"hi"`
	Warnings stats.Warnings `json:"warnings,omitzero"`
}

// Bounds returns the bounds alone.
func (e Estimate) Bounds() Bounds { return Bounds{e.Lo, e.Hi} }

// negated returns the estimate of the negative.
func (e Estimate) negated() Estimate {
	return Estimate{Mean: -e.Mean, Lo: -e.Hi, Hi: -e.Lo, Warnings: e.Warnings}
}

// estimated returns what an interval says. Where nothing happened there is no
// mean, and where all units were equal no bounds: they would have no width, and
// say nothing of what another unit may bring. Few units and a bound on either
// side of zero are not for a single estimate to tell.
func estimated(i stats.Interval) Estimate {
	if i.N == 0 {
		return Estimate{Mean: undefined, Lo: undefined, Hi: undefined}
	}
	e := Estimate{Mean: Number(i.Value), Lo: Number(i.Lo), Hi: Number(i.Hi)}
	for w := range i.Warnings.All() {
		if w != stats.FewUnits && w != stats.CoversZero {
			e.Warnings = e.Warnings.With(w)
		}
	}
	if i.Warnings.Has(stats.ZeroVariance) {
		e.Lo, e.Hi = undefined, undefined
	}
	return e
}
