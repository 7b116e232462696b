package dataset

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

// Inputs are all that a run's outcomes depend on, as its manifest has them. They name
// bots by their text alone; see InputsOf and Reader.Config.
type Inputs struct {
	Version   string // of the program that plays
	Rules     rules.Rules
	Seed      uint64
	Walls     string // how seats draw: shared or lanes
	Bots      []Bot  // what sim.SeatOutcome.Bot counts; no spec twice
	Seats     [engine.NumSeats]int
	Rotate    bool   // the seating turns by one seat a hand, or a game
	Hands     int64  // of the whole run
	Games     int64  // 0 where hands are played alone
	PartHands int64  // of a part; the last may have fewer
	Decks     *Decks // that are played instead of the seed's; nil for none
	// Hand has the tiles that seat 0 is dealt in every hand, as tile.ParseHeld reads
	// them; empty where all are dealt at random.
	Hand string
	// OnFault is the fault policy of external bots. It is empty where there are none,
	// and in runs of earlier programs, which did not store it.
	OnFault string
}

// Decks name explicit decks, one a hand. Their text is attached to the manifest.
type Decks struct {
	Count  int64  `json:"count"`
	SHA256 string `json:"sha256"` // of the text, hexadecimal
}

// A Bot is one of the bots that play.
type Bot struct {
	Spec   string `json:"spec"`
	Digest string `json:"digest"` // of all that sets it: see policy.Spec
}

// UnmarshalJSON reads a bot, whose digest earlier programs called parameters.
func (b *Bot) UnmarshalJSON(data []byte) error {
	var j struct {
		Spec       string  `json:"spec"`
		Digest     *string `json:"digest,omitempty"`
		Parameters *string `json:"parameters,omitempty"`
	}
	if err := strictjson.Decode(data, &j); err != nil {
		return err
	}
	digest := cmp.Or(j.Digest, j.Parameters)
	if digest == nil {
		return errors.New(`field "digest" is missing`)
	}
	*b = Bot{j.Spec, *digest}
	return nil
}

// Validate reports the first field that no run can have.
func (in *Inputs) Validate() error {
	if err := in.Rules.Validate(); err != nil {
		return err
	}
	switch {
	case in.Hands < 1:
		return fmt.Errorf("hands is %d; a run has at least one", in.Hands)
	case in.PartHands < 1:
		return fmt.Errorf("part_hands is %d; a part has at least one", in.PartHands)
	case in.Games != 0 && in.Games*int64(in.Rules.HandsPerGame) != in.Hands:
		return fmt.Errorf("games is %d, which do not have the %d hands", in.Games, in.Hands)
	}
	if _, err := sim.ParseWalls(in.Walls); err != nil {
		return err
	}
	if in.OnFault != "" {
		if _, err := sim.ParseFaultPolicy(in.OnFault); err != nil {
			return err
		}
	}
	if in.Hand != "" {
		if _, err := tile.ParseHeld(in.Hand); err != nil {
			return fmt.Errorf("hand: %w", err)
		}
	}
	if in.Decks != nil && (in.Decks.Count != in.Hands || in.Games > 0) {
		return fmt.Errorf("%d decks for %d hands in %d games", in.Decks.Count, in.Hands, in.Games)
	}
	for i, b := range in.Bots {
		if slices.ContainsFunc(in.Bots[:i], func(o Bot) bool { return o.Spec == b.Spec }) {
			return fmt.Errorf("bot %q is listed twice", b.Spec)
		}
	}
	for seat, bot := range in.Seats {
		if bot < 0 || bot >= len(in.Bots) {
			return fmt.Errorf("seat %d is played by bot %d of %d", seat, bot, len(in.Bots))
		}
	}
	return nil
}

// Specs returns the texts of the bots.
func (in *Inputs) Specs() []string { return Specs(in.Bots) }

// Specs returns the texts of bots.
func Specs(bots []Bot) []string {
	var list []string
	for _, b := range bots {
		list = append(list, b.Spec)
	}
	return list
}

// inputsJSON is Inputs as the manifest has them. The seed is a text, because
// many readers of JSON know no integers beyond 2^53.
type inputsJSON struct {
	Version   string               `json:"version"`
	Rules     rules.Rules          `json:"rules"`
	RulesHash string               `json:"rules_hash"`
	Seed      uint64               `json:"seed,string"`
	Walls     string               `json:"walls"`
	Bots      []Bot                `json:"bots"`
	Seats     [engine.NumSeats]int `json:"seats"`
	Rotate    bool                 `json:"rotate"`
	Hands     int64                `json:"hands"`
	Games     int64                `json:"games"`
	PartHands int64                `json:"part_hands"`
	Decks     *Decks               `json:"decks,omitempty"`
	Hand      string               `json:"hand,omitempty"`
	OnFault   string               `json:"on_bot_fault,omitempty"`
}

// MarshalJSON writes the inputs with every field of the rules and their hash.
func (in Inputs) MarshalJSON() ([]byte, error) {
	return json.Marshal(inputsJSON{in.Version, in.Rules, in.Rules.Hash(), in.Seed, in.Walls, in.Bots,
		in.Seats, in.Rotate, in.Hands, in.Games, in.PartHands, in.Decks, in.Hand, in.OnFault})
}

// UnmarshalJSON reads what MarshalJSON writes. An unknown field is an error,
// and so are rules that do not have the hash written beside them.
func (in *Inputs) UnmarshalJSON(data []byte) error {
	var j inputsJSON
	if err := strictjson.Decode(data, &j); err != nil {
		return err
	}
	if hash := j.Rules.Hash(); hash != j.RulesHash {
		return fmt.Errorf("rules_hash is %q, but the rules have %q", j.RulesHash, hash)
	}
	*in = Inputs{j.Version, j.Rules, j.Seed, j.Walls, j.Bots, j.Seats, j.Rotate, j.Hands, j.Games, j.PartHands, j.Decks, j.Hand, j.OnFault}
	return in.Validate()
}
