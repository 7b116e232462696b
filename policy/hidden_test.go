package policy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/features"
)

func randomDeck(seed uint64, lanes bool) engine.Deck {
	rng := rand.New(rand.NewPCG(seed, 42))
	d := engine.Deck{Dealer: rng.IntN(engine.NumSeats), Direction: rules.Right + rules.Direction(rng.IntN(3)), Lanes: lanes}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	rng.Shuffle(len(d.Tiles), func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	return d
}

// The owners of a deck's places other than the seats.
const (
	inWall   = -1
	onTable  = engine.NumSeats // shown to all
	nobodyAt = -1
)

// A tracker follows by the events of a hand where the tile of each place of its
// deck has gone. It is a value: a copy is a snapshot.
type tracker struct {
	deck        *engine.Deck
	fromBack    bool // replacements come from the back
	dealt       int
	front, back int
	owner       [tile.Total]int
	giver       [tile.Total]int  // who passed the tile on in the exchange
	fixed       [tile.Total]bool // may not be another tile: it was won with, or committed
	void        [engine.NumSeats]tile.Suit
	cleared     [engine.NumSeats]bool // has discarded a tile that was not of its void suit
}

func newTracker(d *engine.Deck, r *rules.Rules) tracker {
	k := tracker{deck: d, fromBack: r.ReplacementFrom == rules.Back, front: 53, back: tile.Total}
	for i := range k.owner {
		k.owner[i], k.giver[i] = inWall, nobodyAt
	}
	return k
}

// find returns a place whose tile a seat holds.
func (k *tracker) find(seat uint8, x tile.Tile, ok func(i int) bool) int {
	for i, t := range k.deck.Tiles {
		if t == x && k.owner[i] == int(seat) && ok(i) {
			return i
		}
	}
	panic("a tile is shown that nobody holds")
}

func anyPlace(int) bool { return true }

// show puts tiles that a seat holds on the table.
func (k *tracker) show(seat uint8, x tile.Tile, n int) {
	for range n {
		k.owner[k.find(seat, x, anyPlace)] = onTable
	}
}

// Observe follows one event.
func (k *tracker) Observe(_ *engine.Hand, e engine.Event) {
	switch e.Kind {
	case engine.EventDeal:
		k.owner[k.dealt] = int(e.Seat)
		k.dealt++
	case engine.EventExchange:
		i := k.find(e.Seat, e.Tile, func(i int) bool { return k.giver[i] == nobodyAt })
		k.owner[i], k.giver[i] = int(e.Other), int(e.Seat)
	case engine.EventVoid:
		k.void[e.Seat] = e.Suit
		if e.Tile != tile.None {
			k.fixed[k.find(e.Seat, e.Tile, anyPlace)] = true
		}
	case engine.EventDraw:
		if e.Replacement && k.fromBack {
			k.back--
			k.owner[k.back] = int(e.Seat)
			return
		}
		k.owner[k.front] = int(e.Seat)
		k.front++
	case engine.EventDiscard:
		k.show(e.Seat, e.Tile, 1)
		k.cleared[e.Seat] = k.cleared[e.Seat] || e.Tile.Suit() != k.void[e.Seat]
	case engine.EventMeld:
		k.show(e.Seat, e.Tile, map[tile.MeldKind]int{tile.Pung: 2, tile.ClaimedKong: 3, tile.ConcealedKong: 4, tile.AddedKong: 1}[e.Meld.Kind()])
	case engine.EventWin:
		for i, owner := range k.owner {
			k.fixed[i] = k.fixed[i] || owner == int(e.Seat)
		}
	}
}

// permute changes tiles that a viewer cannot know, such that the others could
// have played as they did: who has cleared its void suit holds none of it, and
// what went from one to another in the exchange stays of its suit.
func (k *tracker) permute(viewer int, rng *rand.Rand) engine.Deck {
	d := *k.deck
	var free []int
	for i, owner := range k.owner {
		if owner != viewer && owner != onTable && k.giver[i] != viewer && !k.fixed[i] {
			free = append(free, i)
		}
	}
	fits := func(i int, x tile.Tile) bool {
		if k.owner[i] == inWall {
			return true
		}
		return (k.giver[i] == nobodyAt || x.Suit() == d.Tiles[i].Suit()) &&
			(!k.cleared[k.owner[i]] || x.Suit() != k.void[k.owner[i]])
	}
	for range 20 * len(free) {
		i, j := free[rng.IntN(len(free))], free[rng.IntN(len(free))]
		if fits(i, d.Tiles[j]) && fits(j, d.Tiles[i]) {
			d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i]
		}
	}
	return d
}

// gives returns what a seat passes on in the exchange with the tiles of a deck.
func (k *tracker) gives(d *engine.Deck, seat int) []tile.Tile {
	var out []tile.Tile
	for i, giver := range k.giver {
		if giver == seat {
			out = append(out, d.Tiles[i])
		}
	}
	slices.Sort(out)
	return out
}

