package command

import (
	"os"
	"strings"
	"testing"
)

func TestRegress(t *testing.T) {
	dir := t.TempDir()
	path := dir + "/a.baseline"
	fine(t, "regress", "record", "--rules", "planet", "--seats", "fast,big,fast,big", "--hands", "600", "-o", path)
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if out := fine(t, "regress", "check", path); out != "all 600 hands are as they were\n" {
		t.Error(out)
	}
	r := execute(t, "", "regress", "check", path, "--seats", "fast:void_tile=40,big,fast:void_tile=40,big")
	for _, want := range []string{"of 600 hands differ", "points per hand", "chose name_void", "it may name void"} {
		if r.status != statusFailed || !strings.Contains(r.out, want) {
			t.Errorf("status %d, no %q in %s", r.status, want, r.out)
		}
	}
	r = execute(t, "", "regress", "check", path, "--policy", "timeout", "--json")
	wantKeys(t, parseObject(t, r.out), "hands", "differ", "bots", "seats", "first")
	if again := execute(t, "", "regress", "record", "-o", path); again.status != statusFailed || !strings.Contains(again.errs, "exists already") {
		t.Errorf("written over: status %d, %s", again.status, again.errs)
	}

	// A baseline that differs is recorded again by --update. Its last actions are
	// played differently here than the tampered seed says.
	other := strings.Replace(string(recorded), `"seed":"1"`, `"seed":"2"`, 1)
	if err := os.WriteFile(path, []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, "", "regress", "check", path); r.status != statusFailed {
		t.Errorf("another seed: status %d", r.status)
	}
	fine(t, "regress", "check", path, "--update")
	fine(t, "regress", "check", path)

	for _, tt := range []struct{ old, new, want string }{
		{`"version":1`, `"version":7`, `written by "`},
		{`xuezhan-baseline`, `xuezhan-nothing`, "not a baseline"},
	} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(recorded), tt.old, tt.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := execute(t, "", "regress", "check", path); r.status != statusFailed || !strings.Contains(r.errs, tt.want) {
			t.Errorf("status %d, %s; want %q", r.status, r.errs, tt.want)
		}
	}
}

func TestRegressDecks(t *testing.T) {
	dir := t.TempDir()
	fine(t, "deck", "--seed", "4", "--hands", "60", "--walls", "lanes", "-o", dir+"/decks")
	fine(t, "regress", "record", "--decks", dir+"/decks", "-o", dir+"/baseline")
	if err := os.Remove(dir + "/decks"); err != nil {
		t.Fatal(err)
	}
	if out := fine(t, "regress", "check", dir+"/baseline"); !strings.HasPrefix(out, "all 60 hands") {
		t.Error(out)
	}
}
