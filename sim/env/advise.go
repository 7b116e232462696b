package env

import (
	"fmt"

	"xuezhan/policy"
)

// An adviser is the bot that was asked last by Advise.
type adviser struct {
	name string // its spec
	bot  policy.Policy
}

// Advise fills in what a bot would play in each row, whatever has been played so far:
// something to imitate, or to play on by. It plays nothing. Bots that are processes, and
// bots with memory, such as random, cannot advise.
func (e *Env) Advise(s policy.Spec, dst []int64) error {
	if e.isBroken {
		return errBroken
	}
	if len(dst) < e.Rows() {
		return fmt.Errorf("env: the array actions has room for %d numbers, not %d", len(dst), e.Rows())
	}
	if err := e.consult(s); err != nil {
		return err
	}
	bot := e.adviser.bot
	for i := range e.Rows() {
		seat := e.lock.Seat(i)
		bot.Start(seat, e.lock.Player(i).PolicySeed(seat))
		dst[i] = int64(bot.Act(e.lock.View(i), e.lock.Legal(i)))
	}
	return nil
}

// consult makes a spec's bot the adviser.
func (e *Env) consult(s policy.Spec) error {
	name := s.String()
	if e.adviser.bot != nil && e.adviser.name == name {
		return nil
	}
	switch {
	case s.IsZero():
		return fmt.Errorf("env: no bot is named that could advise")
	case s.IsExternal():
		return fmt.Errorf("env: %s is a process and cannot advise", name)
	}
	bot := s.New()
	if policy.HasMemory(bot) {
		return fmt.Errorf("env: %s cannot advise, since it remembers what it was asked before", name)
	}
	e.adviser = adviser{name, bot}
	return nil
}
