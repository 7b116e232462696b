package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// newSearch looks ahead. It makes up what it cannot see in many ways, plays
// each of a few actions to the end of the hand in all of them with value at
// every seat, and takes the one that was worth most, if that is clear enough:
// otherwise it plays like its prior.
//
// All actions meet the same samples, so that their differences are less noisy
// than their values. The budget is spent by successive halving: after each
// round the worse half of the actions is dropped, and those that stay meet as
// many more samples as the round's share of the budget pays.
func newSearch(v Values) Parts {
	s := searchBy(v, func() *Bot { return NewBot(newValue(defaults(valueParams))) })
	return Parts{s, s, s, s, s, s}
}

// searchBy returns a search whose prior and whose playouts are of one bot.
func searchBy(v Values, newBot func() *Bot) *search {
	s := &search{
		playouts: v.Of("playouts"), candidates: v.Of("candidates"), doubt: int64(v.Of("doubt")),
		prior: newBot(),
	}
	for seat := range s.field {
		s.field[seat] = newBot()
	}
	return s
}

// SearchAgainst returns the spec of a bot that looks ahead as search does, but plays like
// the bot of a spec where it has no better idea, and takes every seat for that bot in its
// samples: it knows whom it plays against. It is in no catalog. The spec must be of a bot
// with parts: no external one, and none of the caller's own.
func SearchAgainst(s Spec) Spec {
	name := "search-against-" + strings.NewReplacer(" ", "", ":", "-", ",", "-", "@", "-").Replace(s.String())
	return Own(name, func() Policy {
		return searchBy(defaults(searchParams), func() *Bot { return NewBot(s.Parts()) })
	})
}

// searchName is what the catalog calls the bot.
const searchName = "search"

var searchParams = []Param{
	{"playouts", "hands played to their end for a decision", 2, 4096, 64},
	{"candidates", "actions tried at a decision, at most", 2, 14, 4},
	{"doubt", "tenths of standard errors by which an action must beat the usual one", 0, 50, 12},
}

// A search is a whole policy, and each part of it.
type search struct {
	playouts, candidates int
	doubt                int64

	prior *Bot
	field [engine.NumSeats]*Bot
	sampler
	assigned engine.Assignment

	source, quiet *engine.Engine // the table's engine, and one like it that tells nobody
	world, hand   engine.Hand
	legal         [engine.NumActions]engine.Action
	proposed      [2 * engine.NumActions]engine.Action
	tried         [16]trial
	discards      [14]shape.Option
}

// A trial is an action and what it was worth more than the first one tried, over
// the samples of all rounds so far.
type trial struct {
	action       engine.Action
	sum, squares int64
	points       int64 // the seat's own in all samples
	samples      int64
}

// mostDifference bounds the points that one sample counts, so that sums of
// squares stay small.
const mostDifference = 512

// Start seeds the samples.
func (s *search) Start(seat int, seed uint64) {
	s.pcg.Seed(seed, 0)
	s.taste = tasteOf(seed)
	s.prior.Start(seat, seed)
	for i := range s.field {
		s.field[i].Start(i, seed)
	}
}

// Act plays a whole seat. Which tile of the void suit goes first matters little,
// and what is passed on is decided with the first tile.
func (s *search) Act(v engine.View, legal []engine.Action) engine.Action {
	usual := s.prior.Act(v, legal)
	if isSettled(v, usual) {
		return usual
	}
	return s.best(v, s.propose(v, legal, usual))
}

// isSettled reports whether the usual action is played without a look ahead.
func isSettled(v engine.View, usual engine.Action) bool {
	return v.PassedOn() != (tile.Held{}) || usual.Kind() == engine.KindDiscard && usual.Tile().Suit() == v.Void(v.Seat())
}

// Explain tells what the actions that were tried were worth in the samples, on
// average, and of the others nothing. Where nothing is tried the prior is asked.
func (s *search) Explain(v engine.View, legal []engine.Action) []Opinion {
	usual := s.prior.Act(v, legal)
	if isSettled(v, usual) {
		return s.prior.Explain(v, legal)
	}
	tried := s.propose(v, legal, usual)
	n := len(tried)
	choice := s.best(v, tried)
	list := opinionsOf(legal, choice)
	for _, t := range s.tried[:n] {
		if i := slices.Index(legal, t.action); i >= 0 && t.samples > 0 {
			worth := float64(t.points) / float64(t.samples)
			list[i].Worth = &worth
			list[i].Goal = fmt.Sprintf("%d samples", t.samples)
		}
	}
	return list
}

// Choose decides as a part. What it is given to choose from is all it tries.
func (s *search) Choose(v engine.View, legal []engine.Action) engine.Action { return s.Act(v, legal) }

// propose lists the actions to try, the usual one first, then the wins and calls
// that there are, or not taking them, and last the best of the discards. A void
// suit is tried once, whichever tile it may be named by.
func (s *search) propose(v engine.View, legal []engine.Action, usual engine.Action) []trial {
	list := s.proposed[:0]
	switch v.Phase() {
	case engine.PhaseExchange:
		list = s.proposeExchanges(v, list)
	case engine.PhaseVoid:
		for _, suit := range s.taste.suits() {
			list = append(list, s.taste.voidAction(legal, suit))
		}
	case engine.PhaseTurn:
		calls := slices.IndexFunc(legal, func(a engine.Action) bool { return a.Kind() != engine.KindDiscard })
		if calls < 0 {
			calls = len(legal)
		}
		list = append(list, legal[calls:]...)
		list = s.rankDiscards(v, legal[:calls], list)
	default:
		list = append(list, legal...)
	}
	tried := append(s.tried[:0], trial{action: usual})
	for _, a := range list {
		if len(tried) < s.candidates && a != usual && (a.Suit() == tile.NoSuit || a.Suit() != usual.Suit()) {
			tried = append(tried, trial{action: a})
		}
	}
	return tried
}

