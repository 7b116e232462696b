package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
	"xuezhan/sim/store"
)

type mergeOptions struct {
	workers int
	report  reportOptions
	trust   trust
}

func newMerge(a *app) *cobra.Command {
	o := mergeOptions{}
	c := &cobra.Command{
		Use:   "merge OUT SHARD...",
		Short: "make one run of its shards",
		Long: `merge makes one stored run of directories that each hold parts of it, such as the
shards of 'xuezhan run --shard I/N --out SHARD'. The directory OUT is then the one that
the run without shards makes, byte for byte, and the report is that run's.

The shards must have been played by this version of the program, with the same rules,
seed, bots and settings: the first field that differs is named. Parts that two shards
have must be equal. Every file is compared with its SHA-256; files are linked where the
file system can, else copied. The first hand of every part is replayed and must be the
same. If parts are missing they are listed, and nothing is written.

A merge that was killed is called again. Shards are left as they are.`,
		Example: `  xuezhan run --hands 20000 --shard 0/2 --out runs/shard-0
  xuezhan run --hands 20000 --shard 1/2 --out runs/shard-1
  xuezhan merge runs/merged runs/shard-0 runs/shard-1`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return misused("merge wants OUT and at least one SHARD")
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	o.report.flags(c)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	o.trust.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := errors.Join(o.report.validate(c), o.trust.use(a)); err != nil {
			return err
		}
		i := a.interruptible(c.Context())
		defer i.end()
		return a.merge(i, &o, args[0], args[1:])
	}
	return c
}

// merge makes OUT of the shards, finishes it and prints its report.
func (a *app) merge(i *interruption, o *mergeOptions, out string, shards []string) error {
	for _, dir := range append([]string{out}, shards...) {
		_, err := os.Stat(filepath.Join(dir, store.ManifestName))
		if kind := store.KindOf(dir); err == nil && kind != dataset.RunKind {
			return misused("%s holds %s; merge is for runs", dir, store.InWords(kind))
		}
	}
	if err := o.report.prepare(); err != nil {
		return err
	}
	s, err := a.mergeRun(i, o, out, shards)
	if err != nil {
		return i.or(err, "")
	}
	return o.report.print(a, s.Page())
}

func (a *app) mergeRun(i *interruption, o *mergeOptions, out string, shards []string) (*report.RunSummary, error) {
	r, err := dataset.Open(shards[0])
	if err != nil {
		return nil, err
	}
	c, err := r.Config(a.program())
	if err != nil {
		return nil, a.cannotResume(shards[0], "version", r.Inputs().Version, err)
	}
	err = dataset.Merge(i.softly, out, c, a.version().String(), shards)
	if missing := (*store.Missing)(nil); errors.As(err, &missing) {
		return nil, fmt.Errorf("%w; run the command of each such shard until it is whole, then merge", err)
	}
	if err != nil {
		return nil, err
	}
	again := runOptions{resume: out, workers: o.workers, report: o.report}
	again.again = "xuezhan merge " + quoted(out) + " SHARD…"
	again.replay = func(hand int64) string { return fmt.Sprintf("xuezhan replay --run %s --hand %d", quoted(out), hand) }
	return a.resumeRun(i, &again)
}
