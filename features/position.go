package features

import (
	"errors"
	"fmt"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Position is what a seat knows of its tiles.
type Position struct {
	// Own has 13 or 14 tiles, a meld counting three.
	Own tile.Set
	// Void is the void suit. With NoSuit it is the first absent suit or, if all
	// are present, the one with which shanten is lowest; of equal ones the one
	// with the fewest tiles, then the first.
	Void tile.Suit
	// Seen are tiles visible elsewhere, none of them Own's.
	Seen tile.Held
	// How is how a win would come about.
	How fan.Situation
}

// The tiles of a seat between turns and in one, a meld counting three.
const (
	betweenTurns = 13
	inTurn       = 14
)

func (p *Position) validate(r *rules.Rules) error {
	if n := p.Own.Size(); n != betweenTurns && n != inTurn {
		return fmt.Errorf("features: %d tiles, a meld counting three; a seat has 13 or 14", n)
	}
	if t, ok := p.fifthCopy(); ok {
		return fmt.Errorf("features: a fifth copy of %s", t)
	}
	if err := p.validateVoid(); err != nil {
		return err
	}
	return p.validateHow(r)
}

// visible returns all tiles that the seat sees. A kind may be there too often.
func (p *Position) visible() tile.Held {
	seen := p.Own.Melds.Tiles()
	for s := range seen {
		seen[s] += p.Own.Held[s]
	}
	for s := range seen {
		seen[s] += p.Seen[s]
	}
	return seen
}

// fifthCopy returns a kind with more than four tiles.
func (p *Position) fifthCopy() (tile.Tile, bool) {
	melds := p.Own.Melds.Tiles()
	for t := range tile.Tile(tile.Count) {
		if melds.Count(t)+p.Own.Held.Count(t)+p.Seen.Count(t) > tile.Copies {
			return t, true
		}
	}
	return tile.None, false
}

// validateVoid refuses melds of the void suit, and melds that leave none.
func (p *Position) validateVoid() error {
	melds := p.Own.Melds.Tiles()
	if p.Void != tile.NoSuit {
		for _, m := range p.Own.Melds.All() {
			if m.Tile().Suit() == p.Void {
				return fmt.Errorf("features: the meld %s is of the void suit %s", m, p.Void)
			}
		}
		return nil
	}
	for _, w := range melds {
		if w == 0 {
			return nil
		}
	}
	return errors.New("features: there are melds of all three suits; one suit is void")
}

// void returns the suit that counts as void.
func (p *Position) void(f *forms) tile.Suit {
	if p.Void != tile.NoSuit {
		return p.Void
	}
	melds := p.Own.Melds.Tiles()
	best, least := tile.NoSuit, 0
	for s := range tile.Suit(tile.NumSuits) {
		if melds[s] != 0 {
			continue
		}
		held := p.Own.Held[s].Total()
		if held == 0 {
			return s
		}
		// Shanten decides, then tiles: there are fewer than 16.
		if cost := f.under(s).shanten(p.Own.Held)<<4 + held; best == tile.NoSuit || cost < least {
			best, least = s, cost
		}
	}
	return best
}

// validateHow refuses situations that contradict each other or the tiles.
func (p *Position) validateHow(r *rules.Rules) error {
	has := func(f fan.Situation) bool { return p.How&f != 0 }
	opening := has(fan.OnDeal) || has(fan.OnFirstDraw)
	conflicts := []struct {
		found bool
		text  string
	}{
		{has(fan.BySelfDraw) && has(fan.ByRobbing), "a self-draw is no robbing"},
		{has(fan.BySelfDraw) && has(fan.AfterKong), "a self-draw is no shot after a kong"},
		{!has(fan.BySelfDraw) && has(fan.OnReplacement), "a win on a replacement tile is a self-draw"},
		{!has(fan.BySelfDraw) && opening, "a heavenly or earthly win is a self-draw"},
		{has(fan.OnDeal) && has(fan.OnFirstDraw), "a win is heavenly for the dealer or earthly for another seat"},
		{opening && has(fan.OnReplacement), "a heavenly or earthly win comes before any kong"},
		{opening && has(fan.WallEmpty), "the last tile of the wall is not drawn in a first turn"},
		{opening && p.Own.Melds.N > 0, "a heavenly or earthly win comes before any meld"},
		{has(fan.OnDeal) && p.Own.Size() != inTurn, "a heavenly win has 14 tiles"},
		{has(fan.ByRobbing) && has(fan.WallEmpty), "no kong is declared, and so none robbed, when the wall is empty"},
		{has(fan.ByRobbing) && has(fan.AfterKong) && !r.ShotByRobbing, "under these rules robbing is no shot after a kong"},
	}
	for _, c := range conflicts {
		if c.found {
			return errors.New("features: " + c.text)
		}
	}
	return nil
}
