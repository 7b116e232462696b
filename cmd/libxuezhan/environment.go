package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/strictjson"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/policy/external"
	"xuezhan/policy/specfile"
	"xuezhan/sim"
	"xuezhan/sim/env"
	"xuezhan/sim/page/tileart"
)

// tables are built once for all environments.
var tables = sync.OnceValue(shape.New)

// A config is the JSON of xz_create.
type config struct {
	Rules    json.RawMessage         `json:"rules"`
	Rows     int                     `json:"rows"`
	Seats    [engine.NumSeats]string `json:"seats"`
	Rotate   bool                    `json:"rotate,omitempty"`
	Walls    string                  `json:"walls,omitempty"`
	Features string                  `json:"features,omitempty"`
}

// create makes an environment from its JSON.
func create(text []byte) (*env.Env, error) {
	var in config
	if err := strictjson.Decode(text, &in); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	if in.Rows < 1 {
		return nil, fmt.Errorf("configuration: rows %d is not at least 1", in.Rows)
	}
	c := env.Config{Rows: in.Rows, Rotate: in.Rotate, Tables: tables()}
	var err error
	if c.Rules, err = rulesOf(in.Rules); err != nil {
		return nil, err
	}
	if c.Features, err = env.ParseFeatures(in.Features); err != nil {
		return nil, err
	}
	if in.Walls != "" {
		if c.Walls, err = sim.ParseWalls(in.Walls); err != nil {
			return nil, err
		}
	}
	for s, spec := range in.Seats {
		if spec == "" {
			continue
		}
		if c.Seats[s], err = specs.Parse(spec); err != nil {
			return nil, fmt.Errorf("seat %d: %w", s, err)
		}
	}
	return env.New(&c)
}

// rulesOf returns the preset that a text names, or the rules of an object.
func rulesOf(text json.RawMessage) (rules.Rules, error) {
	var name string
	if json.Unmarshal(text, &name) == nil {
		return rules.Lookup(name)
	}
	return rules.Parse(text)
}

// specs reads those of bots, which may name files and commands: whoever calls a
// library can read and start what he likes anyway.
var specs = specfile.Reader{
	Bots: policy.NewCatalog().WithExternal(external.Open(external.DefaultLimit)),
	Read: func(path string, _ int64) ([]byte, error) { return os.ReadFile(path) },
}

// describe returns the JSON of what callers need to know in addition to the header.
func describe(what string) ([]byte, error) {
	if tiles, ok := strings.CutPrefix(what, "tiles "); ok {
		return drawn(tiles)
	}
	switch what {
	case "actions":
		names := make([]string, engine.NumActions)
		for a := range names {
			names[a] = engine.Action(a).String()
		}
		return json.Marshal(names)
	case "presets":
		return json.Marshal(rules.Names())
	case "version":
		return json.Marshal(interfaceVersion)
	}
	s, err := features.LookupSchema(what)
	if err != nil {
		return nil, fmt.Errorf("%w; there are also actions, presets, version and tiles", err)
	}
	return json.Marshal(struct {
		features.Schema
		Hash string `json:"hash"`
	}{s, s.Hash()})
}

// drawn returns a picture of tiles as a JSON text.
func drawn(tiles string) ([]byte, error) {
	s, err := tile.Parse(tiles)
	if err != nil {
		return nil, err
	}
	return json.Marshal(tileart.Hand(&s, 40))
}

// interfaceVersion changes with xuezhan.h, so that a Python package and a library that
// do not belong together say so.
const interfaceVersion = 3
