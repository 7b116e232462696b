package study

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var update = flag.Bool("update", false, "write the golden files")

var calibrate = flag.Bool("calibrate", false, "simulate the coverage of intervals at full size")

var tables = sync.OnceValue(shape.New)

// configOf returns a study of some hands of the seats' bots.
func configOf(t testing.TB, preset string, hands int64, q *Question, bots ...string) *Config {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{Question: q, Studied: AllSeats, Level: 0.95}
	c.Rules, c.Seed, c.Hands = r, 1, hands
	for s := range c.Seats {
		c.Seats[s] = specOf(t, bots[s%len(bots)])
	}
	return c
}

func specOf(t testing.TB, text string) policy.Spec {
	t.Helper()
	s, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fastVsBig(t testing.TB) *Question {
	return FastVsBig(FastVsBigOptions{MaxFan: 1, MinLeft: 1, Chase: specOf(t, Chaser(1))})
}

// mustRun runs a study and returns its result and its rows.
func mustRun(t testing.TB, c *Config, o Options) (*Result, []Row) {
	t.Helper()
	o.Tables = tables()
	var sink memory
	o.Sink = &sink
	r, err := Run(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, sink.rows
}

// A memory keeps rows, and checks the order of what it is told.
type memory struct {
	rows []Row
	open bool
	next int
}

func (m *memory) Begin(p sim.Part) (PartSink, error) {
	if m.open || p.Index != m.next {
		return nil, fmt.Errorf("part %d is begun out of order", p.Index)
	}
	m.open = true
	m.next++
	return m, nil
}

func (m *memory) Write(rows []Row) error {
	m.rows = append(m.rows, rows...)
	return nil
}

func (m *memory) Commit() error {
	m.open = false
	return nil
}

func (m *memory) Abort() { m.open = false }

// everything forks at every n-th decision of each phase, and tries all that is
// legal, the bot's own action twice: once with two further actions that it makes.
func everything(t testing.TB) *Question {
	return &Question{
		Name: "everything", Labels: []string{"own", "other"}, Features: []Feature{{Name: "legal"}},
		Policies: []Policy{{"chance", specOf(t, "random")}},
		Moment: func(m *Moment) bool {
			if m.View.Phase() >= engine.PhaseTurn && m.View.Left()%7 != 0 {
				return false
			}
			m.Features[0] = int16(len(m.Legal))
			m.Force(0, 0, m.Own)
			m.Refuse(0, 0, Actions(0))
			for _, a := range m.Legal {
				if a != m.Own {
					m.Force(1, 0, a)
					break
				}
			}
			m.Force(1, 1, m.Own)
			return true
		},
		Contrasts: []Contrast{{0, 1}}, Main: Group{"all", Always},
	}
}

// TestUnbiased is the check that makes the rest believable: in every fork of every
// preset, with bots that have memory or chance too, the bot's own choice is played
// again and ends exactly as the hand did; and the hand is the one that sim plays.
func TestUnbiased(t *testing.T) {
	fields := [][]string{
		{"fast", "big", "value", "guard"}, {"random"}, {"rare"},
		{"rare", "random", "fast:discard=random", "timeout"}, {"search:playouts=4", "fast", "rare", "big"},
	}
	questions := func(r *rules.Rules) []*Question {
		list := []*Question{everything(t), FastVsBig(FastVsBigOptions{MaxFan: 16, Chase: specOf(t, "random")}), Call(), Wait(), Void()}
		if needsExchange(r) == nil {
			list = append(list, Exchange(ExchangeOptions{All: true}))
		}
		return list
	}
	for _, p := range rules.Presets() {
		for i, bots := range fields {
			for _, q := range questions(&p.Rules) {
				hands := int64(12)
				switch {
				case i == len(fields)-1:
					hands = 1 // search takes its time
				case testing.Short():
					hands = 3
				}
				c := configOf(t, p.Rules.Name, hands, q, bots...)
				c.Orders = 1 + i%2
				_, rows := mustRun(t, c, Options{Check: true})
				compareWithSim(t, c, rows)
			}
		}
	}
}

// compareWithSim checks that each fork has one row that is the bot's own, and that
// this has what the seat gained in the hand as sim plays it.
func compareWithSim(t *testing.T, c *Config, rows []Row) {
	t.Helper()
	replayer, err := sim.NewReplayer(&c.Config, tables())
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(c.Rules, tables())
	if err != nil {
		t.Fatal(err)
	}
	own := map[[2]int64]int{}
	for _, r := range rows {
		own[[2]int64{r.Hand, int64(r.Fork)}] += 0
		if !r.Own {
			continue
		}
		own[[2]int64{r.Hand, int64(r.Fork)}]++
		if r.Order > 0 { // sim plays no other order; Options.Check compares
			continue
		}
		replay, err := replayer.Hand(r.Hand)
		if err != nil {
			t.Fatal(err)
		}
		var h engine.Hand
		e.Deal(&h, &replay.Deck)
		for _, a := range replay.Actions[:r.Step] {
			e.Apply(&h, a)
		}
		want := replay.Seats[r.Seat].Account
		for s, before := range h.Ledger()[r.Seat] {
			want[s] -= before
		}
		if h.Asked() != r.Seat || r.Account != want || r.Forced[0] != replay.Actions[r.Step] {
			t.Errorf("%s, %s, hand %d, fork %d: own choice %s of seat %d has %v; the hand has %s of seat %d and %v",
				c.Rules.Name, c.Question.Name, r.Hand, r.Fork, r.Forced[0], r.Seat, r.Account, replay.Actions[r.Step], h.Asked(), want)
		}
	}
	for fork, n := range own {
		if n != 1 {
			t.Errorf("%s, %s: fork %v has %d rows that are the bot's own", c.Rules.Name, c.Question.Name, fork, n)
		}
	}
}

// TestByHand forks a deck that is fully known. Seat 0 is dealt a complete hand
// and could have 2 points from each of the others. Declining, it discards 5p;
// seat 1 draws 8p and wins 2 from each; seat 0 then draws 5p and wins 2 from each
// of the two that are left.
func TestByHand(t *testing.T) {
	q := FastVsBig(FastVsBigOptions{MaxFan: 1, Chase: specOf(t, "timeout")})
	c := configOf(t, "wap-battle", 1, q, "timeout")
	c.Rules.ExchangeTiles, c.Rules.PigPaysWinners = 0, false
	c.Decks = []engine.Deck{deckOf(t,
		[engine.NumSeats]string{"123456789m123p5p", "123456789s7788p", "", ""}, "5p 8p 9m 9m 5p")}
	_, rows := mustRun(t, c, Options{Check: true})
	if len(rows) < 2 || rows[0].Seat != 0 || rows[0].Step != engine.NumSeats {
		t.Fatalf("the first fork is not at the first turn of seat 0: %+v", rows)
	}
	take, decline := rows[0].Outcome, rows[1].Outcome
	wantTake := engine.Account{engine.FromSelfDraws: 6}
	wantDecline := engine.Account{engine.FromSelfDraws: 4, engine.FromSelfDrawPaid: -2}
	if take.Account != wantTake || take.Wins != 1 || !rows[0].Own {
		t.Errorf("taking has %v, want %v; %d wins", take.Account, wantTake, take.Wins)
	}
	if decline.Account != wantDecline || decline.Wins != 1 || decline.First.Left != 51 || decline.First.Fan != 0 || rows[1].Own {
		t.Errorf("declining has %v, want %v; %d wins, the first %+v", decline.Account, wantDecline, decline.Wins, decline.First)
	}
	want := Features{offerDrawn: 1, offerLeft: 55, offerActive: 3, offerGoal: goalFlush, offerDistance: 5, offerGoalFan: 2, offerPoints: 1}
	got := rows[0].Features
	got[offerLive] = 0
	if got != want {
		t.Errorf("features are %v, want %v", got, want)
	}
}

// deckOf returns a deck that seat 0 deals: what the seats are dealt, then the
// dealer's fourteenth tile and the first of the wall. The rest is spread.
func deckOf(t *testing.T, dealt [engine.NumSeats]string, wall string) engine.Deck {
	t.Helper()
	d := engine.Deck{Direction: rules.Right}
	left := map[tile.Tile]int{}
	for k := range tile.Tile(tile.Count) {
		left[k] = tile.Copies
	}
	place := func(at int, x tile.Tile) {
		d.Tiles[at] = x
		left[x]--
	}
	set := make([]bool, tile.Total)
	for s, text := range dealt {
		h, err := tile.ParseHeld(text)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for x := range tile.Tile(tile.Count) {
			for range h.Count(x) {
				place(s+engine.NumSeats*n, x)
				set[s+engine.NumSeats*n] = true
				n++
			}
		}
	}
	for i, text := range strings.Fields(wall) {
		x, err := tile.ParseTile(text)
		if err != nil {
			t.Fatal(err)
		}
		place(52+i, x)
		set[52+i] = true
	}
	x := tile.Tile(0)
	for i := range d.Tiles {
		if !set[i] {
			for x = (x + 10) % tile.Count; left[x] == 0; x = (x + 1) % tile.Count {
			}
			place(i, x)
		}
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWorkers: the same digest and the same result with any number of workers, and
// whether own choices are played again or not.
func TestWorkers(t *testing.T) {
	c := configOf(t, "wap-flow", 2100, fastVsBig(t), "fast", "big", "rare", "random")
	want, _ := mustRun(t, c, Options{Workers: 1})
	for _, o := range []Options{{Workers: 2}, {Workers: 3, Check: true}} {
		got, rows := mustRun(t, c, o)
		if jsonOf(t, got) != jsonOf(t, want) {
			t.Errorf("%d workers: digest %s, want %s, or another result", o.Workers, got.Digest, want.Digest)
		}
		if !slices.IsSortedFunc(rows, compareRows) {
			t.Errorf("%d workers: rows are out of order", o.Workers)
		}
	}
	c.Seed++
	if other, _ := mustRun(t, c, Options{}); other.Digest == want.Digest {
		t.Error("another seed has the same digest")
	}
}

func compareRows(a, b Row) int {
	return slices.Compare([]int64{a.Hand, int64(a.Fork), int64(a.Number)}, []int64{b.Hand, int64(b.Fork), int64(b.Number)})
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSums adds up rows in floating point and compares with the result.
func TestSums(t *testing.T) {
	c := configOf(t, "wap-battle", 600, fastVsBig(t), "fast")
	r, rows := mustRun(t, c, Options{})
	var sum, worse float64
	hands := map[int64][2]float64{} // sum and number of differences
	forks := 0.0
	for i, row := range rows {
		if row.Number != labelTake {
			continue
		}
		d := float64(row.Account.Total() - rows[i+1].Account.Total())
		sum, forks = sum+d, forks+1
		if d < 0 {
			worse++
		}
		hands[row.Hand] = [2]float64{hands[row.Hand][0] + d, hands[row.Hand][1] + 1}
	}
	mean, n := sum/forks, float64(len(hands))
	var squares float64
	for _, h := range hands {
		squares += (h[0] - mean*h[1]) * (h[0] - mean*h[1])
	}
	stdErr := math.Sqrt(n/(n-1)*squares) / forks
	got := r.Contrasts[0]
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	near("difference", got.Difference.Value, mean)
	near("share", got.Less.Value, worse/forks)
	near("forks", float64(got.Forks), forks)
	near("hands", float64(got.Hands), n)
	if half := got.Difference.Half(); half < 1.9*stdErr || half > 2.0*stdErr {
		t.Errorf("half width %v for the standard error %v", half, stdErr)
	}
	total := int64(0)
	for _, class := range r.Strata[0].Classes {
		total += class.Contrasts[0].Forks
	}
	cells := int64(0)
	for _, line := range r.Map.Cells {
		for _, cell := range line {
			cells += cell.Forks
		}
	}
	if total != r.Forks || cells != r.Forks {
		t.Errorf("strata have %d forks, the map %d; there are %d", total, cells, r.Forks)
	}
}

// TestPrecision: a study ends where the confidence sequence is tight, at the same
// hand with any number of workers, and says so.
func TestPrecision(t *testing.T) {
	c := configOf(t, "wap-battle", 20_000, Call(), "fast")
	c.Precision = 0.25
	want, _ := mustRun(t, c, Options{Workers: 1})
	if want.Hands >= want.Planned || !want.Reached || !want.Main.Always || want.Main.Difference.Half() > c.Precision {
		t.Fatalf("%d of %d hands, reached %v, main %+v", want.Hands, want.Planned, want.Reached, want.Main)
	}
	if got, _ := mustRun(t, c, Options{Workers: 3}); jsonOf(t, got) != jsonOf(t, want) {
		t.Errorf("3 workers end after %d hands, want %d", got.Hands, want.Hands)
	}
	all := *c
	all.Precision, all.Hands = 0, want.Hands
	fixed, _ := mustRun(t, &all, Options{})
	if fixed.Digest != want.Digest {
		t.Error("as many hands without a precision are not the same hands")
	}
	if fixed.Main.Difference.Half() >= want.Main.Difference.Half() {
		t.Error("the interval that holds whenever one stops is no wider than one of a fixed number of hands")
	}
	all.Hands, all.Precision = 1024, 0.001
	if short, _ := mustRun(t, &all, Options{}); short.Reached || !strings.Contains(strings.Join(short.Notes, "\n"), "before the precision") {
		t.Error("a study that was not precise enough does not say so")
	}
}

// TestDeck: the first order is the hand's own deck; others are of the same deal,
// and of the same tiles behind it, differently ordered.
func TestDeck(t *testing.T) {
	c := configOf(t, "wap-battle", 20, fastVsBig(t), "fast")
	for hand := range c.Hands {
		own, seen := c.deck(hand, 0), map[[tile.Total]tile.Tile]bool{}
		if own != c.Deck(hand, c.FirstDealer(hand)) {
			t.Fatalf("hand %d: the first order is not the hand's own", hand)
		}
		for order := range 5 {
			d := c.deck(hand, order)
			if err := d.Validate(); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(d.Tiles[:dealt], own.Tiles[:dealt]) || d.Dealer != own.Dealer || d.Direction != own.Direction {
				t.Errorf("hand %d: order %d is of another deal", hand, order)
			}
			seen[d.Tiles] = true
		}
		if len(seen) != 5 {
			t.Errorf("hand %d: five orders have %d walls", hand, len(seen))
		}
	}
}

// TestOrders: more orders of the wall are more forks, among them those of one, and
// narrower intervals; a hand is still one unit.
func TestOrders(t *testing.T) {
	c := configOf(t, "wap-battle", 500, fastVsBig(t), "fast")
	one, rowsOfOne := mustRun(t, c, Options{})
	c.Orders = 4
	four, rows := mustRun(t, c, Options{Workers: 2})
	if len(rows) < 3*len(rowsOfOne) || four.Forks < 3*one.Forks || four.Contrasts[0].Hands > c.Hands {
		t.Errorf("%d rows of %d forks in %d hands, with one order %d of %d", len(rows), four.Forks, four.Contrasts[0].Hands, len(rowsOfOne), one.Forks)
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Order > 0 })
	if !slices.Equal(rows, rowsOfOne) {
		t.Error("the rows over the hands' own walls are others")
	}
	a, b := one.Contrasts[0].Difference, four.Contrasts[0].Difference
	if b.Half() >= a.Half() || math.Abs(a.Value-b.Value) > a.Half()+b.Half() {
		t.Errorf("four orders have %v, one %v", b, a)
	}
}

// TestFew: groups of few hands have no numbers.
func TestFew(t *testing.T) {
	c := configOf(t, "tsumo", 25, fastVsBig(t), "fast")
	r, _ := mustRun(t, c, Options{})
	if r.Main.Verdict != stats.TooFew || r.Main.Difference != nil || r.Main.P != nil {
		t.Errorf("main is %+v", r.Main)
	}
	for _, s := range r.Strata {
		for _, class := range s.Classes {
			if x := class.Contrasts[0]; x.Verdict != stats.TooFew || x.Difference != nil || class.Points[0].Points != nil {
				t.Errorf("%s %s: %+v", s.Name, class.Name, x)
			}
		}
	}
}

// TestHolm: what is adjusted is every difference but the main one.
func TestHolm(t *testing.T) {
	c := configOf(t, "wap-battle", 400, fastVsBig(t), "fast")
	r, _ := mustRun(t, c, Options{})
	var ps, adjusted []float64
	add := func(x *Comparison) {
		if x.P != nil {
			ps, adjusted = append(ps, *x.P), append(adjusted, *x.PAdjusted)
		}
	}
	for i := range r.Contrasts {
		add(&r.Contrasts[i])
	}
	for i := range r.Strata {
		for j := range r.Strata[i].Classes {
			add(&r.Strata[i].Classes[j].Contrasts[0])
		}
	}
	for i := range r.Map.Cells {
		for j := range r.Map.Cells[i] {
			add(&r.Map.Cells[i][j])
		}
	}
	if want := stats.Holm(ps); len(ps) < 20 || !slices.Equal(adjusted, want) {
		t.Errorf("adjusted p-values are %v, want %v", adjusted, want)
	}
	if r.Main.PAdjusted != nil {
		t.Error("the main contrast is adjusted")
	}
}

// TestGolden pins a small study as JSON, and the rows of the others by their
// digests.
func TestGolden(t *testing.T) {
	var digests strings.Builder
	for _, q := range []*Question{fastVsBig(t), Call(), Wait(), Exchange(ExchangeOptions{}), Void()} {
		r, _ := mustRun(t, configOf(t, "wap-battle", 300, q, "fast"), Options{})
		fmt.Fprintln(&digests, q.Name, r.Digest)
		if q.Name == "fast-vs-big" {
			compareWithFile(t, "fast-vs-big.json", jsonOf(t, r)+"\n")
		}
	}
	compareWithFile(t, "digests.txt", digests.String())
}

func compareWithFile(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update rewrites it", path)
	}
}

// TestErrors: what cannot be studied is said before anything is played.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"games", func(c *Config) { c.Hands, c.Games = 0, 2 }, "played alone"},
		{"rotation", func(c *Config) { c.Rotate = true }, "without rotation"},
		{"no seat", func(c *Config) { c.Studied = 0 }, "no seat"},
		{"level", func(c *Config) { c.Level = 1 }, "level"},
		{"precision", func(c *Config) { c.Precision = -1 }, "precision"},
		{"question", func(c *Config) { c.Question = nil }, "no question"},
		{"contrast", func(c *Config) { c.Question.Contrasts = []Contrast{{0, 9}} }, "contrast"},
		{"illegal", func(c *Config) {
			c.Question.Moment = func(m *Moment) bool { m.Force(0, 0, engine.AddKong(0)); return true }
		}, `forced action "add`},
		{"refused", func(c *Config) {
			c.Question.Moment = func(m *Moment) bool { m.Refuse(0, 0, ^Actions(0)); return true }
		}, "everything is refused"},
	} {
		config := configOf(t, "planet", 2, fastVsBig(t), "fast")
		c.change(config)
		_, err := Run(context.Background(), config, Options{Tables: tables()})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", c.name, err, c.want)
		}
	}
}

// A failing sink takes n writes.
type failing struct {
	memory
	writes  int
	aborted bool
}

func (f *failing) Begin(sim.Part) (PartSink, error) { return f, nil }

func (f *failing) Write([]Row) error {
	if f.writes--; f.writes < 0 {
		return errors.New("the disk is full")
	}
	return nil
}

func (f *failing) Abort() { f.aborted = true }

// TestSinkFails: a part that cannot be written is aborted, and the error says where.
func TestSinkFails(t *testing.T) {
	c := configOf(t, "wap-battle", 2100, Call(), "timeout")
	f := failing{writes: 1}
	_, err := Run(context.Background(), c, Options{Tables: tables(), Sink: &f})
	if err == nil || !strings.Contains(err.Error(), "part 1: the disk is full (after 1024 of 2100 hands)") || !f.aborted {
		t.Errorf("error %v, aborted %v", err, f.aborted)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, c, Options{Tables: tables()}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a study whose context has ended", err)
	}
}
