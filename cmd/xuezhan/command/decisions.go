package command

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/decisions"
	"xuezhan/sim/store"
)

type decisionsOptions struct {
	rules         string
	hands         count
	seed          uint64
	seats, policy string
	walls         string
	features      string
	studied       string
	out, resume   string
	again         string // the command line that resumes it
	share         shardFlag
	workers       int
	json          bool
	trust         trust
}

func newDatasetDecisions(a *app) *cobra.Command {
	o := decisionsOptions{hands: 10_000}
	c := &cobra.Command{
		Use:   "decisions",
		Short: "play hands and store every decision, to learn from",
		Long: `decisions plays hands and stores a row for each decision as Parquet: who decided,
what the seat could know as numbers, which actions were legal, which one it chose, and
what the seat had at the end of the hand, by cause. Where there is no choice there is
no decision. 'xuezhan dataset schema decisions' documents the columns.

The features of a row are one column of bytes of a fixed length. Those of v1 and of v2,
which has the history of the hand as well, are float32 after float32, little-endian, in
the order of 'dataset schema --features v1'; that of planes is a byte a number. In Python, with a column as Arrow, pandas or DuckDB
give it (con.sql("select v1 from 'DIR/*.parquet'").fetchnumpy()["v1"]):

  np.frombuffer(b"".join(column), "<f4").reshape(len(column), -1)
  np.frombuffer(b"".join(column), "u1").reshape(len(column), -1, 27)

Actions are ids of one space for all rules. Features call the suits x, y and z; the
column suits says which they are.

A part is complete or absent: what is killed is resumed by --resume, and ends with the
same files. The same options give the same files with any number of workers.

--shard I/N with --out plays a share of the parts, on any machine: the same command,
called again, resumes it, and 'xuezhan merge' makes one directory of all shards.`,
		Example: `  xuezhan dataset decisions --rules wap-battle --hands 20000 --policy fast --out runs/decisions
  xuezhan dataset decisions --hands 5000 --seats value,fast,value,fast --studied 0,2 --features planes --out runs/planes
  xuezhan dataset decisions --resume runs/decisions`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := o.validate(c); err != nil {
			return err
		}
		if err := o.trust.use(a); err != nil {
			return err
		}
		return a.decisions(c, &o)
	}
	return c
}

func (o *decisionsOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Var(&o.hands, "hands", "hands to play")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.seats, "seats", "", "bots of the four seats (see 'xuezhan policies')")
	f.StringVar(&o.policy, "policy", "fast", "bot of all four seats, instead of --seats")
	f.StringVar(&o.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	f.StringVar(&o.features, "features", "v1", "what positions are encoded as: "+strings.Join(features.Names(), ", "))
	f.StringVar(&o.studied, "studied", "0,1,2,3", "`SEATS` whose rows are marked as studied")
	f.StringVar(&o.out, "out", "", "store the decisions in the new directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the decisions in `DIR`, which says all else")
	annotate(f, howFlag, func() {
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		o.share.flags(c, "decisions")
		f.BoolVar(&o.json, "json", false, "print JSON")
		o.trust.flags(c)
	})
}

// validate checks what needs no file.
func (o *decisionsOptions) validate(c *cobra.Command) error {
	changed := c.Flags().Changed
	switch {
	case changed("seats") && changed("policy"):
		return misused("--seats and --policy exclude each other")
	case changed("out") == changed("resume"):
		return misused("one of --out and --resume names the directory")
	case o.hands < 1 || int64(o.hands) > sim.MaxHands:
		return misused("--hands is not 1 to %d", int64(sim.MaxHands))
	}
	if o.resume == "" {
		return nil
	}
	return checkResume(c, "directory")
}

