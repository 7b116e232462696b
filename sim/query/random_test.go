package query

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// bots are those of made-up runs. The second has what CSV and conditions must
// quote.
var bots = []string{"fast", "value:flush=1.3,discard=guard", "big"}

// A flatRow is a row as the tests compute with it: texts by column, "" for null.
type flatRow map[string]string

// A madeUp run is stored, and is known to the test row by row.
type madeUp struct {
	dir    string
	reader *dataset.Reader
	seats  []flatRow
	wins   []flatRow
	unit   int64 // hands of a unit
}

// makeUp stores a run of n hands, or games of them, in parts of a hundred
// hands and more.
func makeUp(t testing.TB, seed uint64, hands int64, games bool) *madeUp {
	t.Helper()
	r, err := rules.Lookup("tsumo")
	if err != nil {
		t.Fatal(err)
	}
	in := dataset.Inputs{Version: "test", Rules: r, Walls: "shared", Seats: [4]int{0, 1, 2, 0}, Hands: hands, PartHands: max(100, hands/10)}
	for _, b := range bots {
		in.Bots = append(in.Bots, dataset.Bot{Spec: b, Digest: "00"})
	}
	m := &madeUp{dir: t.TempDir(), unit: 1}
	if games {
		m.unit = int64(r.HandsPerGame)
		in.Games = hands / m.unit
	}
	w, err := dataset.CreateInputs(m.dir, in, int((hands+in.PartHands-1)/in.PartHands))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for first := int64(0); first < hands; first += in.PartHands {
		p := sim.Part{Index: int(first / in.PartHands), First: first, Hands: min(in.PartHands, hands-first)}
		var b sim.Batch
		for h := first; h < first+p.Hands; h++ {
			m.hand(&b, random, h)
		}
		sink, err := w.Begin(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := sink.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := sink.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish("made up"); err != nil {
		t.Fatal(err)
	}
	if m.reader, err = dataset.Open(m.dir); err != nil {
		t.Fatal(err)
	}
	return m
}

// hand makes up a hand, and notes its rows.
func (m *madeUp) hand(b *sim.Batch, r *rand.Rand, hand int64) {
	o := sim.Outcome{Hand: hand, Game: hand / m.unit, InGame: int(hand % m.unit), Dealer: r.IntN(4), Trace: r.Uint64()}
	shared := r.IntN(20) - 10 // makes the seats of a hand alike
	for s := range o.Seats {
		p := &o.Seats[s]
		p.Bot = r.IntN(len(bots))
		p.LongestSuit = 5 + r.IntN(6)
		p.Void = tile.Suit(r.IntN(3))
		p.Ready = uint8(r.IntN(12))
		if r.IntN(3) == 0 {
			p.Ready = 255
		}
		p.ReadyWide = 1
		p.Won, p.Cleared = 255, 255
		p.Ending = engine.Standing(r.IntN(4))
		p.Account[engine.FromSelfDraws] = int32(shared + p.LongestSuit + r.IntN(5))
		ready := strconv.Itoa(int(p.Ready))
		if p.Ready == 255 {
			ready = ""
		}
		m.seats = append(m.seats, flatRow{
			"hand": fmt.Sprint(hand), "seat": fmt.Sprint(s), "bot": bots[p.Bot],
			"dealer": fmt.Sprint(s == o.Dealer), "longest_suit": fmt.Sprint(p.LongestSuit),
			"void": p.Void.String(), "ready_at": ready, "ending": p.Ending.String(),
			"points": fmt.Sprint(p.Account[engine.FromSelfDraws]),
		})
	}
	for k := range r.IntN(4) {
		w := sim.Win{Hand: hand, Order: k + 1, Seat: r.IntN(4), Tile: tile.Tile(r.IntN(27)), Fan: r.IntN(4), Points: 1}
		w.Patterns = fan.Patterns(r.IntN(64))
		if r.IntN(2) == 0 {
			w.Situation = fan.BySelfDraw
		}
		names := ""
		for p := range fan.NumPatterns {
			if w.Patterns.Has(p) {
				if names != "" {
					names += ","
				}
				names += p.String()
			}
		}
		m.wins = append(m.wins, flatRow{
			"hand": fmt.Sprint(hand), "win_in_hand": fmt.Sprint(k + 1), "seat": fmt.Sprint(w.Seat),
			"tile": w.Tile.String(), "fan": fmt.Sprint(w.Fan), "patterns": names,
			"self_draw": fmt.Sprint(w.Situation == fan.BySelfDraw),
		})
		b.Wins = append(b.Wins, w)
	}
	o.Wins = len(b.Wins)
	for i := range b.Outcomes {
		o.Wins -= b.Outcomes[i].Wins
	}
	b.Outcomes = append(b.Outcomes, o)
}

func number64(t testing.TB, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
