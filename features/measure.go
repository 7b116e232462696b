package features

import (
	"math/bits"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// far is the distance of a shape that melds or rules forbid.
const far = 14

// The big shapes, in the order in which distances list them.
const (
	toGroups      = iota // groups and a pair of both live suits
	toFirstFlush         // groups and a pair of the suit x
	toSecondFlush        // groups and a pair of the suit y
	toPungs              // pungs and a pair of both
	toFirstPungs         // pungs and a pair of x
	toSecondPungs        // pungs and a pair of y
	toPairs              // seven pairs of both
	toFirstPairs         // seven pairs of x
	toSecondPairs        // seven pairs of y
	numShapes
)

// A measure is what the tables say of a seat's own tiles under an order of the
// suits; the last is the void suit, or counts as it.
type measure struct {
	order     Order
	lacks     [numShapes]int   // tiles missing to each shape
	live      [2]shape.Outline // of the suits x and y
	roots     int              // kinds owned four times
	accepts   tile.Kinds       // kinds that lower shanten
	flushes   [2]tile.Kinds
	waits     tile.Kinds // kinds that win
	waitLive  int
	waitBase  float32 // mean base points of a win on a wait, by live tiles
	withPairs bool
}

// of measures a prospect. Seven pairs count where the rules have them and let four of a
// kind be two of the pairs, and nothing is declared. The measure must be zero.
func (m *measure) of(p *Prospect) {
	own := &p.seats[0]
	m.order = p.Order()
	r := p.view.Rules()
	m.withPairs = own.melds.N == 0 && r.SevenPairs > 0 && r.SevenPairsQuads
	t := p.view.Engine().Tables()
	m.distances(p, t)
	m.roots = tile.OwnsFour(&p.held, &own.melds).Len()
	m.acceptance(p, t)
	if m.shanten() == 0 && p.held[m.order[last]] == 0 && p.held.Total()%3 == 1 {
		m.readWaits(p)
	}
}

// shanten returns the useful tiles that are lacking to be ready.
func (m *measure) shanten() int { return min(m.lacks[toGroups], m.lacks[toPairs]) - 1 }

// distances fills in what is lacking to each shape.
func (m *measure) distances(p *Prospect, t *shape.Tables) {
	x, y := t.OutlineOf(p.held[m.order[first]]), t.OutlineOf(p.held[m.order[second]])
	m.live = [2]shape.Outline{x, y}
	melds := int(p.seats[0].melds.N)
	m.lacks = [numShapes]int{
		toGroups: t.Missing(x, y, melds), toFirstFlush: t.FlushMissing(x, melds), toSecondFlush: t.FlushMissing(y, melds),
		toPungs:      t.PungsMissing(x.Counts()+y.Counts(), melds),
		toFirstPungs: t.PungsMissing(x.Counts(), melds), toSecondPungs: t.PungsMissing(y.Counts(), melds),
		toPairs: t.PairsMissing(x, y), toFirstPairs: t.PairsMissing(x, 0), toSecondPairs: t.PairsMissing(y, 0),
	}
	if !m.withPairs {
		m.lacks[toPairs], m.lacks[toFirstPairs], m.lacks[toSecondPairs] = far, far, far
	}
	declared := p.seats[0].melds.Kinds()
	if declared&^tile.SuitKinds(m.order[first]) != 0 {
		m.lacks[toFirstFlush], m.lacks[toFirstPungs] = far, far
	}
	if declared&^tile.SuitKinds(m.order[second]) != 0 {
		m.lacks[toSecondFlush], m.lacks[toSecondPungs] = far, far
	}
}

// acceptance fills in the kinds that lower shanten, and those that lower what a
// flush lacks. With a tile to discard it is what the best discard accepts: of
// those that keep shanten the one of most live tiles.
func (m *measure) acceptance(p *Prospect, t *shape.Tables) {
	void, melds := m.order[last], int(p.seats[0].melds.N)
	switch toDiscard := p.held.Total()%3 == 2 && p.held[void] == 0; {
	case toDiscard:
		m.accepts = m.afterDiscard(p, t)
	case m.withPairs:
		_, m.accepts = t.Acceptance(&p.held, melds, void)
	default:
		_, m.accepts = t.StandardAcceptance(&p.held, melds, void)
	}
	for i := range m.flushes {
		if m.lacks[toFirstFlush+i] < far {
			s := m.order[i]
			m.flushes[i] = t.FlushAccepts(m.live[i], melds) << (uint(s) * tile.Ranks)
		}
	}
}

// afterDiscard returns the kinds that the best discard accepts.
func (m *measure) afterDiscard(p *Prospect, t *shape.Tables) tile.Kinds {
	void, melds := m.order[last], int(p.seats[0].melds.N)
	var room [14]shape.Option
	var options []shape.Option
	if m.withPairs {
		_, options = t.BestDiscards(&p.held, melds, void, p.held.Kinds(), room[:0])
	} else {
		_, options = t.StandardDiscards(&p.held, melds, void, p.held.Kinds(), room[:0])
	}
	best, most := tile.Kinds(0), -1
	for _, o := range options {
		if live := p.unseen.CountOf(o.Kinds); live > most {
			best, most = o.Kinds, live
		}
	}
	return best
}

// readWaits fills in what 13 tiles one from a win wait on.
func (m *measure) readWaits(p *Prospect) {
	e, melds := p.view.Engine(), &p.seats[0].melds
	m.waits = e.Waits(&p.held, int(melds.N), m.order[last]) &^ tile.OwnsFour(&p.held, melds)
	base := 0
	for k := m.waits & p.unseen.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		full := p.held.With(t)
		if r, ok := e.Scorer().Score(&full, melds, t, 0); ok {
			n := p.unseen.Count(t)
			m.waitLive += n
			base += n * r.Points
		}
	}
	if m.waitLive > 0 {
		m.waitBase = float32(base) / float32(m.waitLive)
	}
}

// danger returns the opponents, a bit each from the next one on, that may yet win
// on a kind.
func (p *Prospect) danger(t tile.Tile) uint {
	return uint(p.seats[1].threat>>t&1 | p.seats[2].threat>>t&1<<1 | p.seats[3].threat>>t&1<<2)
}

// edge returns how many steps a kind is from the end of its suit, at most 2: as
// many groups as it fits into.
func edge(t tile.Tile) int {
	r := t.Rank()
	return min(r-1, tile.Ranks-r, 2)
}

// heldTimes returns the kinds of a suit that are held once, twice, thrice and four times.
func heldTimes(w tile.SuitWord) (singles, pairs, pungs, quads int) {
	n := func(w tile.SuitWord) int { return bits.OnesCount32(uint32(w)) }
	one, two, three, four := n(w.AtLeast1()), n(w.AtLeast2()), n(w.AtLeast3()), n(w.AtLeast4())
	return one - two, two - three, three - four, four
}
