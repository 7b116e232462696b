package dataset

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

// storedDecisions plays and stores decisions of one part.
func storedDecisions(t *testing.T, features string) (string, DecisionInputs) {
	t.Helper()
	c, in := decisionRun(t, 60, features)
	dir := filepath.Join(t.TempDir(), "decisions")
	w, err := CreateDecisions(dir, c, in)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	storePart(t, w, c, c.Parts()[0])
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return dir, in
}

// storedStudy plays and stores a study of calls of one part, over two walls a hand.
func storedStudy(t *testing.T) (string, StudyInputs) {
	t.Helper()
	played, _ := decisionRun(t, 80, "v1")
	c := &study.Config{Config: *played, Question: study.Call(), Studied: 1<<0 | 1<<2, Orders: 2, Level: 0.95}
	dir := filepath.Join(t.TempDir(), "study")
	w, err := CreateStudy(dir, c, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	result, err := study.Run(context.Background(), c, study.Options{Tables: tables(), Workers: 2, Sink: w})
	if err == nil {
		err = w.Finish(result.Parts, result.Digest)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, w.Inputs()
}

// A change of a stored value, or of several.
type change struct {
	name   string
	column string // in which the fault must be
	edit   func(s *sheet)
}

// set sets a value.
func set(column string, row int, value int64) func(*sheet) {
	return func(s *sheet) { s.column(column)[row] = value }
}

// wordAt makes a text another one.
func wordAt(column string, row int, text string) func(*sheet) {
	return func(s *sheet) {
		v := s.vector(column)
		v.Words = append(slices.Clone(v.Words), text)
		v.Values[row] = int64(len(v.Words) - 1)
	}
}

// checkChanges checks that rows as they were stored have no fault, and with each of
// the changes one in its column.
func checkChanges(t *testing.T, dir string, part store.Part, columns []Column, begin func(store.Part) (func(*sheet), func(*Findings)), changes []change) {
	t.Helper()
	for _, c := range append([]change{{name: "nothing", edit: func(*sheet) {}}}, changes...) {
		table, err := openVectors(dir, part.Files[0], columns, make([]lexicon, len(columns)))
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := table.read(int(part.Files[0].Rows))
		if err != nil {
			t.Fatal(err)
		}
		f := &Findings{limit: 1000}
		s := &sheet{part.Files[0].Name, 0, vectors, f}
		c.edit(s)
		rows, end := begin(part)
		s.allowed()
		rows(s)
		end(f)
		table.close()
		found := slices.ContainsFunc(f.Faults, func(x Fault) bool { return x.Column == c.column })
		if found != (c.column != "") || c.column == "" && f.Count > 0 {
			t.Errorf("%s: want a fault in %q, got %v", c.name, c.column, f.Faults)
		}
	}
}

// What must hold between the values of decisions.
func TestAuditDecisionRows(t *testing.T) {
	dir, in := storedDecisions(t, "v1")
	_, m, err := ReadDecisions(dir)
	if err != nil {
		t.Fatal(err)
	}
	begin := func(p store.Part) (func(*sheet), func(*Findings)) {
		return (&decisionsCheck{in: &in, hands: handOrder{p, -1}}).rows, func(*Findings) {}
	}
	checkChanges(t, dir, m.Parts[0], auditedDecisionColumns(&in), begin, []change{
		{"a hand of no part", "hand", set("hand", 0, 60)},
		{"hands out of order", "hand", func(s *sheet) { s.column("hand")[len(s.column("hand"))-1] = 0 }},
		{"a decision is left out", "decision", set("decision", 3, 4)},
		{"a fifth seat", "seat", set("seat", 0, 4)},
		{"a seat below 0", "seat", set("seat", 0, -1)},
		{"another bot", "bot", wordAt("bot", 0, "big")},
		{"no bot of the run", "bot", wordAt("bot", 0, "value")},
		{"another seat is studied", "studied", func(s *sheet) { s.column("studied")[0] ^= 1 }},
		{"no phase", "phase", wordAt("phase", 0, "over")},
		{"a suit twice", "suits", wordAt("suits", 0, "ppm")},
		{"an action above all", "action", set("action", 0, 142)},
		{"an action below 0", "action", set("action", 0, -1)},
		{"an action that is not legal", "action", func(s *sheet) {
			for i := range 3 {
				s.column(maskName(i))[0] = 0b11
			}
			s.column("action")[0] = 2
		}},
		{"no choice", "legal_0", func(s *sheet) {
			for i := range 3 {
				s.column(maskName(i))[0] = 0
			}
		}},
		{"actions that there are not", "legal_2", set("legal_2", 0, 1<<46)},
		{"points that are no sum", "points", func(s *sheet) { s.column("points")[0]++ }},
		{"points of a cause", "points", func(s *sheet) { s.column("points_kongs")[0]++ }},
		{"a seat with two results", "points", func(s *sheet) { s.column("points")[0]++; s.column("points_kongs")[0]++ }},
		{"hands that do not sum to zero", "points", func(s *sheet) {
			for row, seat := range s.column("seat") {
				if seat == 1 {
					s.column("points")[row]++
					s.column("points_kongs")[row]++
				}
			}
		}},
	})
}

// What must hold between the values of a study.
func TestAuditForkRows(t *testing.T) {
	dir, in := storedStudy(t)
	r, err := OpenStudy(dir)
	if err != nil {
		t.Fatal(err)
	}
	begin := func(p store.Part) (func(*sheet), func(*Findings)) {
		c := &forksCheck{in: &in, hands: handOrder{p, -1}}
		return c.rows, c.endFork
	}
	columns := withWords(documented(forkColumns(&in)), "bot", specs(in.Run.Bots))
	checkChanges(t, dir, r.Parts()[0], columns, begin, []change{
		{"a hand of no part", "hand", set("hand", 0, 80)},
		{"hands out of order", "hand", func(s *sheet) { s.column("hand")[len(s.column("hand"))-1] = 0 }},
		{"a fork is left out", "fork", func(s *sheet) {
			for row, n := range s.column("fork") {
				s.column("fork")[row] = 2 * n
			}
		}},
		{"an alternative is left out", "alternative", set("alternative", 1, 2)},
		{"no own alternative", "own", func(s *sheet) { clear(s.column("own")[:2]) }},
		{"two own alternatives", "own", func(s *sheet) { s.column("own")[0], s.column("own")[1] = 1, 1 }},
		{"none in the last fork", "own", func(s *sheet) { n := len(s.column("own")); clear(s.column("own")[n-1:]); s.column("own")[n-2] = 0 }},
		{"a seat not studied", "seat", set("seat", 0, 1)},
		{"two seats in a fork", "seat", func(s *sheet) { s.column("seat")[1] ^= 2 }},
		{"a third wall", "wall_order", set("wall_order", 0, 2)},
		{"two steps in a fork", "step", func(s *sheet) { s.column("step")[1]++ }},
		{"another bot", "bot", wordAt("bot", 0, "big")},
		{"no policy", "policy", wordAt("policy", 0, "chase")},
		{"an action above all", "forced_0", set("forced_0", 0, 142)},
		{"too many forced", "forced_count", set("forced_count", 0, study.MaxForced+1)},
		{"other words", "forced", wordAt("forced", 0, "win")},
		{"points that are no sum", "points", func(s *sheet) { s.column("points")[0]++ }},
		{"points of a cause", "points", func(s *sheet) { s.column("points_kongs")[0]++ }},
		{"wins below 0", "wins", set("wins", 0, -1)},
		{"a win without its fan", "first_fan", func(s *sheet) {
			row := slices.IndexFunc(s.column("wins"), func(n int64) bool { return n > 0 })
			s.column("first_fan")[row] = Null
		}},
		{"a winner that has not won", "ending", func(s *sheet) {
			row := slices.IndexFunc(s.column("wins"), func(n int64) bool { return n > 0 })
			wordAt("ending", row, "ready")(s)
		}},
		{"no ending", "ending", wordAt("ending", 0, "gone")},
	})
}

// Whole directories have no fault; a flipped bit, a longer file and one that is gone
// are found, and so are a digest and parts that are not those of the files.
func TestAuditDirectories(t *testing.T) {
	decisions, _ := storedDecisions(t, "planes")
	forks, _ := storedStudy(t)
	audit := map[string]func(dir string) (*Findings, error){
		decisions: func(dir string) (*Findings, error) {
			return AuditDecisions(context.Background(), dir, Audit{Limit: 10})
		},
		forks: func(dir string) (*Findings, error) {
			r, err := OpenStudy(dir)
			if err != nil {
				return nil, err
			}
			return r.Audit(context.Background(), Audit{Limit: 10})
		},
	}
	file := map[string]string{decisions: "decisions-000000.parquet", forks: "forks-000000.parquet"}
	for whole, run := range audit {
		f, err := run(whole)
		if err != nil || f.Count != 0 || f.Rows == 0 || len(f.Checked) == 0 || len(f.Unchecked) == 0 {
			t.Errorf("%s: got %+v, %v", whole, f, err)
		}
		for name, c := range map[string]struct {
			spoil  func(dir, path string)
			column string
		}{
			"SHA-256": {spoil: func(_, path string) {
				rewrite(t, path, func(text string) string { return text[:99] + string([]byte{text[99] ^ 1}) + text[100:] })
			}},
			"size":    {spoil: func(_, path string) { rewrite(t, path, func(text string) string { return text + "x" }) }},
			"missing": {spoil: func(_, path string) { os.Remove(path) }},
			"no part": {spoil: func(dir, _ string) { os.WriteFile(filepath.Join(dir, "more.parquet"), nil, 0o666) }},
			"gap":     {spoil: func(dir, _ string) { changeManifestText(t, dir, `"first": 0`, `"first": 1`) }, column: "part 0: first"},
		} {
			dir := copyDir(t, whole)
			c.spoil(dir, filepath.Join(dir, file[whole]))
			f, err := run(dir)
			if err != nil || f.Count == 0 || c.column != "" && !f.has(store.ManifestName, -1, c.column) {
				t.Errorf("%s: %s: got %+v, %v", whole, name, f, err)
			}
		}
	}
	dir := copyDir(t, decisions)
	changeManifestText(t, dir, "\n  \"digest\": \"", "\n  \"digest\": \"0")
	if f, err := audit[decisions](dir); err != nil || !f.has(store.ManifestName, -1, "digest") {
		t.Errorf("another digest: got %+v, %v", f, err)
	}
}

// changeManifestText replaces a text of a manifest, which must be there.
func changeManifestText(t *testing.T, dir, from, to string) {
	t.Helper()
	rewrite(t, filepath.Join(dir, store.ManifestName), func(text string) string {
		text = withoutSum(text)
		changed := strings.Replace(text, from, to, 1)
		if changed == text {
			t.Fatalf("there is no %s in %s", from, text)
		}
		return changed
	})
}
