package features

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// V1 encodes what a seat knows as a short vector of named numbers, each in the
// unit that its schema says. Seats are relative: self, next, opposite, previous in
// turn order. Suits are in canonical order (see Order): x, y, and z the void suit.
// What is a matter of time is measured in tiles left in the wall, never in turns.
//
// It takes no memory and about half a microsecond. The zero value is ready, and
// may be shared by goroutines.
type V1 struct{}

// The blocks of the vector, in their order.
const (
	atPhase    = 0
	atTime     = atPhase + numMoments
	atSeats    = atTime + 3
	atSuits    = atSeats + engine.NumSeats*seatNumbers
	atShapes   = atSuits + tile.NumSuits*suitNumbers
	atAccepts  = atShapes + numShapes + 2
	atWaits    = atAccepts + acceptNumbers
	atQuestion = atWaits + 4
	atOwn      = atQuestion + questionNumbers
	atMelds    = atOwn + tile.Count
	atUnseen   = atMelds + liveKinds
	atDanger   = atUnseen + tile.Count
	atAccepted = atDanger + tile.Count
	atAsked    = atAccepted + liveKinds
	v1Len      = atAsked + tile.Count

	numMoments      = int(engine.PhaseOver) + 2 // the phases, acted, replacement
	seatNumbers     = 14
	suitNumbers     = 13
	acceptNumbers   = 9
	questionNumbers = engine.NumSeats + 6
	liveKinds       = 2 * tile.Ranks // of the suits x and y
)

// Len returns the number of features.
func (V1) Len() int { return v1Len }

// Encode writes the features of a seat's position to dst, which has room for Len
// numbers. It panics if there is less.
func (V1) Encode(dst []float32, v engine.View) {
	p := NewProspect(v)
	V1{}.EncodeProspect(dst, &p)
}

// EncodeProspect is Encode for a prospect.
func (V1) EncodeProspect(dst []float32, p *Prospect) {
	x := (*[v1Len]float32)(dst)
	var m measure
	m.of(p)
	encodeMoment(x, p)
	for i := range p.seats {
		encodeSeat(seatBlock(x, i), &p.seats[i], m.order)
	}
	for i, s := range m.order {
		encodeSuit(suitBlock(x, i), p, s)
	}
	encodeShapes(x, p, &m)
	encodeKinds(x, p, &m)
}

func seatBlock(x *[v1Len]float32, i int) *[seatNumbers]float32 {
	return (*[seatNumbers]float32)(x[atSeats+i*seatNumbers:])
}

func suitBlock(x *[v1Len]float32, i int) *[suitNumbers]float32 {
	return (*[suitNumbers]float32)(x[atSuits+i*suitNumbers:])
}

// encodeShapes writes what both suits lack and accept, and what is in question.
func encodeShapes(x *[v1Len]float32, p *Prospect, m *measure) {
	for i, n := range m.lacks {
		x[atShapes+i] = float32(n)
	}
	x[atShapes+numShapes] = float32(m.shanten())
	x[atShapes+numShapes+1] = float32(m.roots)
	encodeAcceptance((*[acceptNumbers]float32)(x[atAccepts:]), p, m)
	x[atWaits] = float32(m.waits.Len())
	x[atWaits+1] = float32(m.waitLive)
	x[atWaits+2] = m.waitBase
	x[atWaits+3] = indicator(m.waits != 0)
	encodeQuestion((*[questionNumbers]float32)(x[atQuestion:]), p)
}

