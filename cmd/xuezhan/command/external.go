package command

import (
	"time"

	"github.com/spf13/cobra"

	"xuezhan/policy/external"
	"xuezhan/sim"
)

// externalOptions say how bots play that are processes of their own.
type externalOptions struct {
	limit    time.Duration
	onFault  string
	inFlight int
}

func (o *externalOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.DurationVar(&o.limit, "bot-timeout", external.DefaultLimit, "how long an exec: bot may take for an answer")
	f.StringVar(&o.onFault, "on-bot-fault", sim.Stop.String(), "stop, or forfeit: timeout plays on for an exec: bot that fails")
	f.IntVar(&o.inFlight, "in-flight", sim.DefaultInFlight, "hands that a worker has in play at once for exec: bots")
}

// use checks the options, and lets specs be read from now on whose bots have the
// limit.
func (o *externalOptions) use(a *app) (sim.External, error) {
	if o.limit <= 0 {
		return sim.External{}, misused("--bot-timeout %v is not above 0", o.limit)
	}
	if o.inFlight < 1 || o.inFlight > sim.MaxInFlight {
		return sim.External{}, misused("--in-flight %d is not 1 to %d", o.inFlight, sim.MaxInFlight)
	}
	onFault, err := sim.ParseFaultPolicy(o.onFault)
	if err != nil {
		return sim.External{}, misused("--on-bot-fault %q is not stop or forfeit", o.onFault)
	}
	a.bots = a.bots.WithExternal(external.Open(o.limit))
	return sim.External{InFlight: o.inFlight, OnFault: onFault}, nil
}
