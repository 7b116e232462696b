package command

import (
	"os/exec"
	"strings"
	"testing"
)

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
