package sim

import "xuezhan/policy"

// A Program is what plays: its version, and the bots that it has. What is stored
// names bots by their texts alone, so that reading it back takes a program.
type Program struct {
	Version string
	Bots    *policy.Catalog
	// Admit returns why a bot that a file names may not be started; nil admits all.
	Admit func(policy.Spec) error
}
