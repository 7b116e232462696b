package stats

import (
	"math"
	"strconv"
	"strings"
)

// Text forms of numbers. A number shows no more digits than its interval supports:
// the half width gets two.

// maxDecimals is the most digits shown after the point.
const maxDecimals = 6

// PlainDecimals is how many digits after the point a number without bounds gets.
const PlainDecimals = 3

// Decimals returns how many digits after the point show two digits of a half
// width, at most 6. A half width that is not a positive number gets PlainDecimals.
func Decimals(half float64) int {
	if !(half > 0) || math.IsInf(half, 0) {
		return PlainDecimals
	}
	return min(max(1-int(math.Floor(math.Log10(half))), 0), maxDecimals)
}

// Fixed returns x with a number of digits after the point. Zero has no sign.
func Fixed(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// Signed is Fixed with a plus before positive numbers.
func Signed(x float64, decimals int) string {
	s := Fixed(x, decimals)
	if s[0] != '-' && strings.Trim(s, "0.") != "" {
		return "+" + s
	}
	return s
}

// Amount returns the interval as "value ± half", for quantities without a sign.
// An interval without units is "-", one without bounds "value ± ?".
func (i Interval) Amount() string { return i.plusMinus(Fixed) }

// Gain returns the interval as Amount does, with a plus before positive values.
func (i Interval) Gain() string { return i.plusMinus(Signed) }

func (i Interval) plusMinus(number func(x float64, decimals int) string) string {
	switch {
	case i.N == 0 || !finite(i.Value):
		return "-"
	case i.Value == 0 && i.Warnings.Has(ZeroVariance):
		return "0" // it never happened
	case !i.bounded():
		return number(i.Value, PlainDecimals) + " ± ?"
	case i.Lo == i.Hi:
		return strconv.FormatFloat(i.Value, 'f', -1, 64)
	}
	d := Decimals(i.Half())
	return number(i.Value, d) + " ± " + Fixed(i.Half(), d)
}

// GainTo returns the interval as "+value ± half" with a fixed number of digits
// after the point, for lines that are written over.
func (i Interval) GainTo(decimals int) string {
	if !i.Defined() {
		return Signed(i.Value, decimals) + " ± ?"
	}
	return Signed(i.Value, decimals) + " ± " + Fixed(i.Half(), decimals)
}

// Bracketed returns the interval as "+value [+lo, +hi]".
func (i Interval) Bracketed() string {
	d := PlainDecimals
	if i.bounded() {
		d = Decimals(i.Half())
	}
	return i.BracketedTo(d)
}

// BracketedTo returns the interval as Bracketed does, with a fixed number of digits
// after the point.
func (i Interval) BracketedTo(decimals int) string {
	if !i.bounded() || i.N == 0 {
		return Signed(i.Value, decimals) + " [?]"
	}
	return Signed(i.Value, decimals) + " [" + Signed(i.Lo, decimals) + ", " + Signed(i.Hi, decimals) + "]"
}

// bounded reports whether both bounds are numbers.
func (i Interval) bounded() bool { return finite(i.Lo) && finite(i.Hi) }

// Grouped returns a whole number with its thousands set apart by commas.
func Grouped(n int64) string { return grouped(strconv.FormatInt(n, 10)) }

// GroupedFixed returns a number as Fixed does, with its thousands set apart by
// commas.
func GroupedFixed(x float64, decimals int) string {
	whole, rest, point := strings.Cut(Fixed(x, decimals), ".")
	if point {
		return grouped(whole) + "." + rest
	}
	return grouped(whole)
}

func grouped(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
