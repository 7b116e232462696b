package sim

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/net"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var suitTables = sync.OnceValue(shape.New)

// configOf returns a run of a preset, with the same bot at all seats or one at
// each.
func configOf(t testing.TB, preset string, hands int64, bots ...string) *Config {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{Rules: r, Seed: 1, Hands: hands}
	for s := range c.Seats {
		if c.Seats[s], err = policy.Parse(bots[s%len(bots)]); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// A memory is a sink that keeps copies of what parts write, and how they ended.
type memory struct {
	sync.Mutex
	begun     []Part
	parts     map[int]*memoryPart
	failBegin error
	failWrite error // at the second write of any part
	failEnd   error
}

type memoryPart struct {
	memory             *memory
	outcomes           []Outcome
	wins               []Win
	writes             int
	committed, aborted int
}

func (m *memory) Begin(p Part) (PartSink, error) {
	m.Lock()
	defer m.Unlock()
	if m.failBegin != nil {
		return nil, m.failBegin
	}
	if m.parts == nil {
		m.parts = map[int]*memoryPart{}
	}
	if m.parts[p.Index] != nil {
		panic("a part is started twice")
	}
	m.begun = append(m.begun, p)
	m.parts[p.Index] = &memoryPart{memory: m}
	return m.parts[p.Index], nil
}

func (p *memoryPart) Write(b *Batch) error {
	p.writes++
	if p.memory.failWrite != nil && p.writes == 2 {
		return p.memory.failWrite
	}
	p.outcomes = append(p.outcomes, b.Outcomes...)
	p.wins = append(p.wins, b.Wins...)
	return nil
}

func (p *memoryPart) Commit() error {
	if p.memory.failEnd != nil {
		return p.memory.failEnd
	}
	p.committed++
	return nil
}

func (p *memoryPart) Abort() { p.aborted++ }

// all returns the outcomes of all parts in their order.
func (m *memory) all() (outcomes []Outcome, wins []Win) {
	for i := range len(m.parts) {
		outcomes = append(outcomes, m.parts[i].outcomes...)
		wins = append(wins, m.parts[i].wins...)
	}
	return outcomes, wins
}

// Any number of workers gives the same outcomes in the same order.
func TestWorkersDoNotMatter(t *testing.T) {
	hands := int64(5000)
	if testing.Short() {
		hands = 2500
	}
	for _, preset := range rules.Names() {
		c := configOf(t, preset, hands, "timeout", "random")
		c.Walls, c.Rotate = Lanes, true
		var want []Outcome
		var wantWins []Win
		digest := ""
		for _, workers := range []int{1, 2, 3, 8} {
			m := &memory{}
			res, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: workers, Sink: m})
			if err != nil || res.Hands != hands {
				t.Fatalf("%s: %d hands, %v", preset, res.Hands, err)
			}
			got, wins := m.all()
			if digest == "" {
				digest, want, wantWins = res.Digest, got, wins
				continue
			}
			if res.Digest != digest || len(digest) != 32 {
				t.Errorf("%s, %d workers: digest %s, want %s", preset, workers, res.Digest, digest)
			}
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(wins, wantWins) {
				t.Errorf("%s, %d workers: the outcomes differ", preset, workers)
			}
			for i, p := range m.parts {
				if p.committed != 1 || p.aborted != 0 {
					t.Errorf("part %d: committed %d times, aborted %d times", i, p.committed, p.aborted)
				}
			}
		}
		for i := range want {
			if want[i].Hand != int64(i) {
				t.Fatalf("%s: hand %d is at index %d", preset, want[i].Hand, i)
			}
		}
	}
}

