package match

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"xuezhan/sim/stats"
)

// A Review is what is stored of a match, at its end and on the way there. It needs no
// bots: they and the program that played may be gone.
type Review struct {
	Inputs Inputs
	Result Result // of the blocks that are stored
	Digest string // of the blocks, empty before the end
	// Finished reports whether the match went to its end. If not, it can be resumed.
	Finished bool
	// Path is the state of a match of two bots after some numbers of blocks: a few
	// hundred points evenly apart, and the end.
	Path []Stand
}

// A Stand is one point of the path of a match of two bots: see Duel.
type Stand struct {
	Blocks     int64           `json:"blocks"`
	Difference stats.Interval  `json:"difference"`
	Sequence   *stats.Interval `json:"confidence_sequence,omitempty"`
	LLR        *float64        `json:"llr,omitempty"` // of a sequential test; absent where it is infinite
}

// pathPoints is the most points of a path.
const pathPoints = 200

// Review judges what is stored of a match. Blocks that do not follow each other from the
// first one on, such as those of a shard, are judged by their number alone.
func (r *Reader) Review(ctx context.Context) (*Review, error) {
	c, err := r.inputs.scoring()
	if err != nil {
		return nil, err
	}
	if n, follow := r.stored.count(); !follow {
		*c = c.alone(n)
	}
	v, digest, err := reviewOf(ctx, c, r.stored.each())
	if err != nil {
		return nil, err
	}
	v.Inputs, v.Finished, v.Digest = r.inputs, r.Finished(), r.Digest()
	return v, r.stored.checkDigest(digest)
}

// count returns the number of units that are stored, and whether they follow each other
// from the first one on.
func (r *stored) count() (n int64, follow bool) {
	for _, p := range r.manifest.Parts {
		n += p.Count
	}
	last := len(r.manifest.Parts) - 1
	return n, last < 0 || r.manifest.Parts[last].Index == last
}

// each returns the units that are stored, in order, and after them those of the part
// under way if it follows. An error is the last.
func (r *stored) each() iter.Seq2[[]Block, error] {
	n := r.schedule.blocks
	return func(yield func([]Block, error) bool) {
		for _, p := range r.manifest.Parts {
			blocks, err := r.blocks(p)
			if err != nil {
				yield(nil, err)
				return
			}
			for at := 0; at < len(blocks); at += n {
				if !yield(blocks[at:at+n], nil) {
					return
				}
			}
		}
		if _, follow := r.count(); r.Finished() || !follow {
			return
		}
		blocks, err := r.tail(len(r.manifest.Parts))
		if err != nil {
			yield(nil, err)
			return
		}
		for at := 0; at < len(blocks); at += n {
			if !yield(blocks[at:at+n], nil) {
				return
			}
		}
	}
}

// checkDigest compares the digest of what is stored with that of the manifest, which
// there is at the end.
func (r *stored) checkDigest(digest string) error {
	if r.Finished() && digest != r.Digest() {
		return fmt.Errorf("match: %s: the blocks have the digest %s, not the %s of the manifest", r.path, digest, r.Digest())
	}
	return nil
}

// A LadderReview is what is stored of a ladder.
type LadderReview struct {
	Inputs   LadderInputs
	Ladder   *Ladder // of the rounds that are stored
	Digest   string  // of the blocks, empty before the end
	Finished bool    // whether it went to its end
}

// Review judges what is stored of a ladder.
func (r *LadderReader) Review(ctx context.Context) (*LadderReview, error) {
	c, err := r.inputs.scoring()
	if err != nil {
		return nil, err
	}
	s, digest := c.score(), newDigest()
	for round, err := range r.stored.each() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		digest.add(round)
		s.add(round)
	}
	return &LadderReview{r.inputs, s.ladder(), r.Digest(), r.Finished()}, r.stored.checkDigest(digest.text())
}

// ReadRecord reviews the record of a match, as earlier programs wrote them. An
// incomplete last line is ignored.
func ReadRecord(ctx context.Context, in io.Reader) (*Review, error) {
	r, inputs, err := openRecord(bufio.NewReader(in))
	if err != nil {
		return nil, err
	}
	v, _, err := reviewOf(ctx, r.schedule.config, r.blocks())
	if err != nil {
		return nil, err
	}
	v.Inputs, v.Finished = inputs, r.result != nil
	if v.Finished {
		text, err := json.Marshal(struct {
			Result *Result `json:"result"`
		}{&v.Result})
		if err != nil || !bytes.Equal(bytes.TrimSuffix(r.result, []byte("\n")), text) {
			return nil, errors.Join(errors.New("match: the record has another result than its blocks"), err)
		}
	}
	return v, nil
}

// reviewOf judges blocks, and returns their digest too.
func reviewOf(ctx context.Context, c *Config, blocks iter.Seq2[[]Block, error]) (*Review, string, error) {
	s, err := newScore(c)
	if err != nil {
		return nil, "", err
	}
	w, digest, over := walk{score: s, every: 1}, newDigest(), false
	for unit, err := range blocks {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && over {
			err = fmt.Errorf("match: block %d follows the end of the match", unit[0].Number)
		}
		if err != nil {
			return nil, "", err
		}
		digest.add(unit)
		over = w.add(&unit[0])
	}
	return &Review{Result: s.result(), Path: w.end()}, digest.text(), nil
}

// A walk feeds a score and keeps its state from time to time.
type walk struct {
	score  score
	blocks int64
	every  int64 // blocks from point to point: a power of two
	path   []Stand
}

func (w *walk) add(b *Block) (over bool) {
	over = w.score.add(b)
	if w.blocks++; w.blocks%w.every == 0 {
		w.stand()
	}
	if len(w.path) > pathPoints { // keep every second one
		for i := range w.path[:len(w.path)/2] {
			w.path[i] = w.path[2*i+1]
		}
		w.path, w.every = w.path[:len(w.path)/2], 2*w.every
	}
	return over
}

// stand adds a point.
func (w *walk) stand() {
	d := w.score.status().Duel
	if d == nil {
		return
	}
	s := Stand{Blocks: w.blocks, Difference: d.Difference, Sequence: d.Sequence}
	if d.SPRT != nil {
		s.LLR = d.SPRT.LLR
	}
	w.path = append(w.path, s)
}

// end returns the path to its end.
func (w *walk) end() []Stand {
	if w.blocks%w.every != 0 {
		w.stand()
	}
	return w.path
}
