package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/sim/dataset"
)

// Earlier programs stored a match as a record: text, a JSON object a line. First comes a
// header with all that the match depends on, then the blocks in the order of their
// numbers, and the result. Records are read, to report on them, and not written.

// recordVersion is the version of the format.
const recordVersion = 1

// A recordHeader is the first line of a record.
type recordHeader struct {
	Match     int               `json:"match"`     // version of the format
	Version   string            `json:"version"`   // of the program
	Signature string            `json:"signature"` // of the program's behaviour
	Bots      []recordBot       `json:"bots"`
	Design    string            `json:"design"`
	RulesHash string            `json:"rules_hash"`
	Seed      strictjson.Uint64 `json:"seed"`
	Walls     string            `json:"walls"`
	Algorithm string            `json:"wall_algorithm"`
	Luck      int               `json:"luck"`
	Stopping  StoredStopping    `json:"stopping"`
	Rules     rules.Rules       `json:"rules"`
}

// A recordBot is a bot as headers name it.
type recordBot struct {
	Spec   string          `json:"spec"`
	Digest string          `json:"digest"`
	Net    json.RawMessage `json:"net,omitempty"` // of a bot that plays by one: its file
}

// inputs returns what the header says, as it is stored now.
func (h *recordHeader) inputs() Inputs {
	in := Inputs{
		Setting: Setting{
			Version: h.Version, Rules: h.Rules, RulesHash: h.RulesHash, Seed: h.Seed, Walls: h.Walls, Algorithm: h.Algorithm,
		},
		Design: h.Design, Luck: h.Luck, Stopping: h.Stopping,
	}
	for _, b := range h.Bots {
		in.Bots = append(in.Bots, dataset.Bot{Spec: b.Spec, Digest: b.Digest})
	}
	return in
}

// A recordReader reads a record.
type recordReader struct {
	in       *bufio.Reader
	schedule *schedule
	line     int    // the last that was read
	result   []byte // the last line, if the match is over
}

// openRecord reads the header of a record.
func openRecord(in *bufio.Reader) (*recordReader, Inputs, error) {
	text, err := in.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, Inputs{}, err
	}
	if err != nil {
		return nil, Inputs{}, errors.New("match: line 1 is not the header of a record: it has no end")
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, Inputs{}, fmt.Errorf("match: line 1 is not the header of a record: %w", err)
	}
	inputs := h.inputs()
	c, err := inputs.scoring()
	if err != nil {
		return nil, inputs, err
	}
	return &recordReader{in: in, schedule: c.schedule(), line: 1}, inputs, nil
}

// parseHeader reads a header of this format.
func parseHeader(text []byte) (recordHeader, error) {
	var h recordHeader
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

// blocks returns the blocks whose lines are whole, or an error as the last.
func (r *recordReader) blocks() iter.Seq2[[]Block, error] {
	return func(yield func([]Block, error) bool) {
		for number := int64(0); ; number++ {
			unit, ok, err := r.read(number)
			if err != nil {
				yield(nil, fmt.Errorf("match: line %d: %w", r.line, err))
				return
			}
			if !ok || !yield(unit, nil) {
				return
			}
		}
	}
}

// read reads the line of a block. ok is false after the last whole line and after
// the result.
func (r *recordReader) read(number int64) (unit []Block, ok bool, err error) {
	text, err := r.in.ReadBytes('\n')
	if err == io.EOF {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	r.line++
	if bytes.HasPrefix(text, []byte(`{"result":`)) {
		r.result = text
		if rest, _ := io.ReadAll(r.in); len(rest) > 0 {
			return nil, false, errors.New("unexpected text after the result")
		}
		return nil, false, nil
	}
	unit, err = r.schedule.parseUnit(bytes.TrimSuffix(text, []byte("\n")))
	if err == nil && unit[0].Number != number {
		err = fmt.Errorf("block %d where %d is expected", unit[0].Number, number)
	}
	return unit, err == nil, err
}