// Outcomes agree with themselves: accounts with wins, standings with counts.
func TestOutcomesAddUp(t *testing.T) {
	hands := int64(1500)
	if testing.Short() {
		hands = 400
	}
	for _, preset := range rules.Names() {
		c := configOf(t, preset, hands, "fast", "big", "random", "timeout")
		m := &memory{}
		if _, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Check: true, Sink: m}); err != nil {
			t.Fatal(err)
		}
		outcomes, wins := m.all()
		byHand := map[int64]int{}
		for _, w := range wins {
			byHand[w.Hand]++
			if w.Order != byHand[w.Hand] {
				t.Errorf("%s, hand %d: win %d is at index %d", preset, w.Hand, w.Order, byHand[w.Hand])
			}
			if w.Points != c.Rules.Points(w.Fan) {
				t.Errorf("%s, hand %d: %d fan are %d points", preset, w.Hand, w.Fan, w.Points)
			}
		}
		for _, o := range outcomes {
			sum, won, winsOf := 0, 0, 0
			for s, p := range o.Seats {
				sum += p.Account.Total()
				winsOf += p.WinsByDiscard + p.WinsBySelfDraw + p.WinsByRobbing
				if p.Ending == engine.Won {
					won++
				}
				if (p.WinOrder > 0) != (p.Ending == engine.Won) || p.Bot != s {
					t.Errorf("%s, hand %d, seat %d: %+v", preset, o.Hand, s, p)
				}
			}
			if sum != 0 || won != o.Winners || winsOf != o.Wins || o.Wins != byHand[o.Hand] || o.Actions == 0 || o.Trace == 0 {
				t.Errorf("%s: %+v", preset, o)
			}
			if o.Exhausted != (o.Left == 0 && (c.Rules.AfterWin == rules.Stay || o.Winners < 3)) {
				t.Errorf("%s, hand %d: exhausted %t with %d left", preset, o.Hand, o.Exhausted, o.Left)
			}
			if (o.Direction > 0) != (c.Rules.ExchangeTiles > 0) {
				t.Errorf("%s, hand %d: direction %d", preset, o.Hand, o.Direction)
			}
		}
	}
}

// The parts of a run cover its hands exactly once, whole games each.
func TestParts(t *testing.T) {
	for _, units := range []int64{1, 2, 1023, 1024, 1025, 5000, 65536, 65537, 131071, 1_000_000, 10_000_000, 1 << 30} {
		for _, games := range []bool{false, true} {
			c := configOf(t, "wap-battle", units, "random")
			size := int64(1)
			if games {
				c.Hands, c.Games, size = 0, units, int64(c.Rules.HandsPerGame)
			}
			next := int64(0)
			parts := c.Parts()
			for i, p := range parts {
				if p.Index != i || p.First != next || p.Hands <= 0 || p.Hands%size != 0 {
					t.Fatalf("%d units: part %d is %+v, want the first hand %d", units, i, p, next)
				}
				if i+1 < len(parts) && p.Hands != parts[0].Hands {
					t.Fatalf("%d units: part %d has %d hands, part 0 %d", units, i, p.Hands, parts[0].Hands)
				}
				next += p.Hands
			}
			if next != units*size || next != c.TotalHands() {
				t.Errorf("%d units: the parts have %d hands, want %d", units, next, units*size)
			}
		}
	}
}

func TestConfigValidate(t *testing.T) {
	for _, x := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { c.Hands, c.Games = 0, 5 }, ""},
		{func(c *Config) { c.Hands = 0 }, "hands or games"},
		{func(c *Config) { c.Games = 1 }, "hands or games"},
		{func(c *Config) { c.Hands = -1 }, "1 to"},
		{func(c *Config) { c.Hands = MaxHands + 1 }, "1 to"},
		{func(c *Config) { c.Hands, c.Games = 0, MaxHands }, "1 to"},
		{func(c *Config) { c.Hands, c.Games = 0, 1<<62 }, "1 to"},
		{func(c *Config) { c.Rules.FanCap = -1 }, "fan_cap"},
	} {
		c := configOf(t, "wap-battle", 10, "random")
		x.change(c)
		err := c.Validate()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("hands %d, games %d: got %v, want %q", c.Hands, c.Games, err, x.want)
		}
		if _, err := Run(context.Background(), c, Options{Tables: suitTables()}); (err == nil) != (x.want == "") {
			t.Errorf("Run: %v", err)
		}
	}
}