// A script is what everybody has seen or done up to a decision.
type script struct {
	voids   []engine.Action
	opening [engine.NumSeats][]engine.Action // the exchange of each seat
	turns   []engine.Action                  // on the seats' own turns, in order
	answers map[[2]int]engine.Action         // to the tile of turn action [0] by seat [1]
}

// allApplied reports whether everybody who claimed the tile of a turn action in
// the script has been asked again: with other tiles a lock may forbid a win.
func (s *script) allApplied(turn int, applied map[[2]int]bool) bool {
	for seat := range engine.NumSeats {
		at := [2]int{turn, seat}
		if a, ok := s.answers[at]; ok && a != engine.Pass && !applied[at] {
			return false
		}
	}
	return true
}

// A moment is a decision of a hand to come back to.
type moment struct {
	hand  engine.Hand
	track tracker
	turns int // turn actions before it
}

// replay plays the script from another deck up to the moment, whose seat is to
// decide, and returns the table there. What others did must be possible with
// the tiles they now hold, or the replay fails. What nobody has seen yet may
// differ: choices in the exchange and of the void suit, and answers that come
// to nothing.
func (x *table) replay(t *testing.T, s *script, m *moment, d *engine.Deck, rng *rand.Rand) bool {
	t.Helper()
	viewer, target := m.hand.Asked(), m.hand.Phase()
	x.e.Deal(&x.h, d)
	turns, voids := 0, 0
	var picked [engine.NumSeats]int
	applied := map[[2]int]bool{}
	for !x.h.Over() {
		asked, phase := x.h.Asked(), x.h.Phase()
		if phase == engine.PhaseTurn && !s.allApplied(turns, applied) {
			return false
		}
		if asked == viewer && phase == target && turns == m.turns && x.e.View(&x.h, viewer).PassedOn() == x.e.View(&m.hand, viewer).PassedOn() {
			return slices.Equal(x.h.River(), m.hand.River()) // also in what was discarded as drawn
		}
		legal := x.e.Legal(&x.h, x.legal[:0])
		var a engine.Action
		switch {
		case phase == engine.PhaseExchange && asked == viewer:
			a = s.opening[asked][picked[asked]]
			picked[asked]++
		case phase == engine.PhaseExchange && target == engine.PhaseExchange, phase == engine.PhaseVoid && target == engine.PhaseVoid:
			a = legal[rng.IntN(len(legal))]
		case phase == engine.PhaseExchange:
			a = engine.Exchange(m.track.gives(d, asked)[picked[asked]])
			picked[asked]++
		case phase == engine.PhaseVoid:
			a = s.voids[voids]
			voids++
		case phase == engine.PhaseTurn:
			if turns == m.turns {
				return false
			}
			a = s.turns[turns]
			turns++
		default:
			var ok bool
			if a, ok = s.answers[[2]int{turns, asked}]; !ok {
				if asked == viewer {
					t.Fatalf("seat %d is asked about a tile only because of tiles it cannot see", viewer)
				}
				a = engine.Pass
			}
			applied[[2]int{turns, asked}] = true
		}
		if !slices.Contains(legal, a) {
			if asked == viewer {
				t.Fatalf("seat %d may not %s any more because of tiles it cannot see", viewer, a)
			}
			return false
		}
		x.e.Apply(&x.h, a)
	}
	return false
}

// record plays a hand and returns its script and its decisions.
func (x *table) record(d *engine.Deck, seed uint64) (*script, []moment) {
	k := newTracker(d, x.e.Rules())
	quiet := x.e
	x.e = quiet.Observed(&k, engine.AllEvents)
	defer func() { x.e = quiet }()
	s := &script{answers: map[[2]int]engine.Action{}}
	var moments []moment
	x.deal(d, seed)
	for !x.h.Over() {
		asked := x.h.Asked()
		a := x.next()
		if len(x.legal) > 1 {
			moments = append(moments, moment{x.h, k, len(s.turns)})
		}
		switch x.h.Phase() {
		case engine.PhaseExchange:
			s.opening[asked] = append(s.opening[asked], a)
		case engine.PhaseVoid:
			s.voids = append(s.voids, a)
		case engine.PhaseTurn:
			s.turns = append(s.turns, a)
		default:
			s.answers[[2]int{len(s.turns), asked}] = a
		}
		x.e.Apply(&x.h, a)
	}
	return s, moments
}

