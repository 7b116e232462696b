package sim

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
)

// A FaultPolicy says what happens when a bot fails: it panics, answers with what is
// not legal or, being external, does not answer at all.
type FaultPolicy uint8

// Stop ends the run. Forfeit lets the bot timeout play the rest of the hand in
// place of the one that failed, and counts the fault.
const (
	Stop FaultPolicy = iota
	Forfeit
)

var faultPolicyNames = []string{"stop", "forfeit"}

// String returns the name as flags write it.
func (f FaultPolicy) String() string { return faultPolicyNames[f] }

// IsProcess reports whether a spec's text is of an external bot, which alone can fail
// in a way that a replay does not repeat.
func IsProcess(spec string) bool {
	_, rest, ok := policy.CutExternal(spec)
	return ok && rest == ""
}

// ParseFaultPolicy returns the fault policy of a name.
func ParseFaultPolicy(name string) (FaultPolicy, error) {
	i := slices.Index(faultPolicyNames, name)
	if i < 0 {
		return Stop, fmt.Errorf("unknown fault policy %q; must be one of stop, forfeit", name)
	}
	return FaultPolicy(i), nil
}

// External says how hands with external bots are played. Outcomes do not depend on
// it, as long as no bot fails.
type External struct {
	InFlight int         // hands that a worker keeps in flight; 0 means DefaultInFlight
	OnFault  FaultPolicy // of external bots; those of this program stop the run
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

// PoolHands are the hands that a Pool plays, each in one of its slots.
type PoolHands interface {
	// Begin deals the next hand that is to be played in a slot and returns its
	// player, nil if no hand is left. Seats of external bots are left to the pool.
	Begin(slot int) (*Player, error)
	// Bots returns the indexes, in the list of the pool's bots, of those at the
	// seats of the slot's hand.
	Bots(slot int) [engine.NumSeats]int
	// End is called when the slot's hand is over, or has ended with an error.
	End(slot int) error
	// Where names the slot's hand in errors: "hand 3 of seed 1".
	Where(slot int) string
}

// A Pool plays many hands at once and puts the choices of external bots to them,
// all that wait for the same bot together. It is one goroutine's own.
type Pool struct {
	options External
	queues  []queue // by bot; those that are not external have no batch
	hands   uint64  // started so far
	slots   []poolSlot
}

// A poolSlot has the hand in play in a slot, if there is one.
type poolSlot struct {
	player *Player
	number uint64 // of the hand, among all of the pool
	bots   [engine.NumSeats]int
}

// A queue is an external bot and what waits for it.
type queue struct {
	batch    policy.Batch
	name     string
	fault    string // the first that was tolerated
	requests []policy.Request
	slots    []int // whose they are
	answers  []policy.Answer
}

// NewPool returns a pool for the bots of a list, in which those that are not
// external are ignored. It returns nil if none is.
func NewPool(specs []policy.Spec, r *rules.Rules, x External) *Pool {
	if !slices.ContainsFunc(specs, policy.Spec.IsExternal) {
		return nil
	}
	p := &Pool{options: x, queues: make([]queue, len(specs)), slots: make([]poolSlot, x.Hands())}
	for i, s := range specs {
		if s.IsExternal() {
			p.queues[i] = queue{batch: s.Open(r), name: s.String()}
		}
	}
	return p
}

// Close ends the bots.
func (p *Pool) Close() error {
	var err error
	for i := range p.queues {
		if p.queues[i].batch != nil {
			err = errors.Join(err, p.queues[i].batch.Close())
		}
	}
	return err
}

// Fault returns the first fault of one of the bots that was tolerated, empty if
// there was none.
func (p *Pool) Fault() string {
	for i := range p.queues {
		if p.queues[i].fault != "" {
			return p.queues[i].fault
		}
	}
	return ""
}

// TableOf returns the number under which an external bot knows a seat of a hand.
func TableOf(hand uint64, seat int) uint64 { return hand*engine.NumSeats + uint64(seat) }

// Play plays all hands to their ends.
func (p *Pool) Play(hands PoolHands) error {
	p.drop()
	return p.settle(hands)
}

// drop forgets the hands in play.
func (p *Pool) drop() {
	for i := range p.slots {
		if s := &p.slots[i]; s.player != nil {
			p.leave(s)
		}
	}
}

// leave empties a slot and informs the bots that nothing more will be asked about
// its hand.
func (p *Pool) leave(s *poolSlot) {
	for seat, bot := range s.bots {
		if b := p.queues[bot].batch; b != nil {
			b.End(policy.Over{
				Table: TableOf(s.number, seat), Seat: seat, Hand: s.player.Index(),
				Points: s.player.Hand().Ledger().Points(), IsDropped: !s.player.Hand().Over(),
			})
		}
	}
	s.player = nil
}

// settle plays until each hand is over or waits for someone other than an
// external bot.
func (p *Pool) settle(hands PoolHands) error {
	for {
		waiting := 0
		for i := range p.slots {
			asked, err := p.advance(i, hands)
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
		for i := range p.queues {
			if err := p.decide(&p.queues[i], hands); err != nil {
				return err
			}
		}
	}
}

// advance plays on in a slot until somebody is asked or no hand is left, and reports
// whether an external bot is asked.
func (p *Pool) advance(slot int, hands PoolHands) (asked bool, err error) {
	s := &p.slots[slot]
	for {
		if s.player == nil {
			if s.player, err = hands.Begin(slot); s.player == nil {
				return false, err
			}
			p.hands++
			s.number, s.bots = p.hands, hands.Bots(slot)
		}
		if s.player.Next() {
			return p.ask(slot), nil
		}
		if err := hands.End(slot); err != nil {
			return false, err
		}
		p.leave(s)
	}
}

// ask puts the choice that a slot's hand waits for into the queue of its bot, and
// reports whether it has one.
func (p *Pool) ask(slot int) bool {
	s := &p.slots[slot]
	seat := s.player.Asked()
	q := &p.queues[s.bots[seat]]
	if q.batch == nil {
		return false
	}
	q.requests = append(q.requests, policy.Request{
		Table: TableOf(s.number, seat), Seed: s.player.PolicySeed(seat),
		View: s.player.View(), Legal: s.player.Legal(),
	})
	q.slots = append(q.slots, slot)
	return true
}

// decide asks a bot about all that waits for it, and hands out the answers.
func (p *Pool) decide(q *queue, hands PoolHands) error {
	defer func() { q.requests, q.slots = q.requests[:0], q.slots[:0] }()
	q.answers = slices.Grow(q.answers[:0], len(q.requests))[:len(q.requests)]
	for first := 0; first < len(q.requests); {
		err := q.batch.Decide(q.requests[first:], q.answers[first:])
		last := len(q.requests)
		fault := (*policy.Fault)(nil)
		if errors.As(err, &fault) {
			for i := range fault.Count {
				q.answers[first+fault.First+i] = policy.Answer{What: fault.What}
			}
			last = first + fault.First + fault.Count
		}
		if err != nil && (fault == nil || fault.Final) {
			i := min(first+faultAt(fault), len(q.requests)-1)
			return p.failed(q, i, err.Error()+atLast(fault), hands)
		}
		if err := p.take(q, first, last, hands); err != nil {
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
func (p *Pool) take(q *queue, first, last int, hands PoolHands) error {
	for i := first; i < last; i++ {
		a, player := q.answers[i], p.slots[q.slots[i]].player
		switch {
		case a.What == "":
			player.Answer(a.Action)
		case p.options.OnFault == Stop:
			return p.failed(q, i, a.What, hands)
		default:
			if q.fault == "" {
				q.fault = p.failed(q, i, a.What, hands).Error()
			}
			player.Forfeit(a.What)
		}
	}
	return nil
}

// failed returns the error of a bot that has failed on a request.
func (p *Pool) failed(q *queue, i int, what string, hands PoolHands) error {
	player := p.slots[q.slots[i]].player
	return fmt.Errorf("%s, action %d, seat %d in the phase %s: the bot %s %s",
		hands.Where(q.slots[i]), len(player.Steps()), player.Asked(), player.Hand().Phase(), q.name, what)
}
