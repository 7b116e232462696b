package command

import (
	"errors"
	"fmt"
	"iter"
	"os"

	"xuezhan/engine/record"
	"xuezhan/sim"
	"xuezhan/sim/match"
)

// recordsOfMatch plays the hands of a block of a stored match again. Where the block is
// stored, what was played has to be the same.
func (a *app) recordsOfMatch(o *replayOptions) iter.Seq2[namedRecord, error] {
	return func(yield func(namedRecord, error) bool) {
		list, err := a.blockAgain(o.match, int64(o.block))
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

func (a *app) blockAgain(path string, number int64) ([]*record.Record, error) {
	if i, err := os.Stat(path); err != nil {
		return nil, err
	} else if !i.IsDir() {
		return nil, errors.New("it is a file, and a match is stored in a directory: records of earlier versions are not replayed")
	}
	r, err := match.Open(path)
	if err != nil {
		return nil, err
	}
	config, err := r.Config(a.program())
	if err != nil {
		return nil, err
	}
	list, err := match.Replay(config, a.tables(), number)
	if err != nil {
		return nil, err
	}
	stored, ok, err := r.Block(number)
	if err != nil || !ok {
		return list, err
	}
	for hand, rec := range list {
		for seat, points := range rec.Ledger.Points() {
			if int32(points) != stored.Points[hand][seat] {
				return nil, fmt.Errorf("%w; it was stored by version %s", sim.ReplayDiffers("block", number), r.Inputs().Version)
			}
		}
	}
	return list, nil
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
