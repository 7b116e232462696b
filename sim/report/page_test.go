package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	stdhtml "html"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"xuezhan/sim"
	"xuezhan/sim/page"
)

func pageOf(t *testing.T, p *page.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tablesOf returns the tables of a section.
func tablesOf(s page.Section) []page.Table {
	var list []page.Table
	for _, f := range s.Figures {
		list = append(list, f.Table)
	}
	return append(list, s.Tables...)
}

// pictures returns a document's pictures as SVG by name, and checks that each is
// well formed and can be drawn as PNG.
func pictures(t *testing.T, d *page.Document) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, p := range d.Pictures() {
		var svg, png bytes.Buffer
		if err := errors.Join(p.SVG(&svg), p.PNG(&png)); err != nil {
			t.Fatal(err)
		}
		if text := svg.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || xml.Unmarshal(svg.Bytes(), new(struct{})) != nil {
			t.Errorf("%s is not well formed", p.Name)
		}
		if !bytes.HasPrefix(png.Bytes(), []byte("\x89PNG")) || list[p.Name] != "" {
			t.Errorf("%s is no PNG, or there are two of it", p.Name)
		}
		list[p.Name] = svg.String()
	}
	return list
}

// data returns the JSON that a page has in it.
func data(t *testing.T, html string) string {
	t.Helper()
	_, rest, found := strings.Cut(html, `<script type="application/json" id="report">`)
	text, _, ends := strings.Cut(rest, "</script>")
	if !found || !ends {
		t.Fatal("the page has no data")
	}
	return text
}

// TestPageIsTheReport holds a page's data against the JSON and its tables against
// the text.
func TestPageIsTheReport(t *testing.T) {
	r := tally(t, 2, 1, play(0, 4000, 1, 2)).Report(0.95)
	html := pageOf(t, r.Page("wap-battle"))
	var text bytes.Buffer
	if err := asJSON(r, &text); err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal([]byte(data(t, html)), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text.Bytes(), &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the page has other data than the JSON, %v", err)
	}
	plain := strings.ReplaceAll(stdhtml.UnescapeString(html), "\u00a0", " ")
	for _, s := range r.Page("wap-battle").Sections {
		for _, x := range tablesOf(s) {
			for _, row := range x.Rows {
				for _, c := range row[1:] {
					if x.Medium != page.TextOnly && !strings.Contains(plain, ">"+c+"<") {
						t.Errorf("%s: the page lacks %q", x.Title, c)
					}
				}
			}
		}
	}
	for _, line := range r.headline() {
		if !strings.Contains(plain, line) {
			t.Errorf("the page lacks %q", line)
		}
	}
}

// TestPageGolden compares a whole page with one on file, but for its data, whose
// last digits depend on the machine.
func TestPageGolden(t *testing.T) {
	html := pageOf(t, tally(t, 2, 1, play(0, 1500, 1, 2)).Report(0.95).Page("wap-battle"))
	html = strings.Replace(html, data(t, html), "{}", 1)
	html = regexp.MustCompile(`(?s)<style>.*</style>`).ReplaceAllString(html, "<style></style>")
	file := filepath.Join("testdata", "pair.html")
	if *update {
		if err := os.WriteFile(file, []byte(html), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if html != string(want) {
		t.Errorf("the page differs from %s; see with -update what changed", file)
	}
}

// TestPictureGolden compares all charts of a report with those on file.
func TestPictureGolden(t *testing.T) {
	var got bytes.Buffer
	if err := tally(t, 2, 1, play(0, 1500, 1, 2)).Report(0.95).Page("wap-battle").Overview().SVG(&got); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "pair.svg")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, got.Bytes()) {
		t.Errorf("the pictures differ from %s, %v; see with -update what changed", file, err)
	}
}

// TestPagesOfLittle writes reports that have nothing, or next to nothing, to say.
func TestPagesOfLittle(t *testing.T) {
	for _, bots := range []int{1, 2, 4} {
		for _, size := range []int{0, 1, 40, 400} {
			html := pageOf(t, tally(t, bots, 1, play(0, size, 1, bots)).Report(0.95).Page("x"))
			if strings.Contains(html, "NaN") || strings.Contains(html, "Inf") || strings.Contains(html, "ZgotmplZ") {
				t.Errorf("%d hands of %d bots: a number is missing", size, bots)
			}
			if charts := strings.Count(html, `role="img"`); (charts == 0) != (size == 0) {
				t.Errorf("%d hands of %d bots: %d charts", size, bots, charts)
			}
		}
	}
}

