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
	"xuezhan/sim/store"
)

// documentOptions say as what a document is written, and where to.
type documentOptions struct {
	format   string
	json     bool
	file     string // empty for the standard output
	force    bool   // replace a file that exists
	replaces bool   // do so without being told
	brief    bool   // print the answer alone
}

func documentFormats() []string {
	return []string{"text", "md", "json", "html", "csv", "svg", "png"}
}

// formatOfEnding is the format that a file's ending says.
var formatOfEnding = map[string]string{
	".txt": "text", ".md": "md", ".json": "json", ".html": "html", ".htm": "html", ".csv": "csv", ".svg": "svg", ".png": "png",
}

func (o *documentOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "`FORMAT`: "+strings.Join(documentFormats(), ", ")+"; if it is missing, what the file's ending says")
	if o.replaces {
		f.StringVarP(&o.file, "output", "o", "", "write the report to `FILE`, replacing one that is there")
	} else {
		f.StringVarP(&o.file, "output", "o", "", "write the result to the new `FILE`")
		f.BoolVar(&o.force, "force", false, "replace the file if there is one")
	}
	f.BoolVar(&o.json, "json", false, "print JSON, as --format json")
	f.BoolVar(&o.brief, "brief", false, "print only the answer, the sentences with which the text begins and ends")
}

// validate checks the options and settles the format.
func (o *documentOptions) validate(c *cobra.Command) error {
	given := c.Flags().Changed
	if !slices.Contains(documentFormats(), o.format) {
		return misused("--format: unknown format %q; there are %s", o.format, strings.Join(documentFormats(), ", "))
	}
	if ending := formatOfEnding[strings.ToLower(filepath.Ext(o.file))]; ending != "" && !given("format") {
		o.format = ending
	}
	if o.json {
		if given("format") && o.format != "json" {
			return misused("--json and --format %s contradict each other", o.format)
		}
		o.format = "json"
	}
	switch {
	case o.brief && o.format != "text":
		return misused("--brief is for text, not for %s", o.format)
	case o.format == "png" && o.file == "":
		return misused("--format png is for --output")
	case o.force && o.file == "":
		return misused("--force is for --output")
	}
	return nil
}

// bySeat reports whether the format shows the seats that were listed.
func (o *documentOptions) bySeat() bool { return o.format == "json" || o.hasCharts() }

// hasCharts reports whether the format shows charts.
func (o *documentOptions) hasCharts() bool {
	return slices.Contains([]string{"html", "svg", "png"}, o.format)
}

// prepare checks that the document will have a place.
func (o *documentOptions) prepare(a *app) error {
	if o.file == "" {
		return nil
	}
	if err := o.output(a).Check(); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// output returns where the document goes.
func (o *documentOptions) output(a *app) store.Output {
	return store.Output{Path: o.file, Force: o.force || o.replaces, Stdout: a.out}
}

// print prints a document in the format that validate has settled.
func (o *documentOptions) print(a *app, d *page.Document) error {
	if o.file == "" {
		return o.write(a.out, d, a.width())
	}
	return o.output(a).Write(func(w io.Writer) error { return o.write(w, d, 0) })
}

func (o *documentOptions) write(w io.Writer, d *page.Document, width int) error {
	switch o.format {
	case "json":
		return printJSON(w, d.Data)
	case "md":
		return d.Markdown(w)
	case "html":
		return d.HTML(w)
	case "csv":
		return d.CSV(w)
	case "svg":
		return pictureOf(d).SVG(w)
	case "png":
		return pictureOf(d).PNG(w)
	}
	return o.writeText(w, d, width)
}

// pictureOf returns the chart of a document, or all of them in one picture.
func pictureOf(d *page.Document) page.Picture {
	if list := d.Pictures(); len(list) == 1 {
		return list[0]
	}
	return d.Overview()
}

// writeText writes a text that begins and ends with the answer, or the answer alone.
func (o *documentOptions) writeText(w io.Writer, d *page.Document, width int) error {
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

// reportOptions say how a report is printed, and where to.
type reportOptions struct {
	documentOptions
	level float64
}

func (o *reportOptions) flags(c *cobra.Command) {
	o.replaces = true
	o.documentOptions.flags(c)
	c.Flags().Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
}

// validate checks the options and settles the format.
func (o *reportOptions) validate(c *cobra.Command) error {
	if err := o.documentOptions.validate(c); err != nil {
		return err
	}
	if !(o.level > 0 && o.level < 1) {
		return misused("--level %v is not between 0 and 1", o.level)
	}
	return nil
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
