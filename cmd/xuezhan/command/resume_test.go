package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// begun stores the start of a run, as a kill leaves it: some of its parts.
func begun(t *testing.T, dir string, args ...string) {
	t.Helper()
	fine(t, append([]string{"run", "--out", dir}, args...)...)
	path := filepath.Join(dir, "manifest.json")
	var manifest struct {
		Parts []json.RawMessage `json:"parts"`
	}
	if err := json.Unmarshal(read(t, path), &manifest); err != nil {
		t.Fatal(err)
	}
	var journal bytes.Buffer
	for _, part := range manifest.Parts[:min(3, len(manifest.Parts))] {
		if err := json.Compact(&journal, part); err != nil {
			t.Fatal(err)
		}
		journal.WriteByte('\n')
	}
	head, _, _ := strings.Cut(withoutSum(string(read(t, path))), `"finished": true`)
	writeFile(t, path, head+`"finished": false}`)
	writeFile(t, filepath.Join(dir, "parts.jsonl"), journal.String())
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A run that was resumed, in whatever state, is as one that was not.
func TestResumeEquals(t *testing.T) {
	dir := t.TempDir()
	decks := filepath.Join(dir, "decks.txt")
	fine(t, "deck", "--hands", "3500", "--walls", "lanes", "--seed", "9", "-o", decks)
	for name, args := range map[string][]string{
		"hands": {"--hands", "5000", "--seats", mixed, "--rotate"},
		"games": {"--games", "2100", "--rules", "mil", "--policy", "random"},
		"decks": {"--decks", decks, "--seats", mixed},
	} {
		t.Run(name, func(t *testing.T) {
			calm, killed := filepath.Join(dir, name, "calm"), filepath.Join(dir, name, "killed")
			report := timeless(fine(t, append([]string{"run", "--out", calm}, args...)...))
			want := files(t, calm)
			begun(t, killed, args...)
			flip(t, filepath.Join(killed, "seats-000001.parquet"))
			r := execute(t, "", "run", "--resume", killed, "--workers", "3")
			if r.status != statusFine || timeless(r.out) != report {
				t.Fatalf("got status %d, %s\n%s\nwant\n%s", r.status, r.errs, r.out, report)
			}
			for _, words := range []string{"part 1: seats-000001.parquet: its SHA-256 is", "it is played again", "2 of "} {
				if !strings.Contains(r.errs, words) {
					t.Errorf("%q is not said in %s", words, r.errs)
				}
			}
			wantSameFiles(t, killed, want)
			again := execute(t, "", "run", "--resume", killed)
			if again.status != statusFine || !strings.Contains(again.errs, "finished and whole") || again.out != timeless(report) {
				t.Errorf("resumed at its end: got status %d, %s%s", again.status, again.errs, again.out)
			}
			wantSameFiles(t, killed, want)
			if got := fine(t, "report", killed); got != report {
				t.Errorf("report prints %s", got)
			}
			fine(t, "replay", "--run", killed, "--hand", "1200")
		})
	}
}

func flip(t *testing.T, path string) {
	t.Helper()
	data := read(t, path)
	data[len(data)/2] ^= 1
	writeFile(t, path, string(data))
}

func TestResumeRefusals(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	begun(t, run, "--hands", "3000")
	manifest := filepath.Join(run, "manifest.json")
	whole := withoutSum(string(read(t, manifest)))
	replaced := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Errorf("the manifest has no %s", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	own := testVersion().String()
	for _, tt := range []struct{ text, want string }{
		{replaced(own, "v9.9.9 abc"), `version: stored "v9.9.9 abc", now "` + own + `"`},
		{replaced(`"digest": "`, `"digest": "0`), `bots[0].digest: stored "0`},
		{replaced(`"part_hands": 1024`, `"part_hands": 1000`), "part_hands: stored 1000, now 1024"},
		{replaced(`"format": 2`, `"format": 3`), "format 3 is newer than 2"},
		{replaced(`"kind": "run"`, `"kind": "study"`), "it holds a study, not a run"},
		{whole[:len(whole)/2], "start over in another directory"},
	} {
		writeFile(t, manifest, tt.text)
		before := files(t, run)
		r := execute(t, "", "run", "--resume", run)
		status := statusFailed
		if strings.Contains(tt.want, ": stored ") {
			status = statusUsage // another program or other inputs: no try is better
		}
		if r.status != status || r.out != "" || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: got status %d, %s%s", tt.want, r.status, r.errs, r.out)
		}
		wantSameFiles(t, run, before)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "no such file or directory: no run here",
		manifest:                   "not a directory",
	} {
		if r := execute(t, "", "run", "--resume", path); r.status != statusFailed || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", path, r.status, r.errs)
		}
	}
}

