package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim/page"
)

// reportOptions say how a report is printed, and where to.
type reportOptions struct {
	format string
	json   bool
	file   string // empty for the standard output
	level  float64
	brief  bool // print the answer alone
}

func reportFormats() []string { return []string{"text", "md", "json", "html"} }

func (o *reportOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the report: "+strings.Join(reportFormats(), ", "))
	f.StringVarP(&o.file, "output", "o", "", "write the report to `FILE`, replacing one that is there")
	f.BoolVar(&o.json, "json", false, "print JSON, as --format json")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.BoolVar(&o.brief, "brief", false, "print only the answer, the sentences with which the text begins and ends")
}

// validate checks the options and makes --json the format.
func (o *reportOptions) validate(c *cobra.Command) error {
	if !slices.Contains(reportFormats(), o.format) {
		return misused("--format: unknown format %q; there are %s", o.format, strings.Join(reportFormats(), ", "))
	}
	if o.json {
		if c.Flags().Changed("format") && o.format != "json" {
			return misused("--json and --format %s contradict each other", o.format)
		}
		o.format = "json"
	}
	if o.brief && o.format != "text" {
		return misused("--brief is for text, not for %s", o.format)
	}
	if !(o.level > 0 && o.level < 1) {
		return misused("--level %v is not between 0 and 1", o.level)
	}
	return nil
}

// bySeat reports whether the format shows the seats that were listed.
func (o *reportOptions) bySeat() bool { return o.format == "json" || o.format == "html" }

// prepare checks that the report will have a place.
func (o *reportOptions) prepare() error {
	if o.file == "" {
		return nil
	}
	if i, err := os.Stat(o.file); err == nil && i.IsDir() {
		return fmt.Errorf("--output: %s is a directory", o.file)
	}
	if _, err := os.Stat(filepath.Dir(o.file)); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// print prints a document in the format that validate has accepted.
func (o *reportOptions) print(a *app, d *page.Document) error {
	if o.file == "" {
		return o.write(a.out, d, a.width())
	}
	return a.replacement(o.file).Write(func(w io.Writer) error { return o.write(w, d, 0) })
}

func (o *reportOptions) write(w io.Writer, d *page.Document, width int) error {
	switch o.format {
	case "json":
		return printJSON(w, d.Data)
	case "md":
		return d.Markdown(w)
	case "html":
		return d.HTML(w)
	}
	return o.writeText(w, d, width)
}

// writeText writes a text that begins and ends with the answer, or the answer alone.
func (o *reportOptions) writeText(w io.Writer, d *page.Document, width int) error {
	if !o.brief {
		if err := d.Text(w, width); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, strings.Join(d.Headline, "\n"))
	return err
}

// print prints a document as text, or its data as JSON.
func (a *app) print(d *page.Document, asJSON bool) error {
	if asJSON {
		return printJSON(a.out, d.Data)
	}
	return d.Text(a.out, a.width())
}

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

// draw draws a document's pictures, if they are wanted, each as SVG and PNG.
func (o *plotOptions) draw(a *app, d *page.Document) error {
	if o.dir == "" {
		return nil
	}
	for _, p := range d.Pictures() {
		path := filepath.Join(o.dir, p.Name)
		if err := errors.Join(a.replacement(path+".svg").Write(p.SVG), a.replacement(path+".png").Write(p.PNG)); err != nil {
			return fmt.Errorf("--plots: %w", err)
		}
	}
	return nil
}
