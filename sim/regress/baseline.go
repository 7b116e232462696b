package regress

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"sync"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/engine/strictjson"
	"xuezhan/policy"
	"xuezhan/sim"
)

// The file's format and the version that is written and read here.
const (
	Format  = "xuezhan-baseline"
	Version = 1
)

// MaxHands is the most hands of a baseline.
const MaxHands = 1 << 24

// Options are what the result does not depend on.
type Options struct {
	Tables   *shape.Tables // nil builds them
	Workers  int           // goroutines, at least 1
	Progress func(hands int64)
}

func (o *Options) run() sim.Options {
	return sim.Options{Tables: o.Tables, Workers: o.Workers, Progress: o.Progress, Actions: true}
}

// header is the file's first line.
type header struct {
	Format    string                  `json:"format"`
	Version   int                     `json:"version"`
	WrittenBy string                  `json:"written_by"`
	Rules     json.RawMessage         `json:"rules"`
	Seed      uint64                  `json:"seed,string"`
	Hands     int64                   `json:"hands"`
	Seats     [engine.NumSeats]string `json:"seats"`
	Rotate    bool                    `json:"rotate"`
	Walls     string                  `json:"walls"`
	Decks     bool                    `json:"decks"`
}

// Record plays a configuration of hands, not of games, and writes its baseline.
// writtenBy says which program that is.
func Record(ctx context.Context, w io.Writer, c *sim.Config, writtenBy string, o Options) error {
	if c.Games != 0 || c.Hands > MaxHands {
		return fmt.Errorf("regress: a baseline has 1 to %d hands, and no games", MaxHands)
	}
	if err := c.Validate(); err != nil {
		return err
	}
	h := header{
		Format: Format, Version: Version, WrittenBy: writtenBy,
		Rules: record.MarshalRules(&c.Rules), Seed: c.Seed, Hands: c.Hands,
		Rotate: c.Rotate, Walls: c.Walls.String(), Decks: c.Decks != nil,
	}
	for s := range c.Seats {
		h.Seats[s] = c.Seats[s].String()
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return err
	}
	run := o.run()
	run.Sink = &writer{w: w, decks: c.Decks, waiting: map[int][]byte{}}
	_, err = sim.Run(ctx, c, run)
	return err
}

// A writer is a sim.Sink that writes parts in their order.
type writer struct {
	decks []engine.Deck

	mu      sync.Mutex
	w       io.Writer
	next    int            // part that is written next
	waiting map[int][]byte // parts that were finished before it
}

// Begin opens a part.
func (w *writer) Begin(p sim.Part) (sim.PartSink, error) {
	return &partWriter{writer: w, index: p.Index}, nil
}

type partWriter struct {
	*writer
	index int
	text  []byte
	hands []hand
}

// Write adds the hands of a batch as a block.
func (p *partWriter) Write(b *sim.Batch) error {
	p.hands = handsOf(p.hands[:0], b, p.decks)
	p.text = appendBlock(p.text, p.hands, p.decks != nil)
	return nil
}

// Commit writes the part, and those that have waited for it.
func (p *partWriter) Commit() error {
	w := p.writer
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting[p.index] = p.text
	for {
		text, ok := w.waiting[w.next]
		if !ok {
			return nil
		}
		delete(w.waiting, w.next)
		w.next++
		if _, err := w.w.Write(text); err != nil {
			return err
		}
	}
}

// Abort drops the part.
func (p *partWriter) Abort() { p.text = nil }

// A Baseline is what Record has written.
type Baseline struct {
	WrittenBy string
	config    sim.Config
	blocks    []block
}

// Read reads a baseline of hands that bots of the catalog played. Every error says which program wrote it, as soon as
// that is known.
func Read(r io.Reader, bots *policy.Catalog) (*Baseline, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	// What every version's header is hoped to have is read first, loosely.
	var h struct {
		Format    string `json:"format"`
		Version   int    `json:"version"`
		WrittenBy string `json:"written_by"`
	}
	if err := strictjson.DecodeSome(line, &h); err != nil {
		return nil, fmt.Errorf("regress: not a baseline: line 1: %w", err)
	}
	if h.Format != Format {
		return nil, fmt.Errorf("regress: not a baseline: line 1: field %q is %q, not %q", "format", h.Format, Format)
	}
	b := &Baseline{WrittenBy: h.WrittenBy}
	if h.Version == Version {
		err = b.read(line, rest, bots)
	} else {
		err = fmt.Errorf("its format is version %d, and version %d is read here; record it again", h.Version, Version)
	}
	if err != nil {
		return nil, fmt.Errorf("regress: baseline written by %q: %w", h.WrittenBy, err)
	}
	return b, nil
}

func (b *Baseline) read(line, rest []byte, bots *policy.Catalog) error {
	var h header
	err := strictjson.Decode(line, &h)
	if err == nil {
		err = b.configure(&h, bots)
	}
	if err != nil {
		return fmt.Errorf("header: %w", err)
	}
	return b.readBlocks(&h, rest)
}

// configure makes the configuration of the header again.
func (b *Baseline) configure(h *header, bots *policy.Catalog) (err error) {
	c := &b.config
	c.Seed, c.Hands, c.Rotate = h.Seed, h.Hands, h.Rotate
	if c.Hands < 1 || c.Hands > MaxHands {
		return fmt.Errorf("field %q is %d, not 1 to %d", "hands", c.Hands, MaxHands)
	}
	if c.Rules, err = record.UnmarshalRules(h.Rules); err != nil {
		return err
	}
	if c.Walls, err = sim.ParseWalls(h.Walls); err != nil {
		return err
	}
	for s, text := range h.Seats {
		if c.Seats[s], err = bots.Parse(text); err != nil {
			return err
		}
	}
	return nil
}

// readBlocks finds the blocks, and unpacks each once to see that it is whole.
func (b *Baseline) readBlocks(h *header, rest []byte) error {
	n := int64(0)
	for n < h.Hands {
		next, left, err := readBlock(rest)
		var hands []hand
		if err == nil {
			next.first = n
			hands, err = next.unpack(h.Decks)
		}
		if err != nil {
			return fmt.Errorf("block %d, from hand %d on: %w", len(b.blocks), n, err)
		}
		for i := range hands {
			if h.Decks {
				b.config.Decks = append(b.config.Decks, hands[i].deck)
			}
		}
		b.blocks = append(b.blocks, next)
		n += int64(next.hands)
		rest = left
	}
	if n != h.Hands || len(rest) > 0 {
		return fmt.Errorf("it has more than its %d hands", h.Hands)
	}
	return b.config.Validate()
}

// Config returns the configuration that was recorded.
func (b *Baseline) Config() *sim.Config {
	c := b.config
	return &c
}

// blockOf returns the block that a hand is in.
func (b *Baseline) blockOf(hand int64) *block {
	i := sort.Search(len(b.blocks), func(i int) bool { return b.blocks[i].first > hand })
	return &b.blocks[i-1]
}
