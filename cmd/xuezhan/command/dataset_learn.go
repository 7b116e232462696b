package command

import (
	"context"
	"fmt"
	"strings"

	"xuezhan/sim/dataset"
	"xuezhan/sim/learn"
	"xuezhan/sim/store"
)

// trialsTable is the table of stored trials, as dataset schema names it.
const trialsTable = "trials"

// trialsInfo prints what stored trials are of and how many there are.
func (a *app) trialsInfo(dir string, o *datasetOptions) error {
	r, err := learn.Open(dir)
	if err == nil && o.verify {
		err = verifyParts(dir, r.Parts())
	}
	if err != nil {
		return err
	}
	in := r.Inputs()
	d := inventory[learn.StoredInputs]{Inputs: in, Finished: r.Finished(), Digest: r.Digest(), Planned: r.Planned(), Verified: o.verify}
	d.count(r.Parts())
	if o.json {
		return printJSON(a.out, d)
	}
	t := newTable(a.out)
	t.row("rules", in.Rules.Name+" "+in.RulesHash)
	t.row("seed", uint64(in.Seed))
	t.row("bots", strings.Join(dataset.Specs(in.Bots), " "))
	t.row("rounds", fmt.Sprintf("%d of %d hands, and %d of the holdout", in.Rounds, in.Hands, in.Holdout))
	t.row("features", fmt.Sprintf("%d of %s %s", len(in.Inputs), in.Schema, in.SchemaHash))
	t.row("hands", fmt.Sprintf("%d of %d", d.Hands, r.TotalHands()))
	t.row("version", in.Version)
	t.row("parts", fmt.Sprintf("%d of %d", d.Parts, d.Planned))
	t.row("rows of "+trialsTable, d.Rows)
	t.row("bytes", d.Bytes)
	t.ending(d.Finished, d.Digest, "learn", d.Verified)
	return t.Flush()
}

// verifyTrials checks stored trials. Hands are replayed if the bots are what they were.
func (a *app) verifyTrials(ctx context.Context, dir string, o *verifyOptions) error {
	r, err := learn.OpenToVerify(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	v := learn.Verification{Sample: o.sample, Seed: o.seed}
	known := dataset.VerifyBots(dir, in.Bots, &in.Rules, a.program())
	if len(known) == 0 {
		if v.Plan, err = r.Plan(a.program()); err != nil {
			return err
		}
		v.Play = learn.Options{Tables: a.tables(), Workers: 1}
	}
	found, err := a.verified(ctx, dir, r.Parts(), known, o, func(ctx context.Context, common store.Verification) (*store.Findings, error) {
		v.Verification = common
		return r.Verify(ctx, v)
	})
	if err != nil {
		return err
	}
	return a.printFindings(found, dir, o)
}
