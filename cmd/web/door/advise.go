package door

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/features/eval"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Table is a position about which bots are asked: the seat that is asked is seat 0
// and in its turn, and has drawn the tile that is written last.
type Table struct {
	Tiles  string                  `json:"tiles"` // 14, a meld counting three
	Melds  [engine.NumSeats]string `json:"melds"` // of the other seats; seat 0's stand among its tiles
	Void   string                  `json:"void"`
	Voids  [engine.NumSeats]string `json:"voids"` // of the others; "" for one that is made up
	Rivers [engine.NumSeats]string `json:"rivers"`
	Rules  string                  `json:"rules"`
	Dealer int                     `json:"dealer"`
	Bots   []string                `json:"bots"`
}

// An Advice is what a bot would play.
type Advice struct {
	Bot    string `json:"bot"`
	Action *Act   `json:"action,omitempty"`
	Error  string `json:"error,omitempty"`
}

// advise asks bots about a position. What nobody sees is made up: bots do not see it
// either.
func (d *Door) advise(t Table) (any, error) {
	r, err := rules.Lookup(t.Rules)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(r, d.tables)
	if err != nil {
		return nil, err
	}
	p, err := t.placement()
	if err != nil {
		return nil, err
	}
	var h engine.Hand
	e.Place(&h, p)
	if err := e.Verify(&h); err != nil {
		return nil, errors.New("there is no such table")
	}
	return d.advices(e, &h, t.Bots, 0), nil
}

// advices asks each bot what it would do in the place of the seat that is asked.
func (d *Door) advices(e *engine.Engine, h *engine.Hand, specs []string, seed uint64) []Advice {
	list := []Advice{}
	legal := e.Legal(h, nil)
	for _, text := range specs {
		spec, err := d.bots.Parse(text)
		if err != nil {
			list = append(list, Advice{Bot: text, Error: err.Error()})
			continue
		}
		a := legal[0]
		if len(legal) > 1 {
			a = chosen(spec, e.View(h, h.Asked()), legal, seed)
		}
		list = append(list, Advice{Bot: text, Action: newAct(a)})
	}
	return list
}

func chosen(spec policy.Spec, v engine.View, legal []engine.Action, seed uint64) engine.Action {
	bot := spec.New()
	bot.Start(v.Seat(), seed)
	return bot.Act(v, legal)
}

// placement lays the table out.
func (t *Table) placement() (*engine.Placement, error) {
	p := &engine.Placement{Dealer: t.Dealer, Drawn: tile.None}
	position, err := (&eval.Case{Tiles: t.Tiles, Void: t.Void}).Position()
	switch {
	case err != nil:
		return nil, err
	case position.Own.Size() != 14:
		return nil, errors.New("bots are asked about 14 tiles: a seat in its turn")
	case position.Void == tile.NoSuit:
		return nil, errors.New("bots are asked about a seat that has named its void suit")
	case t.Dealer < 0 || t.Dealer >= engine.NumSeats:
		return nil, fmt.Errorf("dealer %d is not 0 to 3", t.Dealer)
	}
	p.Held[0], p.Melds[0], p.Void[0], p.Drawn = position.Own.Held, position.Own.Melds, position.Void, position.Own.Last
	for s := range engine.NumSeats {
		if err := t.seat(p, s); err != nil {
			return nil, err
		}
	}
	return p, t.rest(p)
}

// seat lays out what is public of a seat.
func (t *Table) seat(p *engine.Placement, s int) error {
	river, err := tile.ParseHeld(t.Rivers[s])
	if err != nil {
		return fmt.Errorf("river of seat %d: %w", s, err)
	}
	for k := range tile.Tile(tile.Count) {
		for range river.Count(k) {
			p.River = append(p.River, engine.Thrown{Seat: s, Tile: k})
		}
	}
	if s == 0 {
		return nil
	}
	melds, err := tile.Parse(t.Melds[s])
	if err != nil {
		return fmt.Errorf("melds of seat %d: %w", s, err)
	}
	if melds.Held.Total() > 0 {
		return fmt.Errorf("melds of seat %d: tiles outside brackets", s)
	}
	p.Melds[s] = melds.Melds
	p.Void[s] = tile.NoSuit
	if t.Voids[s] != "" {
		suit, ok := tile.ParseSuit(t.Voids[s])
		if !ok {
			return fmt.Errorf("unknown void suit %q of seat %d", t.Voids[s], s)
		}
		p.Void[s] = suit
	}
	return nil
}

// rest gives the unseen tiles to the others and to the wall.
func (t *Table) rest(p *engine.Placement) error {
	pool, err := unseen(p)
	if err != nil {
		return err
	}
	sim.Shuffle(pool, rand.NewPCG(1, 1))
	for s := 1; s < engine.NumSeats; s++ {
		if p.Void[s] == tile.NoSuit {
			p.Void[s] = freeSuit(&p.Melds[s])
		}
		n := 13 - 3*int(p.Melds[s].N)
		if n > len(pool) {
			return errors.New("too many tiles are seen: the other seats cannot hold theirs")
		}
		for _, k := range pool[:n] {
			p.Held[s].Add(k)
		}
		pool = pool[n:]
	}
	p.Wall = pool
	return nil
}

// unseen returns the tiles that are not on the table.
func unseen(p *engine.Placement) ([]tile.Tile, error) {
	var seen [tile.Count]int
	for s := range engine.NumSeats {
		melds := p.Melds[s].Tiles()
		for k := range tile.Tile(tile.Count) {
			seen[k] += melds.Count(k) + p.Held[s].Count(k)
		}
	}
	for _, x := range p.River {
		seen[x.Tile]++
	}
	var pool []tile.Tile
	for k := range tile.Tile(tile.Count) {
		if seen[k] > tile.Copies {
			return nil, fmt.Errorf("there are more than four of %s", k)
		}
		for range tile.Copies - seen[k] {
			pool = append(pool, k)
		}
	}
	return pool, nil
}

// freeSuit returns the first suit without a meld.
func freeSuit(m *tile.Melds) tile.Suit {
	for s := range tile.Suit(tile.NumSuits) {
		if m.Kinds()&tile.SuitKinds(s) == 0 {
			return s
		}
	}
	return tile.NoSuit
}
