package record

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// The format's name, and the version that this package writes and reads.
const (
	Format  = "xuezhan-hand"
	Version = 1
)

// A Record is one hand from the deal to the ledger.
type Record struct {
	Rules rules.Rules
	// Deck is what the hand was dealt from. Of a record that is not full only
	// the dealer, the direction and the walls count.
	Deck engine.Deck
	// Seed and Hand are the seed and the index from which the deck was made,
	// where Seeded is set. They say where a hand comes from; nothing here can
	// make the deck from them.
	Seeded     bool
	Seed       uint64
	Hand       int64
	Seats      [engine.NumSeats]string // the seats' policies, "" for unknown
	Visibility Visibility
	Events     []engine.Event
	Ledger     engine.Ledger

	first int // line of the header in the text it was read from, 0 if it was not
}

// Line returns the line of an event in the record's text, that of the ledger
// for the number of events, and that of the header for −1.
func (r *Record) Line(event int) int { return max(r.first, 1) + 1 + event }

// Visibility says whose knowledge a record holds: Full, Public, or that of a
// seat.
type Visibility int8

// Full is everything, Public what every seat knows. The seats 0 to 3 stand
// for themselves.
const (
	Full   Visibility = -2
	Public Visibility = -1
)

// Seat returns the visibility of one seat's knowledge.
func Seat(s int) Visibility { return Visibility(s) }

// valid reports whether v is one of the six.
func (v Visibility) valid() bool { return v >= Full && v < engine.NumSeats }

// sees reports whether what is seat s's own is visible.
func (v Visibility) sees(s uint8) bool { return v == Full || v == Visibility(s) }

// String returns the visibility as records write it: "full", "public",
// "seat 2".
func (v Visibility) String() string {
	switch v {
	case Full:
		return "full"
	case Public:
		return "public"
	}
	return fmt.Sprintf("seat %d", int8(v))
}

// ParseVisibility reads what String writes.
func ParseVisibility(text string) (Visibility, error) {
	for v := Full; v.valid(); v++ {
		if v.String() == text {
			return v, nil
		}
	}
	return Full, fmt.Errorf("unknown visibility %q; there are full, public, seat 0 to seat 3", text)
}

// A Recorder collects the events of one hand after another. It is an
// engine.Observer for engine.AllEvents; the zero value is ready.
type Recorder struct {
	events []engine.Event
	over   bool
}

// Observe appends an event. The first one after the end of a hand begins the
// next.
func (r *Recorder) Observe(_ *engine.Hand, e engine.Event) {
	if r.over {
		r.events = r.events[:0]
	}
	r.events = append(r.events, e)
	r.over = e.Kind == engine.EventEnd
}

// Events returns the events of the last hand so far. The slice is the
// recorder's own.
func (r *Recorder) Events() []engine.Event { return r.events }

// A Fault says what is wrong with a text, or with the hand that it tells.
type Fault struct {
	Line   int // from 1
	Column int // byte in the line from 1; 0 for the whole line
	Msg    string
}

// Error names the place and the fault.
func (f *Fault) Error() string {
	if f.Column > 0 {
		return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Msg)
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Msg)
}

func faultf(line int, format string, args ...any) *Fault {
	return &Fault{Line: line, Msg: fmt.Sprintf(format, args...)}
}
