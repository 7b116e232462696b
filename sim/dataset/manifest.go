package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/sim"
)

// Inputs are all that a run's outcomes depend on. They name policies by their
// text alone.
type Inputs struct {
	Version   string // of the program that plays
	Rules     rules.Rules
	Seed      uint64
	Walls     string // how seats draw: shared or lanes
	Bots      []Bot  // what sim.SeatOutcome.Bot counts; no spec twice
	Seats     [engine.NumSeats]int
	Rotate    bool  // the seating turns by one seat a hand, or a game
	Hands     int64 // of the whole run
	Games     int64 // 0 where hands are played alone
	PartHands int64 // of a part; the last may have fewer
}

// A Bot is one of the bots that play.
type Bot struct {
	Spec       string `json:"spec"`
	Parameters string `json:"parameters"` // digest of its parameters
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
	for i, b := range in.Bots {
		if slices.ContainsFunc(in.Bots[:i], func(o Bot) bool { return o.Spec == b.Spec }) {
			return fmt.Errorf("bot %q stands twice", b.Spec)
		}
	}
	for seat, bot := range in.Seats {
		if bot < 0 || bot >= len(in.Bots) {
			return fmt.Errorf("seat %d is played by bot %d of %d", seat, bot, len(in.Bots))
		}
	}
	return nil
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
}

// MarshalJSON writes the inputs with every field of the rules and their hash.
func (in Inputs) MarshalJSON() ([]byte, error) {
	return json.Marshal(inputsJSON{in.Version, in.Rules, in.Rules.Hash(), in.Seed, in.Walls, in.Bots,
		in.Seats, in.Rotate, in.Hands, in.Games, in.PartHands})
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
	*in = Inputs{j.Version, j.Rules, j.Seed, j.Walls, j.Bots, j.Seats, j.Rotate, j.Hands, j.Games, j.PartHands}
	return in.Validate()
}

// A Part is a range of hands that is stored whole.
type Part struct {
	Index int    `json:"index"` // from 0
	First int64  `json:"first"` // index of the first hand
	Hands int64  `json:"hands"`
	Files []File `json:"files"` // one a table, in the order of the tables
}

// A File is one table's rows of a part.
type File struct {
	Name   string `json:"name"` // within the dataset's directory
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the whole file, hexadecimal
}

// fileName returns the name of a table's file of a part.
func fileName(t Table, part int) string { return fmt.Sprintf("%s-%06d.parquet", t, part) }

// validate reports what cannot be in a part of a run of so many parts. File
// names are fixed, so that none leads out of the directory.
func (p *Part) validate(planned int) error {
	if p.Index < 0 || p.Index >= planned {
		return fmt.Errorf("part %d of %d", p.Index, planned)
	}
	if p.First < 0 || p.Hands < 1 || len(p.Files) != int(NumTables) {
		return fmt.Errorf("part %d has no hands, or not one file a table", p.Index)
	}
	for t, f := range p.Files {
		if want := fileName(Table(t), p.Index); f.Name != want {
			return fmt.Errorf("part %d has file %q, not %q", p.Index, f.Name, want)
		}
	}
	if p.Files[Hands].Rows != p.Hands || p.Files[Seats].Rows != p.Hands*engine.NumSeats {
		return fmt.Errorf("part %d has other rows than its %d hands", p.Index, p.Hands)
	}
	return nil
}

func comparePlaces(a, b Part) int { return a.Index - b.Index }

// A manifest is the content of manifest.json.
type manifest struct {
	Format   int    `json:"format"`
	Inputs   Inputs `json:"inputs"`
	Planned  int    `json:"planned_parts"`
	Finished bool   `json:"finished"`
	Digest   string `json:"digest,omitempty"` // of all outcomes in order
	Parts    []Part `json:"parts,omitempty"`  // all of them, once finished
}

// parseManifest reads a manifest of this format.
func parseManifest(data []byte) (manifest, error) {
	var version struct {
		Format int `json:"format"`
	}
	if err := strictjson.DecodeSome(data, &version); err != nil {
		return manifest{}, fmt.Errorf("not a manifest: %w", err)
	}
	switch {
	case version.Format > Format:
		return manifest{}, fmt.Errorf("format %d is newer than %d, the newest that this program reads", version.Format, Format)
	case version.Format < 1:
		return manifest{}, errors.New(`not a manifest: "format" is missing`)
	}
	var m manifest
	if err := strictjson.Decode(data, &m); err != nil {
		return manifest{}, err
	}
	return m, m.validate()
}

func (m *manifest) validate() error {
	if m.Finished && len(m.Parts) != m.Planned {
		return fmt.Errorf("finished with %d parts of %d", len(m.Parts), m.Planned)
	}
	for i := range m.Parts {
		if err := m.Parts[i].validate(m.Planned); err != nil {
			return err
		}
		if i > 0 && m.Parts[i].Index <= m.Parts[i-1].Index {
			return fmt.Errorf("part %d is out of order", m.Parts[i].Index)
		}
	}
	return nil
}

// parseJournal reads the parts that a run under way has finished, in the order
// of their index. A last line that was cut off lists no part.
func parseJournal(data []byte, planned int) ([]Part, error) {
	var parts []Part
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines[:len(lines)-1] {
		var p Part
		err := strictjson.Decode(line, &p)
		if err == nil {
			err = p.validate(planned)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		parts = append(parts, p)
	}
	slices.SortFunc(parts, comparePlaces)
	for i := 1; i < len(parts); i++ {
		if parts[i].Index == parts[i-1].Index {
			return nil, fmt.Errorf("part %d stands twice", parts[i].Index)
		}
	}
	return parts, nil
}

func partOf(p sim.Part) Part { return Part{Index: p.Index, First: p.First, Hands: p.Hands} }
