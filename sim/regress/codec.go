package regress

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

// A hand is what a baseline stores of one hand.
type hand struct {
	deck    engine.Deck // of baselines with decks
	digest  uint64
	actions []engine.Action
	ledger  engine.Ledger
}

// Bounds of what is read: far more than hands can have.
const (
	maxBlockHands = 1 << 16
	maxActions    = 1 << 12
	maxHandBytes  = 1 + tile.Total + 8 + 2 + maxActions + engine.NumSeats*(2+5*int(engine.NumSources))
)

var errTruncated = errors.New("it ends too early")

// handsOf returns what is stored of the hands of a batch. The actions are the
// batch's own.
func handsOf(dst []hand, b *sim.Batch, decks []engine.Deck) []hand {
	action, win := 0, 0
	for i := range b.Outcomes {
		o := &b.Outcomes[i]
		h := hand{actions: b.Actions[action : action+o.Actions]}
		h.digest = digest(o, b.Wins[win:win+o.Wins])
		if decks != nil {
			h.deck = decks[o.Hand]
		}
		for s := range o.Seats {
			h.ledger[s] = o.Seats[s].Account
		}
		dst = append(dst, h)
		action += o.Actions
		win += o.Wins
	}
	return dst
}

// digest returns a hand's digest.
func digest(o *sim.Outcome, wins []sim.Win) uint64 {
	var room [1024]byte
	b := binary.LittleEndian.AppendUint64(room[:0], o.Trace)
	for s := range o.Seats {
		for _, p := range o.Seats[s].Account {
			b = binary.LittleEndian.AppendUint32(b, uint32(p))
		}
	}
	for _, w := range wins {
		b = append(b, byte(w.Seat), byte(w.From), byte(w.Tile), byte(w.Situation))
		b = binary.LittleEndian.AppendUint16(b, uint16(w.Fan))
		b = binary.LittleEndian.AppendUint32(b, uint32(w.Patterns))
		b = binary.LittleEndian.AppendUint32(b, uint32(w.Points))
	}
	sum := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(sum[:])
}

// appendBlock appends the block of some hands, its head included.
func appendBlock(b []byte, hands []hand, decks bool) []byte {
	var packed bytes.Buffer
	// Writing to a buffer cannot fail, and the level exists.
	z, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	_, _ = z.Write(appendColumns(nil, hands, decks))
	_ = z.Close()
	b = binary.AppendUvarint(b, uint64(len(hands)))
	b = binary.AppendUvarint(b, uint64(packed.Len()))
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(packed.Bytes()))
	return append(b, packed.Bytes()...)
}

func appendColumns(b []byte, hands []hand, decks bool) []byte {
	if decks {
		for i := range hands {
			b = appendDeck(b, &hands[i].deck)
		}
	}
	for i := range hands {
		b = binary.LittleEndian.AppendUint64(b, hands[i].digest)
	}
	for i := range hands {
		b = binary.AppendUvarint(b, uint64(len(hands[i].actions)))
	}
	for i := range hands {
		for _, a := range hands[i].actions {
			b = append(b, byte(a))
		}
	}
	for i := range hands {
		for s := range hands[i].ledger {
			b = appendAccount(b, &hands[i].ledger[s])
		}
	}
	return b
}

func appendDeck(b []byte, d *engine.Deck) []byte {
	head := byte(d.Dealer) | byte(d.Direction)<<2
	if d.Lanes {
		head |= 1 << 4
	}
	b = append(b, head)
	for _, t := range d.Tiles {
		b = append(b, byte(t))
	}
	return b
}

func appendAccount(b []byte, a *engine.Account) []byte {
	var set uint64
	for s, p := range a {
		if p != 0 {
			set |= 1 << s
		}
	}
	b = binary.AppendUvarint(b, set)
	for _, p := range a {
		if p != 0 {
			b = binary.AppendVarint(b, int64(p))
		}
	}
	return b
}

// A block is a run of hands as the file has them.
type block struct {
	first int64 // index of the first hand
	hands int
	data  []byte // compressed
}

