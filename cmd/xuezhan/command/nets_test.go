package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// learnedNet copies the net among the results to where a run may be told to read it,
// and returns its path.
func learnedNet(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "net.json")
	writeFile(t, path, string(read(t, "../../../results/bots/learned-wap-battle.json")))
	return path
}

// removed removes a file.
func removed(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// A run whose bots play by a net, or by parameters of a file, is gone on with, played
// again and verified when those files are gone.
func TestRunKeepsItsNets(t *testing.T) {
	for name, seats := range map[string]func(path string) string{
		"net":        func(path string) string { return "learned@" + path + ",fast,learned@" + path + ":call=never,fast" },
		"parameters": func(path string) string { return "value@" + path + ",fast,value@" + path + ":flush=0,fast" },
	} {
		t.Run(name, func(t *testing.T) {
			path := learnedNet(t)
			if name == "parameters" {
				writeFile(t, path, `{"bot":"value","parameters":{"flush":70}}`)
			}
			calm, killed := filepath.Join(t.TempDir(), "calm"), filepath.Join(t.TempDir(), "killed")
			args := []string{"--hands", "1100", "--seats", seats(path)}
			want := timeless(fine(t, append([]string{"run", "--out", calm}, args...)...))
			begun(t, killed, args...)
			removed(t, path)
			flip(t, filepath.Join(killed, "seats-000001.parquet"))
			if got := timeless(fine(t, "run", "--resume", killed)); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			fine(t, "replay", "--run", killed, "--hand", "7")
			if text := fine(t, "dataset", "verify", killed, "--sample", "20"); !strings.Contains(text, "20 replayed hands agree") {
				t.Errorf("got %s", text)
			}
		})
	}
}

// A net that is missing or another is named, with what to do.
func TestRunWithoutItsNet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	begun(t, dir, "--hands", "100", "--seats", "fast,learned@"+learnedNet(t)+",fast,fast")
	nets, err := filepath.Glob(filepath.Join(dir, "net-*.json"))
	if err != nil || len(nets) != 1 {
		t.Fatalf("got %v, %v", nets, err)
	}
	text := string(read(t, nets[0]))
	for want, spoil := range map[string]func(){
		"no such file":             func() { removed(t, nets[0]) },
		"the file has the digest ": func() { writeFile(t, nets[0], strings.Replace(text, `"bias":`, `"bias":1`, 1)) },
		"the text ends":            func() { writeFile(t, nets[0], text[:len(text)/2]) },
	} {
		writeFile(t, nets[0], text)
		spoil()
		for _, line := range []string{"run --resume " + dir, "replay --hand 1 --run " + dir} {
			r := execute(t, "", strings.Fields(line)...)
			if r.status != statusFailed || !strings.Contains(r.errs, want) || !strings.Contains(r.errs, "put the file that was learned there, as "+nets[0]) {
				t.Errorf("%s, %s: status %d, %s", line, want, r.status, r.errs)
			}
		}
		if r := execute(t, "", "dataset", "verify", dir); r.status != statusFailed || !strings.Contains(r.out, want) {
			t.Errorf("verify, %s: status %d, %s", want, r.status, r.out)
		}
	}
}

func TestDecisionsKeepTheirNets(t *testing.T) {
	path, dir := learnedNet(t), filepath.Join(t.TempDir(), "decisions")
	want := parsed(t, "dataset", "decisions", "--hands", "1100", "--seats", "fast,fast,learned@"+path+",fast", "--out", dir, "--json")
	removed(t, path)
	spoil(t, filepath.Join(dir, "decisions-000001.parquet"))
	got := parsed(t, "dataset", "decisions", "--resume", dir, "--json")
	if got["digest"] != want["digest"] || got["rows_played"].(float64) == 0 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A stored match and a ladder have the nets of their bots: they are resumed, verified and
// replayed when their file is gone.
func TestMatchKeepsItsNets(t *testing.T) {
	path := learnedNet(t)
	for _, line := range [][]string{
		{"match", "-a", "learned@" + path, "-b", "learned@" + path + ":call=never", "--blocks", "160"},
		{"ladder", "--bots", "learned@" + path + ",fast", "--rounds", "160"},
	} {
		dir := filepath.Join(t.TempDir(), "dir")
		fine(t, append(line, "--out", dir)...)
		whole := files(t, dir)
		gone := path + ".gone"
		if err := os.Rename(path, gone); err != nil {
			t.Fatal(err)
		}
		spoil(t, filepath.Join(dir, "blocks-000001.parquet"))
		fine(t, line[0], "--resume", dir)
		wantSameFiles(t, dir, whole)
		fine(t, "dataset", "verify", dir, "--sample", "5")
		if line[0] == "match" {
			fine(t, "replay", "--match", dir, "--block", "3")
		}
		nets, err := filepath.Glob(filepath.Join(dir, "net-*.json"))
		if err != nil || len(nets) != 1 {
			t.Fatalf("nets: %v, %v", nets, err)
		}
		rewriteFile(t, nets[0], func(s string) string { return strings.Replace(s, `"bias":`, `"bias":1`, 2) })
		if r := execute(t, "", line[0], "--resume", dir); r.status == statusFine || !strings.Contains(r.errs, "net") {
			t.Errorf("another net: status %d, %s", r.status, r.errs)
		}
		if err := os.Rename(gone, path); err != nil {
			t.Fatal(err)
		}
	}
}
