package policy

import (
	"fmt"
	"math"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// thinkOfDiscards says what value thinks of discards.
func (b *valuer) thinkOfDiscards(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	risk := b.risks(&o, kindsOf(among))
	most := math.MinInt
	for i, a := range among {
		rest := h
		rest.held.Remove(a.Tile())
		b.thinkOf(&o, &h, &rest, &dst[i])
		most = max(most, int(math.Round(*dst[i].Worth*thousand)))
	}
	weight := thousand
	if most < b.foldBelow {
		weight = b.fold
	}
	for i, a := range among {
		danger := risk[a.Tile()] * weight / thousand
		dst[i].Danger = points(danger)
		*dst[i].Worth -= float64(danger) / thousand
	}
}

// thinkOf fills in the worth of tiles, the wins they promise and their best goal.
// The goals that matter are those of the tiles before an action.
func (b *valuer) thinkOf(o *outlook, before, h *hand, dst *Opinion) {
	var d duo
	before.duo(&d)
	in := b.aimsOf(o, before, &d)
	h.duo(&d)
	aim, worth := b.weigh(o, h, &d, &in)
	dst.Worth = points(worth)
	wins, goal := 0.0, "nothing in reach"
	if aim.missing == 1 && aim.fan == 0 && h.held[h.void] == 0 {
		weights, pay := b.waits(o, h)
		if weights > 0 && o.odds.share(&o.odds.win, 1, weights, pay) == aim.worth {
			wins, goal = float64(o.odds.chance(&o.odds.win, 1, weights))/(1<<oddsBits), "ready"
			dst.Wins, dst.Goal = &wins, goal
			return
		}
	}
	if aim.worth > 0 {
		wins = float64(aim.worth) / float64(o.pay[min(aim.fan, o.cap)])
		goal = aim.text(&d)
	}
	dst.Wins, dst.Goal = &wins, goal
}

// text says in words what a plan is, and what it lacks.
func (p *plan) text(d *duo) string {
	words := []string{map[form]string{anyGroups: "groups", pungs: "pungs", pairs: "seven pairs"}[p.form]}
	if p.use != both {
		words = append(words, "of "+d.suits[p.use-onlyFirst].String()+" alone")
	}
	return fmt.Sprintf("%s, %d missing, %d fan", strings.Join(words, " "), p.missing, p.fan)
}

// thinkOfCalls says what value thinks of kongs, or of pung, kong and pass.
func (b *valuer) thinkOfCalls(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	for i, a := range among {
		after := h.after(a, v.Offered())
		extra := 0
		switch a.Kind() {
		case engine.KindPass:
		case engine.KindPung:
			t, _ := b.bestDiscard(&o, &after, after.discards())
			before := after
			after.held.Remove(t)
			b.thinkOf(&o, &before, &after, &dst[i])
			dst[i].Goal = fmt.Sprintf("discards %s: %s", t, dst[i].Goal)
			danger := b.risks(&o, t.Bit())[t]
			dst[i].Danger = points(danger)
			*dst[i].Worth += float64(b.pung-danger) / thousand
			continue
		default:
			extra = b.kong + thousand*KongPay(v, a)
		}
		b.thinkOf(&o, &after, &after, &dst[i])
		*dst[i].Worth += float64(extra) / thousand
	}
}

// discards returns the kinds that may be discarded.
func (h *hand) discards() tile.Kinds {
	k := h.held.Kinds()
	if void := k & tile.SuitKinds(h.void); void != 0 {
		return void
	}
	return k
}

// thinkOfWin says what value thinks of a win: what it pays and leaves.
func (b *valuer) thinkOfWin(v engine.View, _ []engine.Action, dst []Opinion) {
	taken, passed, ok := b.winOrPass(v)
	if !ok {
		dst[0].Goal = "a win that is always taken"
		return
	}
	dst[0].Worth = points(taken)
	dst[0].Goal = fmt.Sprintf("passing is weighed as %.3f", float64(passed*b.patience/thousand)/thousand)
}

// thinkOfVoids says what value thinks of the tiles with each suit void.
func (b *valuer) thinkOfVoids(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	for i, a := range among {
		without := h
		without.void = a.Suit()
		b.thinkOf(&o, &without, &without, &dst[i])
	}
}

// thinkOfExchange says what value thinks is left without the loosest tiles of each
// suit, of the tiles that are among them. Once one was passed on there is no choice.
func (b *valuer) thinkOfExchange(v engine.View, among []engine.Action, dst []Opinion) {
	if v.PassedOn() != (tile.Held{}) {
		return
	}
	n := v.Rules().ExchangeTiles
	o, held := b.outlook(v), v.Held()
	h := ownHand(v)
	for i, a := range among {
		s := a.Tile().Suit()
		if held[s].Total() < n {
			continue
		}
		plan := Loosest(held[s], n)
		if plan.Lowest()+1 != a.Tile().Rank() {
			continue
		}
		rest := h
		rest.held[s] -= plan
		void, _ := b.bestVoid(&o, &rest)
		rest.void = void
		b.thinkOf(&o, &rest, &rest, &dst[i])
		var out tile.Held
		out[s] = plan
		dst[i].Goal = fmt.Sprintf("without %s, void %s: %s", out, void, dst[i].Goal)
	}
}
