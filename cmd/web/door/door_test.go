package door

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/features/eval"
	"xuezhan/sim"
)

var shared = sync.OnceValue(New)

// call asks the door and decodes its answer, which must not be an error.
func call[T any](t *testing.T, d *Door, name string, about any) T {
	t.Helper()
	in, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	out := d.Call(name, in)
	var failed struct{ Error string }
	if err := json.Unmarshal(out, &failed); err == nil && failed.Error != "" {
		t.Fatalf("%s %s: %s", name, in, failed.Error)
	}
	var answer T
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%s: %v in %s", name, err, out)
	}
	return answer
}

// A told is what tests read of a State.
type told struct {
	Hand          struct{ Header json.RawMessage }
	Over          bool
	Phase, Passed string
	Legal         []Act
}

// TestPlay plays hands under every preset by choices at random, and holds the record
// against the rules and the deck against the seed.
func TestPlay(t *testing.T) {
	d := shared()
	for _, p := range rules.Presets() {
		for hand := range int64(2) {
			chance := rand.New(rand.NewPCG(7, uint64(hand)))
			state := call[told](t, d, "deal", Deal{Rules: p.Rules.Name, Bots: []string{"fast", "value", "rare"}, Seed: "18446744073709551615", Hand: hand})
			choices := 0
			for !state.Over {
				if !strings.Contains(string(state.Hand.Header), `"visibility":"seat 0"`) || strings.Contains(string(state.Hand.Header), `"deck"`) {
					t.Fatalf("the page is told %s", state.Hand.Header)
				}
				if len(state.Legal) < 2 {
					t.Fatalf("%d actions to choose from", len(state.Legal))
				}
				a := state.Legal[chance.IntN(len(state.Legal))]
				state = call[told](t, d, "act", Choices{[]int{a.ID}})
				choices++
			}
			text := call[map[string]string](t, d, "record", struct{}{})["text"]
			r, err := record.NewReader(strings.NewReader(text)).Next()
			if err != nil {
				t.Fatal(err)
			}
			if err := record.Verify(r, d.tables); err != nil {
				t.Errorf("%s, hand %d: %v", p.Rules.Name, hand, err)
			}
			if r.Deck != sim.Deck(r.Seed, r.Hand, sim.FirstDealer(r.Seed, r.Hand), sim.Shared) || r.Seed != 1<<64-1 || r.Hand != hand {
				t.Errorf("the deck is not that of hand %d of seed %d", r.Hand, r.Seed)
			}
			if choices == 0 {
				t.Error("nothing was chosen")
			}
			if got := len(call[struct{ Hands []any }](t, d, "watch", Watch{text}).Hands); got != 1 {
				t.Errorf("%d hands to watch", got)
			}
		}
	}
}

// TestActIsWhole: if one of several choices is illegal, none is played.
func TestActIsWhole(t *testing.T) {
	d := shared()
	before := call[told](t, d, "deal", Deal{Rules: "planet", Bots: []string{"fast", "fast", "fast"}, Seed: "1"})
	out := string(d.Call("act", []byte(fmt.Sprintf(`{"actions":[%d,138]}`, before.Legal[0].ID))))
	if !strings.Contains(out, "you may not win now") {
		t.Errorf("got %s", out)
	}
	after := call[told](t, d, "act", Choices{})
	if after.Passed != before.Passed || len(after.Legal) != len(before.Legal) {
		t.Errorf("passed %q of %q", after.Passed, before.Passed)
	}
}

