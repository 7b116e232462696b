package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

func newStudyFastVsBig(a *app) *cobra.Command {
	var o studyOptions
	var fan, left int
	var chase string
	c := &cobra.Command{
		Use:   "fast-vs-big",
		Short: "take a small win, or decline it and play for a bigger one?",
		Long: `study fast-vs-big forks every hand in which a studied seat is offered a win of at
most --max-fan fan with at least --min-left tiles left in the wall: take it, or
decline and play on by the policy of --chase. In blood flow, whoever takes it wins
on, with tiles locked; locked seats have nothing to decide and are not asked.

The answer comes with a map of where declining pays, by tiles left and by how many
tiles the nearest bigger shape lacks, and with a rule of thumb, which is chosen on
half of the hands and measured on the other half.`,
		Example: `  xuezhan study fast-vs-big --hands 2000
  xuezhan study fast-vs-big --rules wap-flow --hands 2000 --chase big:min_fan=2,reach=3 --plots pictures
  xuezhan study fast-vs-big --seats value,fast,fast,fast --studied 0 --max-fan 0 --hands 2000 --json`,
	}
	f := c.Flags()
	f.IntVar(&fan, "max-fan", 1, "wins of more `FAN` are taken for granted")
	f.IntVar(&left, "min-left", 1, "`TILES` that must be left in the wall")
	f.StringVar(&chase, "chase", "", "bot that plays on for a seat that declines (default "+study.Chaser(1)+", with --max-fan one above it)")
	return a.newStudyQuestion(c, &o, func() (*study.Question, error) {
		if fan < 0 || fan > maxStudyFan {
			return nil, misused("--max-fan %d is not 0 to %d", fan, maxStudyFan)
		}
		if left < 0 {
			return nil, misused("--min-left %d is below 0", left)
		}
		if chase == "" {
			chase = study.Chaser(fan)
		}
		spec, err := a.flagSpec("--chase", chase)
		if err != nil {
			return nil, usageError{err}
		}
		return study.FastVsBig(study.FastVsBigOptions{MaxFan: fan, MinLeft: left, Chase: spec}), nil
	})
}

// maxStudyFan is the most fan of a win that is called small.
const maxStudyFan = 8
