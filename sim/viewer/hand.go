package viewer

import (
	"bytes"
	"encoding/json"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/sim/review"
)

// A Hand is a recorded hand as states of the table.
type Hand struct {
	Header json.RawMessage `json:"header"` // the record's first line
	Frames []Frame         `json:"frames"`
	Ledger json.RawMessage `json:"ledger"`           // the record's last line
	Review *review.Hand    `json:"review,omitempty"` // of one seat's choices; nil for none
}

// A Frame is the table after an event.
type Frame struct {
	Line   int              `json:"line"` // the event's line in the record, from 1
	Turn   int              `json:"turn"` // 0 before the first turn
	Event  json.RawMessage  `json:"event"`
	Closed *json.RawMessage `json:"closed,omitempty"`
	Left   int              `json:"left"` // tiles of the wall
	// Seats have the fields of a seat's state that have changed, all of them in the
	// first frame: see seatState.
	Seats [engine.NumSeats]map[string]any `json:"seats"`
}

// NewHand returns the states of a record. A full record that Verify refuses is an
// error.
func NewHand(r *record.Record, t *shape.Tables) (*Hand, error) {
	if r.Visibility == record.Full {
		if err := record.Verify(r, t); err != nil {
			return nil, err
		}
	}
	lines, err := linesOf(r)
	if err != nil {
		return nil, err
	}
	f, err := newFollower(r, t)
	if err != nil {
		return nil, err
	}
	h := &Hand{Header: lines[0], Ledger: lines[len(lines)-1]}
	turns := record.Turns(r)
	for i := range r.Events {
		closed := f.apply(i)
		if i+1 < len(r.Events) && r.Events[i+1].Kind == engine.EventDeal {
			continue // all tiles are dealt in one frame
		}
		frame := Frame{Line: i + 2, Turn: turns[i], Event: lines[i+1], Left: f.full.Left}
		if closed != nil && !bytes.Equal(*closed, frame.Event) {
			frame.Closed = closed
		}
		if frame.Seats, err = f.changes(); err != nil {
			return nil, err
		}
		h.Frames = append(h.Frames, frame)
	}
	return h, nil
}

// linesOf returns the lines of a record's text.
func linesOf(r *record.Record) ([]json.RawMessage, error) {
	text, err := record.Append(nil, r)
	if err != nil {
		return nil, err
	}
	var lines []json.RawMessage
	for line := range bytes.Lines(text) {
		lines = append(lines, json.RawMessage(bytes.TrimSpace(line)))
	}
	if len(lines) != len(r.Events)+2 {
		return nil, fmt.Errorf("viewer: %d lines of %d events", len(lines), len(r.Events))
	}
	return lines, nil
}
