package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file")

// every returns a page with every kind of chart.
func every() *Document {
	known := Value{At: 1.5, Lo: 1, Hi: 2, Text: "+1.50 ± 0.50"}
	lost := Value{At: -0.5, Lo: -0.8, Hi: -0.2, Text: "-0.50 ± 0.30"}
	table := Table{Title: "Numbers", Head: []string{"", "A", "B"}, Rows: [][]string{{"all", "+1.50 ± 0.50", "-0.50 ± 0.30"}, {"  part", "1", "too few"}}}
	rows := []Row{{"all", []Value{known, lost}}, {"part", []Value{None("too few"), Plain(2, "2")}}}
	series := []string{"A <fast>", "B & big"}
	figure := func(title string, c Chart) Figure {
		return Figure{Title: title, About: "points per hand; 95 % intervals", Chart: c, Table: table}
	}
	return &Document{
		Kind: "Test", Title: "A <fast> against B & big", Headline: []string{"A beats B by 1.50 [1.00, 2.00]."}, About: "Points.",
		Sections: []Section{
			{Title: "Charts", About: "All of them.", Figures: []Figure{
				figure("stacks", Stacks{Unit: "points", Parts: []string{"wins", "deal-ins"}, Rows: []Stack{{"A", []Value{known, lost}, Plain(1, "+1")}}}),
				figure("bars", Bars{Unit: "points", Series: series, Rows: rows}),
				figure("columns", Columns{Axis: "fan", Unit: "wins, %", Series: series, Rows: rows}),
				figure("lines", Lines{Axis: "blocks", Unit: "points", Lines: []Line{
					{Name: "A", X: []float64{0, 1000, 2000, 3000}, Values: []Value{known, lost, None("-"), Plain(1, "1")}, Band: "95 % interval"}},
					Levels: []Level{{2.5, "better, 2.50"}, {At: 0}}, To: 4000}),
				figure("spots", Spots{Unit: "points", Rows: []Spot{{"suit 5", known, Series(0)}, {"suit 6", lost, Hollow}, {"suit 7", None("too few"), ""}}}),
				figure("map", HeatMap{RowAxis: "suit", ColumnAxis: "pairs", Rows: []string{"5", "6"}, Columns: []string{"0", "1 or more"},
					Cells: [][]Cell{{{Text: "+1.5", Note: "± 0.5", Strength: 1}, {Text: "~"}}, {{Text: "-0.5", Strength: -0.3}, {Text: "too few", Missing: true}}}}),
				{Title: "left out"},
			}},
			{Title: "Tables", Tables: []Table{table, {Title: "shown", Head: table.Head, Rows: table.Rows, Open: true}}},
		},
		Notes: []string{"a note"}, Facts: Facts{List: []Fact{{"seed", "1"}}},
		Data: map[string]string{"title": "</script><b>&", "verdict": "~"},
	}
}

func written(t *testing.T, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := d.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// element matches a tag: its slash, its name, its end.
var element = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*?)(/?)>`)

// checkBalance reports whether every element that is opened is closed, in order.
func checkBalance(t *testing.T, html string) {
	t.Helper()
	void := []string{"meta", "link"}
	before, rest, _ := strings.Cut(html, "<style>")
	_, after, _ := strings.Cut(rest, "</style>")
	html = before + after
	var open []string
	for _, m := range element.FindAllStringSubmatch(html, -1) {
		switch name := m[2]; {
		case m[1] == "/":
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("</%s> closes none of %v", name, open)
			}
			open = open[:len(open)-1]
		case m[4] == "" && !slices.Contains(void, name):
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
	if rest := element.ReplaceAllString(html, ""); strings.ContainsAny(strings.ReplaceAll(rest, "<!DOCTYPE html>", ""), "<>") {
		t.Error("a < or > is no part of an element")
	}
}

func TestPageIsWellFormed(t *testing.T) {
	html := written(t, every())
	checkBalance(t, html)
	for _, bad := range []string{"://", "NaN", "Inf", "ZgotmplZ", "left out", "@import", "url("} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if n := strings.Count(html, `<svg class="chart"`); n != 6 || n != strings.Count(html, `role="img" aria-label="`) {
		t.Errorf("%d charts", n)
	}
	if strings.Count(html, "<script") != 1 || !strings.Contains(html, `<script type="application/json" id="report">`) {
		t.Error("the page has a script that is not its data")
	}
	for _, want := range []string{"A &lt;fast&gt; against B &amp; big", "±\u00a00.50", "[1.00,\u00a02.00]", `class="name i1"`, "too few"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if html != written(t, every()) {
		t.Error("the page differs when written again")
	}
}

