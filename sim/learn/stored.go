package learn

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// StoreKind is the kind of directories of trials, as store.KindOf returns it.
const StoreKind = "trials"

// StoreFormat is the version of their inputs and of their table.
const StoreFormat = 1

// storeKind is what a directory holds that has trials.
func storeKind() store.Kind {
	return store.Kind{Name: StoreKind, Format: StoreFormat, Tables: []string{trialsName}, Ending: ".parquet"}
}

// StoredInputs are all that the trials of a plan depend on, and how a net is fitted to
// them.
type StoredInputs struct {
	Version    string            `json:"version"` // of the program that plays
	Rules      rules.Rules       `json:"rules"`
	RulesHash  string            `json:"rules_hash"`
	Seed       strictjson.Uint64 `json:"seed"`
	Bots       []dataset.Bot     `json:"bots"`
	Behaviour  int               `json:"behaviour"` // index of a bot
	Playout    int               `json:"playout"`
	Explore    int               `json:"explore"`
	Every      int               `json:"every"`
	Candidates int               `json:"candidates"`
	Schema     string            `json:"schema"` // its name
	SchemaHash string            `json:"schema_hash"`
	Inputs     []string          `json:"inputs"`
	Rounds     int               `json:"rounds"`
	Hands      int64             `json:"hands"` // of a round
	Holdout    int64             `json:"holdout_hands"`
	Hidden     int               `json:"hidden"`
	Epochs     int               `json:"epochs"`
	Contrast   float64           `json:"contrast"`
	Decay      float64           `json:"decay"`
	Rate       float64           `json:"rate"`
}

// InputsOf returns the inputs of a plan that a version of the program carries out.
func InputsOf(p *Plan, version string) (StoredInputs, error) {
	schema := encoding.Schema()
	in := StoredInputs{
		Version: version, Rules: p.Rules, RulesHash: p.Rules.Hash(), Seed: strictjson.Uint64(p.Config.Seed),
		Explore: p.Explore, Every: p.Every, Candidates: p.Candidates, Schema: schema.Name, SchemaHash: schema.Hash(), Inputs: p.Names(),
		Rounds: p.Rounds, Hands: p.Hands, Holdout: p.Holdout,
		Hidden: p.Hidden, Epochs: p.Epochs, Contrast: p.Contrast, Decay: p.Decay, Rate: p.Rate,
	}
	var err error
	if in.Behaviour, err = in.add(p.Behaviour); err == nil {
		in.Playout, err = in.add(p.Playout)
	}
	return in, err
}

// add returns the index of a bot, which it lists if it is not.
func (in *StoredInputs) add(spec policy.Spec) (int, error) {
	name := spec.String()
	if at := slices.IndexFunc(in.Bots, func(b dataset.Bot) bool { return b.Spec == name }); at >= 0 {
		return at, nil
	}
	digest, err := spec.Identify(&in.Rules)
	in.Bots = append(in.Bots, dataset.Bot{Spec: name, Digest: digest})
	return len(in.Bots) - 1, err
}

// Validate reports the first field that no plan can have.
func (in *StoredInputs) Validate() error {
	schema := encoding.Schema()
	switch {
	case in.RulesHash != in.Rules.Hash():
		return fmt.Errorf("rules_hash is %q, but the rules have %q", in.RulesHash, in.Rules.Hash())
	case in.Schema != schema.Name || in.SchemaHash != schema.Hash():
		return fmt.Errorf("the features are %s %s; those of this program are %s %s", in.Schema, in.SchemaHash, schema.Name, schema.Hash())
	case len(in.Inputs) == 0:
		return errors.New("there are no inputs")
	case in.Behaviour < 0 || in.Behaviour >= len(in.Bots) || in.Playout < 0 || in.Playout >= len(in.Bots):
		return fmt.Errorf("bots %d and %d play, of %d", in.Behaviour, in.Playout, len(in.Bots))
	}
	p := in.settings()
	return errors.Join(p.validateSizes(), p.Config.validateSettings(), p.Training.Validate())
}

// settings returns the plan without its bots.
func (in *StoredInputs) settings() *Plan {
	return &Plan{
		Config: Config{
			Rules: in.Rules, Seed: uint64(in.Seed), Explore: in.Explore, Every: in.Every, Candidates: in.Candidates, Inputs: slices.Clone(in.Inputs),
		},
		Training: Training{Seed: uint64(in.Seed), Hidden: in.Hidden, Epochs: in.Epochs, Contrast: in.Contrast, Decay: in.Decay, Rate: in.Rate},
		Rounds:   in.Rounds, Hands: in.Hands, Holdout: in.Holdout,
	}
}

// Plan returns the plan of inputs that are stored in dir. The program has the bots, but
// for the nets, which are attached.
func (in *StoredInputs) Plan(dir string, p *sim.Program) (*Plan, error) {
	known, err := dataset.ProgramOf(dir, p, dataset.Specs(in.Bots))
	if err != nil {
		return nil, err
	}
	plan := in.settings()
	for _, bot := range []struct {
		index int
		spec  *policy.Spec
	}{{in.Behaviour, &plan.Behaviour}, {in.Playout, &plan.Playout}} {
		if *bot.spec, err = known.Bots.Parse(in.Bots[bot.index].Spec); err != nil {
			return nil, err
		}
	}
	return plan, plan.Validate()
}
