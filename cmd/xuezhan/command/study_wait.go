package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

func newStudyWait(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "wait",
		Short: "what is a wait worth; narrow now, or wide a draw later?",
		Long: `study wait forks every hand at the first discard by which a studied seat could be
ready. It tries a discard for each different wait, and the one that leaves the seat
one tile from ready with the most live acceptance. The seat plays on as its own bot.

The answer is divided by the number of kinds waited on, by their live tiles, by the
form of the wait (edge 12, closed 13, single, two pairs, open 23, seven pairs,
other), and by tiles left. The widest wait, the one with most live tiles, is compared with being
one away and with the narrowest.`,
		Example: `  xuezhan study wait --hands 2000
  xuezhan study wait --rules wap-flow --hands 2000 --plots pictures`,
	}
	return a.newStudyQuestion(c, &studyOptions{}, func() (*study.Question, error) { return study.Wait(), nil })
}
