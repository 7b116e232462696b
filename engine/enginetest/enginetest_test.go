package enginetest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// variants are rules that no preset has.
func variants(t testing.TB) []rules.Rules {
	t.Helper()
	var list []rules.Rules
	for _, text := range []string{
		`{"base":"planet","exchange_tiles":4,"exchange_one_suit":false,"exchange_direction":"left","multiple_wins":false,"fan_cap":16}`,
		`{"base":"wap-flow","kong_after_pung":true,"claim_with_void":true,"kong_with_void":true,"passed_win":"higher_fan","passed_pung_lock":true}`,
		`{"base":"tsumo","void_commit_first_discard":true,"late_added_kong":"illegal","seven_pairs_fan":0,"terminal_seven_pairs_fan":0,"dragon_seven_pairs":false,"kong_refund":"none"}`,
		`{"base":"sbr","sacred_discard_covers_robbing":true,"passed_win":"until_draw","seven_pairs_quads":false,"golden_requires_declared":false,"concealed_kong_visible":false}`,
		`{"base":"mil","exchange_tiles":1,"after_win":"stay","ready_check_winners_collect":true,"ready_fifth_copy":"shape_only","terminal_groups_fan":3}`,
		`{"base":"wap-battle","ready_check":false,"flower_pig_points":0,"flower_pig_pays_winners":false,"fan_cap":0,"self_draw_fan":1}`,
		`{"base":"wap-flow","min_fan":2,"flower_pig_amount":"larger","flower_pig_points":2,"golden_requires_declared":false}`,
	} {
		r, err := rules.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// allRules returns the variants and the presets, these as they are and with a
// least fan to win and the larger of a pig's amounts.
func allRules(t testing.TB) []rules.Rules {
	t.Helper()
	list := variants(t)
	for _, p := range rules.Presets() {
		list = append(list, p.Rules)
		p.Rules.Name += "+"
		p.Rules.MinFan, p.Rules.PigAmount = 1, rules.LargerPig
		list = append(list, p.Rules)
	}
	return list
}

func TestConform(t *testing.T) {
	hands := 400
	if testing.Short() {
		hands = 60
	}
	tables := shape.New()
	for i, r := range allRules(t) {
		t.Run(fmt.Sprint(i, " ", r.Name), func(t *testing.T) { Conform(t, r, tables, hands) })
	}
}

// TestPerft pins the number of legal action sequences from fixed positions of
// every preset: the start, and what random play reaches after n actions.
func TestPerft(t *testing.T) {
	tables := shape.New()
	var b strings.Builder
	fmt.Fprintln(&b, "# rules, actions played, depth, legal action sequences")
	for _, p := range rules.Presets() {
		e, err := engine.New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		for _, actions := range []int{0, 20, 45, 70} {
			const depth = 5
			n := 0
			for seed := range uint64(6) {
				h := position(e, seed, actions)
				n += Perft(e, &h, depth)
			}
			fmt.Fprintln(&b, p.Rules.Name, actions, depth, n)
		}
	}
	file := filepath.Join("testdata", "perft.txt")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// position plays n random actions on a fixed deck.
func position(e *engine.Engine, seed uint64, actions int) engine.Hand {
	r := rand.New(rand.NewPCG(seed, 99))
	deck := Deck(r)
	var h engine.Hand
	e.Deal(&h, &deck)
	for range actions {
		if h.Over() {
			break
		}
		legal := e.Legal(&h, nil)
		e.Apply(&h, legal[r.IntN(len(legal))])
	}
	return h
}

// FuzzActions plays whatever actions the bytes choose.
func FuzzActions(f *testing.F) {
	tables := shape.New()
	var engines []*engine.Engine
	for _, r := range allRules(f) {
		e, err := engine.New(r, tables)
		if err != nil {
			f.Fatal(err)
		}
		engines = append(engines, e)
	}
	f.Add(uint64(1), []byte{0, 1, 2, 3, 4, 5, 6, 7})
	f.Add(uint64(2), []byte("win kong pung pass"))
	f.Fuzz(func(t *testing.T, seed uint64, choices []byte) {
		e := engines[seed%uint64(len(engines))]
		deck := Deck(rand.New(rand.NewPCG(seed, 1)))
		var h engine.Hand
		e.Deal(&h, &deck)
		for i := 0; !h.Over(); i++ {
			legal := e.Legal(&h, nil)
			choice := 0
			if len(choices) > 0 {
				choice = int(choices[i%len(choices)])
			}
			e.Apply(&h, legal[choice%len(legal)])
			if err := e.Verify(&h); err != nil {
				t.Fatal(err)
			}
		}
	})
}
