package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/store"
)

// sharded is work of a kind that can be played in shards.
type sharded struct {
	line  []string // the command, without a directory
	table string   // one of its tables
	// wrong are flags that make other work, with the field that a merge names.
	wrong map[string][3]string
}

// shardedKinds is some work of every kind.
var shardedKinds = map[string]sharded{
	"run": {
		[]string{"run", "--hands", "9000", "--seats", "fast,big,random,fast", "--rules", "wap-flow", "--rotate"}, "seats",
		map[string][3]string{
			"other hands": {"--hands", "9001", "hands"}, "another bot": {"--seats", "fast,big,random,big", "other"}, "other parameters": {"--seats", "fast,big:min_fan=4,random,fast", "bots[1]"},
		},
	},
	"study": {
		[]string{"study", "wait", "--hands", "5200", "--seats", "fast,big,random,fast", "--rules", "wap-flow", "--orders", "1"}, "forks",
		map[string][3]string{
			"other hands": {"--hands", "5201", "hands"}, "another bot": {"--seats", "fast,big,random,big", "other"}, "other orders": {"--orders", "2", "orders"}, "other seats": {"--studied", "0,1", "studied"},
		},
	},
	"match": {
		[]string{"match", "-a", "fast", "-b", "fast:call=never", "--blocks", "1000", "--luck"}, "blocks",
		map[string][3]string{
			"another bot": {"-b", "big", "bots[1]"}, "another design": {"--design", "1v3", "design"}, "other blocks": {"--blocks", "1001", "blocks"},
			"a test": {"--sprt", "0,0.1", "sprt"}, "other level": {"--level", "0.9", "level"},
		},
	},
	"test": { // which ends after some of the parts
		[]string{"match", "-a", "fast", "-b", "big", "--sprt", "0,0.1", "--blocks", "2000"}, "blocks",
		map[string][3]string{"another bot": {"-b", "timeout", "bots[1]"}, "another test": {"--sprt", "0,0.3", "sprt.mu1"}},
	},
	"ladder": {
		[]string{"ladder", "--bots", "fast,timeout,random", "--rounds", "400"}, "blocks",
		map[string][3]string{"another bot": {"--bots", "fast,timeout,big", "bots[2]"}, "other rounds": {"--rounds", "401", "rounds"}, "other level": {"--level", "0.9", "level"}},
	},
	"trials": {
		[]string{"learn", "--hands", "2000", "--holdout", "520", "--rounds", "1", "--every", "40", "--candidates", "3", "--hidden", "0"}, "trials",
		map[string][3]string{
			"other hands": {"--hands", "2001", "hands"}, "another bot": {"--playout", "big", "other"}, "other candidates": {"--candidates", "2", "candidates"},
			"another fit": {"--decay", "0.02", "decay"},
		},
	},
	"decisions": {
		[]string{"dataset", "decisions", "--hands", "5200", "--seats", "fast,big,random,fast", "--rules", "wap-flow", "--features", "v1"}, "decisions",
		map[string][3]string{
			"other hands": {"--hands", "5201", "hands"}, "another bot": {"--seats", "fast,big,random,big", "other"}, "other features": {"--features", "v2", "features"}, "other seats": {"--studied", "0,1", "studied"},
		},
	},
}

// with returns the command with further words, or other values of flags.
func (w sharded) with(words ...string) []string {
	line := append(slices.Clone(w.line), "--quiet")
	for ; len(words) > 0; words = words[2:] {
		if i := slices.Index(line, words[0]); i >= 0 {
			line[i+1] = words[1]
			continue
		}
		line = append(line, words[:2]...)
	}
	return line
}

// otherWalls are not those of the work.
func (w sharded) otherWalls() string {
	if w.line[0] == "match" || w.line[0] == "ladder" {
		return "shared"
	}
	return "lanes"
}

// shards plays the work in a number of shards and returns their directories.
func (w sharded) shards(t *testing.T, of int) []string {
	t.Helper()
	var dirs []string
	for i := range of {
		dir := filepath.Join(t.TempDir(), fmt.Sprint("shard-", i))
		fine(t, w.with("--shard", fmt.Sprintf("%d/%d", i, of), "--out", dir)...)
		dirs = append(dirs, dir)
	}
	return dirs
}

// eachSharded runs a test for every kind.
func eachSharded(t *testing.T, test func(t *testing.T, w sharded)) {
	for name, w := range shardedKinds {
		t.Run(name, func(t *testing.T) { test(t, w) })
	}
}

