package match

import (
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Block is what the hands over one wall have left behind.
type Block struct {
	Number int64
	Hands  int                              // how many; see Design.hands
	Points [maxHands][engine.NumSeats]int32 // of each hand and seat
	Luck   [2]int64                         // of A's and of B's draws in all hands, in LuckUnit; 0 if not asked for
	Faults []Fault                          // by hand, in the order in which they happened
}

// A Fault is an answer that a bot failed to give: it chose an illegal action, or
// panicked, or is an external one that failed. From there to the end of the hand
// the bot timeout plays in its place, on the same tiles and for the same account;
// in the next hand a fresh instance of the bot plays again.
type Fault struct {
	Hand   int    `json:"hand"` // of the block, from 0
	Seat   int    `json:"seat"`
	Bot    int    `json:"bot"`
	Action int    `json:"action"` // actions of the hand before it
	What   string `json:"what"`
}

// A player plays blocks, one after the other. It is one goroutine's own.
type player struct {
	config *Config
	engine *engine.Engine
	luck   *luck // nil if not asked for
	tables *shape.Tables

	policies   [][engine.NumSeats]policy.Policy // by bot and seat, nil until first needed
	substitute [engine.NumSeats]policy.Policy

	hand           engine.Hand
	actions        int
	legal, offered []engine.Action
	seater         seater
	seatings       []Seating

	crowd   *sim.Crowd // for external bots; nil without
	flights []*flight  // by the crowd's place, nil until first needed
}

// newPlayer returns a player of a valid configuration's blocks.
func newPlayer(c *Config, t *shape.Tables) (*player, error) {
	e, err := engine.New(c.Rules, t)
	if err != nil {
		return nil, err
	}
	p := &player{
		config: c, engine: e, tables: t, seater: newSeater(c),
		policies: make([][engine.NumSeats]policy.Policy, len(c.Bots)),
		legal:    make([]engine.Action, 0, engine.NumActions),
	}
	if c.Luck {
		p.luck = newLuck(e)
		p.engine = e.Observed(p.luck, engine.Mask(engine.EventDraw))
	}
	spec, err := policy.Parse("timeout")
	if err != nil {
		return nil, err
	}
	for s := range p.substitute {
		p.substitute[s] = spec.New()
	}
	return p, nil
}

// A job is a hand of a block that is to be played.
type job struct {
	block   *Block
	hand    int
	seating Seating
}

// play plays a block without external bots.
func (p *player) play(number int64) Block {
	p.seatings = p.seater.seatings(p.seatings[:0], number)
	b := Block{Number: number, Hands: len(p.seatings)}
	for i, seating := range p.seatings {
		p.playHand(job{&b, i, seating})
	}
	return b
}

// playAll plays hands: those of external bots together, others one by one.
func (p *player) playAll(jobs []job) error {
	if p.crowd != nil {
		return p.playTogether(jobs)
	}
	for _, j := range jobs {
		p.playHand(j)
	}
	return nil
}

func (p *player) points() (points [engine.NumSeats]int32) {
	for s, x := range p.hand.Ledger().Points() {
		points[s] = int32(x)
	}
	return points
}

// playHand plays a hand of a block.
func (p *player) playHand(j job) {
	seats := p.deal(j)
	for !p.hand.Over() {
		p.step(j, &seats)
	}
	p.end(j)
}

// deal begins a hand of a block: on its wall, with its dealer and direction, and
// with the chance that the block has for the policy at each seat, whichever bot
// sits there. It returns the policies, nil for external bots.
func (p *player) deal(j job) (seats [engine.NumSeats]policy.Policy) {
	c := p.config
	deck := sim.Deck(c.Seed, j.block.Number, sim.FirstDealer(c.Seed, j.block.Number), c.Walls)
	if p.luck != nil {
		p.luck.start(&deck)
	}
	p.actions = 0
	p.engine.Deal(&p.hand, &deck)
	for s, bot := range j.seating {
		if c.Bots[bot].External == nil {
			seats[s] = p.seat(j.block, j.hand, s, int(bot))
		}
	}
	return seats
}

// step plays an action.
func (p *player) step(j job, seats *[engine.NumSeats]policy.Policy) {
	asked := p.hand.Asked()
	a, fault := p.choose(seats[asked])
	if fault != "" {
		p.note(j.block, j.hand, asked, int(j.seating[asked]), fault)
		seats[asked] = p.substitute[asked]
		if a, fault = p.choose(seats[asked]); fault != "" {
			panic("match: timeout plays " + fault)
		}
	}
	p.engine.Apply(&p.hand, a)
	p.actions++
}

// end notes what the hand has come to.
func (p *player) end(j job) {
	j.block.Points[j.hand] = p.points()
	if p.luck != nil {
		for s, bot := range j.seating {
			j.block.Luck[bot] += p.luck.sums[s]
		}
	}
}

// seat returns a bot's policy for a seat, started for the block; timeout in its
// place if it fails to start.
func (p *player) seat(b *Block, hand, seat, bot int) policy.Policy {
	q, fault := p.start(b.Number, seat, bot)
	if fault != "" {
		p.note(b, hand, seat, bot, fault)
		return p.substitute[seat]
	}
	return q
}

func (p *player) start(block int64, seat, bot int) (q policy.Policy, fault string) {
	defer caught(&fault)
	if p.policies[bot][seat] == nil {
		p.policies[bot][seat] = p.config.Bots[bot].New()
	}
	q = p.policies[bot][seat]
	q.Start(seat, sim.PolicySeed(p.config.Seed, block, seat))
	return q, ""
}

// choose returns a policy's choice, the only one without asking it, and what is
// wrong with the policy's answer.
func (p *player) choose(q policy.Policy) (a engine.Action, fault string) {
	p.legal = p.engine.Legal(&p.hand, p.legal[:0])
	if len(p.legal) == 1 {
		return p.legal[0], ""
	}
	a, fault = p.ask(q)
	if fault != "" {
		return a, fault
	}
	if !slices.Contains(p.legal, a) {
		return a, fmt.Sprintf("illegal: %s in the phase %s", a, p.hand.Phase())
	}
	return a, ""
}

func (p *player) ask(q policy.Policy) (a engine.Action, fault string) {
	defer caught(&fault)
	p.offered = append(p.offered[:0], p.legal...) // the policy might change what it is given
	return q.Act(p.engine.View(&p.hand, p.hand.Asked()), p.offered), ""
}

// caught turns a bot's panic into a fault.
func caught(fault *string) {
	if r := recover(); r != nil {
		*fault = fmt.Sprint("panic: ", r)
	}
}

// note records a fault and drops the instance that committed it. Its text is
// cut: it goes into a record.
func (p *player) note(b *Block, hand, seat, bot int, what string) {
	text := []rune(what)
	b.Faults = append(b.Faults, Fault{hand, seat, bot, p.actions, string(text[:min(len(text), 200)])})
	p.policies[bot][seat] = nil
}
