package report

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/page"
)

// inputs returns those of a run of two bots in turn.
func inputs(t *testing.T, hands int64) *dataset.Inputs {
	t.Helper()
	return &dataset.Inputs{
		Version: "v1", Rules: wapBattle(t), Seed: 5, Walls: "shared", Hands: hands,
		Bots: []dataset.Bot{{Spec: "fast"}, {Spec: "big"}}, Seats: [engine.NumSeats]int{0, 1, 0, 1},
	}
}

// summary returns that of hands, which need not be all of the run's.
func summary(t *testing.T, in *dataset.Inputs, b *sim.Batch) *RunSummary {
	t.Helper()
	x, err := NewSeatTally(in)
	if err != nil {
		t.Fatal(err)
	}
	x.Add(b)
	return x.Summary(in, 0.95)
}

func TestSummaryFacts(t *testing.T) {
	in := inputs(t, 40)
	s := summary(t, in, play(0, 40, 1, 2))
	s.Digest = "d1"
	text := textOf(t, s.Page())
	demand(t, "whole", text, "\nrules      wap-battle ", "\nseed       5\n", "\nwalls      shared\n", "\nversion    v1\n", "\nhands      40\n", "\ndigest     d1\n")
	for _, other := range []string{"seconds", "games", "decks", "partial", "unfinished", "PARTIAL"} {
		if strings.Contains(text, "\n"+other) {
			t.Errorf("a whole run says %s", other)
		}
	}
	seconds, speed := 2.5, 16.0
	s.Seconds, s.Speed = &seconds, &speed
	s.Decks = &dataset.Decks{Count: 40, SHA256: strings.Repeat("ab", 32)}
	demand(t, "timed", textOf(t, s.Page()), "\nseconds    2.50\n", "\nhands/s    16\n", "\ndecks      40, SHA-256 abababababababab\n")
}

// TestUnfinishedRun: a run that is stored in part says how much is stored and shows
// no digest, and one that was interrupted says so first, in every format.
func TestUnfinishedRun(t *testing.T) {
	s := summary(t, inputs(t, 100), play(0, 40, 1, 2))
	text := textOf(t, s.Page())
	demand(t, "stored in part", text, "\nunfinished 40 of 100 hands are stored\n")
	if strings.Contains(text, "\ndigest") {
		t.Error("a part of a run has a digest")
	}
	s.Partial = true
	d := s.Page()
	var md strings.Builder
	if err := d.Markdown(&md); err != nil {
		t.Fatal(err)
	}
	for _, got := range []string{textOf(t, d), strings.TrimPrefix(md.String(), "**")} {
		if !strings.HasPrefix(got, "PARTIAL RESULT: interrupted after 40 of 100 hands, not in order.") {
			t.Errorf("it begins with %.80q", got)
		}
	}
	demand(t, "page", pageOf(t, d), `<p class="alert">PARTIAL RESULT: interrupted after 40 of 100 hands`)
	demand(t, "interrupted", textOf(t, d), "\npartial    40 of 100 hands were played\n")
}

// TestSeatTally counts by listed seat: as all bots have two seats each, a bot's hands
// are those of its seats.
func TestSeatTally(t *testing.T) {
	for _, rotate := range []bool{false, true} {
		in := inputs(t, 200)
		in.Rotate = rotate
		b := play(0, 200, 1, 2)
		for i := range b.Outcomes { // who sits where
			turned := 0
			if rotate {
				turned = int(b.Outcomes[i].Game % engine.NumSeats)
			}
			for seat := range b.Outcomes[i].Seats {
				b.Outcomes[i].Seats[seat].Bot = in.Seats[(seat+turned)%engine.NumSeats]
			}
		}
		s := summary(t, in, b)
		if len(s.Seats) != engine.NumSeats {
			t.Fatalf("%d seats", len(s.Seats))
		}
		for bot := range s.Bots {
			var hands, points int64
			for i, x := range s.Seats {
				if in.Seats[i] == bot {
					hands += x.Hands
					for _, c := range x.Causes {
						points += c.Total
					}
					if x.Policy != in.Bots[bot].Spec || x.Seat != i {
						t.Errorf("rotate %v: seat %d is %+v", rotate, i, x)
					}
				}
			}
			want := int64(0)
			for _, c := range s.Bots[bot].Causes {
				want += c.Total
			}
			if hands != s.Bots[bot].Hands || points != want {
				t.Errorf("rotate %v, bot %d: the seats have %d hands and %d points, the bot %d and %d", rotate, bot, hands, points, s.Bots[bot].Hands, want)
			}
		}
	}
}

