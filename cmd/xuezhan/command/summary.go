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

	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
	"xuezhan/sim/report/page"
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

// A document is something that reports print, in each of their formats.
type document interface {
	text(w io.Writer) error
	markdown(w io.Writer) error
	object() any      // what is printed as JSON
	page() *page.Page // with the same object
}

// print prints a document in the format that validate has accepted.
func (o *reportOptions) print(a *app, d document) error {
	if o.file == "" {
		return o.write(a.out, d)
	}
	return a.replacement(o.file).Write(func(w io.Writer) error { return o.write(w, d) })
}

func (o *reportOptions) write(w io.Writer, d document) error {
	switch o.format {
	case "json":
		return printJSON(w, d.object())
	case "md":
		return d.markdown(w)
	case "html":
		return d.page().Write(w)
	}
	return o.writeText(w, d)
}

// writeText writes a text that begins and ends with the answer, or the answer alone.
func (o *reportOptions) writeText(w io.Writer, d document) error {
	if !o.brief {
		if err := d.text(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, strings.Join(d.page().Headline, "\n"))
	return err
}

// A summary is what run and report print. As JSON it is one object with the
// report's fields beside its own.
type summary struct {
	Rules     string         `json:"rules"`
	RulesHash string         `json:"rules_hash"`
	Seed      uint64         `json:"seed,string"`
	Walls     string         `json:"walls"`
	Rotate    bool           `json:"rotate"`
	Version   string         `json:"version"`
	Games     int64          `json:"games"` // 0 where hands were played alone
	Hands     int64          `json:"hands"`
	Planned   int64          `json:"planned_hands"` // more than Hands if the run did not finish
	Seconds   *float64       `json:"seconds,omitempty"`
	Speed     *float64       `json:"hands_per_s,omitempty"`
	Digest    string         `json:"digest"`            // empty if the run did not finish
	Partial   bool           `json:"partial,omitempty"` // the run was interrupted, and is not stored
	Decks     *dataset.Decks `json:"decks,omitempty"`
	Seats     []seating      `json:"seats"`
	*report.Report
}

// A seating is what a summary has of one of the seats that were listed. It is
// the bot's at that place of the list, wherever it sat at the table.
type seating struct {
	Seat                  int             `json:"seat"`
	Policy                string          `json:"policy"`
	Hands                 int64           `json:"hands"`
	Points                report.Estimate `json:"points"`
	Causes                report.Causes   `json:"causes"`
	WinRate               report.Number   `json:"win_rate"`
	WinsPerHand           report.Number   `json:"wins_per_hand"`
	SelfDrawRate          report.Number   `json:"self_draw_rate"`
	DiscardRate           report.Number   `json:"discard_rate"`
	RobbingRate           report.Number   `json:"robbing_rate"`
	DealInRate            report.Number   `json:"deal_in_rate"`
	Fan                   report.Estimate `json:"fan"`
	WinPoints             report.Estimate `json:"win_points"`
	FlowerPigRate         report.Number   `json:"flower_pig_rate"`
	ReadyAtExhaustionRate report.Number   `json:"ready_at_exhaustion_rate"`
}

func newSummary(in *dataset.Inputs, t *tally, level float64) *summary {
	s := &summary{
		Rules: in.Rules.Name, RulesHash: in.Rules.Hash(), Seed: in.Seed, Walls: in.Walls, Rotate: in.Rotate,
		Version: in.Version, Games: in.Games, Planned: in.Hands, Seats: []seating{}, Decks: in.Decks,
		Report: t.bots.Report(level),
	}
	s.Hands = s.Report.Hands
	if t.seats == nil {
		return s
	}
	for i, b := range t.seats.Report(level).Bots {
		s.Seats = append(s.Seats, seating{
			i, b.Policy, b.Hands, b.Points, b.Causes, b.WinRate, b.WinsPerHand, b.SelfDrawRate,
			b.DiscardRate, b.RobbingRate, b.DealInRate, b.Fan, b.WinPoints, b.FlowerPigRate,
			b.ReadyAtExhaustionRate,
		})
	}
	return s
}

func (s *summary) object() any { return s }

func (s *summary) text(w io.Writer) error {
	return errors.Join(s.printPartial(w, "%s\n\n"), s.Report.Text(w), printFacts(w, s.facts(), "%-10s %s\n"))
}

func (s *summary) markdown(w io.Writer) error {
	return errors.Join(s.printPartial(w, "**%s**\n\n"), s.Report.Markdown(w), printFacts(w, s.facts(), "- %s: %s\n"))
}

func (s *summary) page() *page.Page {
	p := s.Page(s.Rules)
	if s.Partial {
		p.Headline = append([]string{s.partial()}, p.Headline...)
	}
	p.Facts, p.JSON = factsOf(s.facts()), s
	return p
}

// printPartial prints, in a format for one line, that the summary is partial if it
// is.
func (s *summary) printPartial(w io.Writer, format string) error {
	if !s.Partial {
		return nil
	}
	_, err := fmt.Fprintf(w, format, s.partial())
	return err
}

// partial says that the summary is one of a run that was interrupted.
func (s *summary) partial() string {
	return fmt.Sprintf("PARTIAL RESULT: interrupted after %d of %d hands, not in order.", s.Hands, s.Planned)
}

// factsOf returns facts as pages have them.
func factsOf(list [][2]string) []page.Fact {
	var facts []page.Fact
	for _, f := range list {
		facts = append(facts, page.Fact{Name: f[0], Value: f[1]})
	}
	return facts
}

// facts returns what identifies the run.
func (s *summary) facts() [][2]string {
	facts := [][2]string{
		{"rules", s.Rules + " " + s.RulesHash},
		{"seed", fmt.Sprint(s.Seed)},
		{"walls", s.Walls},
		{"version", s.Version},
	}
	if s.Decks != nil {
		facts = append(facts, [2]string{"decks", fmt.Sprintf("%d, SHA-256 %.16s", s.Decks.Count, s.Decks.SHA256)})
	}
	if s.Games > 0 {
		facts = append(facts, [2]string{"games", fmt.Sprint(s.Games)})
	}
	facts = append(facts, [2]string{"hands", fmt.Sprint(s.Hands)})
	if s.Seconds != nil {
		facts = append(facts, [2]string{"seconds", fmt.Sprintf("%.2f", *s.Seconds)},
			[2]string{"hands/s", fmt.Sprintf("%.0f", *s.Speed)})
	}
	switch {
	case s.Partial:
		facts = append(facts, [2]string{"partial", fmt.Sprintf("%d of %d hands were played", s.Hands, s.Planned)})
	case s.Hands < s.Planned:
		facts = append(facts, [2]string{"unfinished", fmt.Sprintf("%d of %d hands are stored", s.Hands, s.Planned)})
	default:
		facts = append(facts, [2]string{"digest", s.Digest})
	}
	return facts
}

// printFacts prints facts, a line each, below an empty one.
func printFacts(w io.Writer, facts [][2]string, line string) error {
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	for _, f := range facts {
		if _, err := fmt.Fprintf(w, line, f[0], f[1]); err != nil {
			return err
		}
	}
	return nil
}
