package policy

import (
	"math"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/policy/net"
)

// A learned plays by a net that was fitted to hands: every discard and call is worth
// what the net says of the position it leads to, and what a kong pays at once. What
// to exchange and which suit to name as void it takes from fast, and it takes every
// win.
type learned struct {
	rows   features.V1Rows
	v2     []float32 // a row of features.V2, nil for a net that reads V1
	reader *net.Reader
	taste  taste
}

// LearnedBot is the name of the bot that plays by a net. No catalog lists it: there
// is one for each net.
const LearnedBot = "learned"

// Learned returns the spec of the bot that plays by a net. Its name, learned@ and
// the net's digest, tells nets apart; options, if there are any, replace
// parts as in Parse. Only a catalog that has the net reads the text back: see
// WithNets.
func (c *Catalog) Learned(n *net.Net, options string) (Spec, error) {
	bot := Entry{
		Description{learnedName(n), "the action that leads to what a net learned to prize", nil},
		func(Values) Parts { return newLearned(n) },
	}
	s, err := plain(c, bot), error(nil)
	if options != "" {
		s, err = c.parse(bot, options)
	}
	s.net = n
	return s, err
}

// learnedName returns the name of the bot that plays by a net.
func learnedName(n *net.Net) string { return LearnedBot + "@" + n.Digest() }

// WithNets returns a copy of the catalog that also reads the specs of bots that play
// by some nets, as Learned writes them.
func (c *Catalog) WithNets(nets ...*net.Net) *Catalog {
	with := *c
	with.nets = slices.Concat(c.nets, nets)
	return &with
}

// netOf returns the net by which the bot of a name plays, nil if there is none.
func (c *Catalog) netOf(name string) *net.Net {
	for _, n := range c.nets {
		if learnedName(n) == name {
			return n
		}
	}
	return nil
}

// Net returns the net that the spec's bot plays by, nil if it plays by none.
func (s Spec) Net() *net.Net { return s.net }

// NetDigest returns the digest of the net by which the bot of a spec's text plays,
// false if it plays by none. A digest is hexadecimal, so that a file named after it
// stays in its folder.
func NetDigest(text string) (digest string, ok bool) {
	name, _, _ := strings.Cut(text, ":")
	digest, ok = strings.CutPrefix(name, LearnedBot+"@")
	return digest, ok && digest != "" && strings.Trim(digest, "0123456789abcdef") == ""
}

func newLearned(n *net.Net) Parts {
	l := &learned{reader: n.NewReader(features.V1Own, features.V1Second)}
	l.rows.WithoutKinds = !n.ReadsFrom(features.V1Kinds)
	if n.Features() == (features.V2{}).Schema().Name {
		l.v2 = make([]float32, features.V2{}.Len())
	}
	parts := newFast(defaults(fastParams))
	parts.Discard, parts.Call = tasted{thinking{l.discard, l.think}, &l.taste}, tasted{thinking{l.call, l.think}, &l.taste}
	return parts
}

// look returns the prospect of a decision.
func (l *learned) look(v engine.View) features.Prospect {
	l.rows.Begin()
	return features.NewProspect(v)
}

// value returns what the net says of a prospect of the decision.
func (l *learned) value(p *features.Prospect) float32 {
	if l.v2 != nil {
		features.V2{}.EncodeProspect(l.v2, p)
		return l.reader.Value(l.v2, 0)
	}
	return l.reader.Value(l.rows.Encode(p))
}

// discard takes the tile whose loss leads to the most; of equal ones, and of those
// of the void suit, the lowest.
func (l *learned) discard(v engine.View, legal []engine.Action) engine.Action {
	t := l.taste.firstOf(legal).Tile()
	if t.Suit() != v.Void(v.Seat()) {
		p := l.look(v)
		t, _ = l.best(&p, kindsOf(legal))
	}
	return engine.Discard(t)
}

// best returns the best of the discards in a set, and what it leads to.
func (l *learned) best(p *features.Prospect, among tile.Kinds) (tile.Tile, float32) {
	best, most := tile.None, float32(math.Inf(-1))
	for k := among; k != 0; k = k.Rest() {
		t := k.First()
		after := p.After(engine.Discard(t))
		if worth := l.value(&after); worth > most || worth == most && l.taste.prefers(t, best) {
			best, most = t, worth
		}
	}
	return best, most
}

// call makes the call that leads to more than none, if there is one.
func (l *learned) call(v engine.View, legal []engine.Action) engine.Action {
	p := l.look(v)
	var most float32
	if v.Phase() == engine.PhaseTurn {
		_, most = l.best(&p, v.Discards())
	} else {
		pass := p.After(engine.Pass)
		most = l.value(&pass)
	}
	best := engine.Pass
	for _, a := range legal {
		if k := a.Kind(); k == engine.KindDiscard || k == engine.KindPass {
			continue
		}
		if worth := l.called(v, &p, a); worth > most {
			best, most = a, worth
		}
	}
	return best
}

// think tells what the net says of where actions lead.
func (l *learned) think(v engine.View, among []engine.Action, dst []Opinion) {
	p := features.NewProspect(v)
	for i, a := range among {
		worth := float64(0)
		switch a.Kind() {
		case engine.KindDiscard, engine.KindPass:
			after := p.After(a)
			worth = float64(l.value(&after))
		default:
			worth = float64(l.called(v, &p, a))
		}
		dst[i].Worth = &worth
	}
}

// called returns what a call leads to: a pung to its best discard.
func (l *learned) called(v engine.View, p *features.Prospect, a engine.Action) float32 {
	after := p.After(a)
	if a == engine.Pung {
		_, worth := l.best(&after, after.Discards())
		return worth
	}
	return l.value(&after) + float32(KongPay(v, a))
}

// KongPay returns the points that a kong of the asked seat pays it at once, 0 for
// another action. They may have to be given back.
func KongPay(v engine.View, a engine.Action) int {
	r := v.Rules()
	switch a.Kind() {
	case engine.KindKong:
		return r.KongClaimed
	case engine.KindConcealedKong:
		return r.KongConcealed * payers(v)
	case engine.KindAddedKong:
		if a.Tile() != v.Drawn() && r.LateAddedKong == rules.LateUnpaid {
			return 0
		}
		return r.KongAdded * payers(v)
	}
	return 0
}

// payers counts the opponents that are still in the hand.
func payers(v engine.View) int {
	n := 0
	for s := range engine.NumSeats {
		if s != v.Seat() && !v.IsOut(s) {
			n++
		}
	}
	return n
}
