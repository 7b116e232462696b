//go:build unix

package external_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/policy/external"
	"xuezhan/sim"
)

// faults are what each fault's message says behind the bot's name.
var faults = []struct{ name, want string }{
	{"hello exits 0", `has ended \(exit status 0\)`},
	{"hello exits 1", `has ended \(exit status 1\); its standard error ends with "out of ideas"`},
	{"hello killed", `has ended \(signal: killed\)`},
	{"hello hangs", `has not said hello within 2.25s \(--bot-timeout gives it more time\)`},
	{"hello garbage", `said "Traceback \(most recent call last\):": not a hello: column 1: .* instead of a value`},
	{"hello empty", `said "": not a hello`},
	{"hello protocol", `protocol 4, not 1, 2 or 3`},
	{"hello features", `unknown features "v9"; there are v1, v2, planes`},
	{"hello text", "not a hello: column 22: field \"hello.protocol\": `\"1\"` is not a whole number"},
	{"hello nameless", `"name" is missing`},
	{"hello views", `-1 views are not 1 to 4096`},
	{"hello no views", `0 views are not 1 to 4096`},
	{"hello too many", `100000 views are not 1 to 4096`},
	{"hello unknown", `unknown field "colour"; fields are protocol, name, version, features, views`},
	{"hello missing", `not a hello: column 2: unknown field "ask"; fields are hello`},
	{"hello twice", `wrote a line that nothing was asked for: "{\\"hello|answered "{\\"hello.*: key "hello" stands there`},
	{"hello behind", `not a hello: column 65: text after the JSON value`},
	{"hello NUL", `not a hello: column 65: text after the JSON value`},
	{"hello torn", `ended its output within a line: "{\\"hello`},
	{"hello array", "said \"\\[1\\]\": not a hello: column 1: `\\[1\\]` is not a JSON object"},
	{"hello long", `wrote a line longer than 65536 bytes: " {80}…"`},
	{"hangs", `has not answered (a view within 750ms|\d views within \S+s) \(--bot-timeout gives it more time\)`},
	{"hangs in a line", `has not answered (a view|\d views) within`},
	{"exits 0", `has ended \(exit status 0\)`},
	{"exits 3", `has ended \(exit status 3\); its standard error ends with "out of ideas"`},
	{"killed", `has ended \(signal: killed\)`},
	{"garbage", `answered "I would like to discard the five": unexpected 'I', expected '{'`},
	{"empty line", `answered "": it is empty or ends too early`},
	{"blanks", `answered "   ": it is empty`},
	{"array", `answered "\[3\]": unexpected '\[', expected '{'`},
	{"null", `answered "null": unexpected 'n', expected '{'`},
	{"number as text", `unexpected text, expected a number`},
	{"fraction", `a number is not whole or too large`},
	{"exponent", `a number is not whole or too large`},
	{"negative", `expected a whole number from 0 on`},
	{"huge", `a number is not whole or too large`},
	{"leading zero", `a number begins with 0`},
	{"null action", `expected a whole number from 0 on`},
	{"true action", `expected a whole number from 0 on`},
	{"unknown id", `answered 999, which is no action; legal are \[`},
	{"illegal id", `answered 139 \(pung\), which is not legal; legal are \[`},
	{"too few", `actions for 0 views, not \d`},
	{"too many", `actions for \d views, not \d`},
	{"nested", `expected a whole number`},
	{"trailing comma", `expected a whole number`},
	{"no comma", `unexpected '\d', expected ','`},
	{"earlier answer", `it is for question 2, expected 3`},
	{"later answer", `it is for question 4, expected 3`},
	{"answers twice", `wrote a line that nothing was asked for: "{\\"ask\\":3|it is for question 3, expected 4`},
	{"flood of lines", `wrote a line that nothing was asked for: "{\\"ask\\":3|it is for question 3, expected 4`},
	{"no actions", `"ask" or "actions" is missing`},
	{"no ask", `"ask" or "actions" is missing`},
	{"actions 0", `unexpected '0', expected '\['`},
	{"ask twice", `key "ask" stands there, not "ask" and "actions" once each`},
	{"unknown key", `key "thought" stands there`},
	{"single", `unexpected '\\'', expected '"'`},
	{"torn", `ended its output within a line: "{\\"ask\\":3,\\"actions\\":\["`},
	{"unclosed", `it is empty or ends too early`},
	{"key unclosed", `a key does not end`},
	{"behind", `something stands behind it`},
	{"two objects", `something stands behind it`},
	{"NUL behind", `a NUL stands behind it`},
	{"NUL", `answered "\\x00\\x00\\x00": unexpected '\\x00', expected '{'`},
	{"not UTF-8", `answered "\\xff\\xfe\\"": `},
	{"mark", `answered "\\ufeff{`},
	{"terminal", `answered "\\x1b\[2J\\agone": `},
	{"long line", `wrote a line longer than 65536 bytes: "x{80}…"`},
	{"long blanks", `wrote a line longer than 65536 bytes: " {80}…"`},
	{"flood", `wrote a line longer than 65536 bytes: "x{80}…"`},
	{"closes output", `has closed its output`},
	{"closes input", `has closed its input`},
	{"closes both", `has closed its output`},
	{"leaves a child", `has ended \(exit status 4\) without an answer, and a process that it started holds its output open`},
}