// proposeExchanges appends the first tiles of the plans to pass on each suit.
func (s *search) proposeExchanges(v engine.View, dst []engine.Action) []engine.Action {
	n := v.Rules().ExchangeTiles
	held := v.Held()
	for _, suit := range s.taste.suits() {
		if w := held[suit]; w.Total() >= n {
			dst = append(dst, engine.Exchange(tile.Of(suit, 1+s.taste.loosest(w, n).Lowest())))
		}
	}
	return dst
}

// rankDiscards appends discards: first those that leave the lowest shanten, and
// of these first those that accept most. While the void suit is held there is
// little to choose.
func (s *search) rankDiscards(v engine.View, legal, dst []engine.Action) []engine.Action {
	p := position(v)
	if p.held.HasSuit(p.void) {
		return append(dst, s.taste.firstOf(legal))
	}
	unseen, kinds := v.Unseen(), kindsOf(legal)
	for most := len(dst) + s.candidates; kinds != 0 && len(dst) < most; {
		_, options := p.tables.BestDiscards(&p.held, p.melds, p.void, kinds, s.discards[:0])
		slices.SortStableFunc(options, func(a, b shape.Option) int {
			if d := unseen.CountOf(b.Kinds) - unseen.CountOf(a.Kinds); d != 0 || a.Tile == b.Tile {
				return d
			}
			if s.taste.prefers(a.Tile, b.Tile) {
				return -1
			}
			return 1
		})
		for _, o := range options {
			dst = append(dst, engine.Discard(o.Tile))
			kinds &^= o.Tile.Bit()
		}
		if len(options) == 0 {
			break
		}
	}
	return dst
}

// best spends the budget on the actions and returns the one to play.
func (s *search) best(v engine.View, tried []trial) engine.Action {
	if len(tried) == 1 {
		return tried[0].action
	}
	if e := v.Engine(); e != s.source {
		s.source, s.quiet = e, e.Observed(nil, 0)
	}
	s.look(v)
	rounds := 0
	for n := len(tried); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	samples := int64(0)
	for range rounds {
		n := max(1, s.playouts/rounds/len(tried))
		s.try(v, tried, n)
		samples += int64(n)
		// The usual action stays, being what the others are compared with.
		slices.SortStableFunc(tried[1:], func(a, b trial) int { return cmp.Compare(b.sum, a.sum) })
		tried = tried[:(len(tried)+1)/2]
		if len(tried) == 1 {
			tried = tried[:2]
		}
	}
	if tried[1].isClear(samples, s.doubt) {
		return tried[1].action
	}
	return tried[0].action
}

// isClear reports whether the mean difference is more than n tenths of its
// standard error: mean² > (doubt/10)² · variance/n, with all fractions cleared.
func (t *trial) isClear(n, doubt int64) bool {
	return t.sum > 0 && 100*t.sum*t.sum*(n-1) >= doubt*doubt*(n*t.squares-t.sum*t.sum)
}

// try plays all actions in n more samples.
func (s *search) try(v engine.View, tried []trial, n int) {
	seat := v.Seat()
	for range n {
		s.makeWorld(v)
		first := s.playOut(tried[0].action, seat)
		tried[0].note(first)
		for i := range tried[1:] {
			t := &tried[1+i]
			points := s.playOut(t.action, seat)
			t.note(points)
			d := int64(points - first)
			d = min(max(d, -mostDifference), mostDifference)
			t.sum += d
			t.squares += d * d
		}
	}
}

// note counts the points of a sample.
func (t *trial) note(points int) {
	t.points += int64(points)
	t.samples++
}

// makeWorld makes the hand as it may be. Those who were asked about the same
// tile before answer like value.
func (s *search) makeWorld(v engine.View) {
	s.fill(v, &s.assigned)
	for seat := range s.assigned.Answers {
		s.assigned.Answers[seat] = engine.Pass
	}
	v.Assume(&s.world, &s.assigned)
	if v.Phase() != engine.PhaseClaim && v.Phase() != engine.PhaseRob {
		return
	}
	answered := false
	for seat := (v.Turn() + 1) % engine.NumSeats; seat != v.Seat(); seat = (seat + 1) % engine.NumSeats {
		if legal := s.quiet.LegalAnswers(&s.world, seat, s.legal[:0]); len(legal) > 0 {
			s.assigned.Answers[seat] = s.field[seat].Act(s.quiet.View(&s.world, seat), legal)
			answered = true
		}
	}
	if answered {
		v.Assume(&s.world, &s.assigned)
	}
}

// playOut plays the world on from an action to its end and returns the seat's
// points.
func (s *search) playOut(a engine.Action, seat int) int {
	h, e := &s.hand, s.quiet
	*h = s.world
	for e.Apply(h, a); !h.Over(); e.Apply(h, a) {
		legal := e.Legal(h, s.legal[:0])
		if a = legal[0]; len(legal) > 1 {
			a = s.field[h.Asked()].Act(e.View(h, h.Asked()), legal)
		}
	}
	return h.Ledger()[seat].Total()
}
