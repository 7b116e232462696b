package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// headerLine is the header as it is written.
type headerLine struct {
	Format     string                  `json:"format"`
	Version    int                     `json:"version"`
	Visibility string                  `json:"visibility"`
	Rules      json.RawMessage         `json:"rules"`
	Seed       *uint64                 `json:"seed,omitempty,string"`
	Hand       *int64                  `json:"hand,omitempty"`
	Dealer     int                     `json:"dealer"`
	Direction  string                  `json:"direction"`
	Walls      string                  `json:"walls"`
	Seats      [engine.NumSeats]string `json:"seats"`
	Deck       string                  `json:"deck,omitempty"`
}

func appendHeader(b []byte, r *Record) []byte {
	h := headerLine{
		Format: Format, Version: Version, Visibility: r.Visibility.String(),
		Rules: MarshalRules(&r.Rules), Dealer: r.Deck.Dealer,
		Direction: r.Deck.Direction.String(), Walls: wallsName(r.Deck.Lanes), Seats: r.Seats,
	}
	if r.Seeded {
		h.Seed, h.Hand = &r.Seed, &r.Hand
	}
	if r.Visibility == Full {
		h.Deck = tilesText(&r.Deck)
	}
	return append(b, marshal(h)...)
}

// marshal writes a value that can be written, in one line.
func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("record: a value that is no JSON")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// readHeader fills in everything but events and ledger.
func (r *Record) readHeader(members []member) error {
	if err := checkFormat(members); err != nil {
		return err
	}
	skip := func([]byte) error { return nil } // checked already
	deck, seed, hand := "", false, false
	err := fill(members, []target{
		{"format", false, skip},
		{"version", false, skip},
		{"visibility", false, func(v []byte) (err error) { r.Visibility, err = parseName(v, ParseVisibility); return err }},
		{"rules", false, func(v []byte) (err error) { r.Rules, err = UnmarshalRules(v); return err }},
		{"seed", true, func(v []byte) (err error) { seed = true; r.Seed, err = readSeed(v); return err }},
		{"hand", true, func(v []byte) (err error) { hand = true; r.Hand, err = integer(v, 0, math.MaxInt64); return err }},
		{"dealer", false, func(v []byte) error {
			n, err := integer(v, 0, engine.NumSeats-1)
			r.Deck.Dealer = int(n)
			return err
		}},
		{"direction", false, func(v []byte) (err error) { r.Deck.Direction, err = parseName(v, parseDirection); return err }},
		{"walls", false, func(v []byte) (err error) { r.Deck.Lanes, err = parseName(v, parseWalls); return err }},
		{"seats", false, r.readSeats},
		{"deck", true, func(v []byte) (err error) { deck, err = plainString(v); return err }},
	})
	switch {
	case err != nil:
		return err
	case seed != hand:
		return fmt.Errorf("seed and hand belong together")
	case r.Visibility != Full && (seed || deck != ""):
		return fmt.Errorf("the deck and its seed are not for a record of visibility %s", r.Visibility)
	case r.Visibility != Full:
		return nil
	case deck == "":
		return fmt.Errorf("field %q is missing", "deck")
	}
	r.Seeded = seed
	if err := parseTiles(&r.Deck, deck); err != nil {
		return fmt.Errorf("field %q: %w", "deck", err)
	}
	return nil
}

// checkFormat refuses what is not a header of the version that is read here,
// before anything else of it is looked at.
func checkFormat(members []member) error {
	version := int64(-1)
	format := ""
	for _, m := range members {
		var err error
		switch m.key {
		case "format":
			format, err = plainString(m.value)
		case "version":
			version, err = integer(m.value, 1, math.MaxInt32)
		}
		if err != nil {
			return fmt.Errorf("field %q: %w", m.key, err)
		}
	}
	switch {
	case format != Format:
		return fmt.Errorf("not the header of a hand: field %q is not %q", "format", Format)
	case version < 0:
		return fmt.Errorf("field %q is missing", "version")
	case version > Version:
		return fmt.Errorf("format version %d is later than %d, the last that is known here", version, Version)
	}
	return nil
}

func parseName[T any](value []byte, parse func(string) (T, error)) (T, error) {
	s, err := plainString(value)
	if err != nil {
		var none T
		return none, err
	}
	return parse(s)
}

// readSeed reads a seed: a text, because many readers of JSON know no whole
// numbers beyond 2⁵³.
func readSeed(value []byte) (uint64, error) {
	s, err := plainString(value)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number 0 to %d", value, uint64(math.MaxUint64))
	}
	return n, nil
}

func (r *Record) readSeats(value []byte) error {
	list, err := texts(value)
	if err != nil {
		return err
	}
	if len(list) != engine.NumSeats {
		return fmt.Errorf("there are %d seats, not %d", engine.NumSeats, len(list))
	}
	copy(r.Seats[:], list)
	return nil
}

// MarshalRules writes rules as a JSON object from which they can be made again:
// the preset that they are nearest to, every field in which they differ from
// it, and their content hash.
//
//	{"name":"tsumo+","base":"tsumo","changes":{"fan_cap":5},"hash":"01ab…"}
func MarshalRules(r *rules.Rules) []byte {
	base, diff := nearest(r)
	b := append([]byte(`{"name":`), marshal(r.Name)...)
	b = append(append(b, `,"base":`...), marshal(base)...)
	b = append(b, `,"changes":{`...)
	for i, d := range diff {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, marshal(d.Field.Name)...), ':')
		b = append(b, marshal(d.B)...)
	}
	b = append(b, `},"hash":`...)
	b = append(b, marshal(r.Hash())...)
	return append(b, '}')
}

// nearest returns the preset from which rules differ in the fewest fields, the
// first of equal ones, and those fields.
func nearest(r *rules.Rules) (string, []rules.Difference) {
	name, best := "", []rules.Difference(nil)
	for _, p := range rules.Presets() {
		diff := rules.Diff(&p.Rules, r)
		if name == "" || len(diff) < len(best) {
			name, best = p.Rules.Name, diff
		}
	}
	return name, best
}

// UnmarshalRules reads what MarshalRules writes and checks the hash: that the
// fields of the preset are still what they were.
func UnmarshalRules(text []byte) (rules.Rules, error) {
	members, err := split(nil, text)
	if err != nil {
		return rules.Rules{}, err
	}
	var name, base, hash string
	var changes []member
	err = fill(members, []target{
		{"name", false, func(v []byte) (err error) { name, err = plainString(v); return err }},
		{"base", false, func(v []byte) (err error) { base, err = plainString(v); return err }},
		{"changes", false, func(v []byte) (err error) { changes, err = split(nil, v); return err }},
		{"hash", false, func(v []byte) (err error) { hash, err = plainString(v); return err }},
	})
	if err != nil {
		return rules.Rules{}, err
	}
	r, err := rules.Parse(rulesFile(name, base, changes))
	if err != nil {
		return rules.Rules{}, err
	}
	if r.Hash() != hash {
		return rules.Rules{}, fmt.Errorf("the rules %s have the hash %s here, not %s: they are not the same rules", name, r.Hash(), hash)
	}
	return r, nil
}

// rulesFile returns the rules file that says the same.
func rulesFile(name, base string, changes []member) []byte {
	b := append([]byte(`{"base":`), marshal(base)...)
	b = append(append(b, `,"name":`...), marshal(name)...)
	for _, m := range changes {
		b = append(append(b, ','), marshal(m.key)...)
		b = append(append(b, ':'), m.value...)
	}
	return append(b, '}')
}
