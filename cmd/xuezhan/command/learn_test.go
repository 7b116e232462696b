package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/policy/net"
)

// learnFast is a run of learn that takes a moment.
func learnFast(out string, more ...string) []string {
	return append([]string{"learn", "--hands", "150", "--holdout", "60", "--rounds", "2", "--hidden", "2", "--epochs", "1", "-o", out}, more...)
}

// The file plays, is the same with any number of workers, and says how it was made.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	one, three := filepath.Join(dir, "one.json"), filepath.Join(dir, "three.json")
	text := fine(t, learnFast(one, "--workers", "1")...)
	for _, want := range []string{"learned from", "constant", "shanten", "linear", "perceptron", "learned@" + one} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	got := parsed(t, learnFast(three, "--workers", "3", "--json")...)
	wantKeys(t, got, "file", "net", "rules", "rules_hash", "seed", "rounds", "hands", "holdout_hands", "trials", "decisions", "predictions")
	a, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(three)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Error("three workers write another file than one")
	}
	if n, err := net.Parse(a); err != nil || n.Digest() != got["net"] {
		t.Errorf("the file has another net than %v: %v", got["net"], err)
	}
	match := parsed(t, "run", "--policy", "learned@"+one+":win=min2", "--hands", "20", "--json")
	if bots := match["bots"].([]any); bots[0].(map[string]any)["policy"] != "learned@"+got["net"].(string)+":win=min2" {
		t.Errorf("got the bot %v", bots[0].(map[string]any)["policy"])
	}
}

// What is interrupted leaves nothing.
func TestLearnInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if r := executeContext(ctx, "", learnFast(filepath.Join(dir, "net.json"))...); r.status != statusInterrupted || !strings.Contains(r.errs, "interrupted") {
		t.Errorf("status %d, %s", r.status, r.errs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

func TestLearnRefuses(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there.json")
	if err := os.WriteFile(there, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, "", learnFast(there)...); r.status != statusFailed || !strings.Contains(r.errs, "exists already") {
		t.Errorf("a file that exists: status %d, %s", r.status, r.errs)
	}
	for _, x := range []struct{ spec, want string }{
		{"learned", "learned@FILE"},
		{"learned@" + there, `field "format" is missing`},
		{"learned@missing.json", "no such file"},
		{"learned@../../../results/bots/learned-wap-battle.json:speed=1", "unknown option"},
	} {
		if r := execute(t, "", "run", "--policy", x.spec, "--hands", "10"); r.status != statusUsage || !strings.Contains(r.errs, x.want) {
			t.Errorf("%s: status %d, %s", x.spec, r.status, r.errs)
		}
	}
}
