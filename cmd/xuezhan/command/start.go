package command

import (
	"fmt"

	"github.com/spf13/pflag"

	"xuezhan/engine/tile"
)

// A startFlag has the tiles that seat 0 is dealt in every hand; none if it is not given.
type startFlag struct{ tile.Held }

// handFlag is the flag of a start in commands that play hands. To replay, --hand is the
// index of one: it has dealtFlag.
const (
	handFlag  = "hand"
	dealtFlag = "dealt"
)

func (s *startFlag) flag(f *pflag.FlagSet, name string) {
	f.Var(s, name, "deal `TILES` to seat 0 in every hand: 13, 14 if it deals, or fewer and the rest at random")
}

// isGiven reports whether there is a start.
func (s *startFlag) isGiven() bool { return s.Held != tile.Held{} }

// String returns the tiles.
func (s *startFlag) String() string { return s.Held.String() }

// Type is what help calls the value.
func (s *startFlag) Type() string { return "TILES" }

// Set reads the tiles, in letters, glyphs or Chinese.
func (s *startFlag) Set(text string) (err error) {
	if s.Held, err = tile.ParseHeld(text); err != nil {
		return err
	}
	if n := s.Total(); n < 1 || n > 14 {
		return fmt.Errorf("%d tiles are not 1 to 14", n)
	}
	return nil
}
