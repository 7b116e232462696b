package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/bench"
	"xuezhan/sim/report"
)

type benchOptions struct {
	json      bool
	filter    string
	count     int
	time      string
	signature bool
	plots     plotOptions
	profiles  profiles
}

func newBench(a *app) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench",
		Short: "measure how fast evaluation and hands are",
		Long: `bench measures the evaluation of tiles, each next to a plain baseline that gives the
same answers, and the play of hands. 'go doc xuezhan/bench' explains the rows.

The output is in Go's benchmark format, so that benchstat compares two versions or
machines; a table of the ratios follows. Beside mean times stand least ones, in units
that begin with least-: of windows that come again and again the shortest counts, so
that what else the machine does matters little. With --count the rows are gone through
several times, and the ratios are those of medians.

--filter takes a regular expression that part of a row's name must match; names
begin with Waits, Complete, Score, Shanten, Acceptance, AllDiscards, BestDiscards,
Tables, Load, Analyse, Start, Bare, Hand, Lockstep, Choice, Encode, Trials, Part, Run, Scale or Machine.

--plots draws the speed of runs by workers and by number of hands, from the rows of
Run and Scale, as SVG and PNG.

--signature measures nothing: it plays a fixed set of hands of every preset and
prints one number for all that happened in them. The number stays the same for as
long as the program plays and pays as it does.

--json prints one object: goos, goarch, cpu, procs, "rows", each with its name and
its runs, and "ratios"; with --signature, the signature and its digests.`,
		Example: `  xuezhan bench --filter '^Waits|^Complete' --time 10ms
  xuezhan bench --signature`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		filter, err := o.validate(c)
		if err != nil {
			return err
		}
		stopProfiles, err := o.profiles.start(a)
		if err != nil {
			return err
		}
		return errors.Join(a.bench(c.Context(), &o, filter), stopProfiles())
	}
	return c
}

func (o *benchOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.filter, "filter", "", "measure only rows whose name matches `REGEXP`")
	f.IntVar(&o.count, "count", 1, "measure each row so often")
	f.StringVar(&o.time, "time", "1s", "measure each row for so long; 100x for 100 operations")
	f.BoolVar(&o.signature, "signature", false, "print the number of the program's behaviour instead")
	f.BoolVar(&o.json, "json", false, "print JSON")
	o.plots.flags(c)
	f.StringVar(&o.profiles.cpu, "cpuprofile", "", "write a CPU profile to `FILE`")
	f.StringVar(&o.profiles.memory, "memprofile", "", "write a memory profile to `FILE`")
}

// validate checks the options, sets the time of a row and returns the filter.
func (o *benchOptions) validate(c *cobra.Command) (*regexp.Regexp, error) {
	if o.signature {
		for _, other := range []string{"filter", "count", "time", "plots"} {
			if c.Flags().Changed(other) {
				return nil, misused("--signature and --%s exclude each other", other)
			}
		}
	}
	if o.count < 1 {
		return nil, misused("--count %d is below 1", o.count)
	}
	filter, err := regexp.Compile(o.filter)
	if err != nil {
		return nil, misused("--filter: %w", err)
	}
	if err := bench.SetTime(o.time); err != nil {
		return nil, misused("--time: %w", err)
	}
	return filter, nil
}

func (a *app) bench(ctx context.Context, o *benchOptions, filter *regexp.Regexp) error {
	if o.signature {
		return a.printSignature(ctx, o.json)
	}
	suite, err := bench.New(a.tables())
	if err != nil {
		return err
	}
	all := suite.Rows()
	if program, err := os.Executable(); err == nil {
		all = append(all, bench.StartRow(program))
	}
	rows := slices.DeleteFunc(all, func(r bench.Row) bool { return !filter.MatchString(r.Name) })
	if len(rows) == 0 {
		return misused("no row matches --filter %q", o.filter)
	}
	if err := o.prepare(rows); err != nil {
		return err
	}
	m := newMachine()
	results, err := a.benchRows(ctx, o, m, rows)
	if err != nil {
		return err
	}
	return o.draw(a, m, results)
}

// prepare makes room for the picture, for which there must be rows.
func (o *benchOptions) prepare(rows []bench.Row) error {
	if o.plots.dir == "" {
		return nil
	}
	for _, family := range []string{"Run", "Scale"} {
		if len(bench.Family(rows, family)) == 0 {
			return misused("--plots needs rows of %s, and --filter leaves none", family)
		}
	}
	return o.plots.prepare()
}

// draw draws how runs scale, if that is wanted.
func (o *benchOptions) draw(a *app, m machine, results []bench.Result) error {
	if o.plots.dir == "" {
		return nil
	}
	s := report.Scaling{
		About:   fmt.Sprintf("four fast, wap-battle, stored as Parquet on the right; %s, %d processors, %s/%s", m.CPU, m.Procs, m.OS, m.Arch),
		Workers: speeds(bench.Along(results, "Run", "workers", "hands/s")),
		Hands:   speeds(bench.Along(results, "Scale", "hands", "ns/hand")),
	}
	return o.plots.draw(a, s.Page())
}

