package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/tile"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// InputsOf returns the inputs of a configuration that a version of the program plays.
// External bots are started once, to say who they are.
func InputsOf(c *sim.Config, version string) (Inputs, error) {
	in := Inputs{
		Version: version, Rules: c.Rules, Seed: c.Seed, Walls: c.Walls.String(), Rotate: c.Rotate,
		Hands: c.TotalHands(), Games: c.Games, PartHands: c.Parts()[0].Hands,
	}
	if c.Hand != (tile.Held{}) {
		in.Hand = c.Hand.String()
	}
	if c.Decks != nil {
		in.Decks = decksOf(decksText(c.Decks), in.Hands)
	}
	bots := c.Bots()
	for s, spec := range c.Seats {
		in.Seats[s] = slices.Index(bots, spec.String())
		if in.Seats[s] < len(in.Bots) {
			continue
		}
		digest, err := spec.Identify(&c.Rules)
		if err != nil {
			return in, err
		}
		in.Bots = append(in.Bots, Bot{spec.String(), digest})
		if spec.IsExternal() {
			in.OnFault = c.OnFault.String()
		}
	}
	return in, in.Validate()
}

// attachmentsOf returns the files that a configuration needs besides its inputs to be
// played again: its decks, and the nets that its bots play by.
func attachmentsOf(c *sim.Config) ([]store.Attachment, error) {
	var list []store.Attachment
	if c.Decks != nil {
		list = append(list, store.Attachment{Name: decksName, Data: decksText(c.Decks)})
	}
	for _, spec := range c.Seats {
		var err error
		if list, err = AttachNet(list, spec); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// AttachNet adds the net that a bot, a policy.Spec, plays by to attachments, if it
// plays by one that is not among them.
func AttachNet(list []store.Attachment, bot interface {
	NetFile() (digest string, file []byte, err error)
}) ([]store.Attachment, error) {
	digest, file, err := bot.NetFile()
	if file == nil || slices.ContainsFunc(list, func(a store.Attachment) bool { return a.Name == netName(digest) }) {
		return list, err
	}
	return append(list, store.Attachment{Name: netName(digest), Data: file}), err
}

// Config returns the configuration of inputs that are stored in dir. The program has
// the bots, but for the nets, which are attached.
func (in *Inputs) Config(dir string, p *sim.Program) (*sim.Config, error) {
	c := &sim.Config{Rules: in.Rules, Seed: in.Seed, Hands: in.Hands, Rotate: in.Rotate}
	if in.Games > 0 {
		c.Hands, c.Games = 0, in.Games
	}
	var err error
	if c.Hand, err = tile.ParseHeld(in.Hand); err != nil {
		return nil, err
	}
	if c.Walls, err = sim.ParseWalls(in.Walls); err != nil {
		return nil, err
	}
	known, err := in.Program(dir, p)
	if err != nil {
		return nil, err
	}
	for s, bot := range in.Seats {
		if c.Seats[s], err = known.Bots.Parse(in.Bots[bot].Spec); err != nil {
			return nil, err
		}
		if c.Seats[s].IsExternal() {
			if c.OnFault, err = in.faultPolicy(); err != nil {
				return nil, err
			}
		}
	}
	if in.Decks != nil {
		if c.Decks, err = readDecks(dir, in.Decks); err != nil {
			return nil, err
		}
	}
	return c, c.Validate()
}

// faultPolicy returns the fault policy of the run's external bots. One that was not
// stored is Forfeit: it plays what either has played.
func (in *Inputs) faultPolicy() (sim.FaultPolicy, error) {
	if in.OnFault == "" {
		return sim.Forfeit, nil
	}
	return sim.ParseFaultPolicy(in.OnFault)
}

// Program returns the program with the bots that play by nets that are attached to
// the inputs in dir: those of the inputs, and those of further specs.
func (in *Inputs) Program(dir string, p *sim.Program, more ...string) (*sim.Program, error) {
	return ProgramOf(dir, p, append(in.Specs(), more...))
}

// ProgramOf returns a program with those bots of some specs as well that play by nets
// which are attached to a manifest in dir.
func ProgramOf(dir string, p *sim.Program, specs []string) (*sim.Program, error) {
	var file string
	bots, err := p.Bots.WithNetsOf(specs, func(digest string) ([]byte, error) {
		file = filepath.Join(dir, netName(digest))
		return store.ReadAttachment(dir, netName(digest))
	})
	if err != nil {
		return nil, fmt.Errorf("%w; put the file that was learned there, as %s", err, file)
	}
	return &sim.Program{Version: p.Version, Bots: bots, Admit: p.Admit}, nil
}

// PlanOf returns the plan by which the hands of a configuration, of which run are the
// inputs, are stored in dir as a kind.
func PlanOf(dir string, k store.Kind, inputs any, run *Inputs, c *sim.Config) (store.Plan, error) {
	list, err := attachmentsOf(c)
	check := func(p *store.Part) error { return run.checkPart(dir, p) }
	return store.Plan{Kind: k, Inputs: inputs, Parts: len(c.Parts()), Attachments: list, Check: check}, err
}

// checkPart reports why a part whose files are as they were written is not one of the
// run: its line in the journal may be damaged.
func (in *Inputs) checkPart(dir string, p *store.Part) error {
	first := int64(p.Index) * in.PartHands
	if hands := min(in.PartHands, in.Hands-first); p.First != first || p.Count != hands {
		return fmt.Errorf("has %d hands from %d on, not %d from %d on", p.Count, p.First, hands, first)
	}
	for _, f := range p.Files {
		if err := column.CheckRows(filepath.Join(dir, f.Name), f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

// netName returns the name of the attached file of a net with a digest.
func netName(digest string) string { return "net-" + digest + ".json" }

// decksText returns decks as text, without comments.
func decksText(decks []engine.Deck) []byte {
	var b []byte
	for i := range decks {
		b = append(record.AppendDeck(b, &decks[i]), '\n')
	}
	return b
}

// decksOf names so many decks by their text.
func decksOf(text []byte, count int64) *Decks {
	sum := sha256.Sum256(text)
	return &Decks{count, hex.EncodeToString(sum[:])}
}

// readDecks returns a run's explicit decks.
func readDecks(dir string, d *Decks) ([]engine.Deck, error) {
	text, err := store.ReadAttachment(dir, decksName)
	if err != nil {
		return nil, err
	}
	if got := decksOf(text, d.Count); got.SHA256 != d.SHA256 {
		return nil, fmt.Errorf("dataset: %s has SHA-256 %.16s…, not the manifest's %.16s…: it is not what the run was played with", filepath.Join(dir, decksName), got.SHA256, d.SHA256)
	}
	decks, err := record.ReadDecks(bytes.NewReader(text))
	if err == nil && int64(len(decks)) != d.Count {
		err = errors.New("dataset: " + filepath.Join(dir, decksName) + " has another number of decks than the manifest says")
	}
	return decks, err
}