// decisions plays, stores, and says what was stored.
func (a *app) decisions(c *cobra.Command, o *decisionsOptions) error {
	i := a.interruptible(c.Context())
	defer i.end()
	w, config, err := a.openDecisions(i.softly, o)
	if err != nil {
		return err
	}
	defer w.Close()
	started := time.Now()
	o.again = allowing(resumeLine(c, "dataset", "decisions", "--resume", o.out+o.resume), config.Seats[:]...)
	d, err := a.playDecisions(i, w, config, o)
	if err != nil {
		return err
	}
	d.Seconds = time.Since(started).Seconds()
	d.Speed = float64(d.Played) / d.Seconds
	if o.json {
		return printJSON(a.out, d)
	}
	return d.print(a.out)
}

// openDecisions starts a directory of decisions or resumes one.
func (a *app) openDecisions(ctx context.Context, o *decisionsOptions) (*decisions.Writer, *sim.Config, error) {
	if o.resume != "" {
		return a.resumeDecisions(ctx, o.resume)
	}
	config, err := a.decisionConfig(o)
	if err != nil {
		return nil, nil, err
	}
	studied, err := listedSeats(o.studied)
	if err != nil {
		return nil, nil, err
	}
	in, err := decisions.NewInputs(config, a.version().String(), o.features, studied)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if o.share.Of == 0 || !isStored(o.out) {
		w, err := decisions.Create(o.out, config, in)
		return w, config, err
	}
	w, err := decisions.Resume(ctx, o.out, config, in) // a shard's command, called again
	if err == nil {
		a.tellRedone(w.Redone())
	}
	return w, config, err
}

func (a *app) resumeDecisions(ctx context.Context, dir string) (*decisions.Writer, *sim.Config, error) {
	in, _, err := decisions.Read(dir)
	if err != nil {
		return nil, nil, err
	}
	config, err := in.Run.Config(dir, a.program())
	if err != nil {
		return nil, nil, a.cannotResume(dir, "run.version", in.Run.Version, err)
	}
	if err := a.admit(config.Seats[:]...); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", dir, err)
	}
	now, err := decisions.NewInputs(config, a.version().String(), in.Features, in.Studied)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", dir, err)
	}
	w, err := decisions.Resume(ctx, dir, config, now)
	if err != nil {
		return nil, nil, err
	}
	a.tellRedone(w.Redone())
	return w, config, nil
}

// decisionConfig reads what is named by a text.
func (a *app) decisionConfig(o *decisionsOptions) (*sim.Config, error) {
	c := &sim.Config{Seed: o.seed, Hands: int64(o.hands)}
	var err error
	if c.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	if c.Walls, err = parseWalls(o.walls); err != nil {
		return nil, err
	}
	if o.seats != "" {
		c.Seats, err = a.parseSeats(o.seats)
	} else {
		var spec policy.Spec
		spec, err = a.flagSpec("--policy", o.policy)
		c.Seats = [engine.NumSeats]policy.Spec{spec, spec, spec, spec}
	}
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// listedSeats reads the seats that --studied has, separated by commas.
func listedSeats(text string) ([]int, error) {
	var marked [engine.NumSeats]bool
	for _, piece := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(piece))
		if err != nil || n < 0 || n >= engine.NumSeats {
			return nil, misused("--studied %q is not a list of seats 0 to %d such as 0,2", text, engine.NumSeats-1)
		}
		marked[n] = true
	}
	var seats []int
	for s, is := range marked {
		if is {
			seats = append(seats, s)
		}
	}
	return seats, nil
}

// playDecisions plays the parts that are not stored. After an interrupt no part is
// begun.
func (a *app) playDecisions(i *interruption, w *decisions.Writer, c *sim.Config, o *decisionsOptions) (*storedDecisions, error) {
	d := newStoredDecisions(w, o)
	share := o.share.Parts(c)
	parts := missing(share, w.Parts())
	hands := int64(0)
	for _, p := range parts {
		hands += p.Hands
	}
	progress := a.startProgress(hands, "hands")
	var rows atomic.Int64
	newTask := func() (func(int64) (struct{}, error), error) {
		table, err := sim.NewWorker(c, sim.Options{Tables: a.tables()})
		return func(part int64) (struct{}, error) {
			if i.interrupted() {
				return struct{}{}, nil
			}
			n, err := playDecisionPart(i.now, w, table, parts[part], progress)
			rows.Add(n)
			return struct{}{}, err
		}, err
	}
	deliver := func(int64, struct{}) (bool, error) { return false, nil }
	err := sim.Ordered(i.now, o.workers, 0, int64(len(parts)), newTask, deliver)
	progress.finish()
	if left := len(missing(share, w.Parts())); i.interrupted() && left > 0 {
		return nil, interruptedError(fmt.Sprintf("after %d of %d parts", len(share)-left, len(share)), o.again)
	}
	if err != nil {
		return nil, err
	}
	d.Played = rows.Load()
	a.tellWhole(&o.share)
	return d, d.finish(w)
}

