package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A leaf is a value of a JSON text that is no object and no list.
type leaf struct {
	path     string // such as inputs.bots[0].digest
	from, to int    // where it is in the text
}

// leavesOf returns the leaves of a text.
func leavesOf(t *testing.T, text []byte) []leaf {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var list []leaf
	var walk func(path string)
	walk = func(path string) {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'):
			for d.More() {
				key, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				walk(strings.TrimPrefix(path+"."+key.(string), "."))
			}
			d.Token()
		case json.Delim('['):
			for i := 0; d.More(); i++ {
				walk(fmt.Sprintf("%s[%d]", path, i))
			}
			d.Token()
		default:
			value, err := json.Marshal(token)
			if err != nil {
				t.Fatal(err)
			}
			end := int(d.InputOffset())
			list = append(list, leaf{path, end - len(value), end})
		}
	}
	walk("")
	return list
}

// changedLeaf returns a text with a leaf of another value of its type.
func changedLeaf(text string, l leaf) string {
	old := text[l.from:l.to]
	other := old + "1" // another number
	switch {
	case old == `""`:
		other = `"x"`
	case old[0] == '"' && old[1] == 'f':
		other = `"e` + old[2:]
	case old[0] == '"':
		other = `"f` + old[2:]
	case old == "true":
		other = "false"
	case old == "false":
		other = "true"
	case old == "null":
		other = "0"
	}
	return text[:l.from] + other + text[l.to:]
}

// storedKinds stores a small directory of each kind.
func storedKinds(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	fine(t, "run", "--hands", "6", "--seats", "random,timeout,random,fast", "--out", at("run"))
	fine(t, "run", "--games", "1", "--seats", "random,timeout,random,fast", "--rotate", "--out", at("games"))
	fine(t, "dataset", "decisions", "--hands", "2", "--policy", "random", "--out", at("decisions"))
	fine(t, "study", "fast-vs-big", "--hands", "4", "--out", at("study"))
	fine(t, "match", "-a", "random", "-b", "timeout", "--blocks", "200", "--luck", "--out", at("match"))
	fine(t, "match", "-a", "fast", "-b", "timeout", "--sprt", "0,0.5", "--out", at("sprt"))
	fine(t, "match", "--bots", "random,timeout,fast", "--blocks", "6", "--out", at("field"))
	fine(t, "ladder", "--bots", "random,timeout,fast", "--rounds", "50", "--out", at("ladder"))
	fine(t, "learn", "--hands", "20", "--holdout", "20", "--rounds", "1", "--out", at("trials"))
	list := map[string]string{}
	for _, name := range []string{"run", "games", "decisions", "study", "match", "sprt", "field", "ladder", "trials"} {
		list[name] = at(name)
	}
	return list
}

// Each changed leaf of a manifest of each kind is noticed by verify.
func TestManifestLeaves(t *testing.T) {
	for kind, dir := range storedKinds(t) {
		manifest := filepath.Join(dir, "manifest.json")
		text := string(read(t, manifest))
		fine(t, "dataset", "verify", dir)
		leaves := leavesOf(t, []byte(text))
		if len(leaves) < 50 {
			t.Errorf("%s: only %d leaves", kind, len(leaves))
		}
		for _, l := range leaves {
			writeFile(t, manifest, changedLeaf(text, l))
			if r := execute(t, "", "dataset", "verify", "--sample", "0", dir); r.status != statusFailed {
				t.Errorf("%s: %s %s: status %d, %s%s", kind, l.path, text[l.from:l.to], r.status, r.out, r.errs)
			}
		}
		writeFile(t, manifest, changedLeaf(text, leaves[len(leaves)-1]))
		for _, args := range [][]string{{"report", dir}, {"run", "--resume", dir}, {"study", "--resume", dir}, {"dataset", "decisions", "--resume", dir}, {"match", "--resume", dir}, {"ladder", "--resume", dir}, {"learn", "--resume", dir}, {"replay", "--match", dir, "--block", "0"}, {"dataset", "info", dir}, {"dataset", "head", dir}} {
			if r := execute(t, "", args...); r.status != statusFailed || r.out != "" {
				t.Errorf("%s: %v: status %d, %s%s", kind, args, r.status, r.out, r.errs)
			}
		}
		writeFile(t, manifest, text)
		fine(t, "dataset", "verify", dir)
	}
}

// A manifest that is written with other blanks says the same.
func TestManifestReformatted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	fine(t, "run", "--hands", "6", "--out", dir)
	manifest := filepath.Join(dir, "manifest.json")
	writeFile(t, manifest, regexp.MustCompile(`\n *`).ReplaceAllString(string(read(t, manifest)), ""))
	fine(t, "dataset", "verify", dir)
}

// A stray file and a missing one are noticed.
func TestVerifyStrayAndMissing(t *testing.T) {
	for kind, dir := range storedKinds(t) {
		tables, err := filepath.Glob(filepath.Join(dir, "*.parquet"))
		if err != nil || len(tables) == 0 {
			t.Fatal(err)
		}
		stray := strings.Replace(tables[0], "000000", "000007", 1)
		writeFile(t, stray, string(read(t, tables[0])))
		if r := execute(t, "", "dataset", "verify", dir); r.status != statusFailed || !strings.Contains(r.out, filepath.Base(stray)) {
			t.Errorf("%s: a stray file: status %d, %s%s", kind, r.status, r.out, r.errs)
		}
		if err := os.Rename(tables[0], stray); err != nil {
			t.Fatal(err)
		}
		if r := execute(t, "", "dataset", "verify", dir); r.status != statusFailed || !strings.Contains(r.out, filepath.Base(tables[0])+": missing") {
			t.Errorf("%s: a missing file: status %d, %s%s", kind, r.status, r.out, r.errs)
		}
	}
}

// What an earlier program has stored is read, verified and reported.
func TestStoredBefore(t *testing.T) {
	for _, name := range []string{"run", "decisions", "study", "unfinished"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "before", name))); err != nil {
			t.Fatal(err)
		}
		fine(t, "dataset", "verify", dir)
		fine(t, "dataset", "info", "--verify", dir)
		fine(t, "dataset", "head", dir)
		if name != "decisions" {
			fine(t, "report", dir)
		}
		resume := map[string][]string{"decisions": {"dataset", "decisions"}, "study": {"study"}}[name]
		if resume == nil {
			resume = []string{"run"}
		}
		before := files(t, dir)
		if r := execute(t, "", append(resume, "--resume", dir)...); r.status != statusUsage || !strings.Contains(r.errs, "version: stored ") {
			t.Errorf("%s: resumed by another program: status %d, %s", name, r.status, r.errs)
		}
		wantSameFiles(t, dir, before)
	}
}
