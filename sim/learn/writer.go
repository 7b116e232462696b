package learn

import (
	"context"
	"fmt"
	"path/filepath"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// A Writer stores the trials of a plan as they are collected. Run and Play write to it;
// Close ends it.
type Writer struct {
	plan  *Plan
	path  string
	dir   *store.Dir
	codec *column.Codec
}

// Create starts to store the trials of a plan that a version of the program carries out,
// in the directory dir, as store.Create does.
func Create(dir string, p *Plan, version string) (*Writer, error) {
	plan, err := p.stored(dir, version)
	if err != nil {
		return nil, err
	}
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{p, dir, d, column.NewCodec()}, nil
}

// Resume opens what Create started with the same plan and version, as store.Resume does.
func Resume(ctx context.Context, dir string, p *Plan, version string) (*Writer, error) {
	plan, err := p.stored(dir, version)
	if err != nil {
		return nil, err
	}
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return &Writer{p, dir, d, column.NewCodec()}, nil
}

// Merge makes one directory of several that each hold trials of the plan, such as shards
// from different machines: see store.Merge. Resume and Run finish it.
func Merge(ctx context.Context, dir string, p *Plan, version string, from store.Shards) error {
	plan, err := p.stored(from.Dirs[0], version)
	if err != nil {
		return err
	}
	return store.Merge(ctx, dir, plan, from)
}

// stored returns what is stored of the plan in dir.
func (p *Plan) stored(dir, version string) (store.Plan, error) {
	if err := p.Validate(); err != nil {
		return store.Plan{}, err
	}
	in, err := InputsOf(p, version)
	if err != nil {
		return store.Plan{}, err
	}
	plan := store.Plan{Kind: storeKind(), Inputs: in, Parts: len(p.Parts()), Check: func(part *store.Part) error { return p.checkPart(dir, part) }}
	for _, spec := range []policy.Spec{p.Behaviour, p.Playout} {
		if plan.Attachments, err = dataset.AttachNet(plan.Attachments, spec); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// checkPart reports why a part whose file is as it was written is not one of the plan.
func (p *Plan) checkPart(dir string, part *store.Part) error {
	if want := p.Parts()[part.Index]; part.First != want.First || part.Count != want.Hands {
		return fmt.Errorf("has %d hands from %d on, not %d from %d on", part.Count, part.First, want.Hands, want.First)
	}
	return column.CheckRows(filepath.Join(dir, part.Files[0].Name), part.Files[0])
}

// Parts returns the parts that are stored. The slice is the caller's.
func (w *Writer) Parts() []store.Part { return w.dir.Parts() }

// Planned returns the number of parts of the whole.
func (w *Writer) Planned() int { return w.dir.Manifest().Planned }

// Redone returns why parts that were listed are to be collected again.
func (w *Writer) Redone() []error { return w.dir.Redone() }

// Digest returns the digest of the trials, empty before the last is stored.
func (w *Writer) Digest() string { return w.dir.Manifest().Digest }

// Close ends a directory that is not finished. Otherwise it does nothing.
func (w *Writer) Close() error { return w.dir.Close() }

// Left returns the hands of a shard whose trials are not stored yet.
func (w *Writer) Left(shard sim.Shard) (hands int64) {
	for _, p := range w.missing(w.plan.Parts(), shard) {
		hands += p.Hands
	}
	return hands
}

// missing returns those of some parts that belong to a shard and are not stored.
func (w *Writer) missing(parts []sim.Part, shard sim.Shard) []sim.Part {
	have := map[int]bool{}
	for _, p := range w.dir.Parts() {
		have[p.Index] = true
	}
	var list []sim.Part
	for _, p := range parts {
		if shard.Has(p.Index) && !have[p.Index] {
			list = append(list, p)
		}
	}
	return list
}

// CheckShard reports why a plan has no shards: only a bot that is there before the plan
// begins plays parts in any order.
func (p *Plan) CheckShard(shard sim.Shard) error {
	if shard.Of > 0 && p.Rounds > 1 {
		return fmt.Errorf("learn: the hands of round 2 are played by the net of round 1, so that %d rounds have no shards: plan one round at a time, each with the net of the one before", p.Rounds)
	}
	return nil
}

// Play collects and stores the trials of a shard of a plan with one round.
func (w *Writer) Play(ctx context.Context, shard sim.Shard, o Options) error {
	if err := w.plan.CheckShard(shard); err != nil {
		return err
	}
	for _, s := range w.plan.stages() {
		if err := w.collect(ctx, &w.plan.Config, &s, shard, o); err != nil {
			return err
		}
	}
	return w.finish()
}

// collect collects and stores what is missing of a stage, whose hands are played as the
// configuration says.
func (w *Writer) collect(ctx context.Context, c *Config, s *stage, shard sim.Shard, o Options) error {
	for _, p := range w.missing(s.list(), shard) {
		d, err := Collect(ctx, c, s.purpose, s.number, p.First-s.first, p.Hands, o)
		if err != nil {
			return err
		}
		if err := w.commit(p, d, s.first); err != nil {
			return err
		}
	}
	return nil
}

// commit stores a part.
func (w *Writer) commit(p sim.Part, d *Data, first int64) error {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return err
	}
	t := column.NewWriter(files.Table(0), trialsTable(d.Width), trialColumns(d.Width), w.codec, int64(d.Trials()))
	if err = t.Write(rowsOf(d, first)); err == nil {
		err = t.Close()
	}
	if err != nil {
		files.Abort()
		return err
	}
	return files.Commit(t.Rows())
}

// finish marks the directory finished once all parts are there.
func (w *Writer) finish() error {
	parts := w.dir.Parts()
	if w.dir.Finished() || len(parts) < w.Planned() {
		return nil
	}
	return w.dir.Finish(store.DigestOfParts(parts))
}

// stage collects what is missing of a stage, and returns all of it.
func (w *Writer) stage(ctx context.Context, c *Config, s *stage, o Options) (*Data, error) {
	if err := w.collect(ctx, c, s, sim.Shard{}, o); err != nil {
		return nil, err
	}
	d := &Data{Width: len(w.plan.Names())}
	for _, p := range w.dir.Parts() {
		if p.First < s.first || p.First >= s.first+s.hands {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := readPart(w.path, p, d, s.first); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// readPart appends the trials of a part to data that count hands from first.
func readPart(dir string, p store.Part, d *Data, first int64) error {
	t, err := column.Open(dir, p.Files[0], trialColumns(d.Width))
	if err != nil {
		return fmt.Errorf("learn: part %d: %w", p.Index, err)
	}
	defer t.Close()
	list := make([]row, column.ChunkRows)
	rows := make([]*row, len(list))
	for i := range list {
		list[i].features = make([]byte, floatBytes*d.Width)
		rows[i] = &list[i]
	}
	for t.Left() > 0 {
		some := rows[:min(t.Left(), int64(len(rows)))]
		if err := t.Read(some); err != nil {
			return fmt.Errorf("learn: part %d: %w", p.Index, err)
		}
		for _, r := range some {
			if r.hand < p.First || r.hand >= p.First+p.Count {
				return fmt.Errorf("learn: part %d: %s: hand %d is not of the part", p.Index, t.Path(), r.hand)
			}
			if err := d.take(r, first); err != nil {
				return fmt.Errorf("learn: part %d: %s: %w", p.Index, t.Path(), err)
			}
		}
	}
	return nil
}
