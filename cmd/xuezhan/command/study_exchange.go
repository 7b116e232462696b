package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

func newStudyExchange(a *app) *cobra.Command {
	var o study.ExchangeOptions
	c := &cobra.Command{
		Use:   "exchange",
		Short: "which tiles to pass on in the exchange?",
		Long: `study exchange forks every hand before each exchange of a studied seat. Rules of
thumb pick the tiles to pass on: the loosest of the shortest, middle or longest suit;
of the shortest suit those that keep pairs, or runs, together; of any suit those that
leave the lowest shanten; and the bot's own. Each different pick is played once and
counts for every rule that makes it, so a fork has one to seven alternatives; with
--all every set of tiles that may be passed on is played, some dozens a fork.

Rules are compared in those hands in which their picks differ. The answer is divided
by the lengths of the suits, by where the tiles go, and by pairs in the shortest suit
that can be passed on.`,
		Example: `  xuezhan study exchange --hands 2000
  xuezhan study exchange --all --hands 100 --studied 0 --json`,
	}
	c.Flags().BoolVar(&o.All, "all", false, "play every set of tiles that may be passed on")
	return a.newStudyQuestion(c, &studyOptions{}, func() (*study.Question, error) { return study.Exchange(o), nil })
}