// readBlock reads the block that follows in text and returns what is left.
func readBlock(text []byte) (block, []byte, error) {
	hands, n := binary.Uvarint(text)
	if n <= 0 {
		return block{}, nil, errTruncated
	}
	text = text[n:]
	size, n := binary.Uvarint(text)
	if n <= 0 || len(text) < n+4 {
		return block{}, nil, errTruncated
	}
	sum := binary.LittleEndian.Uint32(text[n:])
	text = text[n+4:]
	switch {
	case hands < 1 || hands > maxBlockHands:
		return block{}, nil, fmt.Errorf("a block of %d hands", hands)
	case size > uint64(len(text)):
		return block{}, nil, errTruncated
	case crc32.ChecksumIEEE(text[:size]) != sum:
		return block{}, nil, errors.New("its checksum is wrong")
	}
	return block{hands: int(hands), data: text[:size]}, text[size:], nil
}

// unpack returns the hands of a block.
func (b *block) unpack(decks bool) ([]hand, error) {
	z, err := zlib.NewReader(bytes.NewReader(b.data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, int64(b.hands)*int64(maxHandBytes)+1))
	if err != nil {
		return nil, err
	}
	c := columns{text: text}
	hands := make([]hand, b.hands)
	c.read(hands, decks)
	if c.err == nil && len(c.text) > 0 {
		c.err = fmt.Errorf("%d bytes too many", len(c.text))
	}
	return hands, c.err
}

// columns reads the data of a block. After an error everything it returns is
// zero.
type columns struct {
	text []byte
	err  error
}

func (c *columns) read(hands []hand, decks bool) {
	if decks {
		for i := range hands {
			c.deck(&hands[i].deck)
		}
	}
	for i := range hands {
		if b := c.take(8); b != nil {
			hands[i].digest = binary.LittleEndian.Uint64(b)
		}
	}
	lengths := make([]int, len(hands))
	for i := range lengths {
		lengths[i] = int(c.uvarint(maxActions))
	}
	for i := range hands {
		hands[i].actions = c.actions(lengths[i])
	}
	for i := range hands {
		for s := range hands[i].ledger {
			c.account(&hands[i].ledger[s])
		}
	}
}

func (c *columns) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// take returns the next n bytes, nil after an error.
func (c *columns) take(n int) []byte {
	if c.err == nil && len(c.text) < n {
		c.fail(errTruncated)
	}
	if c.err != nil {
		return nil
	}
	b := c.text[:n]
	c.text = c.text[n:]
	return b
}

// uvarint returns the next number, which is at most most.
func (c *columns) uvarint(most uint64) uint64 {
	x, n := binary.Uvarint(c.text)
	switch {
	case c.err != nil:
		return 0
	case n <= 0:
		c.fail(errTruncated)
		return 0
	case x > most:
		c.fail(fmt.Errorf("number %d where at most %d can be", x, most))
		return 0
	}
	c.text = c.text[n:]
	return x
}

func (c *columns) actions(n int) []engine.Action {
	b := c.take(n)
	actions := make([]engine.Action, len(b))
	for i, a := range b {
		if int(a) >= engine.NumActions {
			c.fail(fmt.Errorf("action %d", a))
		}
		actions[i] = engine.Action(a)
	}
	return actions
}

func (c *columns) deck(d *engine.Deck) {
	b := c.take(1 + tile.Total)
	if b == nil {
		return
	}
	d.Dealer = int(b[0] & 3)
	d.Direction = rules.Direction(b[0] >> 2 & 3)
	d.Lanes = b[0]>>4 != 0
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(b[1+i])
	}
	if err := d.Validate(); err != nil {
		c.fail(err)
	}
}

func (c *columns) account(a *engine.Account) {
	set := c.uvarint(1<<engine.NumSources - 1)
	for s := range a {
		if set>>s&1 == 0 {
			continue
		}
		p, n := binary.Varint(c.text)
		if n <= 0 || p != int64(int32(p)) {
			c.fail(errTruncated)
			return
		}
		c.text = c.text[n:]
		a[s] = int32(p)
	}
}
