package external_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/external"
	"xuezhan/sim"
	"xuezhan/sim/match"
)

var tables = sync.OnceValue(shape.New)

// goBot builds the sample bot in Go and returns its spec.
func goBot(t testing.TB) string {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	path := filepath.Join(t.TempDir(), "bot")
	c := exec.Command("go", "build", "-o", path, "./exec")
	c.Dir = "../example"
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return "exec:" + path
}

// pythonBot returns the spec of the sample bot in Python.
func pythonBot(t testing.TB) string {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	return "exec:python3 ../example/bot.py"
}

func parse(t testing.TB, spec string) policy.Spec {
	t.Helper()
	s, err := shortestCatalog(external.Open(time.Minute)).Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func runOf(t testing.TB, preset string, hands int64, seats ...string) *sim.Config {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &sim.Config{Rules: r, Seed: 7, Hands: hands, Rotate: true}
	for s := range c.Seats {
		c.Seats[s] = parse(t, seats[s%len(seats)])
	}
	return c
}

func digest(t testing.TB, c *sim.Config, o sim.Options) string {
	t.Helper()
	o.Tables, o.Check = tables(), true
	r, err := sim.Run(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Digest
}

// TestSampleBots: the sample bots play, hand for hand, what a built-in bot plays
// that was written apart from them, under every preset.
func TestSampleBots(t *testing.T) {
	for _, bot := range []struct {
		name  string
		spec  string
		hands int64
	}{{"go", goBot(t), 2000}, {"python", pythonBot(t), 200}} {
		presets := rules.Names()
		if testing.Short() {
			presets = presets[:1]
		}
		for _, preset := range presets {
			t.Run(bot.name+"/"+preset, func(t *testing.T) {
				got := digest(t, runOf(t, preset, bot.hands, bot.spec, "fast", bot.spec, "big"), sim.Options{Workers: 2})
				want := digest(t, runOf(t, preset, bot.hands, "shortest", "fast", "shortest", "big"), sim.Options{Workers: 2})
				if got != want {
					t.Errorf("digest %s, and %s of the same bot built in", got, want)
				}
			})
		}
	}
}

// TestGains: what a bot is told that its seats gained is what they did, also in the last
// hands.
func TestGains(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gains")
	c := runOf(t, "wap-flow", 50, pythonBot(t)+" "+file, "fast", pythonBot(t)+" "+file, "fast")
	var want gains
	if _, err := sim.Run(context.Background(), c, sim.Options{Tables: tables(), Workers: 1, Sink: &want}); err != nil {
		t.Fatal(err)
	}
	if got := linesOf(t, file); len(got) != 1 || got[0] != fmt.Sprintf("%d points in 100 hands", want.points) {
		t.Errorf("the bot was told %q, its seats gained %d points", got, want.points)
	}
}

// Gains add up the points of the first bot of a run.
type gains struct{ points int }

// Begin returns the gains themselves: there is one worker.
func (g *gains) Begin(sim.Part) (sim.PartSink, error) { return g, nil }

// Write adds the points of a batch.
func (g *gains) Write(b *sim.Batch) error {
	for i := range b.Outcomes {
		for _, s := range b.Outcomes[i].Seats {
			if s.Bot == 0 {
				g.points += s.Account.Total()
			}
		}
	}
	return nil
}

// Commit does nothing.
func (*gains) Commit() error { return nil }

// Abort does nothing.
func (*gains) Abort() {}

// TestSampleBotInGames plays whole games, whose hands follow each other.
func TestSampleBotInGames(t *testing.T) {
	bot := goBot(t)
	play := func(seats ...string) string {
		c := runOf(t, "tsumo", 0, seats...)
		c.Games = 40
		return digest(t, c, sim.Options{Workers: 2})
	}
	if got, want := play(bot, "fast"), play("shortest", "fast"); got != want {
		t.Errorf("digest %s, and %s of the same bot built in", got, want)
	}
}

// TestSampleMatch: a match with the bot in Python has the result of one with the
// same bot built in, block for block.
func TestSampleMatch(t *testing.T) {
	for _, preset := range []string{"wap-battle", "sbr"} {
		got, want := blocksOf(t, preset, pythonBot(t)), blocksOf(t, preset, "shortest")
		if len(got) < 40 || len(got) != len(want) {
			t.Fatalf("%s: %d and %d blocks", preset, len(got), len(want))
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%s: block %d:\n%v\n%v", preset, i, got[i], want[i])
			}
		}
	}
}

// blocksOf plays a match against fast and returns its blocks as they are stored.
func blocksOf(t *testing.T, preset, spec string) []match.Block {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &match.Config{
		Rules: r, Seed: 3, Walls: sim.Lanes, Luck: true, Stopping: match.Stopping{Blocks: 60},
		Bots: []match.Bot{match.BotOf(parse(t, spec), ""), match.BotOf(parse(t, "fast"), "")},
	}
	dir := filepath.Join(t.TempDir(), "match")
	w, err := match.Create(dir, c, "v")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := match.Run(context.Background(), c, match.Options{Tables: tables(), Workers: 2, Store: w}); err != nil {
		t.Fatal(err)
	}
	stored, err := match.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []match.Block
	for b, err := range stored.Blocks() {
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// TestInFlight: neither the number of hands in flight nor that of workers
// matters.
func TestInFlight(t *testing.T) {
	bot, want := goBot(t), ""
	for _, x := range []int{1, 7, 256, sim.MaxInFlight} {
		for _, workers := range []int{1, 3} {
			got := digest(t, runOf(t, "wap-flow", 300, bot, "fast", bot), sim.Options{Workers: workers, External: sim.External{InFlight: x}})
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%d hands in flight, %d workers: digest %s, not %s", x, workers, got, want)
			}
		}
	}
}

// A counter counts the decisions that a batch is asked for.
type counter struct {
	policy.Batch
	decisions *atomic.Int64
}

// Decide counts and asks.
func (c counter) Decide(requests []policy.Request, answers []policy.Answer) error {
	c.decisions.Add(int64(len(requests)))
	return c.Batch.Decide(requests, answers)
}

// BenchmarkDecisions plays four sample bots in Go: all decisions of the table go
// through the protocol.
func BenchmarkDecisions(b *testing.B) {
	for _, inFlight := range []int{1, 16, 256, 1024} {
		b.Run(fmt.Sprintf("in_flight=%d", inFlight), func(b *testing.B) {
			var decisions atomic.Int64
			c := runOf(b, "wap-battle", 4096, goBot(b))
			open := external.Open(time.Minute)
			catalog := policy.NewCatalog().WithExternal(func(command []string, r *rules.Rules) policy.Batch {
				return counter{open(command, r), &decisions}
			})
			for s := range c.Seats {
				spec, err := catalog.Parse(c.Seats[s].String())
				if err != nil {
					b.Fatal(err)
				}
				c.Seats[s] = spec
			}
			for b.Loop() {
				_, err := sim.Run(context.Background(), c, sim.Options{
					Tables: tables(), Workers: 2, External: sim.External{InFlight: inFlight},
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(decisions.Load())/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

func linesOf(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
