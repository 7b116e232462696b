package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeModule makes a module next to the checkout as README.md says, and builds
// and runs a program of it that uses the library.
func TestReadmeModule(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^go mod edit .*&& go mod tidy$`).Find(readme)
	if line == nil {
		t.Fatal("README.md does not say how another module uses this one")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "mine")
	program := `package main

import (
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/features"
)

func main() {
	tsumo, _ := rules.Lookup("tsumo")
	hand, err := features.Eval(tsumo, "2223334445556m")
	fmt.Println(len(hand.Waits), err)
}
`
	for name, text := range map[string]string{"go.mod": "module mine\n\ngo 1.26.0\n", "main.go": program} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script := strings.ReplaceAll(string(line), "../xuezhan", root) + " && go run ."
	c := exec.Command("sh", "-c", script)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "6 <nil>\n") {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
}

// TestExampleModule plays with the bot of a module of its own, as its author
// would: what it adds must be in the whole command line.
func TestExampleModule(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	for _, test := range []struct{ args, want string }{
		{"run --hands 200 --seats mine,fast,mine,fast", "A mine "},
		{"match -a mine:deaf=3 -b fast --blocks 40 --json", `"mine:deaf=3"`},
		{"policies", "deaf"},
	} {
		c := exec.Command("go", append([]string{"run", "."}, strings.Fields(test.args)...)...)
		c.Dir = "../../../policy/example"
		var errs strings.Builder
		c.Stderr = &errs
		out, err := c.Output()
		if _, isExit := err.(*exec.ExitError); err != nil && !(isExit && strings.HasPrefix(test.args, "match")) {
			t.Errorf("%s: %v: %s", test.args, err, errs.String())
		}
		if !strings.Contains(string(out), test.want) {
			t.Errorf("%s: got\n%s%s\nwant %q in it", test.args, out, errs.String(), test.want)
		}
	}
}
