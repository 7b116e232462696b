package command

import (
	"context"
	"fmt"
	"iter"
	"os"

	"xuezhan/engine/record"
	"xuezhan/sim/match"
)

// recordsOfMatch plays the hands of a block of a match again. That they are the same
// follows from what the record says of the program and its bots.
func (a *app) recordsOfMatch(ctx context.Context, o *replayOptions) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		list, err := a.blockAgain(ctx, o.match, int64(o.block))
		if err != nil {
			yield(namedRecord{}, fmt.Errorf("%s: %w", o.match, err))
			return
		}
		for _, r := range list {
			if !yield(namedRecord{r, o.match}, nil) {
				return
			}
		}
	}
}

func (a *app) blockAgain(ctx context.Context, path string, block int64) ([]*record.Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := match.ReadHeader(f)
	if err != nil {
		return nil, err
	}
	signature, err := a.signature(ctx)
	if err != nil {
		return nil, err
	}
	config, err := h.Config(func(b match.HeaderBot) (match.Bot, error) { return a.recordedBot(b, &h.Rules) }, a.version().String(), signature)
	if err != nil {
		return nil, err
	}
	return match.Replay(config, a.tables(), block)
}

// recordsOfBaseline returns a hand as a baseline has it, and as it is played now.
func (a *app) recordsOfBaseline(o *replayOptions) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		b, err := a.readBaseline(o.baseline)
		if err != nil {
			yield(namedRecord{}, err)
			return
		}
		before, now, err := b.Replay(int64(o.hand), a.tables())
		if err != nil {
			yield(namedRecord{}, fmt.Errorf("%s: %w", o.baseline, err))
			return
		}
		_ = yield(namedRecord{before, o.baseline}, nil) && yield(namedRecord{now, o.baseline}, nil)
	}
}
