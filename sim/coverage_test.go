package sim

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/enginetest/referee"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// A row is a rule that the referee counts, and the rules that have it.
type row struct {
	key  string
	part func(r *rules.Rules) bool
}

func everywhere(*rules.Rules) bool    { return true }
func exchanges(r *rules.Rules) bool   { return r.ExchangeTiles > 0 }
func isBattle(r *rules.Rules) bool    { return r.AfterWin == rules.Leave }
func isFlow(r *rules.Rules) bool      { return r.AfterWin == rules.Stay }
func commits(r *rules.Rules) bool     { return r.VoidCommits }
func refunds(r *rules.Rules) bool     { return r.Refund != rules.NoRefund }
func shots(r *rules.Rules) bool       { return r.ShotAfterKong > 0 }
func returns(r *rules.Rules) bool     { return r.ShotReturns }
func higherFan(r *rules.Rules) bool   { return r.PassedWin == rules.HigherFan }
func untilDraw(r *rules.Rules) bool   { return r.PassedWin == rules.UntilDraw }
func terminals(r *rules.Rules) bool   { return r.TerminalGroups > 0 }
func dragons(r *rules.Rules) bool     { return r.DragonSevenPairs }
func excludes(r *rules.Rules) bool    { return r.ReadyFifthCopy != rules.ShapeOnly }
func admitsFifth(r *rules.Rules) bool { return r.ReadyFifthCopy != rules.ExcludeOwned }

// rulebook lists every rule that play can meet.
func rulebook() []row {
	rows := []row{
		{"exchange/left", exchanges}, {"exchange/opposite", exchanges}, {"exchange/right", exchanges},
		{"void/m", everywhere}, {"void/p", everywhere}, {"void/s", everywhere},
		{"void/committed", commits}, {"void/none_held", commits},
		{"self_draw", everywhere}, {"discard_win/1", everywhere}, {"discard_win/2", everywhere}, {"discard_win/3", everywhere},
		{"declined/discard", everywhere}, {"declined/robbing", everywhere}, {"declined/self_draw", everywhere},
		{"kong/concealed_kong/immediate", everywhere}, {"kong/concealed_kong/late", everywhere},
		{"kong/claimed_kong/immediate", everywhere},
		{"kong/added_kong/immediate", everywhere}, {"kong/added_kong/late", everywhere},
		{"kong/last_wall_tile", everywhere}, {"pung/wall_empty", everywhere},
		{"robbing/1", everywhere}, {"robbing/2", everywhere},
		{"reversal/discard", returns}, {"reversal/robbing", func(r *rules.Rules) bool { return r.ShotReturns && r.ShotByRobbing }},
		{"lock/until_draw/refused", untilDraw}, {"lock/passed_pung/refused", func(r *rules.Rules) bool { return r.PassedPung }},
		{"lock/sacred_discard/refused", func(r *rules.Rules) bool { return r.SacredDiscard }},
		{"lock/higher_fan/refused", higherFan}, {"lock/higher_fan/allowed", higherFan},
		{"lock/higher_fan/own_discard", higherFan}, {"lock/higher_fan/released_by_pung", higherFan},
		{"fan/above_cap", everywhere},
		{"win/on_deal/self_draw", everywhere}, {"win/on_first_draw/self_draw", everywhere},
		{"win/on_replacement/self_draw", everywhere}, {"win/wall_empty/self_draw", everywhere},
		{"win/wall_empty/other", everywhere}, {"win/after_kong/other", everywhere},
		{"pattern/none", everywhere}, {"pattern/all_pungs", everywhere}, {"pattern/full_flush", everywhere},
		{"pattern/seven_pairs", everywhere}, {"pattern/root", everywhere}, {"pattern/golden_hook", everywhere},
		{"pattern/replacement", everywhere}, {"pattern/robbing", everywhere},
		{"pattern/last_tile", everywhere}, {"pattern/last_discard", everywhere}, {"pattern/shot_after_kong", shots},
		{"pattern/dragon_seven_pairs", dragons}, {"pattern/terminal_seven_pairs", terminals},
		{"pattern/terminal_groups", terminals}, {"pattern/jiang_pungs", func(r *rules.Rules) bool { return r.JiangPungs > 0 }},
		{"pattern/heavenly", func(r *rules.Rules) bool { return r.Heavenly }}, {"pattern/earthly", func(r *rules.Rules) bool { return r.Earthly }},
		{"end/exhausted", everywhere}, {"end/three_winners", isBattle},
		{"settlement/pigs/0", everywhere}, {"settlement/pigs/1", everywhere}, {"settlement/pigs/2", everywhere}, {"settlement/pigs/3", everywhere},
		{"settlement/all_ready", everywhere}, {"settlement/none_ready", everywhere}, {"settlement/mixed", everywhere}, {"settlement/none_clean", everywhere},
		{"fifth_copy/ready", admitsFifth}, {"fifth_copy/not_ready", excludes},
		{"refund/paid", refunds}, {"refund/withheld", func(r *rules.Rules) bool { return r.Refund == rules.RefundReadyOrWon }},
		{"flow/locked_kong", isFlow}, {"flow/locked_kong_refused", isFlow}, {"flow/repeat_win", isFlow},
	}
	for n := range 10 {
		rows = append(rows, row{fmt.Sprint("flow/wins/", n), isFlow})
	}
	return append(rows, row{"flow/wins/10+", isFlow})
}

