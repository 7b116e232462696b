package engine

import (
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Deck is all the chance of a hand: the wall in the order of drawing, who
// deals, and where exchanged tiles go. The first 52 tiles are dealt one at a
// time in turn order from the dealer, the 53rd is the dealer's fourteenth, and
// the other 55 are the wall: the 54th is drawn first, and with replacement
// from the back the 108th is the first replacement tile.
type Deck struct {
	Tiles     [tile.Total]tile.Tile
	Dealer    int
	Direction rules.Direction // Right, Opposite or Left where rules exchange
	Lanes     bool            // draw from a lane of one's own; see Hand
}

// Validate reports what makes the deck unplayable: a dealer that is no seat,
// an indefinite direction, or a kind that is not there four times.
func (d *Deck) Validate() error {
	if d.Dealer < 0 || d.Dealer >= NumSeats {
		return fmt.Errorf("engine: the deck's dealer is %d; seats are 0 to 3", d.Dealer)
	}
	if d.Direction < rules.Right || d.Direction > rules.Left {
		return fmt.Errorf("engine: the deck's direction is not right, opposite or left")
	}
	var seen [tile.Count]int
	for i, t := range d.Tiles {
		if t >= tile.Count {
			return fmt.Errorf("engine: the deck's tile %d is unknown", i+1)
		}
		seen[t]++
		if seen[t] > tile.Copies {
			return fmt.Errorf("engine: the deck's tile %d is a fifth copy of %s", i+1, t)
		}
	}
	return nil
}
