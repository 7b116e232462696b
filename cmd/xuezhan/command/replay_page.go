package command

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"github.com/spf13/cobra"

	"xuezhan/engine/record"
	"xuezhan/sim/store"
	"xuezhan/sim/viewer"
)

// The formats of a replay.
const (
	formatText = "text"
	formatJSON = "json"
	formatHTML = "html"
)

// mostHands is how many hands a page takes: it keeps all their states.
const mostHands = 100

// A replayOutput says how hands are written, and where to.
type replayOutput struct {
	format, file string
	json, force  bool
}

func (o *replayOutput) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "`FORMAT`: text, json or html; if it is missing, what the file's ending says")
	f.StringVarP(&o.file, "output", "o", "", "write to `FILE`")
	f.BoolVar(&o.force, "force", false, "replace the file if there is one")
	f.BoolVar(&o.json, "json", false, "print the records as JSON Lines, as --format json; with --verify one object")
}

// validate checks the options and settles the format.
func (o *replayOutput) validate(c *cobra.Command) error {
	if o.json {
		if c.Flags().Changed("format") && o.format != formatJSON {
			return misused("--json and --format %s contradict each other", o.format)
		}
		o.format = formatJSON
	}
	if !c.Flags().Changed("format") && !o.json {
		o.format = map[string]string{".html": formatHTML, ".json": formatJSON, ".jsonl": formatJSON}[filepath.Ext(o.file)]
		if o.format == "" {
			o.format = formatText
		}
	}
	switch o.format {
	case formatText, formatJSON, formatHTML:
	default:
		return misused("--format: unknown format %q; there are text, json, html", o.format)
	}
	if o.force && o.file == "" {
		return misused("--force is for --output")
	}
	if o.file == "" {
		return nil
	}
	return o.output(io.Discard).Check()
}

// output returns where the output goes, if it is no file to the standard output.
func (o *replayOutput) output(stdout io.Writer) store.Output {
	return store.Output{Path: o.file, Force: o.force, Stdout: stdout}
}

// write calls write with where the output goes.
func (o *replayOutput) write(a *app, write func(io.Writer) error) error {
	if o.file == "" {
		return write(a.out)
	}
	return o.output(a.out).Write(write)
}

// replayPage writes the page that shows the records.
func (a *app) replayPage(o *replayOptions, records iter.Seq2[namedRecord, error]) error {
	var p viewer.Page
	for r, err := range records {
		if err != nil {
			return err
		}
		if len(p.Hands) == mostHands {
			return fmt.Errorf("%s: a page shows at most %d hands", r.name, mostHands)
		}
		sight, err := o.sight(r.Record)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		h, err := viewer.NewHand(record.Redact(r.Record, sight), a.tables())
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		p.Hands = append(p.Hands, h)
	}
	if o.besides() && len(p.Hands) == 2 {
		return o.output.write(a, viewer.NewBeside(p.Hands[0], p.Hands[1]).Write)
	}
	return o.output.write(a, p.Write)
}

// besides reports whether hands over one deck are compared.
func (o *replayOptions) besides() bool { return o.match != "" || o.baseline != "" }