func indicator(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// encodeMoment writes what is being decided and how long the hand may last.
func encodeMoment(x *[v1Len]float32, p *Prospect) {
	phase := p.view.Phase()
	for i := range numMoments {
		x[atPhase+i] = 0
	}
	if p.acted {
		x[atPhase+int(engine.PhaseOver)] = 1
	} else if phase < engine.PhaseOver {
		x[atPhase+int(phase)] = 1
	}
	x[atPhase+int(engine.PhaseOver)+1] = indicator(p.replacement)
	x[atTime] = float32(p.left) / wallAfterDeal
	x[atTime+1] = float32(p.left) / float32(max(p.active, 1))
	x[atTime+2] = indicator(p.view.Dealer() == p.view.Seat())
}

// wallAfterDeal is the number of tiles that the deal leaves.
const wallAfterDeal = tile.Total - engine.NumSeats*13 - 1

// encodeSeat writes what is public of a seat.
func encodeSeat(x *[seatNumbers]float32, s *publicSeat, o Order) {
	*x = [seatNumbers]float32{}
	x[0], x[1], x[2] = float32(s.points), indicator(s.won), indicator(s.out)
	kongs := 0
	var ofSuit [32]uint8 // by the tile's suit, and 3 for a hidden kong
	for _, m := range s.melds.All() {
		if m.IsKong() {
			kongs++
		}
		ofSuit[m.Tile().Suit()&31]++
	}
	x[3], x[4] = float32(s.melds.N), float32(kongs)
	for i, suit := range o {
		x[5+i] = float32(ofSuit[suit])
		x[8+i] = float32(s.discards[suit])
		x[11+i] = indicator(s.void == suit)
	}
}

// encodeSuit writes what the seat holds of a suit.
func encodeSuit(x *[suitNumbers]float32, p *Prospect, s tile.Suit) {
	w := p.held[s]
	lacks := p.view.Engine().Tables().Distances(w)
	singles, pairs, pungs, quads := heldTimes(w)
	x[0], x[1], x[2], x[3] = float32(singles), float32(pairs), float32(pungs), float32(quads)
	for m := range 4 {
		x[4+m] = float32(lacks[0][m+1])
	}
	for m := range 5 {
		x[8+m] = float32(lacks[1][m])
	}
}

// encodeAcceptance writes how many live tiles bring the seat nearer.
func encodeAcceptance(x *[acceptNumbers]float32, p *Prospect, m *measure) {
	live := func(suit int, k tile.Kinds) int {
		s := m.order[suit]
		return p.unseen[s].CountOf(k >> (uint(s) * tile.Ranks))
	}
	inX, inY := live(first, m.accepts), live(second, m.accepts)
	both := float32(inX + inY)
	unseen := float32(max(p.unseen.Total(), 1))
	x[0] = float32((m.accepts & p.unseen.Kinds()).Len())
	x[1] = both
	x[2], x[3] = float32(inX), float32(inY)
	x[4] = both / unseen
	x[5] = both / unseen * float32(p.left) / float32(max(p.active, 1))
	x[6] = float32(p.unseen.CountOf(m.accepts & p.held.Twice()))
	x[7] = float32(live(first, m.flushes[0]))
	x[8] = float32(live(second, m.flushes[1]))
}

// encodeQuestion writes what is known of the tile in question.
func encodeQuestion(x *[questionNumbers]float32, p *Prospect) {
	*x = [questionNumbers]float32{}
	t := p.question
	if t == tile.None {
		return
	}
	x[p.asker] = 1
	x[4] = float32(p.held.Count(t))
	x[5] = float32(p.unseen.Count(t))
	x[6] = float32(edge(t))
	d := p.danger(t)
	x[7], x[8], x[9] = float32(d&1), float32(d>>1&1), float32(d>>2)
}

// encodeKinds writes what is counted by kind, kinds of the suit x first.
func encodeKinds(x *[v1Len]float32, p *Prospect, m *measure) {
	melds := p.seats[0].melds.Tiles()
	for i, s := range m.order {
		at := i * tile.Ranks
		shift := uint(s) * tile.Ranks
		spread((*[tile.Ranks]float32)(x[atOwn+at:]), p.held[s])
		spread((*[tile.Ranks]float32)(x[atUnseen+at:]), p.unseen[s])
		var danger tile.SuitWord
		for o := range p.seats[1:] {
			danger += oneEach(p.seats[1+o].threat >> shift)
		}
		spread((*[tile.Ranks]float32)(x[atDanger+at:]), danger)
		clear(x[atAsked+at : atAsked+at+tile.Ranks])
		if t := p.question; t.Suit() == s {
			x[atAsked+at+t.Rank()-1] = 1
		}
	}
	for i, s := range m.order[:last] {
		at := i * tile.Ranks
		spread((*[tile.Ranks]float32)(x[atMelds+at:]), melds[s])
		spread((*[tile.Ranks]float32)(x[atAccepted+at:]), oneEach(m.accepts>>(uint(s)*tile.Ranks)))
	}
}

// oneEach returns one tile each of the kinds of a set that are of the suit m.
func oneEach(k tile.Kinds) tile.SuitWord { return onesOf[k&(1<<tile.Ranks-1)] }

var onesOf = func() (ones [1 << tile.Ranks]tile.SuitWord) {
	for k := range ones {
		for r := range tile.Ranks {
			ones[k] |= tile.SuitWord(k>>r&1) << (tile.RankBits * r)
		}
	}
	return ones
}()

// spread writes the nine counts of a suit, three at a time.
func spread(dst *[tile.Ranks]float32, w tile.SuitWord) {
	const bits = 3 * tile.RankBits
	*(*[3]float32)(dst[0:]) = threeCounts[w%(1<<bits)]
	*(*[3]float32)(dst[3:]) = threeCounts[w>>bits%(1<<bits)]
	*(*[3]float32)(dst[6:]) = threeCounts[w>>(2*bits)%(1<<bits)]
}

// threeCounts are the counts of three neighbouring ranks.
var threeCounts = func() (counts [1 << (3 * tile.RankBits)][3]float32) {
	for w := range counts {
		for r := range counts[w] {
			counts[w][r] = float32(tile.SuitWord(w).Rank(r))
		}
	}
	return counts
}()

// Schema documents the features.
func (V1) Schema() Schema {
	var b schemaBuilder
	b.moments()
	for _, seat := range relativeSeats {
		b.seat(seat)
	}
	for i := range tile.NumSuits {
		b.suit(i)
	}
	b.shapes()
	b.acceptance()
	b.question()
	b.kindsOf(3, "own", 4, "tiles", "tiles of the kind held")
	b.kindsOf(2, "melded", 4, "tiles", "tiles of the kind in the seat's own melds")
	b.kindsOf(3, "unseen", 4, "tiles", "tiles of the kind that the seat does not see")
	b.kindsOf(3, "danger", 3, "seats", "opponents that may yet win on the kind: it is not of their void suit, and they have not let it pass since their last discard")
	b.kindsOf(2, "accepts", 1, "", "1 if the kind lowers shanten (see accepted_kinds)")
	b.kindsOf(3, "question", 1, "", "1 for the kind of the tile in question")
	return Schema{Name: "v1", Version: 1, Width: 1, Entries: b}
}

var relativeSeats = [engine.NumSeats]string{"self", "next", "opposite", "previous"}

// A schemaBuilder collects the entries of a schema.
type schemaBuilder []Entry

func (b *schemaBuilder) add(name string, lo, hi float32, unit, meaning string) {
	*b = append(*b, Entry{name, lo, hi, unit, meaning})
}

func (b *schemaBuilder) moments() {
	for f := engine.PhaseExchange; f < engine.PhaseOver; f++ {
		b.add("phase_"+f.String(), 0, 1, "", "1 if the seat is asked in the phase "+f.String())
	}
	b.add("acted", 0, 1, "", "1 if the seat has made its action and waits for what comes of it")
	b.add("replacement", 0, 1, "", "1 if it draws a kong's replacement tile next")
	b.add("left", 0, 1, "walls", "tiles left in the wall as a share of those that the deal leaves")
	b.add("draws_left", 0, wallAfterDeal, "draws", "tiles left in the wall, divided by the seats still in the hand")
	b.add("dealer", 0, 1, "", "1 if the seat deals")
}

// mostPoints bounds a seat's points in a hand: more than any rules pay.
const mostPoints = 1 << 20

func (b *schemaBuilder) seat(seat string) {
	b.add("points_"+seat, -mostPoints, mostPoints, "points", seat+": points of the hand so far")
	b.add("won_"+seat, 0, 1, "", seat+": 1 if it has won")
	b.add("out_"+seat, 0, 1, "", seat+": 1 if it has left the hand")
	b.add("melds_"+seat, 0, 4, "melds", seat+": melds, kongs included")
	b.add("kongs_"+seat, 0, 4, "melds", seat+": kongs among them")
	for i := range tile.NumSuits {
		b.add(fmt.Sprintf("melds_%s_%c", seat, placeLetters[i]), 0, 4, "melds", fmt.Sprintf("%s: melds of the suit %c; hidden kongs are of none", seat, placeLetters[i]))
	}
	for i := range tile.NumSuits {
		b.add(fmt.Sprintf("discards_%s_%c", seat, placeLetters[i]), 0, 36, "tiles", fmt.Sprintf("%s: discards of the suit %c", seat, placeLetters[i]))
	}
	for i := range tile.NumSuits {
		b.add(fmt.Sprintf("void_%s_%c", seat, placeLetters[i]), 0, 1, "", fmt.Sprintf("%s: 1 if its void suit is known to be %c", seat, placeLetters[i]))
	}
}

func (b *schemaBuilder) suit(i int) {
	c := placeLetters[i]
	for n, times := range []string{"once", "twice", "thrice", "four times"} {
		name := []string{"singles", "pairs", "pungs", "quads"}[n]
		b.add(fmt.Sprintf("%s_%c", name, c), 0, 9, "kinds", fmt.Sprintf("kinds of the suit %c held %s", c, times))
	}
	for m := 1; m <= 4; m++ {
		b.add(fmt.Sprintf("lacks_%c_%d", c, m), 0, far, "tiles", fmt.Sprintf("tiles that the suit %c lacks for %d groups", c, m))
	}
	for m := range 5 {
		b.add(fmt.Sprintf("lacks_%c_%d_pair", c, m), 0, far, "tiles", fmt.Sprintf("tiles that the suit %c lacks for %d groups and a pair", c, m))
	}
}

func (b *schemaBuilder) shapes() {
	for _, s := range []struct{ name, shape string }{
		{"groups", "groups and a pair"}, {"flush_x", "groups and a pair of the suit x alone"}, {"flush_y", "groups and a pair of the suit y alone"},
		{"pungs", "pungs and a pair"}, {"pungs_x", "pungs and a pair of the suit x alone"}, {"pungs_y", "pungs and a pair of the suit y alone"},
		{"pairs", "seven pairs"}, {"pairs_x", "seven pairs of the suit x alone"}, {"pairs_y", "seven pairs of the suit y alone"},
	} {
		b.add("to_"+s.name, 0, far, "tiles", "tiles lacking to "+s.shape+"; 14 where melds or rules forbid it")
	}
	b.add("shanten", -1, far-1, "tiles", "useful tiles lacking to be ready, in groups and a pair or seven pairs; -1 complete")
	b.add("roots", 0, 4, "kinds", "kinds owned four times, melds included")
}

func (b *schemaBuilder) acceptance() {
	b.add("accepted_kinds", 0, tile.Count, "kinds", "kinds with unseen tiles that lower shanten; with a tile to discard, after the discard that keeps shanten and accepts most")
	b.add("accepted_live", 0, tile.Total, "tiles", "unseen tiles of those kinds")
	b.add("accepted_x", 0, tile.Total, "tiles", "of them, tiles of the suit x")
	b.add("accepted_y", 0, tile.Total, "tiles", "of them, tiles of the suit y")
	b.add("accepted_share", 0, 1, "tiles per tile", "accepted_live as a share of all unseen tiles: the chance of a draw")
	b.add("accepted_draws", 0, wallAfterDeal, "tiles", "accepted_share times draws_left: accepted tiles to be expected, were none discarded")
	b.add("accepted_pung", 0, tile.Total, "tiles", "of accepted_live, tiles of kinds held twice or more, which another's discard can bring")
	b.add("flush_live_x", 0, tile.Total, "tiles", "unseen tiles that lower what a flush in x lacks")
	b.add("flush_live_y", 0, tile.Total, "tiles", "unseen tiles that lower what a flush in y lacks")
	b.add("waits", 0, tile.Count, "kinds", "kinds that the seat wins on; 0 with a tile to discard")
	b.add("wait_live", 0, tile.Total, "tiles", "unseen tiles of those kinds")
	b.add("wait_points", 0, 1<<16, "points", "mean base points of a win on one of these tiles by discard")
	b.add("ready", 0, 1, "", "1 if there are waits")
}

func (b *schemaBuilder) question() {
	for _, seat := range relativeSeats {
		b.add("question_"+seat, 0, 1, "", "1 if a tile of "+seat+" is in question: discarded, or added to a pung")
	}
	b.add("question_held", 0, 4, "tiles", "tiles of its kind held")
	b.add("question_unseen", 0, 4, "tiles", "tiles of its kind that the seat does not see")
	b.add("question_edge", 0, 2, "ranks", "its distance from the nearer end of its suit, at most 2")
	for _, seat := range relativeSeats[1:] {
		b.add("question_danger_"+seat, 0, 1, "", "1 if "+seat+" may yet win on it (see danger)")
	}
}

// kindsOf adds a block with a number for each kind of the first suits.
func (b *schemaBuilder) kindsOf(suits int, name string, most float32, unit, meaning string) {
	for i := range suits {
		for r := range tile.Ranks {
			b.add(fmt.Sprintf("%s_%d%c", name, r+1, placeLetters[i]), 0, most, unit, fmt.Sprintf("kind %d%c: %s", r+1, placeLetters[i], meaning))
		}
	}
}
