package sim

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
)

// OnFault says what happens when an external bot fails: it answers with what is
// not legal, or not at all.
type OnFault uint8

// Stop ends the run. Forfeit lets the bot timeout play the rest of the hand in
// the place of the one that failed, and counts the fault.
const (
	Stop OnFault = iota
	Forfeit
)

var onFaultNames = []string{"stop", "forfeit"}

// String returns the name as flags write it.
func (f OnFault) String() string { return onFaultNames[f] }

// ParseOnFault returns what has a name.
func ParseOnFault(name string) (OnFault, error) {
	i := slices.Index(onFaultNames, name)
	if i < 0 {
		return Stop, fmt.Errorf("unknown way to bear a bot's fault %q; there are stop, forfeit", name)
	}
	return OnFault(i), nil
}

// External says how hands with external bots are played. What comes of them does
// not depend on it, as long as no bot fails.
type External struct {
	InFlight int // hands that a worker keeps in flight; 0 means DefaultInFlight
	OnFault  OnFault
}

// DefaultInFlight is the number of hands that a worker keeps in flight. More make
// longer lines, which take fewer switches from process to process, and more
// memory.
const DefaultInFlight = 256

// MaxInFlight is the most hands in flight.
const MaxInFlight = 4096

// Validate returns an error if there are too many hands in flight, or less than
// one.
func (x *External) Validate() error {
	if x.InFlight < 0 || x.InFlight > MaxInFlight {
		return fmt.Errorf("sim: %d hands in flight are not 1 to %d", x.InFlight, MaxInFlight)
	}
	return nil
}

// Hands returns the number of hands that a worker keeps in flight.
func (x *External) Hands() int {
	if x.InFlight == 0 {
		return DefaultInFlight
	}
	return x.InFlight
}

// A Flight is a hand, or several one after the other, that is played up to each
// decision of an external bot and then waits for it.
type Flight interface {
	// Next plays on. It fills in the next request to an external bot, and returns
	// which one; ok is false once all has been played.
	Next(r *policy.Request) (bot int, ok bool, err error)
	// Answer plays a legal action for the seat that was asked.
	Answer(a engine.Action) error
	// Forfeit lets the bot timeout decide for the seat that was asked, now and up
	// to the end of the hand.
	Forfeit(what string) error
	// Where says which hand it is, and where it stands.
	Where() string
}

// A Crowd plays flights, many at a time, and puts what they ask to external bots,
// all that waits for one of them together. It is one worker's own.
type Crowd struct {
	options External
	bots    []desk // nil batches for bots that are not external
	hands   uint64
	flights []Flight // in play, nil where there is none
}

// A desk is a bot and what waits for it.
type desk struct {
	batch    policy.Batch
	name     string
	fault    string // the first that was borne
	requests []policy.Request
	flights  []Flight // whose they are
	answers  []policy.Answer
}

// NewCrowd returns a crowd for the bots of a list, of which those that are not
// external are left alone. It returns nil if none is.
func NewCrowd(specs []policy.Spec, r *rules.Rules, x External) *Crowd {
	if !slices.ContainsFunc(specs, policy.Spec.IsExternal) {
		return nil
	}
	c := &Crowd{options: x, bots: make([]desk, len(specs)), flights: make([]Flight, x.Hands())}
	for i, s := range specs {
		if s.IsExternal() {
			c.bots[i] = desk{batch: s.Open(r), name: s.String()}
		}
	}
	return c
}

// Close ends the bots.
func (c *Crowd) Close() error {
	var err error
	for i := range c.bots {
		if c.bots[i].batch != nil {
			err = errors.Join(err, c.bots[i].batch.Close())
		}
	}
	return err
}

// Fault returns the first fault of one of the bots that was borne, empty if there
// was none.
func (c *Crowd) Fault() string {
	for i := range c.bots {
		if c.bots[i].fault != "" {
			return c.bots[i].fault
		}
	}
	return ""
}

// Begin returns the number of a new hand. A seat's table is that number times
// the number of seats, plus the seat.
func (c *Crowd) Begin() (hand uint64) {
	c.hands++
	return c.hands
}

// End says that a seat's table is over, if its bot is external.
func (c *Crowd) End(bot int, hand uint64, seat int) {
	if b := c.bots[bot].batch; b != nil {
		b.End(TableOf(hand, seat))
	}
}

// TableOf returns the number under which an external bot knows a seat of a hand.
func TableOf(hand uint64, seat int) uint64 { return hand*engine.NumSeats + uint64(seat) }

// Play plays what begin returns until there is no more. Begin is given the place
// that has become free, so that it can use what belongs to it again.
func (c *Crowd) Play(begin func(place int) (f Flight, ok bool)) error {
	for i := range c.flights {
		c.flights[i] = nil
		if f, ok := begin(i); ok {
			c.flights[i] = f
		}
	}
	for {
		waiting := 0
		for i := range c.flights {
			asked, err := c.advance(i, begin)
			if err != nil {
				return err
			}
			if asked {
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		for i := range c.bots {
			if err := c.bots[i].decide(c.options.OnFault); err != nil {
				return err
			}
		}
	}
}

// advance plays on at a place until a bot is asked or there is nothing to play.
func (c *Crowd) advance(place int, begin func(int) (Flight, bool)) (asked bool, err error) {
	for c.flights[place] != nil {
		var r policy.Request
		bot, ok, err := c.flights[place].Next(&r)
		if err != nil {
			return false, err
		}
		if ok {
			d := &c.bots[bot]
			d.requests = append(d.requests, r)
			d.flights = append(d.flights, c.flights[place])
			return true, nil
		}
		c.flights[place] = nil
		if f, ok := begin(place); ok {
			c.flights[place] = f
		}
	}
	return false, nil
}

// decide asks the bot about all that waits for it, and hands out the answers.
func (d *desk) decide(onFault OnFault) error {
	defer func() { d.requests, d.flights = d.requests[:0], d.flights[:0] }()
	d.answers = slices.Grow(d.answers[:0], len(d.requests))[:len(d.requests)]
	for first := 0; first < len(d.requests); {
		err := d.batch.Decide(d.requests[first:], d.answers[first:])
		last := len(d.requests)
		fault := (*policy.Fault)(nil)
		if errors.As(err, &fault) {
			for i := range fault.Count {
				d.answers[first+fault.First+i] = policy.Answer{What: fault.What}
			}
			last = first + fault.First + fault.Count
		}
		if err != nil && (fault == nil || fault.Final) {
			return d.failed(min(first+faultAt(fault), len(d.requests)-1), err.Error()+atLast(fault))
		}
		if err := d.take(first, last, onFault); err != nil {
			return err
		}
		first = last
	}
	return nil
}

func faultAt(f *policy.Fault) int {
	if f == nil {
		return 0
	}
	return f.First
}

// atLast says that a bot was given up.
func atLast(f *policy.Fault) string {
	if f == nil {
		return ""
	}
	return "; it was started several times and gave no answer"
}

// take hands out the answers from first to before last.
func (d *desk) take(first, last int, onFault OnFault) error {
	for i := first; i < last; i++ {
		a, f := d.answers[i], d.flights[i]
		var err error
		switch {
		case a.What == "":
			err = f.Answer(a.Action)
		case onFault == Stop:
			return d.failed(i, a.What)
		default:
			if d.fault == "" {
				d.fault = d.failed(i, a.What).Error()
			}
			err = f.Forfeit(a.What)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// failed returns the error of a bot that has failed on a request.
func (d *desk) failed(i int, what string) error {
	return fmt.Errorf("%s: the bot %s %s", d.flights[i].Where(), d.name, what)
}
