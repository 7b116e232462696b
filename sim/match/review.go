package match

import (
	"bufio"
	"fmt"
	"io"

	"xuezhan/sim/stats"
)

// A Review is what a record says about its match, at its end and on the way there.
// It needs only the record: the bots and the program that played it may be gone.
type Review struct {
	Header Header
	Rules  string // name of the rules
	Result Result // of the blocks that are recorded
	// Finished reports whether the record has its result. If not, the match can be
	// resumed.
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

// ReadReview reads a record. An incomplete last line is ignored.
func ReadReview(in io.Reader) (*Review, error) {
	r, h, err := openRecord(bufio.NewReader(in), nil)
	if err != nil {
		return nil, err
	}
	c, err := h.scoring()
	if err != nil {
		return nil, err
	}
	s, err := newScore(c)
	if err != nil {
		return nil, err
	}
	v := &Review{Header: h, Rules: c.Rules.Name}
	w := walk{score: s, every: 1}
	for b, err := range r.whole() {
		if err != nil {
			return nil, err
		}
		if w.over {
			return nil, fmt.Errorf("match: the record continues with block %d after the end of the match", b.Number)
		}
		w.add(&b)
	}
	v.Result, v.Finished, v.Path = s.result(), r.result != nil, w.end()
	return v, nil
}

// A walk feeds a score and keeps its state from time to time.
type walk struct {
	score  score
	over   bool
	blocks int64
	every  int64 // blocks from point to point: a power of two
	path   []Stand
}

func (w *walk) add(b *Block) {
	w.over = w.score.add(b)
	if w.blocks++; w.blocks%w.every == 0 {
		w.stand()
	}
	if len(w.path) > pathPoints { // keep every second one
		for i := range w.path[:len(w.path)/2] {
			w.path[i] = w.path[2*i+1]
		}
		w.path, w.every = w.path[:len(w.path)/2], 2*w.every
	}
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
