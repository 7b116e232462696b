package bench

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A Row is one line of the measurements.
type Row struct {
	// Name is the row's name in Go's benchmark format without "Benchmark": a
	// family, and behind it keys and values, "Shanten/corpus=real/…".
	Name string
	// Base is the name of the row that this one is compared with, and Unit the
	// unit in which; empty for none.
	Base, Unit string

	run func(b *testing.B)
}

// Run measures the row.
func (r *Row) Run(b *testing.B) { r.run(b) }

// SetTime sets how long Measure repeats a row: a duration, or a number of
// operations such as "100x", as go test's flag -benchtime. It holds for the
// whole program.
func SetTime(text string) error {
	testing.Init()
	if err := flag.Set("test.benchtime", text); err != nil {
		return fmt.Errorf("%q is neither a duration nor a number of operations such as 100x", text)
	}
	return nil
}

// Measure runs a row outside of go test.
func (r *Row) Measure() (Result, error) {
	failure := "it stopped"
	result := testing.Benchmark(func(b *testing.B) {
		defer func() {
			if !b.Failed() {
				failure = ""
			}
		}()
		r.run(b)
	})
	if result.N == 0 || failure != "" {
		return Result{}, fmt.Errorf("measuring %s: %s", r.Name, failure)
	}
	return Result{r, result}, nil
}

// A Result is one measurement of a row.
type Result struct {
	Row *Row
	testing.BenchmarkResult
}

// Value returns the result in one of the units that its row reports.
func (r *Result) Value(unit string) float64 {
	if v, ok := r.Extra[unit]; ok || unit != "ns/op" {
		return v
	}
	return float64(r.T.Nanoseconds()) / float64(r.N)
}

// Values returns all that the row reports, by unit.
func (r *Result) Values() map[string]float64 {
	all := map[string]float64{
		"ns/op":     r.Value("ns/op"),
		"B/op":      float64(r.AllocedBytesPerOp()),
		"allocs/op": float64(r.AllocsPerOp()),
	}
	for unit, v := range r.Extra {
		all[unit] = v
	}
	if all["ns/op"] == 0 { // the row reports its time in another unit
		delete(all, "ns/op")
	}
	return all
}

// A Ratio compares two rows of one run of the measurements.
type Ratio struct {
	Row       string  `json:"row"`
	Base      string  `json:"base"`
	Unit      string  `json:"unit"`
	Value     float64 `json:"value"`      // the row's
	BaseValue float64 `json:"base_value"` // the base's
	Ratio     float64 `json:"ratio"`      // value / base value
}

// Ratios returns the ratios of all rows that have a base among the results, in
// the order of the rows. Of several results of a row the median counts.
func Ratios(results []Result) []Ratio {
	var ratios []Ratio
	done := map[string]bool{}
	for i := range results {
		row := results[i].Row
		if row.Base == "" || done[row.Name] {
			continue
		}
		done[row.Name] = true
		value, base := medianOf(results, row.Name, row.Unit), medianOf(results, row.Base, row.Unit)
		if base > 0 {
			ratios = append(ratios, Ratio{row.Name, row.Base, row.Unit, value, base, value / base})
		}
	}
	return ratios
}

// A Point is what the rows of a family have at one value of a key.
type Point struct {
	At    int64   // the key's value in the row's name
	Value float64 // the median of the row's results
}

// Along returns the points of a family in one unit, in the order of its rows:
// Run along workers in hands/s, say. Rows without the key are left out.
func Along(results []Result, family, key, unit string) []Point {
	var points []Point
	done := map[string]bool{}
	for i := range results {
		name := results[i].Row.Name
		at, ok := keyOf(name, family, key)
		if !ok || done[name] {
			continue
		}
		done[name] = true
		points = append(points, Point{at, medianOf(results, name, unit)})
	}
	return points
}

// keyOf returns the number that a key has in the name of a row of a family.
func keyOf(name, family, key string) (int64, bool) {
	before, keys, _ := strings.Cut(name, "/")
	if before != family {
		return 0, false
	}
	for pair := range strings.SplitSeq(keys, "/") {
		if value, ok := strings.CutPrefix(pair, key+"="); ok {
			n, err := strconv.ParseInt(value, 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}

// medianOf returns the median of the results of a row, 0 if there are none.
func medianOf(results []Result, name, unit string) float64 {
	var values []float64
	for i := range results {
		if results[i].Row.Name == name {
			values = append(values, results[i].Value(unit))
		}
	}
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
