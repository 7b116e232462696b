package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

// blocksTable is the table of stored matches and ladders, as dataset schema names it.
const blocksTable = "blocks"

// printBlocksSchema prints what the columns of stored matches and ladders mean.
func (a *app) printBlocksSchema(o *datasetOptions) error {
	ofMatch, ofLadder := match.Columns(false), match.Columns(true)
	if o.json {
		return printJSON(a.out, map[string]any{"format": match.StoreFormat, "match": ofMatch, "ladder": ofLadder})
	}
	t := newTable(a.out)
	t.row("table", "column", "type", "unit", "values", "meaning")
	row := func(table string, c *column.Column) { t.row(table, c.Name, c.Type, c.Unit, rangeOf(c), c.Meaning) }
	for i := range ofMatch {
		row("blocks of a match", &ofMatch[i])
	}
	for i := range ofLadder {
		row("blocks of a ladder", &ofLadder[i])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "\nformat %d; a block has as many columns points_HAND_SEAT as its design has hands, and one points_BOT a bot; there is luck where --luck asks for it\n", match.StoreFormat)
	return err
}

// storedMatch is what info and verify need of a match or a ladder.
type storedMatch interface {
	Finished() bool
	Digest() string
	Planned() int
	Parts() []store.Part
	HandsOf(units int64) int64
}

// matchInfo prints what a stored match is and what of it is there.
func (a *app) matchInfo(dir string, o *datasetOptions) error {
	r, err := match.Open(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	return printMatchInfo(a, dir, r, in, &in.Setting, "match", o, [][2]string{
		{"design", in.Design}, {"blocks", stoppingText(&in.Stopping)},
	})
}

// stoppingText says when a match ends.
func stoppingText(s *match.StoredStopping) string {
	text := stats.Grouped(s.Blocks)
	switch {
	case s.SPRT != nil:
		return fmt.Sprintf("until decided between %g and %g points per hand, at most %s", s.SPRT.Mu0, s.SPRT.Mu1, text)
	case s.Watch:
		return "watched, at most " + text
	}
	return text
}

// ladderInfo is that of a ladder.
func (a *app) ladderInfo(dir string, o *datasetOptions) error {
	r, err := match.OpenLadder(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	return printMatchInfo(a, dir, r, in, &in.Setting, "ladder", o, [][2]string{{"rounds", fmt.Sprint(in.Rounds)}})
}

func printMatchInfo[I any](a *app, dir string, r storedMatch, in I, set *match.Setting, command string, o *datasetOptions, particular [][2]string) error {
	if o.verify {
		if err := verifyParts(dir, r.Parts()); err != nil {
			return err
		}
	}
	d := inventory[I]{Inputs: in, Finished: r.Finished(), Digest: r.Digest(), Planned: r.Planned(), Verified: o.verify}
	d.count(r.Parts())
	d.Hands = r.HandsOf(d.Hands)
	if o.json {
		return printJSON(a.out, d)
	}
	return d.printMatch(a.out, set, command, particular)
}

// printMatch prints what was played and what there is of it.
func (d *inventory[I]) printMatch(w io.Writer, set *match.Setting, command string, particular [][2]string) error {
	t := newTable(w)
	t.row("rules", set.Rules.Name+" "+set.RulesHash)
	t.row("seed", uint64(set.Seed))
	t.row("walls", set.Walls)
	t.row("bots", strings.Join(dataset.Specs(set.Bots), " "))
	for _, p := range particular {
		t.row(p[0], p[1])
	}
	t.row("hands", d.Hands)
	t.row("version", set.Version)
	t.row("parts", fmt.Sprintf("%d of %d", d.Parts, d.Planned))
	t.row("rows of "+blocksTable, d.Rows)
	t.row("bytes", d.Bytes)
	t.ending(d.Finished, d.Digest, command, d.Verified)
	return t.Flush()
}

// verifyMatch checks a stored match.
func (a *app) verifyMatch(ctx context.Context, dir string, o *verifyOptions) error {
	r, err := match.OpenToVerify(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	return a.verifyBlocks(ctx, dir, r.Parts(), &in.Setting, o, r.Verify, func() (*match.Replayer, error) {
		c, err := r.Config(a.program())
		if err != nil {
			return nil, err
		}
		return match.NewReplayer(c, a.tables())
	})
}

// verifyLadder checks a stored ladder.
func (a *app) verifyLadder(ctx context.Context, dir string, o *verifyOptions) error {
	r, err := match.OpenLadderToVerify(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	return a.verifyBlocks(ctx, dir, r.Parts(), &in.Setting, o, r.Verify, func() (*match.Replayer, error) {
		c, err := r.Config(a.program())
		if err != nil {
			return nil, err
		}
		return match.NewLadderReplayer(c, a.tables())
	})
}

// verifyBlocks checks a stored match or ladder. Its bots play again if all of them may be
// started and are what they were.
func (a *app) verifyBlocks(ctx context.Context, dir string, parts []store.Part, set *match.Setting, o *verifyOptions,
	verify func(context.Context, match.Verification) (*store.Findings, error), replayer func() (*match.Replayer, error)) error {
	v := match.Verification{Sample: o.sample, Seed: o.seed}
	known := dataset.VerifyBots(dir, set.Bots, &set.Rules, a.program())
	refused := a.refusedBots(set.Bots)
	if len(known) == 0 && refused == "" {
		again, err := replayer()
		if err != nil {
			return err
		}
		defer again.Close()
		v.Replay = again.Unit
	}
	found, err := a.verified(ctx, dir, parts, known, o, func(ctx context.Context, common store.Verification) (*store.Findings, error) {
		v.Verification = common
		return verify(ctx, v)
	})
	if err != nil {
		return err
	}
	if refused != "" {
		found.Unchecked = append(found.Unchecked, "the versions of the bots: "+refused)
	}
	return a.printFindings(found, dir, o)
}
