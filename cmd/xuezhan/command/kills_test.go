package command

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xuezhan/policy"
)

var kills = flag.Int("kills", 2, "kills of TestHundredKills")

// commandVariable makes the test's program xuezhan itself.
const commandVariable = "COMMAND_TEST_IS_XUEZHAN"

func TestMain(m *testing.M) {
	if os.Getenv(commandVariable) != "" {
		os.Exit(Main(testCatalog()))
	}
	os.Exit(m.Run())
}

// testCatalog has one more bot, which panics.
func testCatalog() *policy.Catalog {
	c := policy.NewCatalog()
	c.Add(panicking(c))
	return c
}

// process makes a command line that is run in a process of its own.
func process(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), commandVariable+"=1")
	c.Stdout, c.Stderr = new(bytes.Buffer), new(bytes.Buffer)
	return c
}

func printed(c *exec.Cmd) string   { return c.Stdout.(*bytes.Buffer).String() }
func complaint(c *exec.Cmd) string { return c.Stderr.(*bytes.Buffer).String() }

// files returns the names and contents of a directory's files.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func wantSameFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := files(t, dir)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s has another %s", dir, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s has %s too much", dir, name)
		}
	}
}

// timeless returns a printed report without the lines that tell the time.
func timeless(text string) string {
	return withoutLine(withoutLine(text, "seconds "), "hands/s ")
}

// TestHundredKills kills runs, matches, ladders, studies, decisions, tunings and plans of learn with SIGKILL at random moments, resumes
// them until they end, and demands that files and report are those of one that nothing
// has happened to. 'go test ./cmd/xuezhan/command -run TestHundredKills -kills
// 100 -v' makes a hundred of each.
func TestHundredKills(t *testing.T) {
	for name, line := range map[string][]string{
		"run":       {"run", "--hands", "24000", "--seats", mixed, "--rotate", "--seed", "11"},
		"match":     {"match", "-a", "fast", "-b", "fast:call=never", "--blocks", "30000", "--luck", "--seed", "11"},
		"test":      {"match", "-a", "fast", "-b", "fast:call=never", "--sprt", "0,0.01", "--design", "1v3", "--alpha", "1e-9", "--beta", "1e-9", "--blocks", "2e5"},
		"ladder":    {"ladder", "--bots", "fast,timeout,big", "--rounds", "10000", "--seed", "11"},
		"study":     {"study", "call", "--hands", "6000", "--seed", "11"},
		"trials":    {"learn", "--rounds", "2", "--hands", "5000", "--holdout", "2000", "--every", "20", "--hidden", "0", "--seed", "11"},
		"decisions": {"dataset", "decisions", "--hands", "8000", "--seed", "11"},
		"tuning":    {"tune", "spsa", "--bot", "big", "--params", "min_fan,reach", "--budget", "30000", "--seed", "11"},
	} {
		t.Run(name, func(t *testing.T) { killing(t, line) })
	}
}

// resuming returns the words of a command line that resumes the work of another.
func resuming(line []string) []string {
	if line[0] == "dataset" {
		return line[:2]
	}
	return line[:1]
}

// killing kills the work of a command line, which stores a directory.
func killing(t *testing.T, line []string) {
	dir := t.TempDir()
	calm := filepath.Join(dir, "calm")
	started := time.Now()
	first := process(append(line, "--out", calm)...)
	if err := first.Run(); err != nil {
		t.Fatalf("%v: %s", err, complaint(first))
	}
	whole := time.Since(started)
	want, report := files(t, calm), untimedText(printed(first))
	random := rand.New(rand.NewPCG(1, 1))
	killed, finished, kept := 0, 0, 0
	for killed < *kills {
		out := filepath.Join(dir, "killed")
		for ended := false; !ended; {
			args := append(slices.Clone(line), "--out", out)
			if isStored(out) {
				args = append(slices.Clone(resuming(line)), "--resume", out, "--workers", []string{"1", "2", "3"}[random.IntN(3)])
			}
			c := process(args...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(random.Int64N(int64(whole))), func() { c.Process.Kill() })
			err := c.Wait()
			timer.Stop()
			if err == nil {
				ended = true
				if got := strings.ReplaceAll(untimedText(printed(c)), out, calm); got != report {
					t.Errorf("after %d kills the report is\n%s\nnot\n%s", killed, got, report)
				}
				if !strings.Contains(complaint(c), "0 of ") && strings.Contains(complaint(c), "parts are kept") {
					kept++
				}
				continue
			}
			if s, ok := errors.AsType[*exec.ExitError](err); !ok || s.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("after %d kills %v: %v: %s", killed, args, err, complaint(c))
			}
			killed++
		}
		finished++
		wantSameFiles(t, out, want)
		if t.Failed() {
			return
		}
		os.RemoveAll(out)
	}
	t.Logf("%d kills in %d runs; %d ended with parts from before a kill: each of the %d directories has the same %d files, and every report the same text",
		killed, finished, kept, finished, len(want))
}

// untimedText returns a printed result without what tells the time, or what this process
// has played of it.
func untimedText(text string) string {
	return withoutLine(speedOf.ReplaceAllString(timeless(text), ""), "played ")
}

// speedOf is how a match tells the time.
var speedOf = regexp.MustCompile(` in [0-9.]+ s, [0-9]+ hands/s`)
