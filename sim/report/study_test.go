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
		{"study.txt", func(b *bytes.Buffer) error { return s.Text(b) }},
		{"study.md", func(b *bytes.Buffer) error { return s.Markdown(b) }},
		{"study-wait.txt", func(b *bytes.Buffer) error { return w.Text(b) }},
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
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); strings.HasSuffix(c.name, ".txt") && n > textWidth {
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

func TestStudyPlots(t *testing.T) {
	s := studied(t, 1500, fastVsBig(t))
	dirs := [2]string{t.TempDir(), t.TempDir()}
	var files [2][]string
	for i, dir := range dirs {
		var err error
		if files[i], err = s.Plots(dir); err != nil {
			t.Fatal(err)
		}
	}
	if len(files[0]) != 2*(1+len(s.Strata)) {
		t.Errorf("there are %d files: %v", len(files[0]), files[0])
	}
	for i := range files[0] {
		a, err := os.ReadFile(files[0][i])
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(files[1][i])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s is not drawn the same twice", filepath.Base(files[0][i]))
		}
	}
	svg, err := os.ReadFile(filepath.Join(dirs[0], "fast-vs-big-map.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tiles left", "tiles the bigger shape lacks", "take is better", "wap-battle: 1,500 hands"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the map does not say %q", want)
		}
	}
	few := studied(t, 3, fastVsBig(t))
	list := few.pictures()
	if len(list) != 1 || len(list[0].panels) != 1 {
		t.Errorf("a study of too few hands has %d pictures, want the map", len(list))
	}
	for _, k := range few.mapCells() {
		if !k.hatched || k.lines != [2]string{} {
			t.Errorf("cell %d, %d of too few hands shows %q", k.row, k.column, k.lines)
		}
	}
}
