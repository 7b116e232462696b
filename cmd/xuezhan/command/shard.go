package command

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/store"
)

// A shardFlag is the flag --shard.
type shardFlag struct{ sim.Shard }

func (f *shardFlag) flags(c *cobra.Command, work string) {
	c.Flags().Var(f, "shard", "play only the parts of the shard `I/N` of the "+work+", I from 0")
}

// isStored reports whether a directory has been started to be stored.
func isStored(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, store.ManifestName))
	return err == nil
}

// tellWhole says that a shard has been played, and what comes next.
func (a *app) tellWhole(f *shardFlag) {
	if f.Of > 1 {
		tellLines(a.err, fmt.Sprintf("shard %s is whole; once all are: xuezhan merge OUT SHARD…", f.Shard))
	}
}

// Set reads the flag.
func (f *shardFlag) Set(text string) (err error) {
	f.Shard, err = sim.ParseShard(text)
	return err
}

// Type names what the flag takes.
func (f *shardFlag) Type() string { return "I/N" }
