package match

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
)

// confirmBlocks is the number of a record's blocks, besides the first, that are
// played again before a match goes on.
const confirmBlocks = 3

// A sample is of a record's blocks: the first, and some of the others that were
// drawn with equal chances. It is the same for the same record.
type sample struct {
	rng    *rand.Rand
	seen   int // blocks besides the first
	blocks []Block
}

func newSample(seed uint64) *sample {
	return &sample{rng: rand.New(rand.NewPCG(seed, 1<<63))} // no wall's stream: see sim.Wall
}

// add takes the record's next block.
func (s *sample) add(b *Block) {
	if len(s.blocks) == 0 {
		s.blocks = append(s.blocks, *b)
		return
	}
	s.seen++
	if s.seen <= confirmBlocks {
		s.blocks = append(s.blocks, *b)
	} else if i := s.rng.IntN(s.seen); i < confirmBlocks {
		s.blocks[1+i] = *b
	}
}

// confirm plays the sample's blocks again. It is an error if one of them comes out
// otherwise than it is recorded: the program or a bot has changed, and the blocks of
// two make no match. A block in which an external bot failed is no evidence: it may
// have been late.
func (s *sample) confirm(c *Config, o Options) (err error) {
	if len(s.blocks) == 0 {
		return nil
	}
	players := players{config: c, options: o}
	defer func() { err = errors.Join(err, players.close()) }()
	p, err := players.open()
	if err != nil {
		return err
	}
	for i := range s.blocks {
		if err := p.confirm(&s.blocks[i]); err != nil {
			return err
		}
	}
	return nil
}

// confirm plays a block again and compares it with what is recorded.
func (p *player) confirm(b *Block) error {
	again, err := p.playSome(b.Number, b.Number+1)
	if err != nil {
		return err
	}
	if p.config.hasExternal() && len(b.Faults)+len(again[0].Faults) > 0 {
		return nil
	}
	got, want := again[0].appendLine(nil), b.appendLine(nil)
	if !bytes.Equal(got, want) {
		return fmt.Errorf("match: this program or a bot plays block %d otherwise than it was recorded; go on with what began the record, or begin a new one\nrecorded %snow      %s",
			b.Number, want, bytes.TrimSuffix(got, []byte("\n")))
	}
	return nil
}
