package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"xuezhan/sim/stats"
)

// Text forms of numbers. A number shows no more digits than its interval bears
// out: the half width gets two.

// maxDecimals is the most digits shown after the point.
const maxDecimals = 6

// plainDecimals are those of a number without bounds.
const plainDecimals = 3

// decimals returns how many digits after the point a half width deserves.
func decimals(half float64) int {
	if !(half > 0) || math.IsInf(half, 0) {
		return plainDecimals
	}
	return min(max(1-int(math.Floor(math.Log10(half))), 0), maxDecimals)
}

// fixed returns a number with so many decimals, never "-0".
func fixed(n Number, decimals int) string {
	s := strconv.FormatFloat(float64(n), 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// signed returns a number with its sign, 0 having none.
func signed(n Number, decimals int) string {
	s := fixed(n, decimals)
	if s[0] != '-' && strings.Trim(s, "0.") != "" {
		return "+" + s
	}
	return s
}

// text returns the estimate as "mean ± half".
func (e Estimate) text(number func(Number, int) string) string {
	switch {
	case !e.Mean.Defined():
		return "-"
	case e.Mean == 0 && e.Warnings.Has(stats.ZeroVariance):
		return "0" // it never happened
	case !e.Bounds().Defined():
		return number(e.Mean, plainDecimals) + " ± ?"
	case e.Lo == e.Hi:
		return strconv.FormatFloat(float64(e.Mean), 'f', -1, 64)
	}
	d := decimals(e.Bounds().half())
	return number(e.Mean, d) + " ± " + fixed(Number(e.Bounds().half()), d)
}

// gain returns points, which have a sign.
func gain(e Estimate) string { return e.text(signed) }

// amount returns what has no sign.
func amount(e Estimate) string { return e.text(fixed) }

// bracket returns the bounds as "[lo, hi]".
func bracket(b Bounds, number func(Number, int) string) string {
	if !b.Defined() {
		return "[?]"
	}
	d := decimals(b.half())
	return "[" + number(b.Lo, d) + ", " + number(b.Hi, d) + "]"
}

// percent returns a rate in percent. Where it is 0 or 1 all that is not known
// lies on one side.
func percent(rate Number, b Bounds) string {
	switch {
	case !rate.Defined():
		return "-"
	case rate == 0 && b.Defined():
		return "0 (< " + fixed(100*b.Hi, decimals(100*float64(b.Hi))) + ")"
	case rate == 1 && b.Defined():
		return "100 (> " + fixed(100*b.Lo, decimals(100*float64(1-b.Lo))) + ")"
	}
	return Estimate{Mean: 100 * rate, Lo: 100 * b.Lo, Hi: 100 * b.Hi}.text(fixed)
}

// plainPercent returns a share without bounds in percent.
func plainPercent(rate Number) string {
	if !rate.Defined() {
		return "-"
	}
	return fixed(100*rate, 2)
}

// count returns an integer with its thousands set apart.
func count(n int64) string { return stats.Grouped(n) }

// clip shortens s to at most n characters.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// letter returns how tables call the bot with index i.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprintf("#%d", i+1)
}
