package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// hostileSpec is a bot's name as a bad file may have it.
const hostileSpec = "exec:\x1b]0;owned\x07\x1b[2J<script>alert(1)</script>|`*_\u202e"

// hostileDocuments returns a document of each kind whose names come from a bad file.
func hostileDocuments(t *testing.T) map[string]*page.Document {
	t.Helper()
	in := inputs(t, 200)
	in.Bots[0].Spec, in.Version, in.Rules.Name = hostileSpec, hostileSpec, hostileSpec
	run := summary(t, in, play(0, 200, 1, 2))
	runs := threeRuns(t)
	for i := range runs {
		runs[i].Name, runs[i].Rules, runs[i].Digest = hostileSpec, hostileSpec, hostileSpec
	}
	m := reviewed(60, true)
	m.A, m.Rules, m.Version = hostileSpec, hostileSpec, hostileSpec
	m.specs[0] = hostileSpec
	f := field()
	f.Standings.Bots[0].Bot, f.Pairs[0].A, f.specs[0] = hostileSpec, hostileSpec, hostileSpec
	l := rungs(t)
	l.Bots[0].Bot, l.Rules = hostileSpec, hostileSpec
	x := tuning(t, 2)
	x.Header.Bot.Spec, x.Rules, x.Parameters[0].Name = hostileSpec, hostileSpec, hostileSpec
	p := position(between(1, 0.5, 1.5), stats.BetterA)
	p.Playout, p.Rules, p.Notes = hostileSpec, hostileSpec, []string{hostileSpec}
	s := studied(t, 40, fastVsBig(t))
	s.Rules, s.Seats[0], s.Notes = hostileSpec, hostileSpec, append(s.Notes, hostileSpec)
	return map[string]*page.Document{
		"run": run.Page(), "runs": CompareRuns(runs).Page(), "match": m.Page(), "field": f.Page(), "ladder": l.Page(),
		"tuning": x.Page(), "position": p.Page(hostileSpec), "study": s.Page(hostileSpec),
		"trial": (&Trial{Bot: hostileSpec, Name: hostileSpec, Rules: hostileSpec}).Page(),
		"bench": (&Scaling{About: hostileSpec, Workers: []Speed{{1, 1}}, Hands: []Speed{{1, 1}}}).Page(),
	}
}

// TestHostileNames: whatever result names come from, no format lets them steer a
// terminal or a browser.
func TestHostileNames(t *testing.T) {
	for kind, d := range hostileDocuments(t) {
		var text, md, html bytes.Buffer
		if d.Text(&text, 80) != nil || d.Markdown(&md) != nil || d.HTML(&html) != nil {
			t.Fatalf("%s is not written", kind)
		}
		formats := map[string]string{"text": text.String(), "Markdown": md.String(), "HTML": strings.Replace(html.String(), data(t, html.String()), "", 1)}
		for _, p := range append(d.Pictures(), d.Overview()) {
			var svg bytes.Buffer
			if err := p.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			formats["SVG"] += svg.String()
		}
		for format, got := range formats {
			if strings.ContainsAny(got, "\x1b\x07\u202e") || !utf8.ValidString(got) {
				t.Errorf("%s, %s: a control character is written", kind, format)
			}
			if format != "text" && strings.Contains(got, "<script>alert") {
				t.Errorf("%s, %s: markup from a name is written", kind, format)
			}
		}
		if n := strings.Count(html.String(), "<script"); n != 1 {
			t.Errorf("%s: the page has %d scripts", kind, n)
		}
	}
}

// TestDocumentsFitTerminals: no table of any kind of document is wider than the
// terminal.
func TestDocumentsFitTerminals(t *testing.T) {
	documents := map[string]*page.Document{
		"run": tally(t, 4, 1, play(0, 2000, 1, 4)).Report(0.95).Page("x"), "runs": CompareRuns(threeRuns(t)).Page(), "field": field().Page(),
		"ladder": rungs(t).Page(), "tuning": tuning(t, 2).Page(), "position": position(between(1, 0.5, 1.5), stats.BetterA).Page("v1"),
		"study": studied(t, 300, fastVsBig(t)).Page(""),
	}
	for kind, d := range documents {
		facts := d.Facts.List
		if d.Facts.Title == "" {
			d.Facts.List = nil // a fact is a line of its own, and a digest cannot be cut
		}
		for _, width := range []int{120, 80, 50, 40} {
			var b bytes.Buffer
			if err := d.Text(&b, width); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if n := utf8.RuneCountInString(line); n > width && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s at %d columns: %d in %q", kind, width, n, line)
				}
			}
		}
		d.Facts.List = facts
	}
}

// TestPairsOfAField: the better of two is found whichever was listed first.
func TestPairsOfAField(t *testing.T) {
	m := field()
	for _, c := range []struct{ a, b, want string }{
		{"fast", "random", "fast"}, {"random", "fast", "fast"}, {"fast", "value", "~"}, {"value", "random", "value"}, {"fast", "nobody", "~"},
	} {
		if got := m.betterOf(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: got %s, want %s", c.a, c.b, got, c.want)
		}
	}
	few := match.Comparison{A: "a", B: "b", Difference: stats.Interval{Value: 1, Lo: 0.5, Hi: 2, N: 3}}
	if got := betterOf(few); got != "too few" {
		t.Errorf("of three blocks: got %s", got)
	}
}
