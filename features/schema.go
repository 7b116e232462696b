package features

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
)

// A Schema documents what an encoder writes: an entry for each number of V1 or V2,
// or for each channel of Planes.
type Schema struct {
	Name    string `json:"name"`    // v1, v2 or planes
	Version int    `json:"version"` // changes with any entry, or its meaning
	// Width is how many numbers an entry stands for: 1, or the 27 kinds.
	Width   int     `json:"width"`
	Entries []Entry `json:"entries"`
}

// An Entry documents one number, or one channel.
type Entry struct {
	Name    string  `json:"name"`
	Min     float32 `json:"min"` // least value there can be
	Max     float32 `json:"max"` // greatest
	Unit    string  `json:"unit"`
	Meaning string  `json:"meaning"`
}

// Names are the names of the schemas that there are.
func Names() []string {
	var names []string
	for _, s := range schemas() {
		names = append(names, s.Name)
	}
	return names
}

func schemas() []Schema { return []Schema{V1{}.Schema(), V2{}.Schema(), Planes{}.Schema()} }

// Numbers encodes positions as numbers, each in a unit of its own: V1 or V2.
type Numbers interface {
	Schema() Schema
	Len() int
	Encode(dst []float32, v engine.View)
	EncodeProspect(dst []float32, p *Prospect)
}

// NumbersOf returns the encoder of a schema's name, nil for Planes and for names of
// no schema.
func NumbersOf(name string) Numbers {
	for _, n := range []Numbers{V1{}, V2{}} {
		if n.Schema().Name == name {
			return n
		}
	}
	return nil
}

// LookupSchema returns the schema of a name.
func LookupSchema(name string) (Schema, error) {
	for _, s := range schemas() {
		if s.Name == name {
			return s, nil
		}
	}
	return Schema{}, fmt.Errorf("unknown features %q; there are %s", name, strings.Join(Names(), ", "))
}

// Index returns the index of the entry with a name, −1 if there is none.
func (s Schema) Index(name string) int {
	return slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Name == name })
}

// Hash returns a short digest of the schema: of its name, version and width, and
// of every entry's name, bounds and unit in order. What is learned under one hash
// holds under no other.
func (s Schema) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, s.Name, s.Version, s.Width)
	for _, e := range s.Entries {
		fmt.Fprintln(h, e.Name, e.Min, e.Max, e.Unit)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