// TestCoach asks at every choice of a hand: the answer is one of the legal actions,
// and the position is one that eval knows, with the same answer.
func TestCoach(t *testing.T) {
	d := shared()
	state := call[told](t, d, "deal", Deal{Rules: "wap-flow", Bots: []string{"fast", "fast", "fast"}, Seed: "3"})
	measured := 0
	for !state.Over {
		c := call[struct {
			Advice []Advice
			Case   json.RawMessage
			Eval   json.RawMessage
		}](t, d, "coach", Question{Bots: []string{"fast", "value"}})
		for _, a := range c.Advice {
			found := false
			for _, l := range state.Legal {
				found = found || l.ID == a.Action.ID
			}
			if !found {
				t.Errorf("%s would play %+v, which is not legal", a.Bot, a.Action)
			}
		}
		if string(c.Case) != "null" {
			measured++
			if got := string(d.Call("eval", c.Case)); got != string(c.Eval) || strings.Contains(got, `"error"`) {
				t.Errorf("eval of %s is %s, the coach has %s", c.Case, got, c.Eval)
			}
		}
		state = call[told](t, d, "act", Choices{[]int{c.Advice[0].Action.ID}})
	}
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

// TestCoachPlaysTheBot plays as the coach says a bot would, and gets the hand that
// the bot itself plays in a run.
func TestCoachPlaysTheBot(t *testing.T) {
	d := shared()
	state := call[told](t, d, "deal", Deal{Rules: "tsumo", Bots: []string{"value", "value", "value"}, Seed: "5", Hand: 2})
	for !state.Over {
		c := call[struct{ Advice []Advice }](t, d, "coach", Question{Bots: []string{"value"}})
		state = call[told](t, d, "act", Choices{[]int{c.Advice[0].Action.ID}})
	}
	r, err := rules.Lookup("tsumo")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := d.bots.Parse("value")
	if err != nil {
		t.Fatal(err)
	}
	config := &sim.Config{Rules: r, Seed: 5, Hands: 3, Walls: sim.Shared}
	for s := range config.Seats {
		config.Seats[s] = spec
	}
	replayer, err := sim.NewReplayer(config, d.tables)
	if err != nil {
		t.Fatal(err)
	}
	h, err := replayer.Hand(2)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Record{Rules: r, Deck: h.Deck, Seeded: true, Seed: 5, Hand: 2, Visibility: record.Full, Events: h.Events}
	for s := range want.Ledger {
		want.Seats[s], want.Ledger[s] = "value", h.Seats[s].Account
	}
	want.Seats[0] = "you"
	text, err := record.Append(nil, &want)
	if err != nil {
		t.Fatal(err)
	}
	if got := call[map[string]string](t, d, "record", struct{}{})["text"]; got != string(text) {
		t.Error("the hand is not the one that the bot plays")
	}
}

func TestAdvise(t *testing.T) {
	d := shared()
	table := Table{
		Tiles: "123m456p788m99p[555m]", Void: "s", Rules: "wap-battle", Bots: []string{"fast", "big", "nobody"},
		Rivers: [4]string{"", "19s", "5s", ""}, Melds: [4]string{"", "[111p]", "", ""},
	}
	list := call[[]Advice](t, d, "advise", table)
	if len(list) != 3 || list[0].Action == nil || list[0].Action.Kind != "discard" || !strings.Contains(list[2].Error, "unknown bot") {
		t.Errorf("got %+v", list)
	}
	for _, tt := range []struct {
		change func(*Table)
		want   string
	}{
		{func(t *Table) { t.Tiles = "123m456p78m99p[555m]" }, "asked about 14 tiles"},
		{func(t *Table) { t.Rivers[3] = "5555m" }, "more than four of 5m"},
		{func(t *Table) { t.Melds[1] = "[111p" }, "melds of seat 1"},
		{func(t *Table) { t.Melds[1] = "[111p]2p" }, "tiles outside brackets"},
		{func(t *Table) { t.Rivers[1] = "[222p]" }, "river of seat 1"},
		{func(t *Table) { t.Void = "" }, "void suit"},
		{func(t *Table) { t.Dealer = 4 }, "dealer 4"},
		{func(t *Table) { t.Rules = "nowhere" }, "nowhere"},
	} {
		bad := table
		tt.change(&bad)
		in, err := json.Marshal(bad)
		if err != nil {
			t.Fatal(err)
		}
		if out := string(d.Call("advise", in)); !strings.Contains(out, tt.want) || !strings.Contains(out, `"error"`) {
			t.Errorf("got %s, want %q", out, tt.want)
		}
	}
}

// FuzzCall demands JSON for any question.
func FuzzCall(f *testing.F) {
	f.Add("eval", `{"tiles":"123m456p789p55p23m","rules":"planet","draws":1}`)
	f.Add("advise", `{"tiles":"123m456p788m99p[555m]","void":"s","rules":"planet","bots":["fast"]}`)
	f.Add("watch", `{"text":"{}"}`)
	f.Add("deal", `{"rules":"mil","bots":["fast","fast","fast"],"seed":"1"}`)
	f.Add("act", `{"actions":[0]}`)
	d := New()
	d.evaluator = eval.NewEvaluator(d.tables, rules.Lookup, 1000) // more may take seconds
	f.Fuzz(func(t *testing.T, name, about string) {
		if out := d.Call(name, []byte(about)); !json.Valid(out) || strings.Contains(string(out), "the program failed") {
			t.Errorf("%s %q: %s", name, about, out)
		}
	})
}
