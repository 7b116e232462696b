package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plots draws a report and returns the pictures by file name.
func plots(t *testing.T, r *Report) map[string][]byte {
	t.Helper()
	files, err := r.Plots(filepath.Join(t.TempDir(), "new", "pictures"), "wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	return contents(t, files)
}

func contents(t *testing.T, files []string) map[string][]byte {
	t.Helper()
	list := map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list[filepath.Base(f)] = data
	}
	return list
}

func TestPlots(t *testing.T) {
	r := tally(t, 3, 1, play(0, 6000, 1, 3)).Report(0.95)
	got := plots(t, r)
	pictures := []string{"points-by-cause", "fan", "tempo"}
	for _, pair := range []string{"fast-against-value-flush-1-3", "fast-against-fast-win-min2", "value-flush-1-3-against-fast-win-min2"} {
		pictures = append(pictures, pair+"-by-longest-suit", pair+"-by-suit-and-pairs")
	}
	if len(got) != 2*len(pictures) {
		t.Errorf("got %d files, want %d", len(got), 2*len(pictures))
	}
	for _, name := range pictures {
		checkSVG(t, name, got[name+".svg"])
		checkPNG(t, name, got[name+".png"])
	}
	again := plots(t, r)
	for name, data := range got {
		if !bytes.Equal(data, again[name]) {
			t.Errorf("%s differs when drawn again", name)
		}
	}
}

// checkSVG parses a picture and counts its texts.
func checkSVG(t *testing.T, name string, data []byte) {
	t.Helper()
	if s := string(data); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") || !strings.Contains(s, "sans-serif") {
		t.Errorf("%s: numbers or fonts are wrong", name)
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	texts := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	if texts < 10 {
		t.Errorf("%s: only %d texts", name, texts)
	}
}

func checkPNG(t *testing.T, name string, data []byte) {
	t.Helper()
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if c.Width != 1200 || c.Height < 300 || c.Height > 1800 {
		t.Errorf("%s: %d × %d pixels", name, c.Width, c.Height)
	}
}

func TestScalingPlot(t *testing.T) {
	s := Scaling{About: "four fast", Workers: []Speed{{1, 57405}, {2, 106762}}, Hands: []Speed{{10_000, 17198}, {1_000_000, 11506}}}
	files, err := s.Plots(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := contents(t, files)
	checkSVG(t, "scaling", got["scaling.svg"])
	checkPNG(t, "scaling", got["scaling.png"])
	for _, want := range []string{"four fast", "1,000 hands a second", "57.4", "1,000,000", "11.5", "µs a hand"} {
		if !bytes.Contains(got["scaling.svg"], []byte(want)) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestPlotTexts(t *testing.T) {
	got := plots(t, tally(t, 2, 1, play(0, 3000, 1, 2)).Report(0.9))
	for file, texts := range map[string][]string{
		"points-by-cause.svg": {"Points per hand by cause", "wap-battle: 3,000 hands, 90 % intervals", "A fast", "kongs, net"},
		"fan.svg":             {"Fan of wins", "wins, %", "mean "},
		"tempo.svg":           {"own draws", "first win"},
		"fast-against-value-flush-1-3-by-longest-suit.svg":   {"A − B, points per hand", "0.1 after Holm", "no difference established"},
		"fast-against-value-flush-1-3-by-suit-and-pairs.svg": {"% of hands", "longest suit, tiles"},
	} {
		for _, want := range texts {
			if !bytes.Contains(got[file], []byte(want)) {
				t.Errorf("%s: %q is missing", file, want)
			}
		}
	}
}

// TestPlotsOfLittle draws reports that have nothing, or next to nothing, to say.
func TestPlotsOfLittle(t *testing.T) {
	for _, bots := range []int{1, 2, 4} {
		for _, size := range []int{0, 1, 40, 400} {
			for _, p := range tally(t, bots, 1, play(0, size, 1, bots)).Report(0.95).pictures("") {
				var b bytes.Buffer
				if err := p.svg(&b); err != nil || size == 0 || strings.Contains(p.name, "against") && size < 400 {
					t.Errorf("%d hands of %d bots: %s, %v", size, bots, p.name, err)
				}
				checkSVG(t, p.name, b.Bytes())
			}
		}
	}
}

func TestLeftOutIsSaid(t *testing.T) {
	r := tally(t, 2, 1, play(0, 400, 1, 2)).Report(0.95)
	d := &r.Differences[0]
	few := tooFew(d.LongestSuit, d.Pairs)
	if few == "" {
		t.Fatal("no kind of start has too few hands")
	}
	for _, p := range r.pictures("") {
		if strings.HasSuffix(p.name, "by-longest-suit") && !strings.Contains(p.caption, few) {
			t.Errorf("caption %q does not name %s", p.caption, few)
		}
	}
}

func TestPlotsErrors(t *testing.T) {
	r := tally(t, 1, 1, play(0, 40, 1, 1)).Report(0.95)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Plots(file, ""); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want an error that names %s", err, file)
	}
	dir := t.TempDir()
	taken := filepath.Join(dir, "fan.svg")
	if err := os.Mkdir(taken, 0o777); err != nil {
		t.Fatal(err)
	}
	files, err := r.Plots(dir, "")
	if err == nil || !strings.Contains(err.Error(), taken) || len(files) != 2 {
		t.Errorf("got %v and %v, want an error that names %s", files, err, taken)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".picture*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestStems(t *testing.T) {
	var bots []Bot
	for _, spec := range []string{"fast:win=min2", "Fast win@min2", "exec:./bot --fast", "../..", "血战", strings.Repeat("long", 20)} {
		bots = append(bots, Bot{Policy: spec})
	}
	got := stems(bots)
	want := []string{"fast-win-min2", "Fast-win-min2-2", "exec-bot-fast", "bot", "bot-2", strings.Repeat("long", 10)}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := legible("big@血/a.json"); got != "big@?/a.json" {
		t.Errorf("legible: got %q", got)
	}
}

func TestRoundTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 100, "0 20 40 60 80 100"},
		{-1.9, 2.7, "-1 0 1 2"},
		{-0.012, 0.05, "-0.01 0.00 0.01 0.02 0.03 0.04 0.05"},
		{0, 25, "0 5 10 15 20 25"},
		{0.3, 1.3, "0.4 0.6 0.8 1.0 1.2"},
		{-3000, 0, "-3000 -2500 -2000 -1500 -1000 -500 0"},
	} {
		var labels []string
		for _, tick := range (roundTicks{}).Ticks(c.lo, c.hi) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v: got %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

// TestDrawCounts holds the counts of a milestone against what else is said of
// it.
func TestDrawCounts(t *testing.T) {
	r := tally(t, 2, 1, play(0, 500, 1, 2)).Report(0.95)
	for _, b := range r.Bots {
		for _, m := range []*Milestone{&b.Cleared, &b.Ready, &b.FirstWin} {
			var n, sum int64
			for draws, c := range m.Counts {
				n += c
				sum += int64(draws) * c
			}
			if math.Abs(float64(n)/float64(b.Hands)-float64(m.Share)) > 1e-12 ||
				math.Abs(float64(sum)/float64(n)-float64(m.Draws.Mean)) > 1e-12 {
				t.Errorf("%s: counts %v, share %v, draws %v", b.Policy, m.Counts, m.Share, m.Draws.Mean)
			}
		}
	}
}
