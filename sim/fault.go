package sim

import (
	"fmt"
	"runtime/debug"
)

// A Fault is a panic, of a bot or of the engine, in the middle of a hand.
type Fault struct {
	Seed   uint64
	Hand   int64  // index of the hand
	Action int    // number of the action that was due, from 0; forced ones count
	Seat   int    // who was asked for it, or told to start
	Bot    string // spec of the bot at the seat
	Panic  string // what it panicked with
	Stack  string // of the goroutine, as Go prints it
}

// Error names the action, who was asked for it, and the panic.
func (f *Fault) Error() string {
	return fmt.Sprintf("hand %d of seed %d: action %d, seat %d (%s): panic: %s", f.Hand, f.Seed, f.Action, f.Seat, f.Bot, f.Panic)
}

// panicked returns the error of a hand in which something panicked.
func (t *Table) panicked(o *Outcome, what any) *Fault {
	seat := t.starts
	if seat < 0 {
		seat = t.hand.Asked()
	}
	return &Fault{
		Seed: t.config.Seed, Hand: o.Hand, Action: o.Actions, Seat: seat,
		Bot: t.config.Bots()[o.Seats[seat].Bot], Panic: fmt.Sprint(what), Stack: string(debug.Stack()),
	}
}
