package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// recordVersion is the version of the format; see the package comment.
const recordVersion = 1

// wallAlgorithm names how a wall follows from the seed and the block's number.
const wallAlgorithm = "pcg-dxsm fisher-yates 1"

// A Header is the first line of a record: all that its match depends on.
type Header struct {
	Match     int               `json:"match"`     // version of the format
	Version   string            `json:"version"`   // of the program
	Signature string            `json:"signature"` // of the program's behaviour, as its caller knows it
	Bots      []HeaderBot       `json:"bots"`
	Design    string            `json:"design"`
	RulesHash string            `json:"rules_hash"`
	Seed      strictjson.Uint64 `json:"seed"`
	Walls     string            `json:"walls"`
	Algorithm string            `json:"wall_algorithm"`
	Luck      int               `json:"luck"` // version of the value table, 0 without adjustment
	Stopping  HeaderStopping    `json:"stopping"`
	Rules     rules.Rules       `json:"rules"` // every field
}

// A HeaderBot is a bot as headers name it.
type HeaderBot struct {
	Spec   string          `json:"spec"`
	Digest string          `json:"digest"`
	Net    json.RawMessage `json:"net,omitempty"` // of a bot that plays by one: its file
}

// HeaderStopping is when the match ends, as headers say it.
type HeaderStopping struct {
	Blocks int64             `json:"blocks"`
	SPRT   *stats.SPRTConfig `json:"sprt"`
	Watch  bool              `json:"watch"`
	Level  float64           `json:"level"`
	// Identical was not written by earlier versions, which had no such end.
	Identical bool `json:"identical,omitempty"`
}

// NewHeader returns the header of a match that the program of this version and
// behaviour plays.
func NewHeader(c *Config, version, signature string) (Header, error) {
	h := Header{
		Match: recordVersion, Version: version, Signature: signature, Design: c.Design.String(),
		RulesHash: c.Rules.Hash(), Seed: strictjson.Uint64(c.Seed), Walls: c.Walls.String(), Algorithm: wallAlgorithm, Rules: c.Rules,
		Stopping: HeaderStopping{c.Blocks, c.SPRT, c.Watch, c.level(), c.Identical},
	}
	if c.Luck {
		h.Luck = luckVersion
	}
	for _, b := range c.Bots {
		h.Bots = append(h.Bots, HeaderBot{b.Spec, b.Digest, b.Net})
	}
	return h, nil
}

// Config returns the header's match, whose bots are made by newBot. It is an
// error if the program can no longer play it as it was begun: if a bot's digest
// or the signature is not what it was, or with an unknown signature the version.
func (h *Header) Config(newBot func(HeaderBot) (Bot, error), version, signature string) (*Config, error) {
	switch {
	case h.Signature != signature:
		return nil, fmt.Errorf("match: the record is of a program that plays otherwise: signature %q, now %q", h.Signature, signature)
	case signature == "" && h.Version != version:
		return nil, fmt.Errorf("match: the record is of version %q, this is %q", h.Version, version)
	case h.Algorithm != wallAlgorithm:
		return nil, fmt.Errorf("match: the record has walls by %q, not %q", h.Algorithm, wallAlgorithm)
	case h.Luck != 0 && h.Luck != luckVersion:
		return nil, fmt.Errorf("match: the record has luck by table %d, not %d", h.Luck, luckVersion)
	}
	c, err := h.scoring()
	if err != nil {
		return nil, err
	}
	for i, b := range h.Bots {
		bot, err := newBot(b)
		if err != nil {
			return nil, err
		}
		if bot.Digest != b.Digest {
			return nil, fmt.Errorf("match: the bot %s is another than the record's: digest %s, then %s", b.Spec, bot.Digest, b.Digest)
		}
		c.Bots[i] = bot
	}
	return c, c.Validate()
}

// scoring returns what it takes to judge the header's match: its configuration
// but for how to make the bots.
func (h *Header) scoring() (*Config, error) {
	c := &Config{
		Rules: h.Rules, Seed: uint64(h.Seed), Luck: h.Luck != 0,
		Stopping: Stopping{h.Stopping.Blocks, h.Stopping.SPRT, h.Stopping.Watch, h.Stopping.Level, h.Stopping.Identical},
	}
	var err error
	if hash := h.Rules.Hash(); hash != h.RulesHash {
		return nil, fmt.Errorf("match: the record's rules have hash %s, not %s", hash, h.RulesHash)
	}
	if c.Walls, err = sim.ParseWalls(h.Walls); err != nil {
		return nil, err
	}
	if c.Design, err = ParseDesign(h.Design); err != nil {
		return nil, err
	}
	for _, b := range h.Bots {
		c.Bots = append(c.Bots, Bot{Spec: b.Spec, Digest: b.Digest})
	}
	return c, c.consistent()
}

// A File is what a record is kept in; an *os.File is one.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// A Record is a match's blocks as text, in the order of their numbers; its
// format stands in the package comment.
type Record struct {
	file   File
	hands  int           // of a block
	bots   int           // of the match
	old    *bufio.Reader // what an earlier run has written behind the header; nil if new
	line   int           // of old, the last that was read
	size   int64         // of the whole lines read
	result []byte        // the last line, if the match is over
	out    *bufio.Writer
	buf    []byte
}

// NewRecord begins a record in an empty file.
func NewRecord(f File, h Header) (*Record, error) {
	r, err := recordOf(f, &h)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(h.Write(r.out), r.out.Flush())
}

// Write writes the header as the first line of a record.
func (h *Header) Write(w io.Writer) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