// TestRunTallyMerges: tallies of parts merge to that of the whole.
func TestRunTallyMerges(t *testing.T) {
	in := inputs(t, 300)
	whole := summary(t, in, play(0, 300, 1, 2))
	a, err := NewSeatTally(in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewSeatTally(in)
	if err != nil {
		t.Fatal(err)
	}
	a.Add(play(200, 300, 1, 2))
	b.Add(play(0, 200, 1, 2))
	a.Merge(b)
	got := a.Summary(in, 0.95)
	x, errX := json.Marshal(whole)
	y, errY := json.Marshal(got)
	if errX != nil || errY != nil || string(x) != string(y) {
		t.Error("parts merge to another summary than the whole's")
	}
}

// TestSeatsOnlyWhereWanted: without counts by seat the JSON has an empty list.
func TestSeatsOnlyWhereWanted(t *testing.T) {
	in := inputs(t, 20)
	x, err := NewRunTally(in)
	if err != nil {
		t.Fatal(err)
	}
	x.Add(play(0, 20, 1, 2))
	data, err := json.Marshal(x.Summary(in, 0.9).Page().Data)
	if err != nil {
		t.Fatal(err)
	}
	demand(t, "JSON", string(data), `"seats":[]`, `"level":0.9`, `"planned_hands":20`, `"bots":[{"policy":"fast"`)
}

func TestGamesInSummary(t *testing.T) {
	in := inputs(t, 80)
	in.Games = 10
	in.Rules.HandsPerGame = 8
	s := summary(t, in, play(0, 80, 8, 2))
	d := s.Page()
	demand(t, "games", textOf(t, d), "one game (8 hands) is one unit", "\ngames      10\n", "place in the game")
	if s.Unit != "game" || s.Units != 10 {
		t.Errorf("the unit is %d × %s", s.Units, s.Unit)
	}
}

// TestRunTitle names the run by its rules and its bots, whose specs are cut.
func TestRunTitle(t *testing.T) {
	s := summary(t, inputs(t, 40), play(0, 40, 1, 2))
	if want := "wap-battle: A (fast), B (big); 40 hands"; s.Page().Title != want {
		t.Errorf("got %q", s.Page().Title)
	}
	s.Bots[0].Policy = strings.Repeat("long", 1000)
	if n := len(s.Page().Title); n > 120 {
		t.Errorf("a title of %d bytes", n)
	}
}

// TestEachNumberHasOneTable: no two tables of a page have a title in common, and a
// figure without a table is one of the numbers of a table of its section.
func TestEachNumberHasOneTable(t *testing.T) {
	seen := map[string]bool{}
	d := tally(t, 2, 1, play(0, 4000, 1, 2)).Report(0.95).Page("x")
	for _, s := range d.Sections {
		tables := 0
		for _, x := range tablesOf(s) {
			if len(x.Rows) == 0 {
				continue
			}
			tables++
			if key := x.Title + strings.Join(x.Rows[0], "|"); seen[key] && x.Medium != page.PageOnly {
				t.Errorf("%s is there twice", x.Title)
			} else {
				seen[key] = true
			}
			for _, row := range x.Rows {
				if len(row) != len(x.Head) {
					t.Errorf("%s: a row of %d cells below a head of %d", x.Title, len(row), len(x.Head))
				}
			}
		}
		if tables == 0 {
			t.Errorf("section %s has no numbers", s.Title)
		}
	}
}

// TestEveryColourHasAKey: each look of a chart's marks that is a series or a verdict
// is explained by a key of its figure.
func TestEveryColourHasAKey(t *testing.T) {
	for name, d := range map[string]*page.Document{
		"run": tally(t, 3, 1, play(0, 6000, 1, 3)).Report(0.95).Page("x"), "solo": tally(t, 1, 1, play(0, 2000, 1, 1)).Report(0.95).Page("x"),
		"runs": CompareRuns(threeRuns(t)).Page(), "field": field().Page(), "match": reviewed(60, true).Page(), "ladder": rungs(t).Page(),
		"study": studied(t, 1500, fastVsBig(t)).Page(""), "scaling": scaling().Page(),
	} {
		for _, figure := range strings.Split(pageOf(t, d), "<figure>")[1:] {
			title, rest, _ := strings.Cut(figure, "</h3>")
			keys, chart, found := strings.Cut(rest, "</ul>")
			if !strings.Contains(keys, `class="keys"`) || !found {
				keys, chart = "", rest
			}
			explained := meanings(keys)
			for look := range meanings(strings.Split(chart, "</svg>")[0]) {
				if !explained[look] {
					t.Errorf("%s, %s: no key explains %s", name, title, look)
				}
			}
		}
	}
}

var class = regexp.MustCompile(`class="([^"]*)"`)

// meanings returns the looks in some HTML that mean something: series, verdicts, and
// the sides of a map's colours, whatever their depth.
func meanings(html string) map[string]bool {
	list := map[string]bool{}
	for _, m := range class.FindAllStringSubmatch(html, -1) {
		for _, look := range strings.Fields(m[1]) {
			switch {
			case slices.Contains([]string{"none", "few", "ring", "total"}, look), len(look) == 2 && look[0] == 's':
				list[look] = true
			case len(look) == 2 && (look[0] == 'c' || look[0] == 'w'):
				list[look[:1]] = true
			}
		}
	}
	return list
}

// TestSameReportSameBytes: a document is written the same twice, in every format.
func TestSameReportSameBytes(t *testing.T) {
	write := func() []string {
		d := summary(t, inputs(t, 500), play(0, 500, 1, 2)).Page()
		var md strings.Builder
		if err := d.Markdown(&md); err != nil {
			t.Fatal(err)
		}
		list := []string{textOf(t, d), md.String(), pageOf(t, d)}
		for _, p := range d.Pictures() {
			var svg strings.Builder
			if err := p.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			list = append(list, svg.String())
		}
		return list
	}
	if !reflect.DeepEqual(write(), write()) {
		t.Error("a report differs when it is written again")
	}
}
