package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim/dataset"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A check is a condition and the same said again in Go.
type check struct {
	text  string
	holds func(*testing.T, flatRow) bool
}

var seatChecks = []check{
	{"longest_suit>=8", func(t *testing.T, r flatRow) bool { return number64(t, r["longest_suit"]) >= 8 }},
	{"longest_suit < 7", func(t *testing.T, r flatRow) bool { return number64(t, r["longest_suit"]) < 7 }},
	{"longest_suit!=6", func(_ *testing.T, r flatRow) bool { return r["longest_suit"] != "6" }},
	{"longest_suit in (5, 10)", func(_ *testing.T, r flatRow) bool { return r["longest_suit"] == "5" || r["longest_suit"] == "10" }},
	{"points>3", func(t *testing.T, r flatRow) bool { return number64(t, r["points"]) > 3 }},
	{"points<=-1", func(t *testing.T, r flatRow) bool { return number64(t, r["points"]) <= -1 }},
	{"dealer=true", func(_ *testing.T, r flatRow) bool { return r["dealer"] == "true" }},
	{"dealer!=true", func(_ *testing.T, r flatRow) bool { return r["dealer"] == "false" }},
	{"void not in (m,s)", func(_ *testing.T, r flatRow) bool { return r["void"] == "p" }},
	{"bot=value:flush=1.3,discard=guard", func(_ *testing.T, r flatRow) bool { return strings.HasPrefix(r["bot"], "value") }},
	{"bot in (big, 'value:flush=1.3,discard=guard')", func(_ *testing.T, r flatRow) bool { return r["bot"] != "fast" }},
	{"ready_at=null", func(_ *testing.T, r flatRow) bool { return r["ready_at"] == "" }},
	{"ready_at!=null", func(_ *testing.T, r flatRow) bool { return r["ready_at"] != "" }},
	{"ready_at!=5", func(_ *testing.T, r flatRow) bool { return r["ready_at"] != "" && r["ready_at"] != "5" }},
	{"ready_at<6", func(t *testing.T, r flatRow) bool { return r["ready_at"] != "" && number64(t, r["ready_at"]) < 6 }},
	{"ready_at in (null, 3)", func(_ *testing.T, r flatRow) bool { return r["ready_at"] == "" || r["ready_at"] == "3" }},
	{"hand>=17", func(t *testing.T, r flatRow) bool { return number64(t, r["hand"]) >= 17 }},
	{"ending=won", func(_ *testing.T, r flatRow) bool { return r["ending"] == "won" }},
}

// A naiveGroup is a group's units in a map, to which everything is added up by
// the definition.
type naiveGroup struct {
	rows  int64
	units map[int64]bool
	y, x  map[int64]float64
	valid int64
	sum   int64
}

// naive groups rows, and adds up one term.
func naive(t *testing.T, m *madeUp, rows []flatRow, where []check, by []string, value func(flatRow) (int64, bool)) map[string]*naiveGroup {
	groups := map[string]*naiveGroup{}
	for _, r := range rows {
		if slices.ContainsFunc(where, func(c check) bool { return !c.holds(t, r) }) {
			continue
		}
		key := ""
		for _, name := range by {
			key += r[name] + "|"
		}
		g := groups[key]
		if g == nil {
			g = &naiveGroup{units: map[int64]bool{}, y: map[int64]float64{}, x: map[int64]float64{}}
			groups[key] = g
		}
		unit := number64(t, r["hand"]) / m.unit
		g.rows++
		g.units[unit] = true
		if v, ok := value(r); ok {
			g.valid++
			g.sum += v
			g.y[unit] += float64(v)
			g.x[unit]++
		}
	}
	return groups
}