func recordOf(f File, h *Header) (*Record, error) {
	d, err := ParseDesign(h.Design)
	if err != nil {
		return nil, err
	}
	return &Record{file: f, hands: d.hands(), bots: len(h.Bots), out: bufio.NewWriter(f)}, nil
}

// OpenRecord returns a record that was begun and its header.
func OpenRecord(f File) (*Record, Header, error) { return openRecord(bufio.NewReader(f), f) }

// ReadHeader reads the header of a record.
func ReadHeader(r io.Reader) (Header, error) {
	_, h, err := openRecord(bufio.NewReader(r), nil)
	return h, err
}

// openRecord reads a record from in; f is where to write to, nil for nowhere.
func openRecord(in *bufio.Reader, f File) (*Record, Header, error) {
	text, err := in.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, Header{}, err
	}
	if err != nil {
		return nil, Header{}, errors.New("match: line 1 is not the header of a record: it has no end")
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, h, fmt.Errorf("match: line 1 is not the header of a record: %w", err)
	}
	r, err := recordOf(f, &h)
	if err != nil {
		return nil, h, err
	}
	r.old, r.line, r.size = in, 1, int64(len(text))
	return r, h, nil
}

// parseHeader reads a header of this format.
func parseHeader(text []byte) (Header, error) {
	var h Header
	var format struct {
		Match int `json:"match"`
	}
	if err := strictjson.DecodeSome(text, &format); err != nil {
		return h, err
	}
	switch format.Match {
	case recordVersion:
		return h, strictjson.Decode(text, &h)
	case 0:
		return h, errors.New(`field "match", the version of the format, is missing`)
	}
	return h, fmt.Errorf("the record has format %d, and format %d is read here", format.Match, recordVersion)
}

// whole returns the blocks that an earlier run has written and whose lines are whole,
// or an error as the last.
func (r *Record) whole() iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		if r.old == nil {
			return
		}
		for number := int64(0); ; number++ {
			b, ok, err := r.read(number)
			if err != nil {
				yield(Block{}, fmt.Errorf("match: line %d: %w", r.line, err))
				return
			}
			if !ok || !yield(b, nil) {
				return
			}
		}
	}
}

// read reads the line of a block; there is none behind the last whole line, nor
// behind the result.
func (r *Record) read(number int64) (b Block, ok bool, err error) {
	text, err := r.old.ReadBytes('\n')
	if err == io.EOF {
		return b, false, nil
	}
	if err != nil {
		return b, false, err
	}
	r.line++
	r.size += int64(len(text))
	if bytes.HasPrefix(text, []byte(`{"result":`)) {
		r.result = text
		if rest, _ := io.ReadAll(r.old); len(rest) > 0 {
			return b, false, errors.New("something stands behind the result")
		}
		return b, false, nil
	}
	b, err = r.parse(text)
	if err == nil && b.Number != number {
		err = fmt.Errorf("block %d where %d is due", b.Number, number)
	}
	return b, err == nil, err
}

// A blockLine is a block as records write it.
type blockLine struct {
	Block  int64                    `json:"block"`
	Points [][engine.NumSeats]int32 `json:"points"`
	Luck   [2]int64                 `json:"luck,omitempty"`
	Faults []Fault                  `json:"faults,omitempty"`
}

func (r *Record) parse(text []byte) (Block, error) {
	var l blockLine
	if err := strictjson.Decode(text, &l); err != nil {
		return Block{}, err
	}
	if len(l.Points) != r.hands {
		return Block{}, fmt.Errorf("not a block of this match: points of %d hands, not of %d", len(l.Points), r.hands)
	}
	b := Block{Number: l.Block, Hands: r.hands, Luck: l.Luck, Faults: l.Faults}
	copy(b.Points[:], l.Points)
	for i, hand := range l.Points {
		if sum := int64(hand[0]) + int64(hand[1]) + int64(hand[2]) + int64(hand[3]); sum != 0 {
			return b, fmt.Errorf("the points of hand %d sum to %d, not 0", i, sum)
		}
	}
	for _, f := range b.Faults {
		if f.Bot < 0 || f.Bot >= r.bots {
			return b, fmt.Errorf("a fault of bot %d", f.Bot)
		}
	}
	return b, nil
}

// cut drops from the file what stands behind the whole lines that were read, a last
// line that was torn off, so that writing goes on there.
func (r *Record) cut() error {
	if r.old == nil {
		return nil
	}
	if err := r.file.Truncate(r.size); err != nil {
		return err
	}
	_, err := r.file.Seek(r.size, io.SeekStart)
	return err
}

// write appends a block.
func (r *Record) write(b *Block) error {
	r.buf = b.appendLine(r.buf[:0])
	_, err := r.out.Write(r.buf)
	return err
}

// appendLine appends the block's line as records have it.
func (b *Block) appendLine(dst []byte) []byte {
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
		faults, err := json.Marshal(b.Faults)
		if err != nil {
			panic("match: faults that are not JSON")
		}
		dst = append(append(dst, `,"faults":`...), faults...)
	}
	return append(dst, "}\n"...)
}

// separators stand before the points of a seat: the first hand or not, the first
// seat or not.
var separators = [2][2]string{{"[", ","}, {",[", ","}}

// flush writes what is still on its way.
func (r *Record) flush() error { return r.out.Flush() }

// finish ends the record with the result. Where it has one already, that must be
// the same.
func (r *Record) finish(result *Result) error {
	text, err := json.Marshal(struct {
		Result *Result `json:"result"`
	}{result})
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if r.result != nil {
		if !bytes.Equal(r.result, text) {
			return errors.New("match: the record has another result than its blocks")
		}
		return nil
	}
	if _, err := r.out.Write(text); err != nil {
		return err
	}
	return r.out.Flush()
}
