package policy

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// A Batch plays any seats of any number of hands at once, and may fail: it is
// how bots outside of the program play, and those that decide better on many
// hands together. What it answers depends on each request alone, whatever
// others it is put with. It is used by one goroutine at a time.
type Batch interface {
	// Greet makes sure that the bot is there, and returns the name and version
	// it gives itself.
	Greet() (string, error)
	// Decide fills in answers, one for each request. Views and slices may not be
	// kept. An error other than a *Fault, or a final one, ends the bot; after any
	// other Fault the requests behind the failed ones are put again.
	Decide(requests []Request, answers []Answer) error
	// End says that nothing more will be asked about a table.
	End(over Over)
	// Close ends the bot. Nothing it does wrong while it ends matters any more.
	Close() error
}

// A Request is one decision, among at least two legal actions.
type Request struct {
	// Table numbers the hands of the bot's seats: requests with the same number
	// are of one seat in one hand, and no number is used for another later.
	Table uint64
	Seed  uint64 // all chance that the seat uses in the hand comes from it
	View  engine.View
	Legal []engine.Action
}

// An Over is a table about which nothing more will be asked.
type Over struct {
	Table     uint64
	Seat      int
	Hand      int64                // index of the table's hand in the run
	Points    [engine.NumSeats]int // of the hand, by seat
	IsDropped bool                 // the hand has not been played to its end
}

// An Answer is a legal action, or says in What how the bot has failed to choose
// one.
type Answer struct {
	Action engine.Action
	What   string
}

// A Fault says that a bot failed on some of the requests it was asked about: on
// Count of them from First on. Those before have their answers.
type Fault struct {
	First, Count int
	What         string
	Final        bool // it cannot be asked again
}

// Error says what the bot did.
func (f *Fault) Error() string { return f.What }

// An Opener makes the batch of an external bot's command. Nothing need happen
// before it is asked.
type Opener func(command []string, r *rules.Rules) Batch

// WithExternal returns a copy of the catalog whose specs may also be
// exec:COMMAND, which open makes.
func (c *Catalog) WithExternal(open Opener) *Catalog {
	with := *c
	with.entries, with.open = slices.Clip(c.entries), open
	return &with
}

// externalPrefix begins the specs of external bots; the command follows.
const externalPrefix = "exec:"

var externalBot = Description{Name: "exec", Doc: "an external program that speaks JSON Lines"}

func (c *Catalog) parseExternal(text, command string) (Spec, error) {
	if c.open == nil {
		return Spec{}, errors.New("external bots cannot play here")
	}
	words, err := splitCommand(command)
	if err != nil {
		return Spec{}, fmt.Errorf("policy %.80q: %w", text, err)
	}
	return Spec{catalog: c, bot: Entry{Description: externalBot}, command: words}, nil
}

// An ExternalError says that an external bot was named for work that cannot use one.
type ExternalError struct {
	Work string // such as study
	Bot  Spec
}

// Error says why: such work plays copies of a hand, or makes a bot again and again.
func (e *ExternalError) Error() string {
	return fmt.Sprintf("%s cannot use exec: bots, which are processes of their own and cannot play copies of a hand: %s", e.Work, e.Bot)
}

// InProcess returns an *ExternalError for the first external bot of a list, nil if
// there is none.
func InProcess(work string, specs ...Spec) error {
	for _, s := range specs {
		if s.IsExternal() {
			return &ExternalError{work, s}
		}
	}
	return nil
}

// IsExternal reports whether the spec is of an external bot. New and Parts are
// then not for it, but Open.
func (s Spec) IsExternal() bool { return s.command != nil }

// IsSlow reports whether a hand of the bot may take milliseconds or more: it searches, or
// is not one of this program.
func (s Spec) IsSlow() bool {
	if s.IsExternal() || s.IsOwn() || s.bot.Name == searchName {
		return true
	}
	for _, part := range s.parts {
		if part == searchName {
			return true
		}
	}
	return false
}

// Open makes the external bot of the spec for hands under some rules.
func (s Spec) Open(r *rules.Rules) Batch { return s.catalog.open(s.command, r) }