func TestPageHasItsJSON(t *testing.T) {
	_, rest, _ := strings.Cut(written(t, every()), `id="report">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil || got["title"] != "</script><b>&" || got["verdict"] != "~" {
		t.Errorf("got %v, %v from %s", got, err, text)
	}
	if err := (&Document{Data: math.NaN()}).HTML(new(bytes.Buffer)); err == nil {
		t.Error("NaN is written as JSON")
	}
}

func TestGolden(t *testing.T) {
	got := written(t, every())
	const file = "testdata/every.html"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the page differs from %s; see with -update what changed", file)
	}
}

// Charts of nothing, or of one value, have finite marks within their box.
func TestLittle(t *testing.T) {
	one := []Value{Plain(3, "3")}
	for _, c := range []Chart{
		Stacks{}, Bars{}, Columns{}, Lines{}, Spots{}, HeatMap{},
		Stacks{Parts: []string{"wins"}, Rows: []Stack{{"A", []Value{None("-")}, None("-")}}},
		Bars{Series: []string{"A"}, Rows: []Row{{"wins", one}}},
		Columns{Series: []string{"A"}, Rows: []Row{{"0", one}}},
		Columns{Series: []string{"A"}, Rows: []Row{{"0", []Value{Plain(0, "0")}}}},
		Lines{Lines: []Line{{Name: "A", X: []float64{5}, Values: one}}},
		Lines{Lines: []Line{{Name: "A", X: []float64{5}, Values: []Value{None("-")}}}},
		Lines{Lines: []Line{{Name: "A", X: []float64{0, 1}, Values: []Value{{At: 1, Lo: math.Inf(-1), Hi: math.Inf(1)}, Plain(1, "1")}}}},
		Spots{Rows: []Spot{{"a", one[0], Hollow}}},
		HeatMap{Rows: []string{"a"}, Columns: []string{"b"}, Cells: [][]Cell{{{Text: "1", Strength: math.NaN()}}}},
	} {
		d := c.draw(phoneWidth)
		for _, m := range d.Marks {
			for _, x := range []length{m.X, m.Y, m.W, m.H} {
				if !finite(float64(x)) || x < -1 || x > max(d.Width, d.Height) {
					t.Errorf("%#v: mark %+v", c, m)
				}
			}
			if data := m.Data(); strings.Contains(data, "NaN") || strings.Contains(data, "Inf") {
				t.Errorf("%#v: path %s", c, data)
			}
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 100, "0 20 40 60 80 100"},
		{-1.9, 2.7, "-1 0 1 2"},
		{-0.012, 0.05, "-0.01 0.00 0.01 0.02 0.03 0.04 0.05"},
		{0, 100000, "0 20,000 40,000 60,000 80,000 100,000"},
		{-2500, 100, "-2,500 -2,000 -1,500 -1,000 -500 0"},
	} {
		var got []string
		for _, x := range (axis{lo: c.lo, hi: c.hi}).ticks(7) {
			got = append(got, x.text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v to %v: got %s, want %s", c.lo, c.hi, s, c.want)
		}
	}
}

func TestCellLooks(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		want Look
	}{
		{Cell{}, Neutral}, {Cell{Strength: 0.01}, "c1"}, {Cell{Strength: 1}, "c5"}, {Cell{Strength: -0.5}, "w3"},
		{Cell{Strength: -7}, "w5"}, {Cell{Strength: 1, Missing: true}, Missing},
	} {
		if got := c.cell.look(); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.cell, got, c.want)
		}
	}
}

// TestHeatMapFits: texts of narrow cells are small, notes go, names break; nothing
// that stays leaves its cell.
func TestHeatMapFits(t *testing.T) {
	cells := func(n int) HeatMap {
		h := HeatMap{Rows: []string{"0-9"}, Cells: [][]Cell{nil}}
		for range n {
			h.Columns = append(h.Columns, "6 or more")
			h.Cells[0] = append(h.Cells[0], Cell{Text: "+0.96", Note: "± 0.31", Strength: 1, Hint: "+0.96 ± 0.31"})
		}
		h.Cells[0][0] = Cell{Text: "too few", Missing: true}
		return h
	}
	for _, c := range []struct {
		columns int
		want    []string
	}{
		{4, []string{"mid too few", "mid +0.96", "mid small ± 0.31", "tick mid 6 or more"}},
		{5, []string{"mid too few", "mid +0.96", "mid small ± 0.31", "tick mid 6 or", "tick mid more"}},
		{7, []string{"mid small too few", "mid +0.96", "mid small ± 0.31", "tick mid 6 or", "tick mid more"}},
		{9, []string{"mid small +0.96", "tick mid 6 or", "tick mid more"}},
	} {
		var got []string
		for _, m := range cells(c.columns).draw(phoneWidth).Marks {
			if text := m.Class + " " + m.Text; m.Shape == "text" && m.Text != "" && m.Class != "end" && !strings.HasPrefix(m.Class, "unit") && !slices.Contains(got, text) {
				got = append(got, text)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d columns: got %q, want %q", c.columns, got, c.want)
		}
	}
	if d := cells(3).draw(phoneWidth); !slices.ContainsFunc(d.Marks, func(m mark) bool { return m.Text == "0-9, 6 or more: +0.96 ± 0.31" }) {
		t.Error("no cell has its hint")
	}
}

// TestLastMarkStays: the last mark of an axis that goes right is within the drawing,
// however long.
func TestLastMarkStays(t *testing.T) {
	for _, to := range []float64{10, 2000, 2e6} {
		l := Lines{Lines: []Line{{Name: "A", X: []float64{0, to}, Values: []Value{Plain(0, "0"), Plain(1, "1")}}}}
		d := l.draw(phoneWidth)
		for _, m := range d.Marks {
			if m.Class == "tick mid" && float64(m.X)+textWidth(m.Text)/2 > phoneWidth+1e-9 {
				t.Errorf("to %v: %q ends at %v", to, m.Text, float64(m.X)+textWidth(m.Text)/2)
			}
		}
	}
}

// TestSharesHaveNoTotal: a key is of what is drawn.
func TestSharesHaveNoTotal(t *testing.T) {
	row := func(total Value) Stacks {
		return Stacks{Parts: []string{"won", "lost"}, Rows: []Stack{{"A", []Value{Plain(60, "60"), Plain(40, "40")}, total}}}
	}
	if n := len(row(None("")).keys()); n != 2 {
		t.Errorf("%d keys without a total, want 2", n)
	}
	if n := len(row(Plain(100, "100")).keys()); n != 3 {
		t.Errorf("%d keys with a total, want 3", n)
	}
}
