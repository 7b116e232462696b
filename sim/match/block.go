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
	Faults []Fault                          // in the order in which they happened
}

// A Fault is an answer that a bot failed to give: it chose an illegal action, or
// panicked. From there to the end of the hand the bot timeout plays in its
// place, on the same tiles and for the same account; in the next hand a fresh
// instance of the bot plays again.
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

	policies   [][engine.NumSeats]policy.Policy // by bot and seat, nil until first needed
	substitute [engine.NumSeats]policy.Policy

	hand           engine.Hand
	actions        int
	legal, offered []engine.Action
	seater         seater
	seatings       []Seating
}

// newPlayer returns a player of a valid configuration's blocks.
func newPlayer(c *Config, t *shape.Tables) (*player, error) {
	e, err := engine.New(c.Rules, t)
	if err != nil {
		return nil, err
	}
	p := &player{
		config: c, engine: e, seater: newSeater(c),
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

// play plays a block.
func (p *player) play(number int64) Block {
	p.seatings = p.seater.seatings(p.seatings[:0], number)
	b := Block{Number: number, Hands: len(p.seatings)}
	for i := range p.seatings {
		p.playHand(&b, i, p.seatings[i])
		b.Points[i] = p.points()
		if p.luck != nil {
			for s, bot := range p.seatings[i] {
				b.Luck[bot] += p.luck.sums[s]
			}
		}
	}
	return b
}

func (p *player) points() (points [engine.NumSeats]int32) {
	for s, x := range p.hand.Ledger().Points() {
		points[s] = int32(x)
	}
	return points
}

// playHand plays a hand of a block: on its wall, with its dealer and direction,
// and with the chance that the block has for the policy at each seat, whichever
// bot sits there.
func (p *player) playHand(b *Block, hand int, seating Seating) {
	c := p.config
	deck := sim.Deck(c.Seed, b.Number, sim.FirstDealer(c.Seed, b.Number), c.Walls)
	if p.luck != nil {
		p.luck.start(&deck)
	}
	p.actions = 0
	p.engine.Deal(&p.hand, &deck)
	var seats [engine.NumSeats]policy.Policy
	for s, bot := range seating {
		seats[s] = p.seat(b, hand, s, int(bot))
	}
	for !p.hand.Over() {
		asked := p.hand.Asked()
		a, fault := p.choose(seats[asked])
		if fault != "" {
			bot := int(seating[asked])
			p.note(b, hand, asked, bot, fault)
			seats[asked] = p.substitute[asked]
			if a, fault = p.choose(seats[asked]); fault != "" {
				panic("match: timeout plays " + fault)
			}
		}
		p.engine.Apply(&p.hand, a)
		p.actions++
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

// caught turns a bot's panic into a fault. Its text is cut: it goes into a
// record.
func caught(fault *string) {
	if r := recover(); r != nil {
		text := []rune(fmt.Sprint("panic: ", r))
		*fault = string(text[:min(len(text), 200)])
	}
}

// note records a fault and drops the instance that committed it.
func (p *player) note(b *Block, hand, seat, bot int, what string) {
	b.Faults = append(b.Faults, Fault{hand, seat, bot, p.actions, what})
	p.policies[bot][seat] = nil
}