// mean returns the ratio and its standard error by their definition.
func (g *naiveGroup) mean() (mean, stdErr float64) {
	var sumY, sumX, squares float64
	for unit, x := range g.x {
		sumY += g.y[unit]
		sumX += x
	}
	mean = sumY / sumX
	for unit, x := range g.x {
		squares += (g.y[unit] - mean*x) * (g.y[unit] - mean*x)
	}
	n := float64(len(g.x))
	return mean, math.Sqrt(n/(n-1)*squares) / sumX
}

// Random questions have the answers of a computation that shares no code.
func TestQueryAgainstNaive(t *testing.T) {
	runs := []*madeUp{makeUp(t, 1, 700, false), makeUp(t, 2, 1600, true), makeUp(t, 3, 30, false)}
	r := rand.New(rand.NewPCG(9, 9))
	columns := []string{"bot", "longest_suit", "void", "dealer", "ready_at", "seat", "ending"}
	given := 0
	for range 150 {
		m := runs[r.IntN(len(runs))]
		var where []check
		for range r.IntN(3) {
			where = append(where, seatChecks[r.IntN(len(seatChecks))])
		}
		r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
		by := slices.Clone(columns[:r.IntN(3)])
		term, value := randomTerm(t, r)
		given += checkAgainstNaive(t, m, where, by, term, value)
	}
	if given < 200 {
		t.Errorf("only %d means were compared", given)
	}
}

// randomTerm returns a term and the same in Go.
func randomTerm(t *testing.T, r *rand.Rand) (string, func(flatRow) (int64, bool)) {
	switch r.IntN(3) {
	case 0:
		return "points", func(row flatRow) (int64, bool) { return number64(t, row["points"]), true }
	case 1:
		return "ready_at", func(row flatRow) (int64, bool) {
			if row["ready_at"] == "" {
				return 0, false
			}
			return number64(t, row["ready_at"]), true
		}
	}
	c := seatChecks[r.IntN(len(seatChecks))]
	return c.text, func(row flatRow) (int64, bool) {
		if c.holds(t, row) {
			return 1, true
		}
		return 0, true
	}
}

// checkAgainstNaive returns the number of means compared.
func checkAgainstNaive(t *testing.T, m *madeUp, where []check, by []string, term string, value func(flatRow) (int64, bool)) (given int) {
	t.Helper()
	q := Query{Table: dataset.Seats, By: by, Mean: []string{term}, Sum: []string{term}, Level: 0.95}
	for _, c := range where {
		q.Where = append(q.Where, condition(t, c.text))
	}
	a := ask(t, m, q)
	want := naive(t, m, m.seats, where, by, value)
	if len(a.Groups) != len(want) {
		t.Fatalf("%v by %v: got %d groups, want %d", a.Where, by, len(a.Groups), len(want))
	}
	rows := int64(0)
	for i := range a.Groups {
		g := &a.Groups[i]
		key := ""
		for k := range by {
			key += g.key[k].text + "|"
		}
		w := want[key]
		if w == nil || g.Rows != w.rows || g.Units != int64(len(w.units)) || g.sums[0] != w.sum || g.means[0].Rows != w.valid {
			t.Fatalf("%v by %v: group %s is %+v, want %+v", a.Where, by, key, g, w)
		}
		rows += g.Rows
		given += checkMean(t, g.means[0], w)
	}
	if rows != a.Rows {
		t.Errorf("groups have %d rows, all have %d", rows, a.Rows)
	}
	return given
}

func checkMean(t *testing.T, got *Mean, want *naiveGroup) (given int) {
	t.Helper()
	if enough := len(want.x) >= MinUnits; (got.Value != nil) != enough {
		t.Fatalf("%d units: got a mean %v", len(want.x), got.Value)
	} else if !enough {
		return 0
	}
	mean, stdErr := want.mean()
	if math.Abs(*got.Value-mean) > 1e-9 {
		t.Errorf("got mean %v, want %v", *got.Value, mean)
	}
	if stdErr == 0 || got.Lo == nil || *got.Lo == 0 || *got.Hi == 1 {
		return 1
	}
	// Student's t for 99 degrees of freedom and more.
	if times := (*got.Hi - *got.Lo) / 2 / stdErr; times < 1.9599 || times > 1.9843 {
		t.Errorf("the half width is %v standard errors", times)
	}
	return 1
}

