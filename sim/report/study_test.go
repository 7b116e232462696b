package report

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// studied returns a study of some hands of four fast bots.
func studied(t *testing.T, hands int64, q *study.Question) Study {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	fast, err := policy.Parse("fast")
	if err != nil {
		t.Fatal(err)
	}
	c := study.Config{Question: q, Studied: study.AllSeats, Level: 0.95}
	c.Rules, c.Seed, c.Hands = r, 1, hands
	for s := range c.Seats {
		c.Seats[s] = fast
	}
	result, err := study.Run(context.Background(), &c, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Study{result}
}

func fastVsBig(t *testing.T) *study.Question {
	t.Helper()
	chase, err := policy.Parse(study.Chaser(1))
	if err != nil {
		t.Fatal(err)
	}
	return study.FastVsBig(study.FastVsBigOptions{MaxFan: 1, MinLeft: 1, Chase: chase})
}

func TestStudyFiles(t *testing.T) {
	s := studied(t, 1500, fastVsBig(t))
	w := studied(t, 300, study.Wait())
	for _, c := range []struct {
		name  string
		write func(b *bytes.Buffer) error
	}{
		{"study.txt", func(b *bytes.Buffer) error { return s.Page("").Text(b, 0) }},
		{"study.md", func(b *bytes.Buffer) error { return s.Page("").Markdown(b) }},
		{"study-wait.txt", func(b *bytes.Buffer) error { return w.Page("").Text(b, 0) }},
	} {
		var got bytes.Buffer
		if err := c.write(&got); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", c.name)
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s differs from the file; see with -update what changed", c.name)
		}
		for line := range strings.Lines(got.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); strings.HasSuffix(c.name, ".txt") && n > 100 {
				t.Errorf("%s: a line has %d columns: %s", c.name, n, line)
			}
		}
	}
}

// TestStudyJSON: what is written as JSON reads back as the same.
func TestStudyJSON(t *testing.T) {
	s := studied(t, 200, fastVsBig(t))
	data, err := json.Marshal(s.Result)
	if err != nil {
		t.Fatal(err)
	}
	var back study.Result
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, again) {
		t.Errorf("read back it is\n%s\nnot\n%s", again, data)
	}
}

// TestStudyPictures: there is a picture of each of the strata, of the map and of
// the rest, and with too few hands the map has neither numbers nor colours.
func TestStudyPictures(t *testing.T) {
	s := studied(t, 1500, fastVsBig(t))
	got := pictures(t, s.Page(""))
	for _, x := range s.Strata {
		if got[s.file("by "+x.Name)] == "" {
			t.Errorf("there is no picture by %s", x.Name)
		}
	}
	for _, want := range []string{"tiles left", "tiles the bigger shape lacks", "take is better", "too few hands"} {
		if !strings.Contains(got["fast-vs-big-map"], want) {
			t.Errorf("the map does not say %q", want)
		}
	}
	few := studied(t, 3, fastVsBig(t))
	for _, line := range few.mapFigure().Chart.(page.HeatMap).Cells {
		for _, c := range line {
			if !c.Missing || c.Strength != 0 || c.Text != string(stats.TooFew) {
				t.Errorf("a cell of too few hands is %+v", c)
			}
		}
	}
}
