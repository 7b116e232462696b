package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// A Verification says how trials are verified. The zero value replays nothing and keeps
// no fault.
type Verification struct {
	store.Verification
	Plan   *Plan   // replays hands; nil for none
	Play   Options // of the replay
	Sample int     // stored hands that are replayed, chosen at random
	Seed   uint64  // of that choice
}

// Verify checks stored trials: the manifest, the files byte for byte, every column but the
// features, and what must hold between rows. Hands that a bot of the plan has played are
// replayed and their trials compared, features too. Only the context's end is an error:
// all else is a fault.
func (r *Reader) Verify(ctx context.Context, v Verification) (*store.Findings, error) {
	f := store.NewFindings(&r.manifest, &v.Verification)
	f.Checked = []string{
		"the size, the rows and the SHA-256 of every file",
		"hands in order and of their part, decisions and trials numbered from 0",
	}
	r.verifyParts(f)
	f.Stray(r.path, &r.manifest, storeKind())
	if want := store.DigestOfParts(r.manifest.Parts); r.Finished() && r.Digest() != want {
		f.InManifest("digest", r.Digest(), want, "the digest of the parts that are listed")
	}
	columns := column.Documented(r.columns())
	check := column.RowCheck{Dir: r.path, Manifest: &r.manifest, Columns: columns[:len(columns)-1]}
	check.Begin = func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		c := &trialsCheck{hands: dataset.NewHandOrder(p)}
		return c.rows, func(*store.Findings) {}
	}
	err := check.Parts(ctx, &v.Verification, f)
	if err == nil && f.Count == 0 {
		err = r.replay(ctx, &v, f)
	}
	return f, err
}

// verifyParts checks the parts that are listed.
func (r *Reader) verifyParts(f *store.Findings) {
	want := r.inputs.settings().Parts()
	if r.manifest.Planned != len(want) {
		f.InManifest("planned_parts", r.manifest.Planned, len(want), "the hands of the rounds and the holdout in parts")
	}
	for _, p := range r.manifest.Parts {
		if p.Index >= len(want) {
			f.InManifest(fmt.Sprintf("part %d", p.Index), "listed", "not there", "the plan has no such part")
			continue
		}
		if w := want[p.Index]; p.First != w.First || p.Count != w.Hands {
			f.InManifest(fmt.Sprintf("part %d", p.Index), fmt.Sprintf("%d hands from %d on", p.Count, p.First),
				fmt.Sprintf("%d from %d on", w.Hands, w.First), "parts follow each other")
		}
	}
}

// A trialsCheck checks the rows of a part.
type trialsCheck struct {
	hands           dataset.HandOrder
	decision, trial int64
}

func (c *trialsCheck) rows(s *column.Sheet) {
	decisions, trials, actions := s.Column("decision"), s.Column("trial"), s.Column("action")
	for row := range trials {
		switch first := c.hands.Next(s, row); {
		case first:
			c.decision, c.trial = 0, 0
		case trials[row] == 0:
			c.decision, c.trial = c.decision+1, 0
		default:
			c.trial++
		}
		s.Want("decision", decisions, row, c.decision, "the decisions of a hand are numbered from 0")
		s.Want("trial", trials, row, c.trial, "the trials of a decision are numbered from 0")
		if a := actions[row]; a >= 0 && a < int64(engine.NumActions) && engine.Action(a) == engine.Win {
			s.Fault("action", row, "another action", "no decision is tried where a win may be taken")
		}
	}
}

// replay replays hands of the sample, and compares their trials.
func (r *Reader) replay(ctx context.Context, v *Verification, f *store.Findings) error {
	if v.Plan == nil {
		f.Unchecked = append(f.Unchecked, "whether the bots play so: nothing is replayed")
		return nil
	}
	chosen := r.choose(v)
	for _, at := range chosen {
		if err := r.compare(ctx, v, at.part, at.hand, f); err != nil {
			return err
		}
	}
	f.Replayed = int64(len(chosen))
	f.Checked = append(f.Checked, fmt.Sprintf("the trials of %d hands, replayed", len(chosen)))
	if r.inputs.Rounds > 1 {
		f.Unchecked = append(f.Unchecked, "replay of hands that nets of the plan have played: those after the first round")
	}
	return nil
}

// A place is a stored hand.
type place struct {
	part store.Part
	hand int64
}

// choose returns the hands to replay, in order: of those that a bot of the plan has played.
func (r *Reader) choose(v *Verification) []place {
	var parts []store.Part
	n := int64(0)
	for _, p := range r.manifest.Parts {
		if r.inputs.Rounds == 1 || v.Plan.stageOf(p.Index) == 0 {
			parts = append(parts, p)
			n += p.Count
		}
	}
	rng := rand.New(rand.NewPCG(v.Seed, 1<<63)) // no wall's stream: see sim.Wall
	var numbers []int64
	for i := range min(n, int64(v.Sample)) {
		if n > int64(v.Sample) {
			i = rng.Int64N(n)
		}
		numbers = append(numbers, i)
	}
	slices.Sort(numbers)
	var list []place
	for _, i := range slices.Compact(numbers) {
		for _, p := range parts {
			if i < p.Count {
				list = append(list, place{p, p.First + i})
				break
			}
			i -= p.Count
		}
	}
	return list
}

// compare replays a hand and compares its trials with those that are stored.
func (r *Reader) compare(ctx context.Context, v *Verification, p store.Part, hand int64, f *store.Findings) error {
	s := v.Plan.stages()[v.Plan.stageOf(p.Index)]
	want, err := Collect(ctx, &v.Plan.Config, s.purpose, s.number, hand-s.first, 1, v.Play)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	stored := &Data{Width: len(r.inputs.Inputs)}
	if err == nil {
		err = readPart(r.path, p, stored, s.first)
	}
	if err != nil {
		f.Add(store.Fault{File: p.Files[0].Name, Hand: &hand, Stored: err.Error(), Want: "a hand that is played", Why: "it is replayed"})
		return nil
	}
	if got := stored.handOf(hand - s.first); !got.equal(want) {
		f.Add(store.Fault{
			File: p.Files[0].Name, Hand: &hand, Stored: fmt.Sprintf("%d trials", got.Trials()),
			Want: fmt.Sprintf("the %d trials of the hand", want.Trials()), Why: "the hand is replayed",
		})
	}
	return nil
}

// handOf returns the decisions of one hand.
func (d *Data) handOf(hand int64) *Data {
	one := &Data{Width: d.Width}
	for _, g := range d.Groups {
		if g.Hand != hand {
			continue
		}
		first, end := int(g.First), int(g.First+g.N)
		g.First = int32(one.Trials())
		one.X = append(one.X, d.X[first*d.Width:end*d.Width]...)
		one.Points, one.Pays = append(one.Points, d.Points[first:end]...), append(one.Pays, d.Pays[first:end]...)
		one.Action = append(one.Action, d.Action[first:end]...)
		one.Groups = append(one.Groups, g)
	}
	return one
}

// equal reports whether data are the same.
func (d *Data) equal(o *Data) bool {
	return slices.Equal(d.X, o.X) && slices.Equal(d.Points, o.Points) && slices.Equal(d.Pays, o.Pays) &&
		slices.Equal(d.Action, o.Action) && slices.Equal(d.Groups, o.Groups)
}
