package report

import (
	"fmt"

	"xuezhan/sim/stats"
)

// interval returns the estimate as an interval, for its text.
func (e Estimate) interval() stats.Interval {
	return stats.Interval{Value: float64(e.Mean), Lo: float64(e.Lo), Hi: float64(e.Hi), N: 1, Warnings: e.Warnings}
}

// gain returns points, which have a sign.
func gain(e Estimate) string { return e.interval().Gain() }

// amount returns what has no sign.
func amount(e Estimate) string { return e.interval().Amount() }

// decimals returns how many digits after the point the bounds support.
func (b Bounds) decimals() int { return stats.Decimals(b.half()) }

// bracket returns the bounds as "[lo, hi]".
func bracket(b Bounds, number func(x float64, decimals int) string) string {
	if !b.Defined() {
		return "[?]"
	}
	d := b.decimals()
	return "[" + number(float64(b.Lo), d) + ", " + number(float64(b.Hi), d) + "]"
}

// percent returns a rate in percent. Where it is 0 or 1 all that is not known
// lies on one side.
func percent(rate Number, b Bounds) string {
	switch {
	case !rate.Defined():
		return "-"
	case rate == 0 && b.Defined():
		return "0 (< " + stats.Fixed(float64(100*b.Hi), stats.Decimals(100*float64(b.Hi))) + ")"
	case rate == 1 && b.Defined():
		return "100 (> " + stats.Fixed(float64(100*b.Lo), stats.Decimals(100*float64(1-b.Lo))) + ")"
	}
	return amount(Estimate{Mean: 100 * rate, Lo: 100 * b.Lo, Hi: 100 * b.Hi})
}

// plainPercent returns a share without bounds in percent.
func plainPercent(rate Number) string {
	if !rate.Defined() {
		return "-"
	}
	return stats.Fixed(float64(100*rate), 2)
}

// count returns an integer with its thousands set apart.
func count(n int64) string { return stats.Grouped(n) }

// letter returns how tables call the bot with index i.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprintf("#%d", i+1)
}
