package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

func newStudyCall(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "call",
		Short: "call a pung or a kong, or pass?",
		Long: `study call forks every hand in which a studied seat may call a pung or a kong and is
offered no win: claimed ones against passing, concealed and added kongs against a
discard. The seat plays on as its own bot either way.

The answer is divided by the call, by shanten before it and what becomes of it, by
tiles left, and by how many opponents look ready: those with two melds or more, or
who have discarded their last three tiles as drawn.`,
		Example: `  xuezhan study call --hands 2000
  xuezhan study call --rules wap-flow --seats value,value,value,value --hands 500 --json`,
	}
	return a.newStudyQuestion(c, &studyOptions{}, func() (*study.Question, error) { return study.Call(), nil })
}
