package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// A Digest takes the digest of a run's outcomes from outcomes that are stored:
// the one that Run returns of those it plays. The zero value has none yet.
type Digest struct {
	hasher blockHasher
	blocks []byte
	joined hash.Hash
}

// BlockHands returns the number of hands that Add takes at a time, in a run of games
// of gameHands hands each, or of hands played alone: 1.
func BlockHands(handsPerGame int) int { return blockUnits * handsPerGame }

// Add takes the next BlockHands outcomes of the run, and their wins. Only the
// last block of a run may have fewer.
func (d *Digest) Add(block *Batch) {
	if d.joined == nil {
		d.joined = sha256.New()
	}
	d.blocks = d.hasher.append(d.blocks[:0], block)
	d.joined.Write(d.blocks)
}

// String returns the digest of all that was added.
func (d *Digest) String() string {
	if d.joined == nil {
		return digestText(sha256.New())
	}
	return digestText(d.joined)
}

// digestText returns how a run's digest is written.
func digestText(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:32] }

// A blockHasher takes the digests of blocks. It keeps memory from one to the
// next.
type blockHasher struct{ bytes []byte }

// append appends the digest of a block in a fixed form: for each hand its index,
// dealer, direction, tiles left, trace and accounts, then the wins.
func (h *blockHasher) append(dst []byte, block *Batch) []byte {
	b := h.bytes[:0]
	for i := range block.Outcomes {
		o := &block.Outcomes[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(o.Hand))
		b = append(b, byte(o.Dealer), byte(o.Direction), byte(o.Left))
		b = binary.LittleEndian.AppendUint64(b, o.Trace)
		for s := range o.Seats {
			for _, p := range o.Seats[s].Account {
				b = binary.LittleEndian.AppendUint32(b, uint32(p))
			}
		}
	}
	for i := range block.Wins {
		x := &block.Wins[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(x.Hand))
		b = append(b, byte(x.Seat), byte(x.From), byte(x.Tile), byte(x.Situation), byte(x.Fan))
		b = binary.LittleEndian.AppendUint32(b, uint32(x.Patterns))
		b = binary.LittleEndian.AppendUint32(b, uint32(x.Points))
	}
	h.bytes = b
	sum := sha256.Sum256(b)
	return append(dst, sum[:]...)
}
