package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSplitExternal(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"exec:python3 bot.py,fast,exec:./b,fast", []string{"exec:python3 bot.py", "fast", "exec:./b", "fast"}},
		{"fast exec:./bot a b;big, exec:./c 'x,y' ,big", []string{"fast", "exec:./bot a b", "big", "exec:./c 'x,y'", "big"}},
		{"fast:win=min2,call=timeout,exec:bot k=v,big:wall=3", []string{"fast:win=min2,call=timeout", "exec:bot k=v", "big:wall=3"}},
		{"exec:a exec:b,fast", []string{"exec:a exec:b", "fast"}},
		{"x_exec:a,fast", []string{"x_exec:a", "fast"}},
		{" , exec:a", []string{"exec:a"}},
	}
	for _, tt := range tests {
		if got := splitSpecs(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// pythonSpec returns a bot in Python: the sample's file, or one that the text is.
func pythonSpec(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	if text == "" {
		return "exec:python3 ../../../policy/example/bot.py"
	}
	path := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return "exec:python3 " + path
}

// stubborn always discards 6m.
const stubborn = `import json, sys
for line in sys.stdin:
    q = json.loads(line)
    if "hello" in q:
        print('{"hello":{"protocol":1,"name":"stubborn","version":"1"}}', flush=True)
    else:
        print(json.dumps({"ask": q["ask"], "actions": [5] * len(q["views"])}), flush=True)
`

// TestExternalRun: an external bot plays in run, its hands can be stored and
// replayed, and match, ladder and regress take it.
func TestExternalRun(t *testing.T) {
	bot, dir := pythonSpec(t, ""), filepath.Join(t.TempDir(), "run")
	fine(t, "run", "--seats", bot+",fast,"+bot+",big", "--hands", "60", "--out", dir, "--workers", "2")
	fine(t, "replay", "--run", dir, "--hand", "7", "--allow-exec")
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil || !strings.Contains(string(text), `"spec": "`+bot+`"`) {
		t.Errorf("the manifest has no such bot: %v, %s", err, text)
	}
	match := execute(t, "", "match", "-a", bot, "-b", "fast", "--blocks", "40")
	if match.status != statusFine || !strings.Contains(match.out, "is not better than fast") {
		t.Errorf("match: %+v", match)
	}
	ladder := parsed(t, "ladder", "--bots", "fast,"+bot, "--rounds", "10", "--json")
	if bots := ladder["bots"].([]any); len(bots) != 2 {
		t.Errorf("ladder: %v", bots)
	}
	baseline := filepath.Join(t.TempDir(), "baseline")
	fine(t, "regress", "record", "--policy", bot, "--hands", "20", "-o", baseline)
	fine(t, "regress", "check", baseline, "--allow-exec")
}

// TestExternalMatchResumes: a match with an external bot can be resumed, but
// not with another version of it.
func TestExternalMatchResumes(t *testing.T) {
	source, err := os.ReadFile("../../../policy/example/bot.py")
	if err != nil {
		t.Fatal(err)
	}
	bot := pythonSpec(t, string(source))
	path := strings.TrimPrefix(bot, "exec:python3 ")
	record := filepath.Join(t.TempDir(), "match")
	if r := execute(t, "", "match", "-a", bot, "-b", "fast", "--blocks", "40", "--out", record); r.status != statusFine {
		t.Fatalf("%+v", r)
	}
	if r := execute(t, "", "match", "--resume", record, "--allow-exec"); r.status != statusFine {
		t.Errorf("%+v", r)
	}
	newer := strings.Replace(string(source), `"version": "1"`, `"version": "2"`, 1)
	if err := os.WriteFile(path, []byte(newer), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, "", "match", "--resume", record, "--allow-exec"); r.status != statusUsage || !strings.Contains(r.errs, "bots[0].digest: stored ") {
		t.Errorf("%+v", r)
	}
}

// TestExternalFaults: the exit status is 1 and the message names the hand; by
// forfeit the hands are counted, in what is stored too.
func TestExternalFaults(t *testing.T) {
	bot, dir := pythonSpec(t, stubborn), filepath.Join(t.TempDir(), "run")
	line := []string{"run", "--seats", bot + ",fast,big,fast", "--hands", "40", "--rules", "wap-battle", "--workers", "1"}
	want := "hand 0 of seed 1, action 0, seat 0 in the phase exchange: the bot " + bot + " answered 5 (discard 6m), which is not legal"
	r := execute(t, "", line...)
	if r.status != statusFailed || !strings.Contains(r.errs, want) || strings.Contains(r.errs, "goroutine") {
		t.Errorf("%+v", r)
	}
	r = execute(t, "", append(line, "--on-bot-fault", "forfeit", "--out", dir)...)
	if r.status != statusFine || !strings.Contains(r.errs, want) || !strings.Contains(r.out, "failed in 40 of its 40 hands") {
		t.Errorf("%+v", r)
	}
	for _, b := range parsed(t, "report", dir, "--json")["bots"].([]any) {
		b := b.(map[string]any)
		if got := b["forfeited"]; (got == 40.0) != (b["policy"] == bot) || (got == nil) != (b["policy"] != bot) {
			t.Errorf("%s has forfeited %v", b["policy"], got)
		}
	}
	match := parsed(t, "match", "-a", "fast", "-b", bot, "--blocks", "40", "--on-bot-fault", "forfeit", "--json")
	if faults := match["faults"].([]any); faults[0] != 0.0 || faults[1] != 160.0 {
		t.Errorf("match: faults %v", faults)
	}
	if r := execute(t, "", "match", "-a", "fast", "-b", bot, "--blocks", "40"); r.status != statusFailed || !strings.Contains(r.errs, "block 0 of seed 1, hand 0 of it") {
		t.Errorf("%+v", r)
	}
}

func TestExternalUsage(t *testing.T) {
	for _, tt := range []struct {
		line   []string
		status int
		want   string
	}{
		{[]string{"run", "--policy", "exec:"}, statusUsage, "a command is missing"},
		{[]string{"run", "--policy", "exec:bot 'x"}, statusUsage, "a quote is not closed"},
		{[]string{"run", "--bot-timeout", "0s"}, statusUsage, "--bot-timeout 0s is not above 0"},
		{[]string{"run", "--in-flight", "0"}, statusUsage, "--in-flight 0 is not 1 to 4096"},
		{[]string{"run", "--on-bot-fault", "cry"}, statusUsage, `--on-bot-fault "cry" is not stop or forfeit`},
		{[]string{"match", "-a", "fast", "-b", "big", "--on-bot-fault", "cry"}, statusUsage, "is not stop or forfeit"},
		{[]string{"run", "--policy", "exec:no-such-command"}, statusFailed, "the bot exec:no-such-command cannot be started"},
		{[]string{"match", "-a", "exec:no-such-command", "-b", "big"}, statusFailed, "the bot exec:no-such-command cannot be started"},
		{[]string{"ladder", "--bots", "exec:no-such-command,big"}, statusFailed, "the bot exec:no-such-command cannot be started"},
		{[]string{"policies", "try", "exec:no-such-command"}, statusFailed, "the bot exec:no-such-command cannot be started"},
		{[]string{"policies", "try"}, statusUsage, "argument SPEC is missing"},
		{[]string{"tune", "spsa", "--bot", "exec:no-such-command", "--budget", "100"}, statusUsage, ""},
	} {
		r := execute(t, "", tt.line...)
		if r.status != tt.status || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%q: %+v", tt.line, r)
		}
	}
}

func TestPoliciesTry(t *testing.T) {
	o := parsed(t, "policies", "try", pythonSpec(t, ""), "--hands", "20", "--json")
	wantKeys(t, o, "bot", "rules", "seed", "hands", "seconds", "decisions_per_s", "points_per_hand")
	if o["repeats"] != true || o["name"] != "shortest 1" || o["decisions"].(float64) < 100 {
		t.Errorf("got %v", o)
	}
	counting := strings.Replace(strings.Replace(stubborn, "import", "n = 0\nimport", 1), "[5] * len(q[\"views\"])",
		`[v["legal"][(q["ask"] + i) % len(v["legal"])] for i, v in enumerate(q["views"])]`, 1)
	if o := parsed(t, "policies", "try", pythonSpec(t, counting), "--hands", "20", "--json"); o["repeats"] != false {
		t.Errorf("a bot that counts is taken for one that repeats: %v", o)
	}
}

// sometimes plays the first legal action, but in some hands answers with what is not
// legal once the wall is short.
const sometimes = `import json, sys
def choose(v):
    if v["phase"] == "turn" and int(v["seed"]) % 7 == 0 and v["left"] < 50:
        return 140
    return v["legal"][0]
for line in sys.stdin:
    q = json.loads(line)
    if "hello" in q:
        print('{"hello":{"protocol":1,"name":"sometimes","version":"1","views":64}}', flush=True)
    else:
        print(json.dumps({"ask": q["ask"], "actions": [choose(v) for v in q["views"]]}), flush=True)
`

// TestForfeitsArePartOfTheRun: verify and replay forfeit where the run did.
func TestForfeitsArePartOfTheRun(t *testing.T) {
	bot, dir := pythonSpec(t, sometimes), filepath.Join(t.TempDir(), "run")
	fine(t, "run", "--hands", "40", "--seats", bot+",fast,fast,fast", "--on-bot-fault", "forfeit", "--out", dir)
	if text := string(read(t, filepath.Join(dir, "manifest.json"))); !strings.Contains(text, `"on_bot_fault": "forfeit"`) {
		t.Errorf("the manifest does not record the fault policy: %s", text)
	}
	got := parsed(t, "dataset", "verify", dir, "--allow-exec", "--json")
	if got["fault_count"] != 0.0 || got["replayed_hands"] != 40.0 || got["unrepeatable_hands"] != nil {
		t.Errorf("verify: %v", got)
	}
	r := execute(t, "", "replay", "--run", dir, "--hand", "0", "--hands", "40", "--json", "--allow-exec")
	forfeited := strings.Count(r.errs, ": seat 0 is forfeited: the bot exec:python3 ")
	if r.status != statusFine || forfeited == 0 || forfeited == 40 {
		t.Errorf("replay: status %d, %s", r.status, r.errs)
	}
	if r := execute(t, "", "run", "--resume", dir, "--on-bot-fault", "stop"); r.status != statusUsage || !strings.Contains(r.errs, "--on-bot-fault cannot be given") {
		t.Errorf("resume with another fault policy: %+v", r)
	}
}