func TestBotsAndSeating(t *testing.T) {
	c := configOf(t, "planet", 8, "fast", "random", "fast", "fast:win=min2")
	if got, want := fmt.Sprint(c.Bots()), "[fast random fast:win=min2]"; got != want {
		t.Errorf("bots: got %s, want %s", got, want)
	}
	for _, rotate := range []bool{false, true} {
		c.Rotate = rotate
		m := &memory{}
		if _, err := Run(context.Background(), c, Options{Tables: suitTables(), Sink: m}); err != nil {
			t.Fatal(err)
		}
		outcomes, _ := m.all()
		listed := []int{0, 1, 0, 2}
		for hand, o := range outcomes {
			for s := range o.Seats {
				want := listed[s]
				if rotate {
					want = listed[(s+hand)%4]
				}
				if got := o.Seats[s].Bot; got != want {
					t.Errorf("rotate %t, hand %d, seat %d: bot %d, want %d", rotate, hand, s, got, want)
				}
			}
		}
	}
}

// Rotating equal bots changes nothing, as every seat's chance is its own.
func TestRotateEqualBots(t *testing.T) {
	c := configOf(t, "sbr", 300, "random")
	a, err := Run(context.Background(), c, Options{Tables: suitTables()})
	if err != nil {
		t.Fatal(err)
	}
	c.Rotate = true
	b, err := Run(context.Background(), c, Options{Tables: suitTables()})
	if err != nil || a.Digest != b.Digest {
		t.Errorf("digests %s and %s, %v", a.Digest, b.Digest, err)
	}
}

