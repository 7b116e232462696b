package sim

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/enginetest/referee"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
)

var (
	refereeHands = flag.Int("referee.hands", 0, "hands of each preset that the referee judges; 0 for a short run")
	refereeTable = flag.String("referee.table", "", "file to which the table of rules met is written")
)

// mixes are the seatings of the referee's hands, in rotation.
var mixes = [][engine.NumSeats]string{
	{"rare", "rare", "rare", "rare"},
	{"random", "fast", "big", "rare"},
	{"fast", "rare", "fast", "rare"},
	{"big", "fast", "rare", "big"},
	{"fast:win=random", "rare", "rare:win=fast", "random:win=fast"},
	{"random", "random:win=fast", "random", "random"},
}

// log keeps the events of one hand.
type log struct{ events []engine.Event }

func (l *log) Observe(_ *engine.Hand, e engine.Event) { l.events = append(l.events, e) }

// refereed plays hands with one mix of bots and has each judged.
type refereed struct {
	config  Config
	engine  *engine.Engine
	log     log
	bots    [engine.NumSeats]policy.Policy
	cover   referee.Coverage
	hand    engine.Hand
	actions [engine.NumActions]engine.Action
}

func newRefereed(t testing.TB, r rules.Rules, tables *shape.Tables, mix [engine.NumSeats]string, walls Walls) *refereed {
	t.Helper()
	e, err := engine.New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	x := &refereed{config: Config{Rules: r, Seed: 20261130, Walls: walls}, cover: referee.Coverage{}}
	x.engine = e.Observed(&x.log, engine.AllEvents)
	for s, text := range mix {
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		x.bots[s] = spec.New()
	}
	return x
}

// play plays one hand of the seed and returns what the referee finds wrong with
// it.
func (x *refereed) play(hand int64) error {
	seed := x.config.Seed
	return x.playDeck(hand, Deck(seed, hand, FirstDealer(seed, hand), x.config.Walls))
}

// playDeck plays one hand from a deck.
func (x *refereed) playDeck(hand int64, deck engine.Deck) error {
	seed := x.config.Seed
	for s := range x.bots {
		x.bots[s].Start(s, PolicySeed(seed, hand, s))
	}
	x.log.events = x.log.events[:0]
	h := &x.hand
	x.engine.Deal(h, &deck)
	for !h.Over() {
		legal := x.engine.Legal(h, x.actions[:0])
		a := legal[0]
		if len(legal) > 1 {
			a = x.bots[h.Asked()].Act(x.engine.View(h, h.Asked()), legal)
		}
		x.engine.Apply(h, a)
	}
	return x.cover.Judge(x.config.Rules, deck, x.log.events, *h.Ledger())
}

// TestReferee has an independent referee judge hands of every preset under a
// mix of bots. With -referee.hands it runs as long as one wishes.
func TestReferee(t *testing.T) {
	hands := *refereeHands
	if hands == 0 {
		hands = 2000
		if testing.Short() {
			hands = 250
		}
	}
	tables := shape.New()
	covers := map[string]referee.Coverage{}
	for _, p := range rules.Presets() {
		covers[p.Rules.Name] = referee.Coverage{}
		t.Run(p.Rules.Name, func(t *testing.T) {
			judgeHands(t, p.Rules, tables, hands, covers[p.Rules.Name])
			judgeConstructed(t, p.Rules, tables, covers[p.Rules.Name])
		})
	}
	if *refereeTable != "" && !t.Failed() {
		writeCoverage(t, *refereeTable, covers, hands)
	}
}

// TestRefereeOfHouseRules has hands judged under every preset with the fields on
// that no preset has. A hand with a win of fewer fan than is asked is a fault.
func TestRefereeOfHouseRules(t *testing.T) {
	hands := max(500, *refereeHands)
	if testing.Short() {
		hands = 120
	}
	tables := shape.New()
	cover := referee.Coverage{}
	for _, p := range rules.Presets() {
		for least := range 3 {
			r := p.Rules
			r.MinFan, r.PigAmount, r.FlowerPig = least, rules.LargerPig, p.Rules.FlowerPig/4
			t.Run(fmt.Sprintf("%s-%d", r.Name, least), func(t *testing.T) {
				judgeHands(t, r, tables, hands, cover)
				judgeConstructed(t, r, tables, cover)
			})
		}
	}
	if cover["min_fan/refused"] == 0 {
		t.Error("no hand had too few fan to win")
	}
}

