package record

import (
	"fmt"
	"io"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// Write writes a record as text. A record whose parts are out of their range
// is an error before anything is written.
func Write(w io.Writer, r *Record) error {
	b, err := Append(nil, r)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Append appends a record as text.
func Append(b []byte, r *Record) ([]byte, error) {
	if err := r.validate(); err != nil {
		return b, err
	}
	b = append(appendHeader(b, r), '\n')
	for i := range r.Events {
		b = append(appendEvent(b, &r.Events[i]), '\n')
	}
	return append(appendLedger(b, &r.Ledger), '\n'), nil
}

// validate reports what cannot be written.
func (r *Record) validate() error {
	if err := r.Rules.Validate(); err != nil {
		return err
	}
	if !r.Visibility.valid() {
		return fmt.Errorf("record: visibility %d", r.Visibility)
	}
	deck := r.Deck
	if r.Visibility != Full {
		deck.Tiles = sortedTiles // not written
	}
	if err := deck.Validate(); err != nil {
		return err
	}
	for i := range r.Events {
		if !inRange(&r.Events[i]) {
			return fmt.Errorf("record: event %d has a field out of range", i)
		}
	}
	return nil
}

// inRange reports whether an event's fields can be named.
func inRange(e *engine.Event) bool {
	return int(e.Kind) < len(fields) && e.Seat < engine.NumSeats && e.Other < engine.NumSeats &&
		e.Tile <= tile.None && e.Suit <= tile.NoSuit && e.Meld.Tile() <= tile.None &&
		int(e.Action) < engine.NumActions && e.Cause < engine.NumCauses
}

// appendLedger writes the last line: each seat's account without the sources
// that are zero, and its points.
func appendLedger(b []byte, l *engine.Ledger) []byte {
	b = append(b, `{"event":"ledger","accounts":[`...)
	for s := range l {
		if s > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		comma := false
		for source, points := range l[s] {
			if points == 0 {
				continue
			}
			if comma {
				b = append(b, ',')
			}
			comma = true
			b = fmt.Appendf(b, `"%s":%d`, engine.Source(source), points)
		}
		b = append(b, '}')
	}
	p := l.Points()
	return fmt.Appendf(b, `],"points":[%d,%d,%d,%d]}`, p[0], p[1], p[2], p[3])
}
