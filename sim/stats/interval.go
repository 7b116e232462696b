package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Interval is an estimate with its bounds. Value, Lo and Hi share the unit of
// what was estimated. Its JSON form is
//
//	{"value":-1.58,"lo":-2.46,"hi":-0.7,"n":10,"level":0.95,"warnings":["few-units"]}
//
// with null for the value of an interval without units, null for an infinite
// bound, and no warnings where there are none.
type Interval struct {
	Value    float64  // the estimate; 0 if N is 0
	Lo, Hi   float64  // Lo ≤ Value ≤ Hi if N > 0; −Inf and +Inf where the data set no bound
	N        int64    // independent units behind it
	Level    float64  // nominal coverage, in (0, 1)
	Warnings Warnings // what a reader should know
}

// unbounded returns the interval of data that set no bounds.
func unbounded(value float64, n int64, level float64) Interval {
	return Interval{Value: value, Lo: math.Inf(-1), Hi: math.Inf(1), N: n, Level: level}
}

// Defined reports whether the interval says anything: it rests on data and
// both bounds are finite.
func (i Interval) Defined() bool {
	return i.N > 0 && !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0)
}

// Covers reports whether v lies within the bounds, which belong to the
// interval.
func (i Interval) Covers(v float64) bool { return i.Lo <= v && v <= i.Hi }

// Half returns half the width, the "±" of a symmetric interval: +Inf if it is
// unbounded.
func (i Interval) Half() float64 { return (i.Hi - i.Lo) / 2 }

// Scaled returns the interval of factor times the quantity: a sum of two hands
// becomes points per hand with Scaled(1.0/2). A negative factor swaps the
// bounds. It panics if factor is 0, infinite or NaN.
func (i Interval) Scaled(factor float64) Interval {
	if factor == 0 || math.IsInf(factor, 0) || math.IsNaN(factor) {
		panic("stats: scale is not a finite number other than 0")
	}
	i.Value *= factor
	i.Lo *= factor
	i.Hi *= factor
	if factor < 0 {
		i.Lo, i.Hi = i.Hi, i.Lo
	}
	return i
}

// Plus returns the interval of the sum of two quantities that were estimated from
// independent data: the squares of the distances to the bounds add up. Its units are
// those of the estimate with fewer of them; an estimate without units is left out.
func (i Interval) Plus(o Interval) Interval {
	switch {
	case i.N == 0:
		return o
	case o.N == 0:
		return i
	}
	sum := i
	sum.Value, sum.N, sum.Warnings = i.Value+o.Value, min(i.N, o.N), i.Warnings|o.Warnings
	sum.Lo = sum.Value - math.Hypot(i.Value-i.Lo, o.Value-o.Lo)
	sum.Hi = sum.Value + math.Hypot(i.Hi-i.Value, o.Hi-o.Value)
	return sum
}

// With returns the interval with a warning added.
func (i Interval) With(w Warning) Interval {
	i.Warnings = i.Warnings.With(w)
	return i
}

// String returns the interval as "value [lo, hi]" in four significant digits,
// or as "value [?]" if it is not defined.
func (i Interval) String() string {
	if !i.Defined() {
		return fmt.Sprintf("%.4g [?]", i.Value)
	}
	return fmt.Sprintf("%.4g [%.4g, %.4g]", i.Value, i.Lo, i.Hi)
}

// intervalJSON is the JSON form of an Interval.
type intervalJSON struct {
	Value    *float64 `json:"value"`
	Lo       *float64 `json:"lo"`
	Hi       *float64 `json:"hi"`
	N        int64    `json:"n"`
	Level    float64  `json:"level"`
	Warnings Warnings `json:"warnings,omitzero"`
}

// MarshalJSON writes the form in the type's comment.
func (i Interval) MarshalJSON() ([]byte, error) {
	j := intervalJSON{N: i.N, Level: i.Level, Warnings: i.Warnings}
	if i.N > 0 {
		j.Value = &i.Value
	}
	if !math.IsInf(i.Lo, 0) {
		j.Lo = &i.Lo
	}
	if !math.IsInf(i.Hi, 0) {
		j.Hi = &i.Hi
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads the form in the type's comment; an absent bound is read
// as null, and so is the value of an interval without units.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var j intervalJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: interval: %w", err)
	}
	*i = unbounded(0, j.N, j.Level)
	i.Warnings = j.Warnings
	if j.Value != nil && j.N > 0 {
		i.Value = *j.Value
	}
	if j.Lo != nil {
		i.Lo = *j.Lo
	}
	if j.Hi != nil {
		i.Hi = *j.Hi
	}
	return nil
}
