package command

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/sim/study"
)

// gameOptions say in which situation of a game the hands of a study are played.
type gameOptions struct {
	points, payoff string
	left           int
}

// gameText is what the help of every question says of a game.
const gameText = `
--payoff P1,P2,P3,P4 makes outcomes worth what a game pays for the places at its end, such
as 45,5,-15,-35; seats of equal points share. --points A,B,C,D are the running points before
the hand: those of the seat that is studied, then of those after it in turn. --hands-left N
hands follow, which the four bots play on, several times over other walls. Bots do not see
running points. The main difference is then told in points of the hand too: where the two
do not agree, the situation changes the choice.`

func (o *gameOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.points, "points", "", "running points `A,B,C,D` before the hand, the studied seat's first; with --payoff")
	f.IntVar(&o.left, "hands-left", 0, "hands of the game that follow; with --payoff")
	f.StringVar(&o.payoff, "payoff", "", "what the places `P1,P2,P3,P4` at the game's end are worth; without, points count")
}

// game returns the situation that is asked for, nil for none.
func (o *gameOptions) game(c *cobra.Command) (*study.Game, error) {
	if o.payoff == "" {
		for _, name := range []string{"points", "hands-left"} {
			if c.Flags().Changed(name) {
				return nil, misused("%s needs --payoff: points alone are worth the same in every situation", dashed(name))
			}
		}
		return nil, nil
	}
	g := &study.Game{HandsLeft: o.left}
	var err error
	if g.Payoff, err = fourNumbers("--payoff", o.payoff); err != nil {
		return nil, err
	}
	if o.points != "" {
		if g.Points, err = fourNumbers("--points", o.points); err != nil {
			return nil, err
		}
	}
	if err := g.Validate(); err != nil {
		return nil, usageError{err}
	}
	return g, nil
}

// fourNumbers reads the whole numbers of a flag, one a seat or a place.
func fourNumbers(flag, text string) (list [engine.NumSeats]int, err error) {
	words := strings.Split(text, ",")
	if len(words) != len(list) {
		return list, misused("%s %q is not %d whole numbers", flag, text, len(list))
	}
	for i, w := range words {
		if list[i], err = strconv.Atoi(strings.TrimSpace(w)); err != nil {
			return list, misused("%s %q is not %d whole numbers", flag, text, len(list))
		}
	}
	return list, nil
}
