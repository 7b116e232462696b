package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Case is a published hand with its right answer under one preset: with
// 14 tiles the value of the win, null for none, with 13 the waits in play and
// whether it is ready for the ready check.
type Case struct {
	ID     string
	Why    string
	Rules  string
	Tiles  string
	Expect struct {
		Win   *Value
		Waits []Wait
		Ready bool
	}
}

// A Value is what a win is worth: fan before the cap, points after it.
type Value struct{ Fan, Points int }

// A Wait is a kind that can be won on, with its value.
type Wait struct {
	Tile string
	Value
}

// ReadCases reads a case a line.
func ReadCases(text []byte) ([]Case, error) {
	var cases []Case
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var c Case
		err := decoder.Decode(&c)
		if err == io.EOF {
			return cases, nil
		}
		if err != nil {
			return nil, fmt.Errorf("case %d: %w", len(cases)+1, err)
		}
		cases = append(cases, c)
	}
}

// Parse returns the rules and the tiles of the case. The void suit of the
// hand is one that it has no tile of.
func (c *Case) Parse() (rules.Rules, tile.Set, Hand, error) {
	r, err := rules.Lookup(c.Rules)
	if err != nil {
		return r, tile.Set{}, Hand{}, err
	}
	set, err := tile.Parse(c.Tiles)
	if err != nil {
		return r, set, Hand{}, err
	}
	h := Hand{Held: Count(set.Held), Melds: set.Melds.All(), Void: tile.NoSuit}
	all := owned(h.Held, h.Melds)
	for s := range tile.Suit(tile.NumSuits) {
		if !all.has(s) {
			h.Void = s
		}
	}
	return r, set, h, nil
}
