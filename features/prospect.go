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
	threat   tile.Kinds           // kinds that it may yet win on, as far as is public
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
		p.seats[i] = publicSeat{
			points: v.Points(s), won: v.HasWon(s), out: v.IsOut(s),
			melds: v.Melds(s), void: v.Void(s),
		}
		if !p.seats[i].out {
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

// readRiver counts discards, and works out what each seat may win on: not its
// void suit, and no kind that it let pass since its tiles last changed. The river
// is read backwards, so that what comes after a seat's last discard is known once
// that is met.
func (p *Prospect) readRiver() {
	self := p.view.Seat()
	river := p.view.River()
	var passed tile.Kinds
	var met [engine.NumSeats]bool
	var safe [engine.NumSeats]tile.Kinds
	for i := len(river) - 1; i >= 0; i-- {
		r := river[i]
		t, s := r.Tile(), relative(r.Seat(), self)
		if r.Robbed() {
			continue
		}
		p.seats[s].discards[t.Suit()]++
		if !met[s] {
			met[s], safe[s] = true, passed
		}
		if !r.Won() {
			passed |= t.Bit()
		}
	}
	for i := range p.seats {
		s := &p.seats[i]
		if !met[i] {
			safe[i] = passed
		}
		if !s.out {
			s.threat = tile.AllKinds &^ tile.SuitKinds(s.void) &^ safe[i]
		}
	}
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
