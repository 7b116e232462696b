package bench

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRows(t *testing.T) {
	rows := newSuite(t).Rows()
	names := map[string]bool{}
	var inOrder []string
	for _, r := range rows {
		family, keys, _ := strings.Cut(r.Name, "/")
		if names[r.Name] {
			t.Errorf("%s is duplicated", r.Name)
		}
		names[r.Name] = true
		if len(inOrder) == 0 || inOrder[len(inOrder)-1] != family {
			inOrder = append(inOrder, family)
		}
		for _, pair := range strings.Split(keys, "/") {
			if keys != "" && !strings.Contains(pair, "=") {
				t.Errorf("%s: %q is no key=value", r.Name, pair)
			}
		}
		if strings.ContainsAny(r.Name, " \t:") {
			t.Errorf("%q is no name in Go's benchmark format", r.Name)
		}
	}
	for _, r := range rows {
		if r.Base != "" && (!names[r.Base] || r.Unit == "") {
			t.Errorf("%s is compared with %q in %q", r.Name, r.Base, r.Unit)
		}
	}
	for _, f := range families {
		if len(Family(rows, f)) == 0 {
			t.Errorf("no row of %s", f)
		}
	}
	n := 0
	for _, f := range families {
		n += len(Family(rows, f))
	}
	if n != len(rows) {
		t.Errorf("%d rows, of which Go's benchmarks have %d", len(rows), n)
	}
}

// slowRow finds the rows that take a second or so however short the time.
var slowRow = regexp.MustCompile(`^Run/|^Scale/|^(All|Best)Discards/.*by=trial`)

// longRow finds the row of a million hands. No test runs it: but for its number
// of hands it is the others of its family.
var longRow = regexp.MustCompile(`^Scale/.*hands=1000000$`)

// TestMeasure runs every other row once, and the unit of each ratio is reported.
func TestMeasure(t *testing.T) {
	setTime(t, "1x")
	var results []Result
	want := 0
	for _, r := range newSuite(t).Rows() {
		if longRow.MatchString(r.Name) || testing.Short() && slowRow.MatchString(r.Name) {
			continue
		}
		x, err := r.Measure()
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, x)
		for unit, v := range x.Values() {
			if v < 0 || math.IsInf(v, 0) || math.IsNaN(v) || v == 0 && strings.HasPrefix(unit, "ns/") {
				t.Errorf("%s: %v %s", r.Name, v, unit)
			}
		}
		if r.Base != "" {
			want++
		}
	}
	ratios := Ratios(results)
	if len(ratios) != want {
		t.Errorf("%d ratios, want %d", len(ratios), want)
	}
	for _, r := range ratios {
		if r.Ratio <= 0 || math.Abs(r.Ratio*r.BaseValue-r.Value) > 1e-6*r.Value {
			t.Errorf("%+v", r)
		}
	}
}

func TestAlong(t *testing.T) {
	result := func(name string, speed float64) Result {
		return Result{&Row{Name: name}, testing.BenchmarkResult{N: 1, Extra: map[string]float64{"hands/s": speed}}}
	}
	results := []Result{
		result("Run/bot=fast/workers=2", 20), result("Run/bot=fast/workers=1", 9), result("Runs/workers=3", 1),
		result("Run/bot=fast", 1), result("Run/workers=many", 1), result("Run/bot=fast/workers=1", 11),
	}
	if got, want := Along(results, "Run", "workers", "hands/s"), []Point{{2, 20}, {1, 10}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// setTime sets the time of a row for a test.
func setTime(t *testing.T, text string) {
	t.Helper()
	if err := SetTime(text); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := SetTime("1s"); err != nil {
			t.Error(err)
		}
	})
}

func TestSetTimeRefuses(t *testing.T) {
	for _, text := range []string{"", "soon", "-1s", "0x", "x"} {
		if SetTime(text) == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestMeasureFails(t *testing.T) {
	setTime(t, "1x")
	row := Row{Name: "X", run: func(b *testing.B) { b.Fatal("broken") }}
	if _, err := row.Measure(); err == nil || !strings.Contains(err.Error(), "X") {
		t.Errorf("got error %v", err)
	}
}

func TestRatios(t *testing.T) {
	base := &Row{Name: "A"}
	row := &Row{Name: "B", Base: "A", Unit: "ns/op"}
	lost := &Row{Name: "C", Base: "D", Unit: "ns/op"}
	result := func(r *Row, ns int) Result {
		return Result{r, testing.BenchmarkResult{N: 10, T: 10 * time.Duration(ns)}}
	}
	got := Ratios([]Result{
		result(row, 100), result(base, 10), result(lost, 1),
		result(row, 900), result(base, 30), result(row, 120),
	})
	if want := (Ratio{"B", "A", "ns/op", 120, 20, 6}); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