// TestRefereeRefusesSmallWins judges hands by rules that ask more of a win.
func TestRefereeRefusesSmallWins(t *testing.T) {
	tables := shape.New()
	for _, p := range rules.Presets() {
		x := newRefereed(t, p.Rules, tables, mixes[2], Shared)
		small := 0
		for hand := range int64(40) {
			x.config.Rules.MinFan = 0
			if err := x.play(hand); err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(x.log.events, func(e engine.Event) bool { return e.Kind == engine.EventWin && e.Fan < 1 })
			if i < 0 {
				continue
			}
			small++
			x.config.Rules.MinFan = 1
			fault := (*referee.Fault)(nil)
			if err := x.play(hand); !errors.As(err, &fault) || fault.Event > i {
				t.Errorf("%s, hand %d: event %d is too small a win, got %v", p.Rules.Name, hand, i, err)
			}
		}
		if small == 0 {
			t.Errorf("%s: no small win in any hand", p.Rules.Name)
		}
	}
}

// judgeHands shares the hands out to two goroutines.
func judgeHands(t *testing.T, r rules.Rules, tables *shape.Tables, hands int, cover referee.Coverage) {
	var wait sync.WaitGroup
	var mu sync.Mutex
	const workers = 2
	for w := range workers {
		wait.Go(func() {
			var seated []*refereed
			for i, mix := range mixes {
				seated = append(seated, newRefereed(t, r, tables, mix, Walls(i%2)))
			}
			for hand := w; hand < hands; hand += workers {
				x := seated[hand/workers%len(seated)]
				if err := x.play(int64(hand)); err != nil {
					t.Errorf("hand %d, bots %v: %v", hand, mixes[hand/workers%len(mixes)], err)
					return
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for _, x := range seated {
				cover.Merge(x.cover)
			}
		})
	}
	wait.Wait()
}

// TestRefereeCanFail seeds deliberate faults, one at a time, into hands that the
// engine has played, and demands that the referee reports each.
func TestRefereeCanFail(t *testing.T) {
	tables := shape.New()
	faults := referee.Faults()
	if len(faults) < 25 {
		t.Errorf("there are %d deliberate faults, want 25 or more", len(faults))
	}
	reported := make([]int, len(faults))
	const hands = 800
	for _, p := range rules.Presets() {
		for _, mix := range mixes[:3] {
			x := newRefereed(t, p.Rules, tables, mix, Shared)
			for hand := range int64(hands) {
				if err := x.play(hand); err != nil {
					t.Fatalf("%s, hand %d: %v", p.Rules.Name, hand, err)
				}
				seedFaults(t, x, hand, faults, reported)
			}
		}
	}
	for i, f := range faults {
		if reported[i] == 0 {
			t.Errorf("fault %q applied to none of the hands", f.Name)
		}
	}
}

// seedFaults has the referee judge the hand just played with each fault that
// has not been reported often enough.
func seedFaults(t *testing.T, x *refereed, hand int64, faults []referee.SeededFault, reported []int) {
	t.Helper()
	seed := x.config.Seed
	deck := Deck(seed, hand, FirstDealer(seed, hand), x.config.Walls)
	const enough = 5
	for i, f := range faults {
		if reported[i] >= enough {
			continue
		}
		ledger := *x.hand.Ledger()
		events, applied := f.Apply(slices.Clone(x.log.events), &ledger)
		if !applied {
			continue
		}
		if err := referee.Judge(x.config.Rules, deck, events, ledger); err == nil {
			t.Errorf("%s, hand %d: the referee did not see the fault %q", x.config.Rules.Name, hand, f.Name)
		}
		reported[i]++
	}
}
