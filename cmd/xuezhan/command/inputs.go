package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// inputs returns a run's configuration as its dataset keeps it.
func (a *app) inputs(c *sim.Config) dataset.Inputs {
	in := dataset.Inputs{
		Version:   readVersion().String(),
		Rules:     c.Rules,
		Seed:      c.Seed,
		Walls:     c.Walls.String(),
		Rotate:    c.Rotate,
		Hands:     c.TotalHands(),
		Games:     c.Games,
		PartHands: c.Parts()[0].Hands,
	}
	if c.Decks != nil {
		in.Decks = dataset.DecksOf(decksText(c.Decks), in.Hands)
	}
	bots := c.Bots()
	for _, spec := range bots {
		in.Bots = append(in.Bots, dataset.Bot{Spec: spec, Parameters: parameterDigest(a.bots, spec)})
	}
	for s := range c.Seats {
		in.Seats[s] = slices.Index(bots, c.Seats[s].String())
	}
	return in
}

// parameterDigest returns a digest of all that sets a bot: its spec, which names
// what differs from the defaults, and the defaults of every bot in it. It tells
// two versions of the program apart in which the same spec plays differently
// because a default has changed.
func parameterDigest(c *policy.Catalog, spec string) string {
	words := strings.FieldsFunc(spec, func(r rune) bool { return strings.ContainsRune(":,=", r) })
	h := sha256.New()
	fmt.Fprintln(h, spec)
	for _, d := range c.Bots() {
		if !slices.Contains(words, d.Name) {
			continue
		}
		for _, p := range d.Params {
			fmt.Fprintf(h, "%s.%s=%d\n", d.Name, p.Name, p.Default)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
