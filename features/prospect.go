package features

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// A Prospect is what a seat knows at a decision, with its own tiles as they are
// or as they would be after some of its own actions. It is what encoders encode:
// a value of fixed size that holds nothing the seat cannot see. Like the View it
// is made of, it is valid until the hand moves on.
type Prospect struct {
	view   engine.View
	held   tile.Held
	unseen tile.Held
	left   int
	active int // seats still in the hand
	seats  [engine.NumSeats]publicSeat

	question    tile.Tile // the tile that others, or the seat, may claim
	asker       int       // relative seat whose tile it is
	acted       bool
	replacement bool
}

// A publicSeat is what the viewer knows of a seat, by the seat's distance from it
// in turn order: 0 for itself.
type publicSeat struct {
	points   int
	won, out bool
	melds    tile.Melds
	void     tile.Suit
	discards [tile.NumSuits]uint8 // tiles discarded, by suit
	threat   tile.Kinds           // kinds that an opponent may yet win on, as far as is public
}

// NewProspect returns the prospect of a seat as it is.
func NewProspect(v engine.View) Prospect {
	p := Prospect{
		view: v, held: v.Held(), unseen: v.Unseen(), left: v.Left(),
		question: v.Offered(),
	}
	if p.question != tile.None {
		p.asker = relative(v.Turn(), v.Seat())
	}
	for i := range p.seats {
		s := (v.Seat() + i) % engine.NumSeats
		x := &p.seats[i]
		x.points, x.won, x.out, x.melds, x.void = v.Points(s), v.HasWon(s), v.IsOut(s), v.Melds(s), v.Void(s)
		if !x.out {
			p.active++
		}
	}
	p.readRiver()
	return p
}

// relative returns how far a seat is from another in turn order.
func relative(seat, from int) int {
	return int(uint(seat-from) % engine.NumSeats)
}

// readRiver counts discards, and works out what each opponent may win on: not its
// void suit, and no kind that it let pass since its tiles last changed. The river is
// read backwards, so that what comes after a seat's last discard is known once that is
// met, and no further than to the last one that is wanted. A robbed tile is no discard.
func (p *Prospect) readRiver() {
	self, whole := p.view.Seat(), p.view.HasRobbed()
	wanted := uint(0)
	for i := range p.seats {
		p.seats[i].discards = p.view.Shed((self + i) % engine.NumSeats)
		if i > 0 && !p.seats[i].out {
			wanted |= 1 << i
		}
	}
	river := p.view.River()
	var passed tile.Kinds
	for i := len(river) - 1; i >= 0 && (wanted != 0 || whole); i-- {
		r := river[i]
		s := relative(r.Seat(), self)
		if r.Robbed() {
			p.seats[s].discards[r.Tile().Suit()]--
			continue
		}
		if wanted>>s&1 != 0 {
			p.seats[s].letPass(passed)
			wanted &^= 1 << s
		}
		if !r.Won() {
			passed |= r.Tile().Bit()
		}
	}
	for i := range p.seats { // those that have not discarded let all of it pass
		if wanted>>i&1 != 0 {
			p.seats[i].letPass(passed)
		}
	}
}

// letPass notes what a seat has let pass since its tiles last changed.
func (s *publicSeat) letPass(passed tile.Kinds) {
	s.threat = tile.AllKinds &^ tile.SuitKinds(s.void) &^ passed
}

// After returns the prospect once the seat has made an action that is legal, and
// before anything else happens: a tile discarded is in question, a pung waits for
// its discard, a kong for its replacement tile. Points that a kong pays are not
// counted yet. A win ends what there is to look forward to: after it the prospect
// is what it was.
func (p *Prospect) After(a engine.Action) Prospect {
	q := *p
	if a == engine.Win {
		return q
	}
	own, t := &q.seats[0], a.Tile()
	q.acted = true
	switch a.Kind() {
	case engine.KindDiscard:
		q.held.Remove(t)
		own.discards[t.Suit()]++
		q.question, q.asker = t, 0
	case engine.KindExchange:
		q.held.Remove(t)
	case engine.KindNameVoid, engine.KindCommitVoid:
		own.void = a.Suit()
	case engine.KindPass:
	default:
		q.call(a)
	}
	return q
}

// call makes the meld of an action.
func (p *Prospect) call(a engine.Action) {
	own, t := &p.seats[0], a.Tile()
	offered := p.question
	p.question, p.replacement = tile.None, a != engine.Pung
	switch a.Kind() {
	case engine.KindPung:
		p.held.AddN(offered, -2)
		own.melds.Append(tile.MakeMeld(tile.Pung, offered))
	case engine.KindKong:
		p.held.AddN(offered, -3)
		own.melds.Append(tile.MakeMeld(tile.ClaimedKong, offered))
	case engine.KindConcealedKong:
		p.held.AddN(t, -tile.Copies)
		own.melds.Append(tile.MakeMeld(tile.ConcealedKong, t))
	case engine.KindAddedKong:
		p.held.Remove(t)
		p.question, p.asker = t, 0 // it may be robbed
		for i, m := range own.melds.All() {
			if m.Tile() == t {
				own.melds.List[i] = tile.MakeMeld(tile.AddedKong, t)
			}
		}
	}
}

// Held returns the seat's held tiles.
func (p *Prospect) Held() tile.Held { return p.held }

// Discards returns the kinds that the seat may discard after a pung: those of the
// void suit as long as there are any.
func (p *Prospect) Discards() tile.Kinds {
	k := p.held.Kinds()
	if void := k & tile.SuitKinds(p.seats[0].void); void != 0 {
		return void
	}
	return k
}

// Order returns the order of the suits.
func (p *Prospect) Order() Order { return orderOf(p.held, &p.seats[0].melds, p.seats[0].void) }
