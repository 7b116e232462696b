package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// A Digest is a hash of all that happened in the hands of one preset, bot and
// kind of walls.
type Digest struct {
	Rules  string `json:"rules"`
	Bot    string `json:"bot"`
	Walls  string `json:"walls"`
	Digest string `json:"digest"`
}

// String returns the digest as a line of Text has it.
func (d Digest) String() string {
	return fmt.Sprintf("%-11s %-9s %-7s %s", d.Rules, d.Bot, d.Walls, d.Digest)
}

// Digests are those of a fixed set of hands.
type Digests []Digest

// The fixed set of hands: a number of every preset, with four of each bot, on
// either kind of walls. Slow bots play few. A bot that plays by a net is not among
// them, since its net is in a file.
var (
	signatureBots = []struct {
		bot   string
		hands int64
	}{
		{"random", 500}, {"timeout", 500}, {"fast", 500}, {"big", 500},
		{"rare", 200}, {"guard", 200}, {"value", 200}, {"expert", 100}, {"search:playouts=4", 2},
	}
	signatureWalls = []sim.Walls{sim.Shared, sim.Lanes}
)

// PlayDigests plays the fixed set of hands.
func PlayDigests(ctx context.Context, tables *shape.Tables) (Digests, error) {
	var all Digests
	for _, p := range rules.Presets() {
		for _, b := range signatureBots {
			for _, walls := range signatureWalls {
				c := hands(p.Rules, lookupBot(b.bot), b.hands)
				c.Walls = walls
				r, err := sim.Run(ctx, c, sim.Options{Tables: tables, Workers: runtime.GOMAXPROCS(0)})
				if err != nil {
					return nil, fmt.Errorf("%s under %s: %w", b.bot, p.Rules.Name, err)
				}
				all = append(all, Digest{p.Rules.Name, b.bot, walls.String(), r.Digest})
			}
		}
	}
	return all, nil
}

// Signature returns one number for the program's behaviour: 16 hexadecimal
// digits that change when any action, payment or win in the fixed set of hands
// does.
func (d Digests) Signature() string {
	sum := sha256.Sum256([]byte(d.lines()))
	return hex.EncodeToString(sum[:8])
}

// Text returns the digests, a line each, and below them the signature.
func (d Digests) Text() string { return d.lines() + "signature " + d.Signature() + "\n" }

func (d Digests) lines() string {
	var b strings.Builder
	for _, x := range d {
		fmt.Fprintln(&b, x)
	}
	return b.String()
}