// TestMerge demands that one, three and eight shards, merged in any order, are the work
// without shards: its files, its digest, its report and its JSON. With 8, two shards of
// decisions have no part at all.
func TestMerge(t *testing.T) {
	eachSharded(t, func(t *testing.T, w sharded) {
		whole := filepath.Join(t.TempDir(), "whole")
		fine(t, w.with("--out", whole)...)
		want, reports := files(t, whole), reportsOf(t, whole)
		digest := parsed(t, "dataset", "info", whole, "--json")["digest"]
		counts := []int{1, 3, 8}
		if testing.Short() {
			counts = []int{3}
		}
		for _, of := range counts {
			dirs := w.shards(t, of)
			slices.Reverse(dirs)
			out := filepath.Join(t.TempDir(), "out")
			got := parsed(t, append([]string{"merge", out, "--json"}, dirs...)...)
			if got["digest"] != digest {
				t.Errorf("%d shards: digest %v, want %v", of, got["digest"], digest)
			}
			wantSameFiles(t, out, want)
			if !slices.Equal(reportsOf(t, out), reports) {
				t.Errorf("%d shards: another report", of)
			}
			fine(t, append([]string{"merge", out}, dirs...)...) // once more
			fine(t, "dataset", "verify", out)
		}
	})
}

// reportsOf returns the reports that there are of a directory.
func reportsOf(t *testing.T, dir string) []string {
	t.Helper()
	if k := store.KindOf(dir); k == decisions.Kind || k == learn.StoreKind {
		return nil
	}
	return []string{fine(t, "report", dir), fine(t, "report", dir, "--json")}
}

// TestShardAgain demands that a shard's command, called again, resumes it, and that the
// tables of a shard that is whole stay as they are.
func TestShardAgain(t *testing.T) {
	eachSharded(t, func(t *testing.T, w sharded) {
		dir := w.shards(t, 3)[1]
		before := files(t, dir)
		for _, damage := range []string{"", "000001.parquet"} {
			for name := range before {
				if damage != "" && strings.HasSuffix(name, damage) {
					writeFile(t, filepath.Join(dir, name), "damaged")
				}
			}
			fine(t, w.with("--shard", "1/3", "--out", dir)...)
			after := files(t, dir)
			for name := range before {
				if strings.HasSuffix(name, ".parquet") && after[name] != before[name] {
					t.Errorf("damage of %q: %s differs", damage, name)
				}
			}
		}
		other := w.with("--shard", "1/3", "--out", dir, "--seed", "2")
		if r := execute(t, "", other...); r.status != statusUsage || !strings.Contains(r.errs, "seed: stored") {
			t.Errorf("another seed: status %d, %s", r.status, r.errs)
		}
	})
}

// TestShardWrongly demands that what cannot be a shard is refused before anything is
// played.
func TestShardWrongly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dir")
	for _, x := range []struct {
		line []string
		want string
	}{
		{[]string{"run", "--shard", "0/2"}, "--out"},
		{[]string{"study", "call", "--shard", "0/2"}, "--out"},
		{[]string{"dataset", "decisions", "--shard", "0/2"}, "--out"},
		{[]string{"study", "call", "--shard", "0/2", "--out", dir, "--precision", "0.1"}, "precision"},
		{[]string{"run", "--shard", "2/2", "--out", dir}, "2/2"},
		{[]string{"study", "call", "--shard", "-1/2", "--out", dir}, "-1/2"},
		{[]string{"dataset", "decisions", "--shard", "1", "--out", dir}, "I/N"},
		{[]string{"learn", "--rounds", "1", "--shard", "0/2"}, "--out"},
		{[]string{"learn", "--rounds", "1", "--shard", "0/2", "--out", dir, "-o", "net.json"}, "merge the shards"},
		{[]string{"learn", "--rounds", "2", "--shard", "0/2", "--out", dir}, "one round at a time"},
	} {
		if r := execute(t, "", x.line...); r.status != statusUsage || !strings.Contains(r.errs, x.want) {
			t.Errorf("%v: status %d, %s, want %q", x.line, r.status, r.errs, x.want)
		}
	}
	if isStored(dir) {
		t.Error("something is stored")
	}
}