// writeCoverage writes how often each rule was met, a column a preset, and fails
// the test where one was not met under rules that have it.
func writeCoverage(t *testing.T, file string, covers map[string]referee.Coverage, hands int) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "| rule met in %d hands and %d constructed ones | %s |\n|---|%s\n", hands,
		constructedHands*len(constructors)*len(constructedMixes), strings.Join(rules.Names(), " | "), strings.Repeat("---:|", len(rules.Names())))
	for _, row := range rulebook() {
		fmt.Fprintf(&b, "| %s |", row.key)
		for _, p := range rules.Presets() {
			n := covers[p.Rules.Name][row.key]
			switch {
			case !row.part(&p.Rules):
				b.WriteString(" – |")
				if n > 0 {
					t.Errorf("%s was met %d times under %s, which does not have it", row.key, n, p.Rules.Name)
				}
				continue
			case n == 0:
				t.Errorf("%s was not met under %s", row.key, p.Rules.Name)
			}
			fmt.Fprintf(&b, " %d |", n)
		}
		b.WriteByte('\n')
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// constructors make decks on which rules that chance hardly meets come into
// play.
var constructors = []func(r *rand.Rand, d *engine.Deck){completeDeal, completeFirstDraw, terminalPairs, jiangPungs, allPigs}

// constructedHands is the number of decks of each sort.
const constructedHands = 200

// constructedMixes are the seatings of the constructed decks.
var constructedMixes = [][engine.NumSeats]string{
	{"fast:call=never", "fast:call=never", "fast:call=never", "fast:call=never"},
	{"random", "random", "random", "fast"},
	{"random", "random", "random", "random"},
	{"random:call=never", "random:call=never", "random:call=never", "fast:call=never"},
}

// judgeConstructed has the referee judge hands from constructed decks. Seats of
// random bots name the suit they hold most of, so that it lasts.
func judgeConstructed(t *testing.T, r rules.Rules, tables *shape.Tables, cover referee.Coverage) {
	random := rand.New(rand.NewPCG(20261130, 5))
	for _, mix := range constructedMixes {
		x := newRefereed(t, r, tables, mix, Lanes)
		for s, bot := range x.bots {
			if strings.HasPrefix(mix[s], "random") {
				x.bots[s] = hoarder{bot}
			}
		}
		for i := range int64(constructedHands) {
			for _, construct := range constructors {
				d := Deck(1, i, random.IntN(engine.NumSeats), Lanes)
				construct(random, &d)
				if err := d.Validate(); err != nil {
					t.Fatal(err)
				}
				if err := x.playDeck(i, d); err != nil {
					t.Errorf("constructed hand %d: %v", i, err)
				}
			}
		}
		cover.Merge(x.cover)
	}
}

// A hoarder keeps the suit it holds most of and names it as void.
type hoarder struct{ policy.Policy }

func (b hoarder) Act(v engine.View, legal []engine.Action) engine.Action {
	held := v.Held()
	switch v.Phase() {
	case engine.PhaseExchange: // the suit it holds least of, where it may choose
		return slices.MinFunc(legal, func(a, b engine.Action) int {
			return held[a.Tile().Suit()].Total() - held[b.Tile().Suit()].Total()
		})
	case engine.PhaseVoid:
	default:
		return b.Policy.Act(v, legal)
	}
	return slices.MaxFunc(legal, func(a, b engine.Action) int { return held[a.Suit()].Total() - held[b.Suit()].Total() })
}

// A placer puts tiles at places of a deck by exchanging them with tiles at
// places that are not taken yet.
type placer struct {
	deck  *engine.Deck
	taken [tile.Total]bool
}

func (p *placer) put(place int, t tile.Tile) {
	for i, x := range p.deck.Tiles {
		if x == t && !p.taken[i] {
			p.deck.Tiles[i], p.deck.Tiles[place] = p.deck.Tiles[place], x
			p.taken[place] = true
			return
		}
	}
	panic("no such tile is left")
}

// dealtTo returns the places of the 13 tiles first dealt to a seat.
func dealtTo(d *engine.Deck, seat int) []int {
	var places []int
	for i := (seat - d.Dealer + engine.NumSeats) % engine.NumSeats; i < 52; i += engine.NumSeats {
		places = append(places, i)
	}
	return places
}

// laneOf returns the places of a seat's lane.
func laneOf(d *engine.Deck, seat int) []int {
	var places []int
	for i := 53 + (seat-d.Dealer-1+2*engine.NumSeats)%engine.NumSeats; i < tile.Total; i += engine.NumSeats {
		places = append(places, i)
	}
	return places
}

// winning returns 14 tiles of two suits that are four groups and a pair.
func winning(r *rand.Rand) []tile.Tile {
	void := r.IntN(tile.NumSuits)
	for {
		var h []tile.Tile
		for range 4 {
			s := tile.Suit((void + 1 + r.IntN(2)) % tile.NumSuits)
			if r.IntN(2) == 0 {
				t := tile.Of(s, 1+r.IntN(9))
				h = append(h, t, t, t)
			} else {
				t := tile.Of(s, 1+r.IntN(7))
				h = append(h, t, t+1, t+2)
			}
		}
		t := tile.Of(tile.Suit((void+1)%tile.NumSuits), 1+r.IntN(9))
		h = append(h, t, t)
		if !slices.ContainsFunc(h, func(t tile.Tile) bool {
			n := 0
			for _, x := range h {
				if x == t {
					n++
				}
			}
			return n > tile.Copies
		}) {
			r.Shuffle(len(h), func(i, j int) { h[i], h[j] = h[j], h[i] })
			return h
		}
	}
}

// completeDeal deals the dealer a winning hand. Where tiles are exchanged it
// seldom lasts, but chance meets the rule there by itself.
func completeDeal(r *rand.Rand, d *engine.Deck) {
	p := placer{deck: d}
	h := winning(r)
	for i, place := range append(dealtTo(d, d.Dealer), 52) {
		p.put(place, h[i])
	}
}

// completeFirstDraw lets the seat after the dealer draw its winning tile first.
func completeFirstDraw(r *rand.Rand, d *engine.Deck) {
	p := placer{deck: d}
	h := winning(r)
	seat := (d.Dealer + 1) % engine.NumSeats
	for i, place := range append(dealtTo(d, seat), 53) {
		p.put(place, h[i])
	}
}

// A stack is what a seat is dealt, three tiles of it to be passed on, what the
// seat it receives from is dealt, three tiles of its shortest suit among them,
// and what the seat draws.
type stack struct{ dealt, giver, lane string }

// put lays a stack into a deck.
func (x stack) put(r *rand.Rand, d *engine.Deck) {
	d.Direction, d.Lanes = rules.Right, true
	seat := r.IntN(engine.NumSeats)
	p := placer{deck: d}
	p.putAll(dealtTo(d, seat), x.dealt)
	p.putAll(dealtTo(d, (seat+3)%engine.NumSeats), x.giver)
	p.putAll(laneOf(d, seat), x.lane)
}

// putAll puts tiles, in the order in which they are written two characters
// each, at places.
func (p *placer) putAll(places []int, text string) {
	for i := 0; i < len(text); i += 2 {
		t, err := tile.ParseTile(text[i : i+2])
		if err != nil {
			panic(err)
		}
		p.put(places[i/2], t)
	}
}

// terminalPairs makes seven pairs of terminals: after the exchange the seat
// waits on the last 1p, which is its second draw.
func terminalPairs(r *rand.Rand, d *engine.Deck) {
	stack{
		dealt: "1m1m1m1m9m9m9m9m1p9p1s5s9s",
		giver: "1p1p9p2m3m4m6m7m2s3s4s6s7s",
		lane:  "8s1p",
	}.put(r, d)
}

// jiangPungs makes pungs of 2s, 5s and 8s: after the exchange the seat lacks
// two tiles, which are its second and third draws.
func jiangPungs(r *rand.Rand, d *engine.Deck) {
	stack{
		dealt: "2m2m2m5m5m5m8m8m5p5p1s5s9s",
		giver: "2p2p8p1m3m4m6m7m2s3s4s6s7s",
		lane:  "9p8m5p",
	}.put(r, d)
}

// allPigs deals every seat thirteen tiles of one suit and lets it draw five more
// of it first: a seat that names it cannot get rid of them in time.
func allPigs(_ *rand.Rand, d *engine.Deck) {
	p := placer{deck: d}
	for seat, suit := range []tile.Suit{tile.Characters, tile.Dots, tile.Bamboo, tile.Characters} {
		for _, place := range append(dealtTo(d, seat), laneOf(d, seat)[:5]...) {
			p.putAny(place, tile.SuitKinds(suit))
		}
	}
}

// putAny puts the first tile that is left of a set of kinds at a place.
func (p *placer) putAny(place int, kinds tile.Kinds) {
	for i, t := range p.deck.Tiles {
		if kinds.Has(t) && !p.taken[i] {
			p.put(place, t)
			return
		}
	}
	panic("no such tile is left")
}
