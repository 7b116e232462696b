package record

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/spell"
)

// A Reader reads records that follow each other in one text.
type Reader struct {
	lines   *lines
	members []member
}

// NewReader returns a reader of the records in r.
func NewReader(r io.Reader) *Reader { return &Reader{lines: newLines(r)} }

// Read reads the one record of a text. The error is a *Fault unless reading
// failed.
func Read(r io.Reader) (*Record, error) {
	reader := NewReader(r)
	rec, err := reader.Next()
	if err == io.EOF {
		return nil, faultf(1, "no record: the text is empty")
	}
	if err != nil {
		return nil, err
	}
	if _, err := reader.lines.next(); err != io.EOF || reader.lines.n != rec.Line(len(rec.Events)) {
		return nil, faultf(rec.Line(len(rec.Events))+1, "text after the ledger")
	}
	return rec, nil
}

// Next reads the next record, and returns io.EOF if there is none.
func (r *Reader) Next() (*Record, error) {
	text, err := r.lines.next()
	if err == io.EOF && len(text) == 0 {
		return nil, io.EOF
	}
	rec := &Record{first: r.lines.n}
	for ; ; text, err = r.lines.next() {
		if err := r.torn(text, err, rec); err != nil {
			return nil, err
		}
		if r.members, err = split(r.members[:0], text); err != nil {
			return nil, faultf(r.lines.n, "%s", err)
		}
		over, err := r.line(rec)
		if err != nil {
			return nil, faultf(r.lines.n, "%s", err)
		}
		if over {
			return rec, rec.onlyKnown()
		}
	}
}

// torn refuses a text that ends before the ledger, or in the middle of a line.
func (r *Reader) torn(text []byte, err error, rec *Record) error {
	switch {
	case err == nil:
		return nil
	case err != io.EOF:
		return err
	case len(text) == 0:
		return faultf(r.lines.n+1, "the record that begins in line %d ends here without a ledger", rec.first)
	}
	return faultf(r.lines.n, "torn: the line has no end")
}

// line takes one line of a record and reports whether it was the last.
func (r *Reader) line(rec *Record) (over bool, err error) {
	if r.lines.n == rec.first {
		return false, rec.readHeader(r.members)
	}
	name := ""
	for _, m := range r.members {
		if m.key == "event" {
			if name, err = plainString(m.value); err != nil {
				return false, fmt.Errorf("field %q: %w", m.key, err)
			}
		}
	}
	if name == "ledger" {
		return true, rec.readLedger(r.members)
	}
	kind, ok := kinds[name]
	switch {
	case name == "" && hasKey(r.members, "format"):
		return false, fmt.Errorf("a header before the ledger of the record that begins in line %d", rec.first)
	case name == "":
		return false, fmt.Errorf("field %q is missing", "event")
	case !ok:
		return false, fmt.Errorf("unknown event %q%s", name, spell.Hint(name, slices.Sorted(maps.Keys(kinds))))
	case len(rec.Events) == maxEvents:
		return false, fmt.Errorf("more than %d events", maxEvents)
	}
	e, err := readEvent(kind, r.members, rec.Visibility == Full)
	rec.Events = append(rec.Events, e)
	return false, err
}

// maxEvents is more than a hand can have: 108 tiles come and go, each with
// three answers and four wins of three payments at most.
const maxEvents = 1 << 12

func hasKey(members []member, key string) bool {
	for _, m := range members {
		if m.key == key {
			return true
		}
	}
	return false
}

func (r *Record) readLedger(members []member) error {
	var points []byte
	err := fill(members, []target{
		{"event", false, func([]byte) error { return nil }},
		{"accounts", false, r.readAccounts},
		{"points", false, func(v []byte) error { points = v; return nil }},
	})
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return r.checkPoints(points)
}

func (r *Record) readAccounts(value []byte) error {
	accounts, err := list(value)
	if err != nil {
		return err
	}
	if len(accounts) != engine.NumSeats {
		return fmt.Errorf("there are %d accounts, not %d", engine.NumSeats, len(accounts))
	}
	for s, a := range accounts {
		if err := readAccount(&r.Ledger[s], a); err != nil {
			return fmt.Errorf("seat %d: %w", s, err)
		}
	}
	return nil
}

func readAccount(dst *engine.Account, text []byte) error {
	members, err := split(nil, text)
	if err != nil {
		return err
	}
	var targets []target
	for s := range engine.NumSources {
		targets = append(targets, target{s.String(), true, func(v []byte) error {
			n, err := integer(v, -maxPoints, maxPoints)
			dst[s] = int32(n)
			return err
		}})
	}
	return fill(members, targets)
}

// checkPoints compares the points of the ledger's line with its accounts.
func (r *Record) checkPoints(value []byte) error {
	points, err := list(value)
	if err != nil || len(points) != engine.NumSeats {
		return fmt.Errorf("ledger: field %q is not a list of %d numbers", "points", engine.NumSeats)
	}
	sum := int64(0)
	for s, v := range points {
		n, err := integer(bytes.TrimSpace(v), -maxPoints, maxPoints)
		if err != nil {
			return fmt.Errorf("ledger: field %q: %w", "points", err)
		}
		if total := r.Ledger[s].Total(); int(n) != total {
			return fmt.Errorf("ledger: seat %d has %d points, but its account adds up to %d", s, n, total)
		}
		sum += n
	}
	if sum != 0 {
		return fmt.Errorf("ledger: the points sum to %d, not 0", sum)
	}
	return nil
}