func condition(t testing.TB, text string) Condition {
	t.Helper()
	c, err := ParseCondition(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(t testing.TB, m *madeUp, q Query) *Answer {
	t.Helper()
	s, err := Prepare(m.reader, q)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The answers as people see them.
func TestAnswerGolden(t *testing.T) {
	alone, games := makeUp(t, 1, 700, false), makeUp(t, 2, 1600, true)
	var b bytes.Buffer
	for _, c := range []struct {
		run *madeUp
		q   Query
		csv bool
	}{
		{alone, Query{Table: dataset.Seats, By: []string{"bot", "longest_suit"}, Mean: []string{"points", "ending=won"}, Level: 0.95,
			Where: []Condition{condition(t, "longest_suit>=8")}}, false},
		{alone, Query{Table: dataset.Seats, By: []string{"ready_at"}, Mean: []string{"points"}, Sum: []string{"points"}, Level: 0.9,
			Together: true, Sort: "-points", Limit: 4}, false},
		{alone, Query{Table: dataset.Hands, Level: 0.95}, false},
		{alone, Query{Table: dataset.Seats, Where: []Condition{condition(t, "hand<0")}, Mean: []string{"points"}, Level: 0.95}, false},
		{alone, Query{Table: dataset.Seats, Mean: []string{"seat", "ready_at", "longest_suit>20", "longest_suit<20"}, Level: 0.99}, false},
		{games, Query{Table: dataset.Wins, By: []string{"fan"}, Mean: []string{"self_draw"}, Level: 0.95,
			Where: []Condition{condition(t, "patterns has full_flush"), condition(t, "tile in (1m, 9s)")}}, false},
		{alone, Query{Table: dataset.Seats, By: []string{"bot", "ready_at"}, Mean: []string{"points"}, Sum: []string{"seat"}, Level: 0.95,
			Where: []Condition{condition(t, "ready_at in (null, 3)")}}, true},
	} {
		a := ask(t, c.run, c.q)
		write := func(w io.Writer) error { return a.Text(w, 0) }
		if c.csv {
			write = a.CSV
		}
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n")
	}
	golden(t, "answers.txt", b.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

// Together, intervals are those of a level that leaves each its share.
func TestTogether(t *testing.T) {
	m := makeUp(t, 1, 700, false)
	q := Query{Table: dataset.Seats, By: []string{"seat"}, Mean: []string{"points"}, Level: 0.95, Together: true}
	together := ask(t, m, q)
	q.Together, q.Level = false, 1-0.05/4
	if each := ask(t, m, q); together.Intervals != 4 || !reflect.DeepEqual(together.Groups, each.Groups) {
		t.Errorf("got %d intervals, %+v, want %+v", together.Intervals, together.Groups, each.Groups)
	}
}

func TestSort(t *testing.T) {
	m := makeUp(t, 1, 700, false)
	q := Query{Table: dataset.Seats, By: []string{"bot", "longest_suit"}, Mean: []string{"points"}, Sum: []string{"points"}, Level: 0.95}
	mean := func(g *Group) float64 { return *g.means[0].Value }
	for _, c := range []struct {
		sort    string
		ordered func(a, b *Group) bool
	}{
		{"", func(a, b *Group) bool {
			return a.key[0].text < b.key[0].text || a.key[0].text == b.key[0].text && a.key[1].number < b.key[1].number
		}},
		{"longest_suit", func(a, b *Group) bool { return a.key[1].number <= b.key[1].number }},
		{"-longest_suit", func(a, b *Group) bool { return a.key[1].number >= b.key[1].number }},
		{"-bot", func(a, b *Group) bool { return a.key[0].text >= b.key[0].text }},
		{"rows", func(a, b *Group) bool { return a.Rows <= b.Rows }},
		{"-units", func(a, b *Group) bool { return a.Units >= b.Units }},
		{"hands", func(a, b *Group) bool { return a.Units <= b.Units }},
		{"points", func(a, b *Group) bool { return mean(a) <= mean(b) }},
		{"-mean points", func(a, b *Group) bool { return mean(a) >= mean(b) }},
		{"-sum points", func(a, b *Group) bool { return a.sums[0] >= b.sums[0] }},
	} {
		q.Sort = c.sort
		groups := ask(t, m, q).Groups
		if len(groups) != 18 {
			t.Fatalf("%q: got %d groups", c.sort, len(groups))
		}
		for i := 1; i < len(groups); i++ {
			if !c.ordered(&groups[i-1], &groups[i]) {
				t.Errorf("%q: group %d stands before %d", c.sort, i-1, i)
			}
		}
	}
}

func TestPrepareErrors(t *testing.T) {
	m := makeUp(t, 3, 10, false)
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{By: []string{"suit"}}, `seats has no column "suit" (did you mean "longest_suit"?); there are hand, game,`},
		{Query{By: []string{"bot", "bot"}}, "grouped by bot twice"},
		{Query{By: []string{"hand", "game", "seat", "bot", "dealer", "void", "pairs"}}, "at most 6 columns"},
		{Query{Mean: []string{"poins"}}, `no column "poins"`},
		{Query{Mean: []string{"bot"}}, "bot is a text; a mean is of numbers"},
		{Query{Sum: []string{"ending"}}, "a sum is of numbers"},
		{Query{Mean: []string{"points", "points"}}, "mean of points is asked for twice"},
		{Query{Mean: []string{"points>"}}, "a value is missing"},
		{Query{Mean: []string{"ending=wn"}}, `ending has no value "wn"; there are won, ready`},
		{Query{Sort: "points"}, `cannot be sorted by "points"; there are rows, units`},
		{Query{Sort: "-"}, "sort by what?"},
		{Query{Limit: -1}, "limit -1"},
		{Query{Level: 1}, "level 1 is not"},
		{Query{Where: []Condition{condition(t, "bot=fst")}}, `bot has no value "fst"; there are fast, value:flush=1.3,discard=guard, big`},
		{Query{Where: []Condition{condition(t, "points=many")}}, `"many" is not a whole number, as points is`},
		{Query{Where: []Condition{condition(t, "points=1.5")}}, "not a whole number"},
		{Query{Where: []Condition{condition(t, "points=null")}}, "not a whole number"},
		{Query{Where: []Condition{condition(t, "points=99999999999999999999")}}, "not a whole number"},
		{Query{Where: []Condition{condition(t, "dealer=yes")}}, "neither true nor false"},
		{Query{Where: []Condition{condition(t, "dealer<true")}}, "there is no order"},
		{Query{Where: []Condition{condition(t, "bot<fast")}}, "bot is a text, which has no order"},
		{Query{Where: []Condition{condition(t, "ready_at<null")}}, "there is no order"},
		{Query{Where: []Condition{condition(t, "bot has fast")}}, "bot is no list of names"},
		{Query{Where: []Condition{condition(t, "points has 5")}}, "points is no list of names"},
		{Query{Where: []Condition{condition(t, "seats=1")}}, `no column "seats"`},
		{Query{Table: dataset.Hands, Where: []Condition{condition(t, "trace=-1")}}, "not a whole number from 0"},
		{Query{Table: dataset.Hands, Where: []Condition{condition(t, "trace>1")}}, "no order"},
		{Query{Table: dataset.Hands, Mean: []string{"trace"}}, "trace is no quantity"},
		{Query{Table: dataset.Wins, Where: []Condition{condition(t, "patterns has flush")}}, `patterns has no name "flush"; there are`},
		{Query{Table: dataset.Wins, Where: []Condition{condition(t, "patterns=root,flush")}}, `patterns has no name "flush"`},
		{Query{Table: dataset.Wins, Where: []Condition{condition(t, "tile=5z")}}, `tile has no value "5z"`},
	} {
		if c.q.Table == 0 && !slices.Contains([]string{"trace is no quantity", "no order", "not a whole number from 0"}, c.want) {
			c.q.Table = dataset.Seats
		}
		if c.q.Level == 0 {
			c.q.Level = 0.95
		}
		if _, err := Prepare(m.reader, c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.q, err, c.want)
		}
	}
}

// A question about too many groups ends, and so does one whose context has.
func TestRunErrors(t *testing.T) {
	m := makeUp(t, 3, 200, false)
	s, err := Prepare(m.reader, Query{Table: dataset.Seats, Level: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Run(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	path := filepath.Join(m.dir, "seats-000001.parquet")
	if err := os.Truncate(path, 100); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if testing.Short() {
		return
	}
	big := makeUp(t, 4, MaxGroups/4+100, false)
	s, err = Prepare(big.reader, Query{Table: dataset.Seats, By: []string{"hand", "seat"}, Level: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "more than 100000 groups by hand,seat") {
		t.Errorf("got %v", err)
	}
}

// Exported rows are, read back by another reader, those that were stored.
func TestWriteCSV(t *testing.T) {
	m := makeUp(t, 5, 250, false)
	columns := []string{"hand", "bot", "ready_at", "dealer", "points", "hand"}
	s := Selection{Table: dataset.Seats, Columns: columns, Where: []Condition{condition(t, "void=m")}}
	rows, err := Select(m.reader, s)
	if err != nil {
		t.Fatal(err)
	}
	var b, lines bytes.Buffer
	if err := errors.Join(rows.WriteCSV(t.Context(), &b), rows.WriteJSON(t.Context(), &lines)); err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{columns}
	for _, r := range m.seats {
		if r["void"] == "m" {
			want = append(want, []string{r["hand"], r["bot"], r["ready_at"], r["dealer"], r["points"], r["hand"]})
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%d lines differ from %d", len(got), len(want))
	}
	in := json.NewDecoder(&lines)
	for _, w := range want[1:] {
		var row struct {
			Hand    int64
			Bot     string
			ReadyAt *int64 `json:"ready_at"`
			Dealer  bool
			Points  int64
		}
		if err := in.Decode(&row); err != nil {
			t.Fatal(err)
		}
		ready := ""
		if row.ReadyAt != nil {
			ready = fmt.Sprint(*row.ReadyAt)
		}
		if got := []string{fmt.Sprint(row.Hand), row.Bot, ready, fmt.Sprint(row.Dealer), fmt.Sprint(row.Points), fmt.Sprint(row.Hand)}; !slices.Equal(got, w) {
			t.Fatalf("got %v, want %v", got, w)
		}
	}
}

func TestFirstRows(t *testing.T) {
	m := makeUp(t, 6, 250, false)
	rows, err := Select(m.reader, Selection{Table: dataset.Wins, Columns: []string{"hand", "tile", "patterns", "fan"}, Where: []Condition{condition(t, "fan=3")}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := rows.WriteTable(t.Context(), &b, 6, 0); err != nil {
		t.Fatal(err)
	}
	golden(t, "head.txt", b.Bytes())
	for _, n := range []int{0, 1, 6, 1 << 20} {
		first, err := rows.First(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{}
		for _, r := range m.wins {
			if r["fan"] == "3" && len(want) < n {
				want = append(want, fmt.Sprintf(`{"hand":%s,"tile":%q,"patterns":%q,"fan":3}`, r["hand"], r["tile"], r["patterns"]))
			}
		}
		got, err := json.Marshal(first)
		if err != nil || string(got) != "["+strings.Join(want, ",")+"]" {
			t.Errorf("%d rows: got %.300s, %v", n, got, err)
		}
	}
}