// harmless are bots that do what is unusual and no fault.
var harmless = []string{"none", "flood of errors", "line ends", "white space", "other order", "does not end", "talks at the end", "fails at the end"}

// limitOf returns how long a bot may take: short only where it will take for
// ever, so that no other is late on a busy machine.
func limitOf(name string) time.Duration {
	if strings.Contains(name, "hangs") {
		return 750 * time.Millisecond
	}
	return time.Minute
}

// playWith plays a few hands with a bot of the test binary, and fails if it has
// left a process.
func playWith(t *testing.T, name string, x sim.External) (sim.Result, int, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pids")
	r, forfeited, err := playCommand(t, []string{os.Args[0], "bot", name, file}, limitOf(name), x)
	text, readErr := os.ReadFile(file)
	if readErr != nil {
		t.Fatal(readErr)
	}
	for _, field := range strings.Fields(string(text)) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		if isAlive(pid) {
			t.Errorf("process %d is left", pid)
		}
	}
	return r, forfeited, err
}

// isAlive reports whether a process runs. One that was ended but has an adoptive
// parent, as a bot's child has, may take a moment to be gone.
func isAlive(pid int) bool {
	for range 100 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		_, state, _ := strings.Cut(string(stat), ") ")
		if syscall.Kill(pid, 0) != nil || err == nil && strings.HasPrefix(state, "Z") {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// forfeits counts the seats that were forfeited.
type forfeits int

func (f *forfeits) Add(b *sim.Batch) {
	for i := range b.Outcomes {
		for s := range b.Outcomes[i].Seats {
			if b.Outcomes[i].Seats[s].Forfeited {
				*f++
			}
		}
	}
}

// handsOf returns a few hands of a bot at seat 1.
func handsOf(t *testing.T, catalog *policy.Catalog, spec string) *sim.Config {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	c := &sim.Config{Rules: r, Seed: 5, Hands: 12}
	for s, text := range []string{"fast", spec, "fast", "timeout"} {
		if c.Seats[s], err = catalog.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func playCommand(t *testing.T, command []string, limit time.Duration, x sim.External) (sim.Result, int, error) {
	t.Helper()
	catalog := policy.NewCatalog().WithExternal(external.Open(limit))
	spec := "exec:"
	for _, word := range command {
		spec += " '" + word + "'"
	}
	c := handsOf(t, catalog, spec)
	c.OnFault = x.OnFault
	var n forfeits
	result, err := sim.Run(context.Background(), c, sim.Options{
		Tables: tables(), Check: true, External: x,
		Tally: func() sim.Tally { return &n },
	})
	return result, int(n), err
}

// TestFaults: every fault stops the run with a message that says which bot, which
// hand, which decision and what, and no process is left.
func TestFaults(t *testing.T) {
	where := regexp.MustCompile(`^hand \d+ of seed 5, action \d+, seat 1 in the phase \w+: the bot exec:\S+ bot `)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := playWith(t, f.name, sim.External{InFlight: 4})
			if err == nil {
				t.Fatal("no error")
			}
			message := err.Error()
			if !where.MatchString(message) || !regexp.MustCompile(f.want).MatchString(message) {
				t.Errorf("got %s\nwant %s in it", message, f.want)
			}
			if strings.ContainsAny(message, "\n\x00\x1b\a") || len(message) > 800 {
				t.Errorf("the message is not one printable line of a bearable length: %q", message)
			}
		})
	}
}

// TestForfeit: the same faults cost hands and not the run, unless the bot never
// answers.
func TestForfeit(t *testing.T) {
	for _, f := range faults {
		if limitOf(f.name) < time.Minute {
			continue // there is a test of its own
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r, forfeited, err := playWith(t, f.name, sim.External{InFlight: 4, OnFault: sim.Forfeit})
			if strings.HasPrefix(f.name, "hello ") && f.name != "hello twice" {
				if err == nil || !strings.Contains(err.Error(), "it was started several times and gave no answer") {
					t.Errorf("got %v for a bot that never plays", err)
				}
				return
			}
			if f.name == "hello twice" {
				return // it may get as far as a question or not
			}
			if err != nil || r.Hands != 12 || forfeited == 0 || forfeited > 12 {
				t.Errorf("%d hands, %d forfeited, %v", r.Hands, forfeited, err)
			}
			if !regexp.MustCompile(f.want).MatchString(r.Fault) {
				t.Errorf("the result has the fault %q", r.Fault)
			}
		})
	}
}

