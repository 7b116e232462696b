package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim"
)

// externalOptions say how bots play that are processes of their own.
type externalOptions struct {
	onFault  string
	inFlight int
	trust    trust
}

func (o *externalOptions) flags(c *cobra.Command) {
	f := c.Flags()
	addBotTimeout(c, &o.trust.limit)
	f.StringVar(&o.onFault, "on-bot-fault", sim.Stop.String(), "stop, or forfeit: timeout plays on for an exec: bot that fails")
	f.IntVar(&o.inFlight, "in-flight", sim.DefaultInFlight, "hands that a worker has in play at once for exec: bots")
}

// use checks the options, and lets specs be read from now on whose bots have the
// limit.
func (o *externalOptions) use(a *app) (sim.External, error) {
	if o.inFlight < 1 || o.inFlight > sim.MaxInFlight {
		return sim.External{}, misused("--in-flight %d is not 1 to %d", o.inFlight, sim.MaxInFlight)
	}
	onFault, err := sim.ParseFaultPolicy(o.onFault)
	if err != nil {
		return sim.External{}, misused("--on-bot-fault %q is not stop or forfeit", o.onFault)
	}
	if err := o.trust.use(a); err != nil {
		return sim.External{}, err
	}
	return sim.External{InFlight: o.inFlight, OnFault: onFault}, nil
}
