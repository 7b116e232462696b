package solo

import (
	"fmt"

	"xuezhan/engine/tile"
)

// MaxDraws is the most draws of a problem.
const MaxDraws = 8

// maxPayers is the most seats that pay for a self-draw.
const maxPayers = 3

// A Goal is something to play for, or a set of such things.
type Goal uint8

// The goals.
const (
	Ready Goal = 1 << iota
	Win
	Points // with their fan
	// AllGoals is what a problem that names none is solved for.
	AllGoals = Ready | Win | Points
)

// A Problem is what a lone player has before it.
type Problem struct {
	// Held and Melds have 13 tiles, a meld counting three: then a draw comes
	// next; or 14: then a discard.
	Held  tile.Held
	Melds tile.Melds
	// Void is one of the suits. No meld is of it.
	Void tile.Suit
	// Unseen are the tiles that may be drawn; see UnseenBeside. With the own
	// ones they are at most four of a kind.
	Unseen tile.Held
	// Draws is the number of draws, 0 to MaxDraws and to the unseen tiles.
	Draws int
	// Goals says what to solve for; 0 is AllGoals. What is not asked for is 0
	// in the result, and its best discards are tile.None. Points cost most.
	Goals Goal
	// Payers is the number of seats that pay for a win, 1 to 3; 0 is 3.
	Payers int
}

// UnseenBeside returns the tiles that are unseen where these are held, melded
// and seen elsewhere: four of each kind less those. A kind seen more than four
// times counts as seen four times.
func UnseenBeside(h *tile.Held, m *tile.Melds, seen *tile.Held) tile.Held {
	var unseen tile.Held
	melds := m.Tiles()
	for t := range tile.Tile(tile.Count) {
		unseen.AddN(t, max(0, tile.Copies-h.Count(t)-melds.Count(t)-seen.Count(t)))
	}
	return unseen
}

// size returns the number of held tiles, a meld counting three.
func (p *Problem) size() int { return p.Held.Total() + 3*int(p.Melds.N) }

// The tiles of a player between turns and in one, a meld counting three.
const (
	betweenTurns = 13
	inTurn       = 14
)

func (p *Problem) validate() error {
	if n := p.size(); n != betweenTurns && n != inTurn {
		return fmt.Errorf("solo: %d tiles, a meld counting three; 13 or 14 are wanted", n)
	}
	if p.Void >= tile.NumSuits {
		return fmt.Errorf("solo: no void suit is named")
	}
	for _, m := range p.Melds.All() {
		if m.Tile() >= tile.Count || m.Tile().Suit() == p.Void {
			return fmt.Errorf("solo: the meld %s is unknown or of the void suit %s", m, p.Void)
		}
	}
	if t, ok := p.fifthCopy(); ok {
		return fmt.Errorf("solo: a fifth copy of %s, the unseen ones counted", t)
	}
	return p.validateNumbers()
}

func (p *Problem) validateNumbers() error {
	if p.Draws < 0 || p.Draws > MaxDraws {
		return fmt.Errorf("solo: %d draws; 0 to %d can be solved", p.Draws, MaxDraws)
	}
	if n := p.Unseen.Total(); p.Draws > n {
		return fmt.Errorf("solo: %d draws from %d unseen tiles; ask for fewer", p.Draws, n)
	}
	if p.Payers < 0 || p.Payers > maxPayers {
		return fmt.Errorf("solo: %d payers; there are 1 to %d", p.Payers, maxPayers)
	}
	if p.Goals&^AllGoals != 0 {
		return fmt.Errorf("solo: unknown goals %b", p.Goals)
	}
	return nil
}

// fifthCopy returns a kind with more than four tiles.
func (p *Problem) fifthCopy() (tile.Tile, bool) {
	melds := p.Melds.Tiles()
	for t := range tile.Tile(tile.Count) {
		if p.Held.Count(t)+melds.Count(t)+p.Unseen.Count(t) > tile.Copies {
			return t, true
		}
	}
	return tile.None, false
}