// Stored hands that this program would play otherwise are not mixed with what
// it plays.
func TestResumeNoticesOtherPlay(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	begun(t, run, "--hands", "3000", "--policy", "fast")
	manifest := filepath.Join(run, "manifest.json")
	text := strings.Replace(string(read(t, manifest)), `"seed": "1"`, `"seed": "2"`, 1)
	writeFile(t, manifest, text)
	r := execute(t, "", "run", "--resume", run)
	if r.status != statusFailed || !strings.Contains(r.errs, "differs from the stored hand") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
}

// signalled starts a command in a process, signals it once it has done
// something and so many times, and returns it ended.
func signalled(t *testing.T, ready func() bool, times int, args ...string) *exec.Cmd {
	t.Helper()
	c := process(args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for !ready() {
		time.Sleep(5 * time.Millisecond)
	}
	for range times {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	err := c.Wait()
	if s, ok := errors.AsType[*exec.ExitError](err); !ok || s.ExitCode() != statusInterrupted {
		t.Fatalf("%v: got %v, %s", args, err, complaint(c))
	}
	return c
}

// After SIGINT the command that is printed resumes what was begun.
func TestInterrupt(t *testing.T) {
	t.Setenv("TERM", "dumb")
	dir := t.TempDir()
	has := func(path string) func() bool {
		return func() bool {
			info, err := os.Stat(path)
			return err == nil && info.Size() > 200
		}
	}
	run := filepath.Join(dir, "it's a run")
	for _, times := range []int{1, 2, 3} {
		os.RemoveAll(run)
		c := signalled(t, has(filepath.Join(run, "parts.jsonl")), times, "run", "--hands", "3e6", "--out", run, "--workers", "2", "--level", "0.9")
		want := "\nxuezhan run --resume '" + strings.ReplaceAll(run, "'", `'\''`) + "' --level 0.9 --workers 2\n"
		if !strings.HasSuffix(complaint(c), want) && times < 3 || printed(c) != "" {
			t.Errorf("%d signals: got %s%s, want at the end %s", times, complaint(c), printed(c), want)
		}
		for name := range files(t, run) {
			if strings.HasSuffix(name, ".tmp") && times < 3 || name == "lock" && times < 3 {
				t.Errorf("%d signals: %s was left", times, name)
			}
		}
	}
	match := filepath.Join(dir, "match")
	c := signalled(t, has(filepath.Join(match, "blocks-000000.tail")), 1, "match", "-a", "fast", "-b", "big", "--blocks", "1e8", "--out", match)
	if want := "\nxuezhan match --resume " + match + "\n"; !strings.HasSuffix(complaint(c), want) {
		t.Errorf("got %s, want at the end %s", complaint(c), want)
	}
	tuned := filepath.Join(dir, "tuned")
	c = signalled(t, has(filepath.Join(tuned, "history.jsonl")), 1, "tune", "spsa", "--bot", "big", "--budget", "1e7", "--generations", "5000", "--out", tuned)
	if want := "\nxuezhan tune --resume " + tuned + "\n"; !strings.HasSuffix(complaint(c), want) {
		t.Errorf("got %s, want at the end %s", complaint(c), want)
	}
}

// Without a directory the result so far is printed, and said to be partial.
func TestInterruptPrintsPartialResult(t *testing.T) {
	var errs shared
	c := process("run", "--hands", "1e9")
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	errs.waitFor(hasPlayed)
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := c.Wait()
	if s, ok := errors.AsType[*exec.ExitError](err); !ok || s.ExitCode() != statusInterrupted {
		t.Errorf("got %v", err)
	}
	if !strings.HasPrefix(printed(c), "PARTIAL RESULT: interrupted after ") || !strings.Contains(printed(c), "\npartial    ") || strings.Contains(printed(c), "\ndigest") {
		t.Errorf("got %s", printed(c))
	}
}

// TestTerminated: SIGTERM ends a command as an interrupt does, with a status of its own.
func TestTerminated(t *testing.T) {
	var errs shared
	c := process("match", "-a", "fast", "-b", "big", "--blocks", "1e9")
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	errs.waitFor(hasPlayed)
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := c.Wait()
	if s, ok := errors.AsType[*exec.ExitError](err); !ok || s.ExitCode() != statusTerminated {
		t.Errorf("got %v", err)
	}
}

// Each fault of the place where a run is stored is an error that says what to
// do, and what was finished before stays.
func TestStorageFaults(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	writeFile(t, plain, "mine")
	for path, want := range map[string]string{
		plain:                         "a file is in the place of a directory",
		filepath.Join(plain, "below"): "a file is in the place of a directory",
	} {
		r := execute(t, "", "run", "--hands", "100", "--out", path)
		if r.status != statusFailed || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", path, r.status, r.errs)
		}
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		r := execute(t, "", "run", "--hands", "100", "--out", "/proc/x")
		if r.status != statusFailed || !strings.Contains(r.errs, "cannot make /proc/x") || !strings.Contains(r.errs, "name another one") || strings.Contains(r.errs, "under way") {
			t.Errorf("a place for no directories: got status %d, %s", r.status, r.errs)
		}
	}
	fine(t, "run", "--hands", "100", "--out", filepath.Join(dir, "new", "parents", "run"))
}

// mounted returns a small file system of its own, or skips the test.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a tmpfs cannot be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", dir).Run() })
	return dir
}