// TestDistributions counts points, wins and openings again.
func TestDistributions(t *testing.T) {
	b := play(0, 3000, 1, 2)
	r := tally(t, 2, 1, b).Report(0.95)
	for i := range r.Bots {
		got := &r.Bots[i]
		for _, c := range got.PointCounts {
			within := func(p int64) bool { return (c.From == nil || p >= *c.From) && (c.To == nil || p <= *c.To) }
			if n := seatsOf(b, i, func(s *sim.SeatOutcome) bool { return within(int64(s.Account.Total())) }); n != c.Hands {
				t.Errorf("%s, %s: %d hands, want %d", got.Policy, c, c.Hands, n)
			}
		}
		draws := map[int]int64{}
		for _, w := range b.Wins {
			if b.Outcomes[w.Hand].Seats[w.Seat].Bot == i {
				draws[w.Draws]++
			}
		}
		for d, n := range got.WinDraws {
			if draws[d] != n {
				t.Errorf("%s: %d wins at draw %d, want %d", got.Policy, n, d, draws[d])
			}
			delete(draws, d)
		}
		if len(draws) > 0 {
			t.Errorf("%s: wins left out: %v", got.Policy, draws)
		}
		suit6 := got.SuitAndShanten[1*numShantenClasses+2] // 6 tiles, 3 shanten
		if n := seatsOf(b, i, func(s *sim.SeatOutcome) bool { return s.LongestSuit == 6 && s.StartShanten == 3 }); n == 0 || n != suit6.Hands {
			t.Errorf("%s: %d hands of 6 tiles and 3 shanten, want %d", got.Policy, suit6.Hands, n)
		}
		if n := seatsOf(b, i, func(s *sim.SeatOutcome) bool { return s.StartShanten <= 1 }); n == 0 || n != got.Shanten[0].Hands {
			t.Errorf("%s: %d hands of 1 shanten or less, want %d", got.Policy, got.Shanten[0].Hands, n)
		}
	}
}

// seatsOf counts a bot's seats that have something.
func seatsOf(b *sim.Batch, bot int, has func(*sim.SeatOutcome) bool) int64 {
	n := int64(0)
	for _, o := range b.Outcomes {
		for s := range o.Seats {
			if o.Seats[s].Bot == bot && has(&o.Seats[s]) {
				n++
			}
		}
	}
	return n
}

// TestOpeningAgainstUnits recomputes the points of an opening from unit to unit.
func TestOpeningAgainstUnits(t *testing.T) {
	b := play(0, 6000, 4, 2)
	r := tally(t, 2, 4, b).Report(0.9)
	y := unitsOf(b, func(s *sim.SeatOutcome) bool { return s.Bot == 1 && s.LongestSuit == 6 && s.StartShanten == 3 })
	var sums, hands int64
	for _, u := range y {
		sums, hands = sums+u[0], hands+u[1]
	}
	got := r.Bots[1].SuitAndShanten[1*numShantenClasses+2]
	if got.Points == nil || got.Points.Mean != Number(float64(sums)/float64(hands)) || !got.Points.Bounds().Defined() {
		t.Errorf("got %+v, want a mean of %d over %d", got.Points, sums, hands)
	}
}

func TestPointClasses(t *testing.T) {
	for _, c := range []struct {
		points     int64
		name, mark string
	}{
		{0, "0", "0"}, {1, "1", "1"}, {-1, "-1", "-1"}, {2, "2 to 3", "2"}, {3, "2 to 3", "2"}, {-3, "-3 to -2", "-2"},
		{63, "32 to 63", "32"}, {64, "64 or more", "64"}, {9999, "64 or more", "64"}, {-64, "-64 or less", "-64"},
	} {
		from, to := pointBounds(pointClass(c.points))
		p := PointCount{From: from, To: to}
		if p.String() != c.name || p.mark() != c.mark {
			t.Errorf("%d: got %s and %s, want %s and %s", c.points, p, p.mark(), c.name, c.mark)
		}
	}
}

// TestPictures: there is a picture of each thing that reports show, by a name of its
// own, and it names what it shows.
func TestPictures(t *testing.T) {
	r := tally(t, 3, 1, play(0, 6000, 1, 3)).Report(0.95)
	got := pictures(t, r.Page("wap-battle"))
	for name, want := range map[string]string{
		"points-by-cause": "kongs, net", "points-by-cause-compared": "points per hand", "points": "hands, %", "fan": "wins, %",
		"wins-by-draw": "own draws", "void-suit-cleared": "own draws", "ready": "own draws", "first-win": "own draws",
		"fast-by-suit-and-shanten": "shanten of the tiles dealt", "value-flush-1-3-by-suit-and-shanten": "gains",
		"fast-against-value-flush-1-3-by-longest-suit": "A − B, points per hand", "fast-against-value-flush-1-3-by-pairs": "over all hands",
		"fast-against-fast-win-min2-by-suit-and-pairs": "longest suit, tiles",
	} {
		for _, text := range []string{want, "wap-battle: A (fast)"} {
			if !strings.Contains(got[name], text) {
				t.Errorf("%s does not say %q", name, text)
			}
		}
	}
	again := pictures(t, r.Page("wap-battle"))
	for name, svg := range got {
		if svg != again[name] {
			t.Errorf("%s differs when drawn again", name)
		}
	}
}

// TestManyBotsInText: the columns of more than four bots are split into tables about
// as wide.
func TestManyBotsInText(t *testing.T) {
	r := tally(t, 4, 1, play(0, 400, 1, 4)).Report(0.95)
	r.Bots = append(r.Bots, r.Bots...)
	r.Differences = nil
	var b bytes.Buffer
	if err := r.Page("x").Text(&b, 0); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\nTempo\n"); n != 2 {
		t.Errorf("eight bots are in %d tables, want 2", n)
	}
	b.Reset()
	if err := r.Page("x").Text(&b, 60); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if utf8.RuneCountInString(line) > 61 {
			t.Errorf("wider than 60 columns: %s", line)
		}
	}
}
