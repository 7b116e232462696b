package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

func newStudyVoid(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "void",
		Short: "which suit to give up?",
		Long: `study void forks every hand at each choice of a void suit by a studied seat, and
gives up each of the three suits. Where the rules have a first discard set aside with
it, that is the lowest tile, as the bots do it; the bot's own suit goes with its own
tile. The seat plays on as its own bot.

The answer is the price of naming the second-shortest suit, by the lengths of the
three suits, by how many tiles more the second has, and by what it does to shanten.`,
		Example: `  xuezhan study void --hands 2000
  xuezhan study void --rules sbr --hands 2000 --plots pictures`,
	}
	return a.newStudyQuestion(c, &studyOptions{}, func() (*study.Question, error) { return study.Void(), nil })
}
