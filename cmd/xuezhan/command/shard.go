package command

import (
	"github.com/spf13/cobra"

	"xuezhan/sim"
)

// A shardFlag is the flag --shard.
type shardFlag struct{ sim.Shard }

func (f *shardFlag) flags(c *cobra.Command, work string) {
	c.Flags().Var(f, "shard", "play only the parts of the shard `I/N` of the "+work+", I from 0")
}

// Set reads the flag.
func (f *shardFlag) Set(text string) (err error) {
	f.Shard, err = sim.ParseShard(text)
	return err
}

// Type names what the flag takes.
func (f *shardFlag) Type() string { return "I/N" }
