package match

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/strictjson"
)

// A blockText is a block as text, a JSON object: what digests are of, and what the tails
// of parts under way and the records of earlier programs have.
type blockText struct {
	Block  int64                    `json:"block"`
	Points [][engine.NumSeats]int32 `json:"points"`
	Luck   [2]int64                 `json:"luck,omitempty"`
	Faults []Fault                  `json:"faults,omitempty"`
}

// parseBlock reads the text of a block with so many hands, of so many bots.
func parseBlock(text []byte, hands, bots int) (Block, error) {
	var l blockText
	if err := strictjson.Decode(text, &l); err != nil {
		return Block{}, err
	}
	if len(l.Points) != hands {
		return Block{}, fmt.Errorf("not a block of this match: points of %d hands, not of %d", len(l.Points), hands)
	}
	b := Block{Number: l.Block, Hands: hands, Luck: l.Luck, Faults: l.Faults}
	copy(b.Points[:], l.Points)
	return b, b.check(bots)
}

// check reports what no block of so many bots can be.
func (b *Block) check(bots int) error {
	for i, hand := range b.Points[:b.Hands] {
		if sum := int64(hand[0]) + int64(hand[1]) + int64(hand[2]) + int64(hand[3]); sum != 0 {
			return fmt.Errorf("the points of hand %d sum to %d, not 0", i, sum)
		}
	}
	for _, f := range b.Faults {
		if f.Bot < 0 || f.Bot >= bots {
			return fmt.Errorf("a fault of bot %d", f.Bot)
		}
	}
	return nil
}

// appendUnit appends the line of a unit: its blocks, with tabs between them.
func appendUnit(dst []byte, unit []Block) []byte {
	for i := range unit {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = unit[i].append(dst)
	}
	return append(dst, '\n')
}

// parseUnit reads what appendUnit has written, but for the line's end.
func (s *schedule) parseUnit(line []byte) ([]Block, error) {
	texts := bytes.Split(line, []byte{'\t'})
	if len(texts) != s.blocks {
		return nil, fmt.Errorf("%d blocks, not %d", len(texts), s.blocks)
	}
	blocks := make([]Block, len(texts))
	for i, text := range texts {
		var err error
		if blocks[i], err = parseBlock(text, s.hands(), len(s.config.Bots)); err != nil {
			return nil, err
		}
		if blocks[i].Number != blocks[0].Number {
			return nil, errors.New("blocks of two units")
		}
	}
	return blocks, nil
}

// append appends the block as text.
func (b *Block) append(dst []byte) []byte {
	dst = append(dst, `{"block":`...)
	dst = strconv.AppendInt(dst, b.Number, 10)
	dst = append(dst, `,"points":[`...)
	for i := range b.Hands {
		for s, p := range b.Points[i] {
			dst = append(dst, separators[min(i, 1)][min(s, 1)]...)
			dst = strconv.AppendInt(dst, int64(p), 10)
		}
		dst = append(dst, ']')
	}
	dst = append(dst, ']')
	if b.Luck != [2]int64{} {
		dst = append(dst, `,"luck":[`...)
		dst = strconv.AppendInt(dst, b.Luck[0], 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, b.Luck[1], 10)
		dst = append(dst, ']')
	}
	if len(b.Faults) > 0 {
		dst = append(append(dst, `,"faults":`...), faultsText(b.Faults)...)
	}
	return append(dst, '}')
}

// separators precede the points of a seat: the first hand or not, the first seat or
// not.
var separators = [2][2]string{{"[", ","}, {",[", ","}}

// faultsText returns faults as JSON, empty if there are none.
func faultsText(faults []Fault) string {
	if len(faults) == 0 {
		return ""
	}
	text, err := json.Marshal(faults)
	if err != nil {
		panic("match: faults that are not JSON")
	}
	return string(text)
}

// parseFaults reads what faultsText returns.
func parseFaults(text string) (faults []Fault, err error) {
	if text == "" {
		return nil, nil
	}
	if err := strictjson.Decode([]byte(text), &faults); err != nil {
		return nil, err
	}
	if faultsText(faults) != text {
		return nil, errors.New("faults that are not written as they are here")
	}
	return faults, nil
}

// A digest is that of units in order: the first half of the SHA-256 of their lines.
type digest struct {
	hash.Hash
	line []byte
}

func newDigest() *digest { return &digest{Hash: sha256.New()} }

// add adds a unit.
func (d *digest) add(unit []Block) {
	d.line = appendUnit(d.line[:0], unit)
	d.Write(d.line)
}

// text returns the digest, hexadecimal.
func (d *digest) text() string { return hex.EncodeToString(d.Sum(nil))[:32] }