func speeds(points []bench.Point) []report.Speed {
	var list []report.Speed
	for _, p := range points {
		list = append(list, report.Speed(p))
	}
	return list
}

// benchRows measures the rows and prints them.
func (a *app) benchRows(ctx context.Context, o *benchOptions, m machine, rows []bench.Row) ([]bench.Result, error) {
	if !o.json {
		return a.benchText(ctx, m, rows, o.count)
	}
	results, err := measure(ctx, rows, o.count, a.tellMeasured)
	if err != nil {
		return nil, err
	}
	return results, printJSON(a.out, newBenchReport(m, rows, results))
}

// printSignature plays the fixed set of hands.
func (a *app) printSignature(ctx context.Context, asJSON bool) error {
	digests, err := bench.PlayDigests(ctx, a.tables())
	if err != nil {
		return err
	}
	if !asJSON {
		fmt.Fprintln(a.out, digests.Signature())
		return nil
	}
	return printJSON(a.out, struct {
		Signature string        `json:"signature"`
		Digests   bench.Digests `json:"digests"`
	}{digests.Signature(), digests})
}

// measure goes through the rows so often, and hands each result on.
func measure(ctx context.Context, rows []bench.Row, count int, each func(bench.Result) error) ([]bench.Result, error) {
	var results []bench.Result
	for range count {
		for i := range rows {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r, err := rows[i].Measure()
			if err != nil {
				return nil, err
			}
			if err := each(r); err != nil {
				return nil, err
			}
			results = append(results, r)
		}
	}
	return results, nil
}

// tellMeasured shows on a terminal that a row is done.
func (a *app) tellMeasured(r bench.Result) error {
	if !a.quiet && redraws(a.err) {
		fmt.Fprintf(a.err, "xuezhan: %s\n", r.Row.Name)
	}
	return nil
}

// benchText prints each result as soon as it is there, and then the ratios. Their
// benchstat ignores such lines.
func (a *app) benchText(ctx context.Context, m machine, rows []bench.Row, count int) ([]bench.Result, error) {
	fmt.Fprint(a.out, m)
	results, err := measure(ctx, rows, count, func(r bench.Result) error {
		fmt.Fprintf(a.out, "Benchmark%s%s\t%s\t%s\n", r.Row.Name, m.suffix(), r, r.MemString())
		return a.out.Flush()
	})
	ratios := bench.Ratios(results)
	if err != nil || len(ratios) == 0 {
		return results, err
	}
	fmt.Fprintln(a.out)
	t := newTable(a.out)
	t.row("row", "unit", "value", "against", "value", "ratio")
	for _, r := range ratios {
		t.row(r.Row, r.Unit, digits(r.Value), difference(r.Base, r.Row), digits(r.BaseValue), digits(r.Ratio))
	}
	return results, t.Flush()
}

// digits writes a number with three digits, or with all before the point.
func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// difference returns what a row's name has that another's has not.
func difference(name, other string) string {
	others := strings.Split(other, "/")
	own := slices.DeleteFunc(strings.Split(name, "/"), func(part string) bool { return slices.Contains(others, part) })
	return strings.Join(own, "/")
}

// A machine is what times depend on besides the program.
type machine struct {
	OS    string `json:"goos"`
	Arch  string `json:"goarch"`
	CPU   string `json:"cpu,omitempty"`
	Procs int    `json:"procs"`
	Go    string `json:"go"`
}

func newMachine() machine {
	return machine{runtime.GOOS, runtime.GOARCH, processor("/proc/cpuinfo"), runtime.GOMAXPROCS(0), runtime.Version()}
}

// processor returns the processor's name as Linux tells it, "" elsewhere.
func processor(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, name, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// String returns the lines that stand above results in Go's benchmark format.
func (m machine) String() string {
	text := fmt.Sprintf("goos: %s\ngoarch: %s\npkg: xuezhan/bench\n", m.OS, m.Arch)
	if m.CPU != "" {
		text += fmt.Sprintf("cpu: %s\n", m.CPU)
	}
	return text + "Unit hands/s better=higher\n"
}

// suffix follows the names of results, unless there is one processor.
func (m machine) suffix() string {
	if m.Procs == 1 {
		return ""
	}
	return fmt.Sprintf("-%d", m.Procs)
}

// A benchReport is what bench prints as JSON.
type benchReport struct {
	machine
	Rows   []benchRow    `json:"rows"`
	Ratios []bench.Ratio `json:"ratios"`
}

type benchRow struct {
	Name string     `json:"name"`
	Runs []benchRun `json:"runs"`
}

type benchRun struct {
	Operations int                `json:"operations"`
	Values     map[string]float64 `json:"values"` // by unit
}

func newBenchReport(m machine, rows []bench.Row, results []bench.Result) benchReport {
	report := benchReport{m, []benchRow{}, bench.Ratios(results)}
	for _, r := range rows {
		row := benchRow{Name: r.Name}
		for i := range results {
			if results[i].Row.Name == r.Name {
				row.Runs = append(row.Runs, benchRun{results[i].N, results[i].Values()})
			}
		}
		report.Rows = append(report.Rows, row)
	}
	if report.Ratios == nil {
		report.Ratios = []bench.Ratio{}
	}
	return report
}
