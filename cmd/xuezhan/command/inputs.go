package command

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// inputs returns a run's configuration as its dataset keeps it.
func (a *app) inputs(c *sim.Config) (dataset.Inputs, error) {
	in := dataset.Inputs{
		Version:   a.version().String(),
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
	for s, spec := range c.Seats {
		in.Seats[s] = slices.Index(bots, spec.String())
		if in.Seats[s] < len(in.Bots) {
			continue
		}
		digest, err := a.digestOf(spec, &c.Rules)
		if err != nil {
			return in, err
		}
		in.Bots = append(in.Bots, dataset.Bot{Spec: spec.String(), Parameters: digest})
	}
	return in, nil
}

// digestOf returns a digest of all that sets a bot. An external one is started
// for it: with its command the digest has the name and version that it gives
// itself.
func (a *app) digestOf(spec policy.Spec, r *rules.Rules) (string, error) {
	if !spec.IsExternal() {
		return parameterDigest(a.bots, spec.String()), nil
	}
	name, err := greeting(spec, r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(spec.String() + "\n" + name))
	return hex.EncodeToString(sum[:])[:16], nil
}

// greeting starts an external bot and returns the name and version that it gives
// itself.
func greeting(spec policy.Spec, r *rules.Rules) (string, error) {
	b := spec.Open(r)
	name, err := b.Greet()
	if err := errors.Join(err, b.Close()); err != nil {
		return "", fmt.Errorf("the bot %s %w", spec, err)
	}
	return name, nil
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
