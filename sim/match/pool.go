package match

import (
	"cmp"
	"slices"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
)

// newPool returns the pool of a match's external bots; nil if it has none.
func newPool(c *Config, x sim.External) *sim.Pool {
	specs := make([]policy.Spec, len(c.Bots))
	for i, b := range c.Bots {
		if b.External != nil {
			specs[i] = *b.External
		}
	}
	return sim.NewPool(specs, &c.Rules, x)
}

// playPooled plays hands by the pool. Faults are then in the order of their hands
// again.
func (p *player) playPooled(jobs []job) error {
	if err := p.pool.Play(&pooled{p, jobs, 0}); err != nil {
		return err
	}
	for _, j := range jobs {
		slices.SortStableFunc(j.block.Faults, func(a, b Fault) int { return cmp.Compare(a.Hand, b.Hand) })
	}
	return nil
}

// pooled are hands as a player's pool plays them.
type pooled struct {
	*player
	jobs []job
	next int
}

// Begin deals the next hand.
func (x *pooled) Begin(slot int) (*sim.Player, error) {
	if x.next == len(x.jobs) {
		return nil, nil
	}
	for len(x.players) <= slot {
		p, err := newPlayer(x.config, x.tables)
		if err != nil {
			return nil, err
		}
		x.players = append(x.players, p)
	}
	p := x.players[slot]
	p.deal(x.jobs[x.next])
	x.next++
	return p.hands, nil
}

// Bots returns who sits where.
func (x *pooled) Bots(slot int) (bots [engine.NumSeats]int) {
	for s, bot := range x.players[slot].job.seating {
		bots[s] = int(bot)
	}
	return bots
}

// End records the result of the slot's hand.
func (x *pooled) End(slot int) error { return x.players[slot].end() }

// Where names the slot's hand.
func (x *pooled) Where(slot int) string { return x.players[slot].job.where(x.config) }
