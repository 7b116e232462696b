package command

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"xuezhan/sim/report"
	"xuezhan/sim/page"
	"xuezhan/sim/study"
)

// plotOptions say where pictures go.
type plotOptions struct {
	dir string // empty for none
}

func (o *plotOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.dir, "plots", "", "draw pictures into the directory `DIR`, replacing those of the same names")
}

// prepare makes the directory, so that no work is done whose pictures would have
// no place.
func (o *plotOptions) prepare() error {
	if o.dir == "" {
		return nil
	}
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return fmt.Errorf("--plots: %w", err)
	}
	return nil
}

// draw draws a summary's pictures, if they are wanted.
func (o *plotOptions) draw(s *summary) error {
	if o.dir == "" {
		return nil
	}
	_, err := s.Report.Plots(o.dir, s.Rules)
	return err
}

// drawPage draws the pictures of a page, if they are wanted.
func (o *plotOptions) drawPage(p *page.Page) error {
	if o.dir == "" {
		return nil
	}
	_, err := report.PlotPage(o.dir, p)
	return err
}

// drawComparison draws a comparison's picture, if it is wanted.
func (o *plotOptions) drawComparison(c *report.Comparison) error {
	if o.dir == "" {
		return nil
	}
	_, err := c.Plots(o.dir)
	return err
}

// drawStudy draws a study's pictures, if they are wanted.
func (o *plotOptions) drawStudy(r *study.Result) error {
	if o.dir == "" {
		return nil
	}
	_, err := report.Study{Result: r}.Plots(o.dir)
	return err
}
