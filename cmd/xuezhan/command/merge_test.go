package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runLine is the run that is sharded here, with further words.
func runLine(words ...string) []string {
	return append([]string{"run", "--hands", "9000", "--seats", "fast,big,random,fast", "--rotate", "--rules", "wap-flow", "--quiet"}, words...)
}

// playShards plays a run in so many shards and returns their directories.
func playShards(t *testing.T, of int) []string {
	t.Helper()
	var dirs []string
	for i := range of {
		dir := filepath.Join(t.TempDir(), fmt.Sprint("shard-", i))
		fine(t, runLine("--shard", fmt.Sprintf("%d/%d", i, of), "--out", dir)...)
		dirs = append(dirs, dir)
	}
	return dirs
}

// TestMerge demands that one, three and eight shards, merged in any order, are the run
// without shards: its files, its digest, its report and its JSON.
func TestMerge(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	fine(t, runLine("--out", whole)...)
	want, report, object := files(t, whole), fine(t, "report", whole), fine(t, "report", whole, "--json")
	digest := parsed(t, "dataset", "info", whole, "--json")["digest"]
	for _, of := range []int{1, 3, 8} {
		dirs := playShards(t, of)
		slices.Reverse(dirs)
		out := filepath.Join(t.TempDir(), "out")
		got := parsed(t, append([]string{"merge", out, "--json"}, dirs...)...)
		if got["digest"] != digest {
			t.Errorf("%d shards: digest %v, want %v", of, got["digest"], digest)
		}
		wantSameFiles(t, out, want)
		if fine(t, "report", out) != report || fine(t, "report", out, "--json") != object {
			t.Errorf("%d shards: another report", of)
		}
		fine(t, append([]string{"merge", out}, dirs...)...) // once more
		fine(t, "dataset", "verify", out)
	}
}

// TestShardAgain demands that a shard's command, called again, resumes it, and that the
// tables of a shard that is whole stay as they are.
func TestShardAgain(t *testing.T) {
	dir := playShards(t, 3)[1]
	before := files(t, dir)
	for _, damage := range []string{"", "000001.parquet"} {
		for name := range before {
			if damage != "" && strings.HasSuffix(name, damage) {
				writeFile(t, filepath.Join(dir, name), "damaged")
			}
		}
		fine(t, runLine("--shard", "1/3", "--out", dir)...)
		after := files(t, dir)
		for name := range before {
			if strings.HasSuffix(name, ".parquet") && after[name] != before[name] {
				t.Errorf("damage of %q: %s differs", damage, name)
			}
		}
	}
	other := runLine("--shard", "1/3", "--out", dir, "--seed", "2")
	if r := execute(t, "", other...); r.status != statusUsage || !strings.Contains(r.errs, "seed: stored") {
		t.Errorf("another seed: status %d, %s", r.status, r.errs)
	}
}

// TestMergeWrongly demands of wrong merges an error that names what is wrong, and the
// status that says whether another try helps.
func TestMergeWrongly(t *testing.T) {
	dirs := playShards(t, 3)
	play := func(words ...string) string {
		dir := filepath.Join(t.TempDir(), "other")
		fine(t, append(words, "--quiet", "--out", dir)...)
		return dir
	}
	base := []string{"run", "--hands", "9000", "--seats", "fast,big,random,fast", "--rotate", "--rules", "wap-flow", "--shard", "2/3"}
	with := func(flag, value string) []string {
		line := slices.Clone(base)
		if i := slices.Index(line, flag); i >= 0 {
			line[i+1] = value
			return line
		}
		return append(line, flag, value)
	}
	forged := copyOf(t, dirs[2])
	rewriteFile(t, filepath.Join(forged, "manifest.json"), func(s string) string { return strings.Replace(s, `"seed": "1"`, `"seed": "9"`, 1) })
	damaged := copyOf(t, dirs[2])
	rewriteFile(t, filepath.Join(damaged, "seats-000002.parquet"), func(s string) string { return s[:100] + "X" + s[101:] })
	empty := t.TempDir()
	decisions := filepath.Join(t.TempDir(), "decisions")
	fine(t, "dataset", "decisions", "--hands", "20", "--out", decisions, "--quiet")
	for name, x := range map[string]struct {
		shards []string
		status int
		want   []string
	}{
		"another seed":       {[]string{dirs[0], dirs[1], play(with("--seed", "2")...)}, statusUsage, []string{"seed"}},
		"another bot":        {[]string{dirs[0], dirs[1], play(with("--seats", "fast,big,random,big")...)}, statusUsage, []string{"other"}},
		"other parameters":   {[]string{dirs[0], dirs[1], play(with("--seats", "fast,big:min_fan=4,random,fast")...)}, statusUsage, []string{"bots[1]"}},
		"other rules":        {[]string{dirs[0], dirs[1], play(with("--rules", "tsumo")...)}, statusUsage, []string{"rules"}},
		"other walls":        {[]string{dirs[0], dirs[1], play(with("--walls", "lanes")...)}, statusUsage, []string{"walls"}},
		"other hands":        {[]string{dirs[0], dirs[1], play(with("--hands", "9001")...)}, statusUsage, []string{"hands"}},
		"one missing":        {dirs[:2], statusFailed, []string{"missing", "of shard 2/3"}},
		"one twice":          {[]string{dirs[0], dirs[1], dirs[1]}, statusFailed, []string{"missing", "2/3"}},
		"shard of another N": {[]string{dirs[0], dirs[1], play(with("--shard", "2/4")...)}, statusFailed, []string{"missing"}},
		"damaged":            {[]string{dirs[0], dirs[1], damaged}, statusFailed, []string{"seats-000002.parquet", "SHA-256"}},
		"changed manifest":   {[]string{dirs[0], dirs[1], forged}, statusFailed, []string{"manifest.json", "changed"}},
		"an empty folder":    {[]string{dirs[0], dirs[1], empty}, statusFailed, []string{empty}},
		"another kind":       {[]string{dirs[0], dirs[1], decisions}, statusUsage, []string{"decisions"}},
		"nothing":            {nil, statusUsage, []string{"SHARD"}},
	} {
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