// Everything a run depends on shows in its digest.
func TestDigestDependsOn(t *testing.T) {
	digests := map[string]string{}
	for name, change := range map[string]func(c *Config){
		"nothing": func(*Config) {},
		"seed":    func(c *Config) { c.Seed = 2 },
		"hands":   func(c *Config) { c.Hands++ },
		"walls":   func(c *Config) { c.Walls = Lanes },
		"rules":   func(c *Config) { c.Rules.SelfDrawPoints = 2 },
		"bots":    func(c *Config) { c.Seats[2], _ = policy.Parse("random") },
	} {
		c := configOf(t, "wap-battle", 300, "timeout")
		change(c)
		res, err := Run(context.Background(), c, Options{Tables: suitTables()})
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := digests[res.Digest]; ok {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		digests[res.Digest] = name
	}
}

// goldenBots are the bots whose digests are pinned, the slow ones with few hands. The
// last one plays by the net among the results.
var goldenBots = []struct {
	spec  string
	hands int64
}{
	{"random", 2000}, {"timeout", 2000}, {"fast", 2000}, {"big", 2000},
	{"rare", 500}, {"guard", 500}, {"value", 500}, {"search:playouts=4", 2}, {"learned@b81db8c62ef4", 100},
}

// shippedNet returns the net among the results.
func shippedNet(t testing.TB) *net.Net {
	t.Helper()
	data, err := os.ReadFile("../results/bots/learned-wap-battle.json")
	if err != nil {
		t.Fatal(err)
	}
	n, err := net.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The behaviour of every preset and bot, pinned: a difference means that seeded
// runs no longer repeat, and must be meant.
func TestGoldenDigests(t *testing.T) {
	const file = "testdata/digests.txt"
	var b strings.Builder
	b.WriteString("# rules bot digest: hands of seed 1, the same bot at all seats; the test says how many\n")
	catalog := policy.NewCatalog().WithNets(shippedNet(t))
	for _, preset := range rules.Names() {
		for _, bot := range goldenBots {
			c := configOf(t, preset, bot.hands, "timeout")
			spec, err := catalog.Parse(bot.spec)
			if err != nil {
				t.Fatal(err)
			}
			c.Seats = [4]policy.Spec{spec, spec, spec, spec}
			res, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %s %s\n", preset, bot.spec, res.Digest)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n")
	for i, line := range strings.Split(b.String(), "\n") {
		if i >= len(wanted) || wanted[i] != line {
			t.Errorf("got  %s\nwant %s", line, strings.Join(wanted[min(i, len(wanted)):min(i+1, len(wanted))], ""))
		}
	}
}

// A run that its context ends returns an error and no digest, aborts the parts
// under way and leaves no goroutine behind.
func TestCancel(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := &memory{}
	c := configOf(t, "planet", 1<<24, "random")
	var played int64
	var lock sync.Mutex
	res, err := Run(ctx, c, Options{Tables: suitTables(), Workers: 3, Sink: m, Progress: func(hands int64) {
		lock.Lock()
		defer lock.Unlock()
		if played += hands; played >= 5000 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || res.Digest != "" {
		t.Errorf("got digest %q, %v", res.Digest, err)
	}
	if res.Hands != played || res.Hands >= c.Hands {
		t.Errorf("%d hands, progress says %d", res.Hands, played)
	}
	for i, p := range m.parts {
		if p.committed+p.aborted != 1 {
			t.Errorf("part %d: committed %d times, aborted %d times", i, p.committed, p.aborted)
		}
	}
	wantGoroutines(t, before)
	// A context that ended before plays nothing.
	res, err = Run(ctx, c, Options{Tables: suitTables()})
	if !errors.Is(err, context.Canceled) || res.Hands != 0 || res.Digest != "" {
		t.Errorf("got %+v, %v", res, err)
	}
}

func wantGoroutines(t *testing.T, n int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before there were %d", runtime.NumGoroutine(), n)
}

// An error of the sink stops the run and aborts the part.
func TestSinkErrors(t *testing.T) {
	before := runtime.NumGoroutine()
	broken := errors.New("the disk is full")
	for name, m := range map[string]*memory{
		"begin":  {failBegin: broken},
		"write":  {failWrite: broken},
		"commit": {failEnd: broken},
	} {
		c := configOf(t, "planet", 400_000, "timeout") // parts of six blocks
		res, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Sink: m})
		if !errors.Is(err, broken) || res.Digest != "" || res.Hands > 100_000 {
			t.Errorf("%s: got %+v, %v", name, res, err)
		}
		aborted := 0
		for i, p := range m.parts {
			aborted += p.aborted
			if p.committed > 0 || p.aborted > 1 {
				t.Errorf("%s, part %d: committed %d times, aborted %d times", name, i, p.committed, p.aborted)
			}
		}
		if name != "begin" && (aborted == 0 || aborted != len(m.parts)) {
			t.Errorf("%s: %d of %d parts were aborted", name, aborted, len(m.parts))
		}
	}
	wantGoroutines(t, before)
}

// A count is a tally of one worker.
type count struct{ hands, wins int }

func (c *count) Add(b *Batch) { c.hands += len(b.Outcomes); c.wins += len(b.Wins) }

func TestTallies(t *testing.T) {
	c := configOf(t, "tsumo", 4000, "timeout")
	m := &memory{}
	var total count
	merged, progress := 0, int64(0)
	var lock sync.Mutex
	_, err := Run(context.Background(), c, Options{
		Tables: suitTables(), Workers: 2, Sink: m,
		Tally: func() Tally { return new(count) },
		Merged: func(x Tally) {
			merged++
			total.hands += x.(*count).hands
			total.wins += x.(*count).wins
		},
		Progress: func(hands int64) { lock.Lock(); progress += hands; lock.Unlock() },
	})
	if err != nil {
		t.Fatal(err)
	}
	_, wins := m.all()
	if total.hands != 4000 || total.wins != len(wins) || merged != 2 || progress != 4000 {
		t.Errorf("%d hands, %d wins of %d, %d merged, progress %d", total.hands, total.wins, len(wins), merged, progress)
	}
}

func TestParseWalls(t *testing.T) {
	for _, w := range []Walls{Shared, Lanes} {
		if got, err := ParseWalls(w.String()); err != nil || got != w {
			t.Errorf("%s: got %s, %v", w, got, err)
		}
	}
	if _, err := ParseWalls("split"); err == nil || !strings.Contains(err.Error(), "shared, lanes") {
		t.Errorf("got %v", err)
	}
}