// No bot's choice depends on tiles that it cannot see, nor on choices that have
// not been shown: from a deck in which the unseen tiles are permuted the same
// public history leads it to the same choice.
func TestBotsSeeOnlyTheirView(t *testing.T) {
	n := uint64(12)
	if testing.Short() {
		n = 3
	}
	list := specs(t)
	for _, p := range rules.Presets() {
		t.Run(p.Rules.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			var tried, reached [engine.PhaseOver]int
			for seed := range n {
				a, b := list[rng.IntN(len(list))], list[rng.IntN(len(list))]
				x := newTable(t, p.Rules, a, b)
				d := randomDeck(seed, false)
				s, moments := x.record(&d, seed)
				for _, m := range moments {
					for range 2 {
						phase := m.hand.Phase()
						other := m.track.permute(m.hand.Asked(), rng)
						tried[phase]++
						if !x.replay(t, s, &m, &other, rng) {
							continue
						}
						reached[phase]++
						wantSameChoices(t, list, x, &m)
					}
				}
			}
			for phase := range tried {
				if tried[phase] > 20 && reached[phase] < tried[phase]/4 {
					t.Errorf("in the phase %s only %d of %d replays came through", engine.Phase(phase), reached[phase], tried[phase])
				}
			}
			if p.Rules.ExchangeTiles > 0 && reached[engine.PhaseExchange] == 0 || reached[engine.PhaseTurn] == 0 || reached[engine.PhaseClaim] == 0 {
				t.Errorf("replays that came through, by phase: %v of %v", reached, tried)
			}
		})
	}
}

// wantSameChoices demands the same choice of every bot at a moment and where a
// replay of it stands.
func wantSameChoices(t *testing.T, list []Spec, x *table, m *moment) {
	t.Helper()
	seat := m.hand.Asked()
	want, got := x.e.Legal(&m.hand, nil), x.e.Legal(&x.h, nil)
	if fmt.Sprint(want) != fmt.Sprint(got) {
		t.Fatalf("phase %s: legal are %v, with other unseen tiles %v", m.hand.Phase(), want, got)
	}
	if x.e.View(&m.hand, seat).Unseen() != x.e.View(&x.h, seat).Unseen() {
		t.Fatalf("phase %s: the replay shows other tiles", m.hand.Phase())
	}
	wantSameFeatures(t, x.e.View(&m.hand, seat), x.e.View(&x.h, seat), want)
	for _, s := range list {
		bot := s.New()
		bot.Start(seat, 99)
		a := bot.Act(x.e.View(&m.hand, seat), want)
		bot.Start(seat, 99)
		if b := bot.Act(x.e.View(&x.h, seat), got); a != b {
			t.Errorf("%s, phase %s, seat %d: %s, with other unseen tiles %s", s, m.hand.Phase(), seat, a, b)
		}
	}
}

// wantSameFeatures demands the same encodings of two views, as they are and after
// each action.
func wantSameFeatures(t *testing.T, v, w engine.View, legal []engine.Action) {
	t.Helper()
	p, q := features.NewProspect(v), features.NewProspect(w)
	wantSameEncodings(t, &p, &q)
	for _, a := range legal {
		p, q := p.After(a), q.After(a)
		wantSameEncodings(t, &p, &q)
	}
}

func wantSameEncodings(t *testing.T, p, q *features.Prospect) {
	t.Helper()
	var v2 features.V2 // v1 is the first part of it
	var planes features.Planes
	x, y := make([]float32, v2.Len()), make([]float32, v2.Len())
	v2.EncodeProspect(x, p)
	v2.EncodeProspect(y, q)
	if i := firstDifference(x, y); i >= 0 {
		t.Errorf("feature %s: %v, with other unseen tiles %v", v2.Schema().Entries[i].Name, x[i], y[i])
	}
	a, b := make([]uint8, planes.Len()), make([]uint8, planes.Len())
	planes.EncodeProspect(a, p)
	planes.EncodeProspect(b, q)
	if i := firstDifference(a, b); i >= 0 {
		t.Errorf("plane %s: differs with other unseen tiles", planes.Schema().Entries[i/tile.Count].Name)
	}
}

func firstDifference[T comparable](x, y []T) int {
	for i := range x {
		if x[i] != y[i] {
			return i
		}
	}
	return -1
}

// The permutations reach what a bot that peeks would look at: what the others
// hold and the tile drawn next.
func TestPermutationsChangeTheUnseen(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	x := newTable(t, r, specs(t)...)
	d := randomDeck(5, false)
	s, moments := x.record(&d, 5)
	held, wall, through := 0, 0, 0
	for _, m := range moments {
		other := m.track.permute(m.hand.Asked(), rng)
		if !x.replay(t, s, &m, &other, rng) {
			continue
		}
		through++
		for seat := range engine.NumSeats {
			if seat != m.hand.Asked() && m.hand.Held(seat) != x.h.Held(seat) {
				held++
			}
		}
		if next := m.track.front; next < tile.Total && other.Tiles[next] != d.Tiles[next] {
			wall++
		}
	}
	if through == 0 || held < through || wall < through/2 {
		t.Errorf("%d replays: other tiles at %d seats, another next tile %d times", through, held, wall)
	}
}