// TestForfeitHanging: each time the bot hangs costs the hands on its line.
func TestForfeitHanging(t *testing.T) {
	r, forfeited, err := playWith(t, "hangs", sim.External{InFlight: 12, OnFault: sim.Forfeit})
	if err != nil || r.Hands != 12 || forfeited == 0 {
		t.Errorf("%d hands, %d forfeited, %v", r.Hands, forfeited, err)
	}
}

// TestForfeitPlaysTimeout: a bot that never gives a legal answer has forfeited
// every hand, and the hands are those of the bot timeout.
func TestForfeitPlaysTimeout(t *testing.T) {
	want := digest(t, handsOf(t, policy.NewCatalog(), "timeout"), sim.Options{})
	for _, inFlight := range []int{1, 4} {
		r, forfeited, err := playWith(t, "never legal", sim.External{InFlight: inFlight, OnFault: sim.Forfeit})
		if err != nil || forfeited != 12 || r.Digest != want {
			t.Errorf("%d forfeited, digest %s, %v; want 12, %s", forfeited, r.Digest, err, want)
		}
	}
}

// TestHarmless: what is no fault changes nothing.
func TestHarmless(t *testing.T) {
	want, _, err := playWith(t, "none", sim.External{InFlight: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range harmless {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, forfeited, err := playWith(t, name, sim.External{InFlight: 4, OnFault: sim.Forfeit})
			if err != nil || got != want || forfeited != 0 {
				t.Errorf("got %+v, %d forfeited, %v; want %+v", got, forfeited, err, want)
			}
		})
	}
}

// TestNoCommand: what cannot be started at all.
func TestNoCommand(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("print(1)"), 0o644); err != nil {
		t.Fatal(err)
	}
	garbled := filepath.Join(dir, "garbled")
	if err := os.WriteFile(garbled, []byte{1, 2, 3}, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, want string }{
		{"no-such-command-anywhere", "cannot be started: there is no program \"no-such-command-anywhere\" in the directories of \\$PATH"},
		{filepath.Join(dir, "absent"), "cannot be started: /.*absent: no such file"},
		{plain, "cannot be started: .*permission denied"},
		{dir, "cannot be started: .*permission denied"},
		{garbled, "cannot be started: .*exec format error"},
	} {
		_, _, err := playCommand(t, []string{tt.path}, time.Minute, sim.External{})
		if err == nil || !regexp.MustCompile(tt.want).MatchString(err.Error()) {
			t.Errorf("%s: got %v, want %s", tt.path, err, tt.want)
		}
	}
}
