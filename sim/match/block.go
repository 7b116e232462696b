package match

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Block is the result of the hands over one wall.
type Block struct {
	Number int64
	Hands  int                              // how many; see Design.hands
	Points [maxHands][engine.NumSeats]int32 // of each hand and seat
	Luck   [2]int64                         // of A's and of B's draws in all hands, in LuckUnit; 0 if not asked for
	Faults []Fault                          // by hand, in the order in which they happened
}

// A Fault is an answer that a bot failed to give: it chose an illegal action, or
// panicked, or is an external one that failed. From there to the end of the hand the
// bot timeout replaces it, with the same tiles and the same account. In the next
// hand a fresh instance of the bot plays.
type Fault struct {
	Hand   int    `json:"hand"` // of the block, from 0
	Seat   int    `json:"seat"`
	Bot    int    `json:"bot"`
	Action int    `json:"action"` // actions of the hand before it
	What   string `json:"what"`
}

// A player plays the hands of blocks, one after the other. It is one goroutine's
// own.
type player struct {
	config   *Config
	tables   *shape.Tables
	hands    *sim.Player
	luck     *luck                            // nil if not asked for
	policies [][engine.NumSeats]policy.Policy // by bot and seat, nil until first needed
	seater   seater
	seatings []Seating
	job      job // of the hand in play

	pool    *sim.Pool // of external bots; nil without
	players []*player // by the pool's slot, made when first needed
}

// newPlayer returns a player of a valid configuration's blocks.
func newPlayer(c *Config, t *shape.Tables) (*player, error) {
	e, err := engine.New(c.Rules, t)
	if err != nil {
		return nil, err
	}
	p := &player{config: c, tables: t, seater: newSeater(c), policies: make([][engine.NumSeats]policy.Policy, len(c.Bots))}
	if c.Luck {
		p.luck = newLuck(e)
		e = e.Observed(p.luck, engine.Mask(engine.EventDraw))
	}
	p.hands = sim.NewPlayer(e, sim.PlayerOptions{OnFault: sim.Forfeit})
	return p, nil
}

// A job is a hand of a block that is to be played.
type job struct {
	block   *Block
	hand    int
	seating Seating
}

// where names the hand.
func (j *job) where(c *Config) string {
	return fmt.Sprintf("block %d of seed %d, hand %d of it", j.block.Number, c.Seed, j.hand)
}

// play plays a block without external bots.
func (p *player) play(number int64) (Block, error) {
	p.seatings = p.seater.seatings(p.seatings[:0], number)
	b := Block{Number: number, Hands: len(p.seatings)}
	for i, seating := range p.seatings {
		if err := p.playHand(job{&b, i, seating}); err != nil {
			return b, err
		}
	}
	return b, nil
}

// playAll plays hands: those of external bots together, others one by one.
func (p *player) playAll(jobs []job) error {
	if p.pool != nil {
		return p.playPooled(jobs)
	}
	for _, j := range jobs {
		if err := p.playHand(j); err != nil {
			return err
		}
	}
	return nil
}

// playHand plays a hand of a block.
func (p *player) playHand(j job) error {
	p.deal(j)
	p.hands.Next()
	return p.end()
}

// deal starts a hand of a block, with the block's wall, dealer and direction. The
// policy at each seat gets the block's seed for that seat, whichever bot sits there.
func (p *player) deal(j job) {
	p.job = j
	c, number := p.config, j.block.Number
	deck := sim.Deck(c.Seed, number, sim.FirstDealer(c.Seed, number), c.Walls)
	if p.luck != nil {
		p.luck.start(&deck)
	}
	for s, bot := range j.seating {
		p.hands.Sit(s, p.policy(int(bot), s))
	}
	p.hands.Deal(c.Seed, number, &deck)
}

// policy returns a bot's policy for a seat, nil if it is external.
func (p *player) policy(bot, seat int) (q policy.Policy) {
	if p.config.Bots[bot].External != nil {
		return nil
	}
	if p.policies[bot][seat] == nil {
		p.policies[bot][seat] = made(p.config.Bots[bot].New)
	}
	return p.policies[bot][seat]
}

// made makes a policy. If that panics, the policy it returns panics when it is
// started.
func made(newPolicy func() policy.Policy) (q policy.Policy) {
	defer func() {
		if r := recover(); r != nil {
			q = unmade{r}
		}
	}()
	return newPolicy()
}

// unmade replaces a policy that could not be made.
type unmade struct{ panicked any }

// Start panics with the same value.
func (u unmade) Start(int, uint64) { panic(u.panicked) }

// Act is never called.
func (unmade) Act(engine.View, []engine.Action) engine.Action {
	panic("match: a bot that was not started")
}

// end records the result of the hand.
func (p *player) end() error {
	if err := p.hands.Err(); err != nil {
		return fmt.Errorf("%s: %w", p.job.where(p.config), err)
	}
	j := &p.job
	for s, points := range p.hands.Hand().Ledger().Points() {
		j.block.Points[j.hand][s] = int32(points)
	}
	for _, f := range p.hands.Faults() {
		p.note(f)
	}
	if p.luck != nil {
		for s, bot := range j.seating {
			j.block.Luck[bot] += p.luck.sums[s]
		}
	}
	return nil
}

// note records a fault and drops the instance that committed it. Its text is
// cut: it goes into a record.
func (p *player) note(f sim.SeatFault) {
	j := &p.job
	bot := int(j.seating[f.Seat])
	text := []rune(f.What)
	j.block.Faults = append(j.block.Faults, Fault{j.hand, f.Seat, bot, f.Action, string(text[:min(len(text), 200)])})
	p.policies[bot][f.Seat] = nil
}
