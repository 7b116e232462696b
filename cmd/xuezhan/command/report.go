package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
)

func newReport(a *app) *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "report on a stored run",
		Long: `report prints of a run that was stored with 'xuezhan run --out DIR' what the run
itself printed at its end, but for the time it took. Of a run that did not finish
it takes the parts that are whole.`,
		Example: `  xuezhan report runs/first
  xuezhan report runs/first --format md`,
		Args: wantArgs("DIR"),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.validate(c); err != nil {
			return err
		}
		s, err := summarize(c.Context(), args[0], &o)
		if err != nil {
			return err
		}
		return s.print(a.out, o.format)
	}
	return c
}

// batchHands is the number of hands that are read at a time.
const batchHands = 1024

// summarize tallies a stored run.
func summarize(ctx context.Context, dir string, o *reportOptions) (*summary, error) {
	r, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	in := r.Inputs()
	t, err := newTally(&in, o.format == "json")
	if err != nil {
		return nil, err
	}
	parts := r.Parts()
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: the run was ended before any part was whole; there are no hands", dir)
	}
	for _, p := range parts {
		for b, err := range r.Batches(p, batchHands) {
			if err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.Add(b)
		}
	}
	s := newSummary(&in, t, o.level)
	s.Digest = r.Digest()
	return s, nil
}