func TestDiskFull(t *testing.T) {
	disk := mounted(t, "size=256k")
	run := filepath.Join(disk, "run")
	args := []string{"--hands", "20000", "--seats", mixed}
	r := execute(t, "", append([]string{"run", "--out", run}, args...)...)
	if r.status != statusFailed || r.out != "" {
		t.Fatalf("got status %d, %s%s", r.status, r.errs, r.out)
	}
	for _, words := range []string{"no space left on device; make room, then resume", "finished parts are in " + run, "\nxuezhan run --resume " + run + "\n"} {
		if !strings.Contains(r.errs, words) {
			t.Errorf("%q is not said in %s", words, r.errs)
		}
	}
	for name := range files(t, run) {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s was left", name)
		}
	}
	fine(t, "dataset", "info", run, "--verify")
	if out, err := exec.Command("mount", "-o", "remount,size=64m", disk).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	fine(t, "run", "--resume", run)
	calm := filepath.Join(t.TempDir(), "calm")
	fine(t, append([]string{"run", "--out", calm}, args...)...)
	wantSameFiles(t, run, files(t, calm))
}

func TestReadOnlyDirectory(t *testing.T) {
	disk := mounted(t, "size=16m")
	run := filepath.Join(disk, "run")
	begun(t, run, "--hands", "3000")
	if out, err := exec.Command("mount", "-o", "remount,ro", disk).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, args := range [][]string{{"--resume", run}, {"--out", filepath.Join(disk, "other"), "--hands", "100"}} {
		r := execute(t, "", append([]string{"run"}, args...)...)
		if r.status != statusFailed || !strings.Contains(r.errs, "read-only file system; name a directory that can be written to") {
			t.Errorf("%v: got status %d, %s", args, r.status, r.errs)
		}
	}
	fine(t, "report", run)
}

func TestDirectoryRemovedUnderWay(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	c := process("run", "--hands", "3e6", "--out", run)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if info, err := os.Stat(filepath.Join(run, "parts.jsonl")); err == nil && info.Size() > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := os.Rename(run, run+"-elsewhere"); err != nil {
		t.Fatal(err)
	}
	err := c.Wait()
	if s, ok := errors.AsType[*exec.ExitError](err); !ok || s.ExitCode() != statusFailed {
		t.Fatalf("got %v, %s", err, complaint(c))
	}
	for _, words := range []string{"the directory was removed or renamed under way", run + " is gone"} {
		if !strings.Contains(complaint(c), words) {
			t.Errorf("%q is not said in %s", words, complaint(c))
		}
	}
}

// The second of two runs in one directory is told of the first.
func TestTwoRunsInOneDirectory(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	c := process("run", "--hands", "1e8", "--out", run)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	defer c.Process.Signal(syscall.SIGKILL)
	for {
		if _, err := os.Stat(filepath.Join(run, "manifest.json")); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, args := range [][]string{{"run", "--resume", run}, {"run", "--out", run, "--hands", "100"}} {
		if r := execute(t, "", args...); r.status != statusFailed || !strings.Contains(r.errs, "is being written by process ") {
			t.Errorf("%v: got status %d, %s", args, r.status, r.errs)
		}
	}
}
