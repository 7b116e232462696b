package report

import (
	"encoding/json"
	stdhtml "html"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// TestStudyPageIsTheStudy holds the page's data against the JSON, and its tables
// against the text: each of its cells is there, but for those of the map, which the
// page has in more detail.
func TestStudyPageIsTheStudy(t *testing.T) {
	for _, s := range []Study{studied(t, 1500, fastVsBig(t)), studied(t, 300, study.Wait()), studied(t, 300, study.Call())} {
		html := pageOf(t, s.Page(""))
		text, err := json.Marshal(s.Result)
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal([]byte(data(t, html)), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the page has other data than the JSON, %v", s.Question, err)
		}
		plain := strings.ReplaceAll(stdhtml.UnescapeString(html), "\u00a0", " ")
		x := s.Page("")
		for _, section := range x.Sections {
			for _, table := range tablesOf(section) {
				if table.Medium == page.TextOnly {
					continue
				}
				for _, row := range table.Rows {
					for _, c := range row[1:] {
						if !strings.Contains(plain, ">"+c+"<") {
							t.Errorf("%s, %s: the page lacks %q", s.Question, table.Title, c)
						}
					}
				}
			}
		}
		for _, line := range append(s.answers(), x.Notes...) {
			if !strings.Contains(plain, line[1:]) { // the first letter may be a capital
				t.Errorf("%s: the page lacks %q", s.Question, line)
			}
		}
		for _, f := range s.facts("") {
			if !strings.Contains(plain, "<dt>"+f.Name+"</dt><dd>"+f.Value+"</dd>") {
				t.Errorf("%s: the page lacks the fact %v", s.Question, f)
			}
		}
	}
}

// TestStudyPageGolden compares a whole page with one on file, but for its data.
func TestStudyPageGolden(t *testing.T) {
	html := pageOf(t, studied(t, 1500, fastVsBig(t)).Page(""))
	html = strings.Replace(html, data(t, html), "{}", 1)
	html = regexp.MustCompile(`(?s)<style>.*</style>`).ReplaceAllString(html, "<style></style>")
	file := filepath.Join("testdata", "study.html")
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

// TestStudyPagesOfLittle writes studies that have next to nothing to say.
func TestStudyPagesOfLittle(t *testing.T) {
	for _, q := range []*study.Question{fastVsBig(t), study.Wait(), study.Call()} {
		for _, hands := range []int64{1, 40} {
			html := pageOf(t, studied(t, hands, q).Page(""))
			if strings.Contains(html, "NaN") || strings.Contains(html, "Inf") || strings.Contains(html, "ZgotmplZ") {
				t.Errorf("%s, %d hands: a number is missing", q.Name, hands)
			}
			if !strings.Contains(html, string(stats.TooFew)) {
				t.Errorf("%s, %d hands: nothing says that these are too few", q.Name, hands)
			}
		}
	}
}

// TestStudyMapShowsWhatIsEstablished holds the cells of the chart against the map:
// a number, its colour and its sign where a verdict is, else none.
func TestStudyMapShowsWhatIsEstablished(t *testing.T) {
	s := studied(t, 1500, fastVsBig(t))
	chart := s.mapFigure().Chart.(page.HeatMap)
	seen := map[stats.Finding]int{}
	for i, line := range s.Map.Cells {
		for j, c := range line {
			got := chart.Cells[i][j]
			seen[c.Verdict]++
			switch c.Verdict {
			case stats.BetterA, stats.BetterB:
				if got.Text[0] != map[stats.Finding]byte{stats.BetterA: '+', stats.BetterB: '-'}[c.Verdict] || got.Strength*c.Difference.Value <= 0 {
					t.Errorf("cell %d, %d: %+v of %v", i, j, got, c.Difference)
				}
			case stats.NoDifference:
				if got.Text != "~" || got.Strength != 0 || got.Missing {
					t.Errorf("cell %d, %d: %+v", i, j, got)
				}
			default:
				if !got.Missing {
					t.Errorf("cell %d, %d: %+v", i, j, got)
				}
			}
		}
	}
	if seen[stats.BetterA] == 0 || seen[stats.NoDifference] == 0 || seen[stats.TooFew] == 0 {
		t.Errorf("verdicts seen: %v", seen)
	}
}

// TestStudyRule: a rule is said to gain only where that is established.
func TestStudyRule(t *testing.T) {
	s := Study{&study.Result{Main: study.Comparison{A: "take", B: "decline"}, Maxim: &study.MaximResult{Text: "decline"}}}
	for _, c := range []struct {
		n      int64
		lo, hi float64
		want   string
	}{
		{29, 0.1, 0.3, "Too few hands to tell whether it gains anything over always take."},
		{30, 0.1, 0.3, "It gains +0.20 [+0.10, +0.30] points per fork over always take."},
		{30, -0.1, 0.5, "No gain over always take is established: +0.20 [-0.10, +0.50] points per fork."},
	} {
		g := &s.Maxim.Gain
		g.Value, g.Lo, g.Hi, g.N = 0.2, c.lo, c.hi, c.n
		if got := s.gained(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