// missing returns the parts that are not among those stored.
func missing(parts []sim.Part, stored []store.Part) []sim.Part {
	have := map[int]bool{}
	for _, p := range stored {
		have[p.Index] = true
	}
	var list []sim.Part
	for _, p := range parts {
		if !have[p.Index] {
			list = append(list, p)
		}
	}
	return list
}

// playDecisionPart plays and stores one part, and returns its rows.
func playDecisionPart(ctx context.Context, w *decisions.Writer, table *sim.Worker, p sim.Part, progress *progress) (rows int64, err error) {
	part, err := w.Begin(p)
	if err != nil {
		return 0, err
	}
	defer part.Abort() // nothing once it is committed
	table.Watch(part)
	defer table.Watch(nil)
	var batch sim.Batch
	for hand := p.First; hand < p.First+p.Hands; hand++ {
		batch.Reset()
		if err := table.PlayUnit(hand, &batch); err != nil {
			return 0, err
		}
		if err := part.EndHand(&batch.Outcomes[0]); err != nil {
			return 0, err
		}
		if hand%decisionProgress == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			progress.add(decisionProgress)
		}
	}
	rows = part.Rows()
	return rows, part.Commit()
}

// decisionProgress is after how many hands progress is told.
const decisionProgress = 64

// storedDecisions is what decisions prints.
type storedDecisions struct {
	Dir      string  `json:"dir"`
	Features string  `json:"features"`
	Schema   string  `json:"schema"`
	Hands    int64   `json:"hands"`
	Rows     int64   `json:"rows"`
	Played   int64   `json:"rows_played"` // by this process
	Bytes    int64   `json:"bytes"`
	Digest   string  `json:"digest,omitempty"` // of all parts; a shard has none
	Seconds  float64 `json:"seconds"`
	Speed    float64 `json:"rows_per_s"`
}

func newStoredDecisions(w *decisions.Writer, o *decisionsOptions) *storedDecisions {
	in := w.Inputs()
	d := &storedDecisions{Dir: o.out, Features: in.Features, Schema: in.Schema}
	if o.resume != "" {
		d.Dir = o.resume
	}
	return d
}

// finish ends the dataset, unless it is a shard of one, and counts what is in it.
func (d *storedDecisions) finish(w *decisions.Writer) error {
	for _, p := range w.Parts() {
		d.Rows += p.Files[0].Rows
		d.Bytes += p.Files[0].Bytes
		d.Hands += p.Count
	}
	if len(w.Parts()) < w.Planned() {
		return nil
	}
	if w.Finished() {
		_, m, err := decisions.Read(d.Dir)
		d.Digest = m.Digest
		return err
	}
	var err error
	d.Digest, err = w.Finish()
	return err
}

func (d *storedDecisions) print(w io.Writer) error {
	t := newTable(w)
	t.row("decisions", fmt.Sprintf("%d of %d hands in %s", d.Rows, d.Hands, d.Dir))
	t.row("features", d.Features+" "+d.Schema)
	t.row("bytes", d.Bytes)
	if d.Digest != "" { // as it is of a shard
		t.row("digest", d.Digest)
	}
	t.row("played", fmt.Sprintf("%d rows in %.1f s, %.0f rows/s", d.Played, d.Seconds, d.Speed))
	return t.Flush()
}
