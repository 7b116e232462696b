package sim

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"xuezhan/engine"
)

// A run of few hands is dealt out to its workers in pieces of parts, so that all of
// them are busy to the end even where a hand takes long. Who finishes the last piece
// of a part puts the pieces together: sinks, tallies and digests see the part as if
// one worker had played it.

// Runs of fewer than fewBlocks blocks a worker are dealt out in pieces, about
// piecesAhead for each worker.
const (
	fewBlocks   = 16
	piecesAhead = 64
)

// pieces returns in how many pieces each part is dealt out. With external bots it is
// only as many as give each worker one: what waits for a bot is asked together.
func (c *Config) pieces(parts, workers int) int {
	blocks := int((c.units() + blockUnits - 1) / blockUnits)
	if blocks != parts || blocks >= fewBlocks*workers {
		return 1
	}
	wanted := piecesAhead * workers
	if c.hasExternal() {
		wanted = workers
	}
	return int(min(int64((wanted+blocks-1)/blocks), c.units(), blockUnits))
}

// A partPlay is a part that is being played.
type partPlay struct {
	Part
	stored iter.Seq2[*Batch, error] // nil if the part is to be played

	mu       sync.Mutex
	left     int       // pieces that are not finished
	outcomes []Outcome // of all hands; each piece has its own range
	wins     [][]Win   // by piece
	actions  [][]engine.Action
}

// take deals out the next piece; nil if there is none. Once the run is stopped no
// other part is begun.
func (r *run) take() (p *partPlay, piece int) {
	r.deal.Lock()
	defer r.deal.Unlock()
	i, piece := r.next/r.pieces, r.next%r.pieces
	if i == len(r.parts) || piece == 0 && r.stopped() {
		return nil, 0
	}
	if piece == 0 {
		r.under = r.beginPart(r.parts[i])
	}
	r.next++
	return r.under, piece
}

func (r *run) beginPart(p Part) *partPlay {
	play := &partPlay{Part: p, left: r.pieces}
	if r.options.Stored != nil {
		play.stored = r.options.Stored(p, BlockHands(int(r.config.unitHands())))
	}
	if play.stored == nil && r.pieces > 1 {
		play.outcomes = r.takeRoom(int(p.Hands))
		play.wins, play.actions = make([][]Win, r.pieces), make([][]engine.Action, r.pieces)
	}
	return play
}

// takeRoom returns room for the outcomes of a part.
func (r *run) takeRoom(hands int) []Outcome {
	last := len(r.room) - 1
	if last < 0 || cap(r.room[last]) < hands {
		return make([]Outcome, hands)
	}
	room := r.room[last][:hands]
	r.room = r.room[:last]
	return room
}

// playPiece plays a piece of a part, and stores and counts the part if it was the
// last one that was missing.
func (w *worker) playPiece(ctx context.Context, p *partPlay, piece int) error {
	hands := w.config.unitHands()
	units := p.Hands / hands
	from, to := units*int64(piece)/int64(w.pieces), units*int64(piece+1)/int64(w.pieces)
	b := Batch{Outcomes: p.outcomes[from*hands : from*hands : to*hands]}
	if err := w.player.playUnits(ctx, p.First/hands+from, p.First/hands+to, &b); err != nil {
		return err
	}
	w.progress((to - from) * hands)
	p.mu.Lock()
	p.wins[piece], p.actions[piece] = b.Wins, b.Actions
	p.left--
	isLast := p.left == 0
	p.mu.Unlock()
	if !isLast {
		return nil
	}
	return w.finishPart(p)
}

// finishPart stores and counts a part whose pieces are all played.
func (w *worker) finishPart(p *partPlay) (err error) {
	b := Batch{Outcomes: p.outcomes, Wins: w.batch.Wins[:0], Actions: w.batch.Actions[:0]}
	for i := range p.wins {
		b.Wins, b.Actions = append(b.Wins, p.wins[i]...), append(b.Actions, p.actions[i]...)
	}
	w.batch.Wins, w.batch.Actions = b.Wins, b.Actions
	if w.options.Sink != nil {
		if err := storePart(w.options.Sink, p.Part, &b); err != nil {
			return err
		}
	}
	w.count(p.Index, &b)
	w.deal.Lock()
	w.room = append(w.room, p.outcomes)
	w.deal.Unlock()
	return nil
}

// storePart stores a part that is one batch.
func storePart(to Sink, p Part, b *Batch) error {
	sink, err := to.Begin(p)
	if err != nil {
		return err
	}
	if err := sink.Write(b); err != nil {
		sink.Abort()
		return fmt.Errorf("part %d: %w", p.Index, err)
	}
	return sink.Commit()
}
