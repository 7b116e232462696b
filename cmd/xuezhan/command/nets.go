package command

import (
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/policy/net"
	"xuezhan/sim/match"
)

// recordedBot returns a bot as a match's record has it.
func (a *app) recordedBot(b match.HeaderBot, r *rules.Rules) (match.Bot, error) {
	if b.Net != nil {
		n, err := net.Parse(b.Net)
		if err != nil {
			return match.Bot{}, fmt.Errorf("the net of %s: %w", b.Spec, err)
		}
		a.fileBots = a.fileBots.WithNets(n)
	}
	spec, err := a.fileBots.Parse(b.Spec)
	if err == nil {
		err = a.admit(spec)
	}
	if err != nil {
		return match.Bot{}, err
	}
	digest, err := spec.Identify(r)
	return match.BotOf(spec, digest), err
}