// TestMergeMissing demands that the commands that a merge names play what is missing, so
// that the next merge is whole.
func TestMergeMissing(t *testing.T) {
	eachSharded(t, func(t *testing.T, w sharded) {
		dirs, out := w.shards(t, 3), filepath.Join(t.TempDir(), "out")
		r := execute(t, "", append([]string{"merge", out}, dirs[:2]...)...)
		_, commands, ok := strings.Cut(r.errs, "then merge again:\n")
		if r.status != statusFailed || !ok || isStored(out) {
			t.Fatalf("status %d, %s", r.status, r.errs)
		}
		for line := range strings.Lines(commands) {
			fine(t, strings.Fields(line)[1:]...)
		}
		fine(t, append([]string{"merge", out}, dirs[:2]...)...)
		fine(t, "dataset", "verify", out)
	})
}

// TestMergeWrongly demands of wrong merges an error that names what is wrong, and the
// status that says whether another try helps.
func TestMergeWrongly(t *testing.T) {
	other := map[string]string{"run": "decisions", "study": "run", "decisions": "study", "match": "ladder", "test": "ladder", "ladder": "match", "trials": "decisions"}
	for name, w := range shardedKinds {
		t.Run(name, func(t *testing.T) {
			wrongMerges(t, w, shardedKinds[other[name]])
		})
	}
}

// wrongMerges merges two good shards with a third in which something is wrong.
func wrongMerges(t *testing.T, w, another sharded) {
	dirs := w.shards(t, 3)
	third := func(line []string) string {
		dir := filepath.Join(t.TempDir(), "other")
		fine(t, append(line, "--out", dir)...)
		return dir
	}
	forged := copyOf(t, dirs[2])
	rewriteFile(t, filepath.Join(forged, "manifest.json"), func(s string) string { return strings.Replace(s, `"seed": "1"`, `"seed": "9"`, 1) })
	table := w.table + "-000002.parquet"
	damaged := copyOf(t, dirs[2])
	rewriteFile(t, filepath.Join(damaged, table), func(s string) string { return s[:100] + "X" + s[101:] })
	lost := copyOf(t, dirs[2])
	if err := os.Remove(filepath.Join(lost, table)); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	type merge struct {
		shards []string
		status int
		want   []string
	}
	list := map[string]merge{
		"another seed":       {[]string{dirs[0], dirs[1], third(w.with("--shard", "2/3", "--seed", "2"))}, statusUsage, []string{"seed"}},
		"other rules":        {[]string{dirs[0], dirs[1], third(w.with("--shard", "2/3", "--rules", "tsumo"))}, statusUsage, []string{"rules"}},
		"one missing":        {dirs[:2], statusFailed, []string{"missing", "of shard 2/3", "--shard 2/3"}},
		"one twice":          {[]string{dirs[0], dirs[1], dirs[1]}, statusFailed, []string{"missing", "2/3"}},
		"shard of another N": {[]string{dirs[0], dirs[1], third(w.with("--shard", "1/4"))}, statusFailed, []string{"missing"}},
		"damaged":            {[]string{dirs[0], dirs[1], damaged}, statusFailed, []string{table, "SHA-256"}},
		"a file lost":        {[]string{dirs[0], dirs[1], lost}, statusFailed, []string{table}},
		"changed manifest":   {[]string{dirs[0], dirs[1], forged}, statusFailed, []string{"manifest.json", "changed"}},
		"an empty folder":    {[]string{dirs[0], dirs[1], empty}, statusFailed, []string{empty}},
		"another kind":       {[]string{dirs[0], dirs[1], third(another.with("--seed", "5"))}, statusUsage, []string{"do not make one"}},
		"nothing":            {nil, statusUsage, []string{"SHARD"}},
	}
	if w.line[0] != "learn" { // whose walls are lanes
		list["other walls"] = merge{[]string{dirs[0], dirs[1], third(w.with("--shard", "2/3", "--walls", w.otherWalls()))}, statusUsage, []string{"walls"}}
	}
	for name, x := range w.wrong {
		list[name] = merge{[]string{dirs[0], dirs[1], third(w.with("--shard", "2/3", x[0], x[1]))}, statusUsage, []string{x[2]}}
	}
	for name, x := range list {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			r := execute(t, "", append([]string{"merge", out}, x.shards...)...)
			if r.status != x.status {
				t.Errorf("status %d, want %d: %s", r.status, x.status, r.errs)
			}
			for _, w := range x.want {
				if !strings.Contains(r.errs, w) {
					t.Errorf("%q does not say %q", r.errs, w)
				}
			}
		})
	}
}

// copyOf returns a copy of a directory.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// rewriteFile changes a file.
func rewriteFile(t *testing.T, path string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, change(string(data)))
}
