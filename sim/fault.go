package sim

import "fmt"

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
