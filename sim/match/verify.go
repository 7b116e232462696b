package match

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
)

// verifyBlocks is the number of a record's blocks, in addition to the first, that
// are replayed before a match is resumed.
const verifyBlocks = 3

// A sample has a record's first block and some of the others, each drawn with the
// same probability. It is the same for the same record.
type sample struct {
	rng    *rand.Rand
	seen   int // blocks after the first
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
	if s.seen <= verifyBlocks {
		s.blocks = append(s.blocks, *b)
	} else if i := s.rng.IntN(s.seen); i < verifyBlocks {
		s.blocks[1+i] = *b
	}
}

// verify replays the sample's blocks. It is an error if one of them differs from its
// record: the program or a bot has changed, and blocks of two programs cannot be
// mixed in one match. A block in which an external bot failed is not compared: the
// bot may have been late.
func (s *sample) verify(c *Config, o Options) (err error) {
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
		if err := p.verify(&s.blocks[i]); err != nil {
			return err
		}
	}
	return nil
}

// verify replays a block and compares it with the record.
func (p *player) verify(b *Block) error {
	again, err := p.playSome(b.Number, b.Number+1)
	if err != nil {
		return err
	}
	if p.config.hasExternal() && len(b.Faults)+len(again[0].Faults) > 0 {
		return nil
	}
	got, want := again[0].appendLine(nil), b.appendLine(nil)
	if !bytes.Equal(got, want) {
		return fmt.Errorf("match: the replay of block %d differs from the record: this program or a bot has changed; resume with the program and bots that started the record, or start a new one\nrecorded %snow      %s",
			b.Number, want, bytes.TrimSuffix(got, []byte("\n")))
	}
	return nil
}
