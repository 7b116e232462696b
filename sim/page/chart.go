package page

import (
	"math"
	"strconv"

	"xuezhan/sim/stats"
)

// A Chart is something that a Figure can show.
type Chart interface {
	draw(width float64) drawing
	keys() []Key
}

// A Value is a number with the bounds of its interval, NaN where there are none,
// and its text.
type Value struct {
	At, Lo, Hi float64
	Text       string
}

// Plain returns a value without bounds.
func Plain(at float64, text string) Value { return Value{at, math.NaN(), math.NaN(), text} }

// None is a value that has a text and no number.
func None(text string) Value { return Plain(math.NaN(), text) }

// Interval returns an interval as a value; without units it is None.
func Interval(i stats.Interval, text string) Value {
	if i.N == 0 {
		return None(text)
	}
	return Value{i.Value, i.Lo, i.Hi, text}
}

func (v Value) known() bool { return finite(v.At) }

func (v Value) bounded() bool { return finite(v.Lo) && finite(v.Hi) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// A Look is how marks look: the name of an entry of looks.
type Look string

// The looks that are not a series'.
const (
	Neutral Look = "none" // nothing is established
	Missing Look = "few"  // there is too little to go by
	Hollow  Look = "ring" // a spot where nothing is established
	Cool    Look = "c4"   // a cell of a strength above 0
	Warm    Look = "w4"   // a cell of a strength below 0
)

// numSeries is how many series have looks of their own.
const numSeries = 9

// Series returns the look of the i-th of things that are told apart.
func Series(i int) Look { return Look("s" + strconv.Itoa(i%numSeries)) }

// A Key says what a look means.
type Key struct {
	Text string
	Look Look
	Form Form
}

// A Form is the shape of what a key explains.
type Form string

// The forms.
const (
	Patch Form = ""
	Dot   Form = "dot"
	Band  Form = "band" // an interval around a line
	line  Form = "line"
)

// seriesKeys explains series that have names.
func seriesKeys(names []string, form Form) []Key {
	var list []Key
	for i, n := range names {
		if n != "" {
			list = append(list, Key{n, Series(i), form})
		}
	}
	return list
}

// A Level is a value that others are to be seen against; without a name it is on
// the axis and no more.
type Level struct {
	At   float64
	Name string
}
