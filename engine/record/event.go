package record

import (
	"fmt"
	"slices"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/spell"
	"xuezhan/engine/tile"
)

// A field is one field of an event's line.
type field struct {
	name  string
	need  need
	has   func(e *engine.Event) bool // whether there is something to write
	write func(b []byte, e *engine.Event) []byte
	read  func(e *engine.Event, value []byte) error
}

// need says when a field has to be there.
type need uint8

const (
	always   need = iota
	unhidden      // in every record that sees it; has tells when it is hidden
	optional      // where it says something
	shown         // like optional, in records that are not full
)

// fields are the fields of each kind of event in the order of writing.
var fields = [...][]field{
	engine.EventDeal:     {seatField("seat"), tileField(unhidden)},
	engine.EventExchange: {seatField("seat"), otherField("to"), tileField(unhidden)},
	engine.EventVoid:     {seatField("seat"), suitField("suit", unhidden), tileField(optional)},
	engine.EventDraw:     {seatField("seat"), tileField(unhidden), replacementField},
	engine.EventDiscard:  {seatField("seat"), tileField(always), suitField("void", shown)},
	engine.EventAnswer:   {seatField("seat"), otherField("from"), tileField(always), actionField},
	engine.EventMeld:     {seatField("seat"), otherField("from"), meldField},
	engine.EventRobbed:   {seatField("seat"), tileField(always)},
	engine.EventWin: {
		seatField("seat"), otherField("from"), tileField(optional), situationField,
		fanField, pointsField, patternsField,
	},
	engine.EventTransfer:  {seatField("seat"), otherField("from"), causeField, pointsField},
	engine.EventExhausted: {},
	engine.EventEnd:       {},
}

// kinds has the kinds of event by name.
var kinds = func() map[string]engine.EventKind {
	m := map[string]engine.EventKind{}
	for k := range fields {
		m[engine.EventKind(k).String()] = engine.EventKind(k)
	}
	return m
}()

// appendEvent writes an event's line without its end.
func appendEvent(b []byte, e *engine.Event) []byte {
	b = append(b, `{"event":"`...)
	b = append(b, e.Kind.String()...)
	b = append(b, '"')
	for i := range fields[e.Kind] {
		f := &fields[e.Kind][i]
		if f.need == always || f.has(e) {
			b = append(b, ',', '"')
			b = append(b, f.name...)
			b = append(b, '"', ':')
			b = f.write(b, e)
		}
	}
	return append(b, '}')
}

// EventText returns an event as its line in a record has it.
func EventText(e engine.Event) string {
	if int(e.Kind) >= len(fields) {
		return fmt.Sprintf("event kind %d", e.Kind)
	}
	return string(appendEvent(nil, &e))
}

func fieldNames(list []field) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.name)
	}
	return names
}

// readEvent makes an event of the members of its line, of which the first one
// called "event" has the kind.
func readEvent(kind engine.EventKind, members []member, full bool) (engine.Event, error) {
	e := engine.Event{Kind: kind, Tile: tile.None, Suit: tile.NoSuit}
	list := fields[kind]
	for _, m := range members {
		if m.key == "event" {
			continue
		}
		i := slices.IndexFunc(list, func(f field) bool { return f.name == m.key })
		if i < 0 || full && list[i].need == shown {
			return e, fmt.Errorf("%s: unknown field %q%s", kind, m.key, spell.Hint(m.key, fieldNames(list)))
		}
		if err := list[i].read(&e, m.value); err != nil {
			return e, fmt.Errorf("%s: field %q: %w", kind, m.key, err)
		}
	}
	for i := range list {
		f := &list[i]
		if f.need == always || f.need == unhidden && full {
			if !slices.ContainsFunc(members, func(m member) bool { return m.key == f.name }) {
				return e, fmt.Errorf("%s: field %q is missing", kind, f.name)
			}
		}
	}
	return e, nil
}

func seatField(name string) field {
	return field{
		name:  name,
		write: func(b []byte, e *engine.Event) []byte { return strconv.AppendUint(b, uint64(e.Seat), 10) },
		read:  func(e *engine.Event, v []byte) error { return readSeat(&e.Seat, v) },
	}
}

func otherField(name string) field {
	return field{
		name:  name,
		write: func(b []byte, e *engine.Event) []byte { return strconv.AppendUint(b, uint64(e.Other), 10) },
		read:  func(e *engine.Event, v []byte) error { return readSeat(&e.Other, v) },
	}
}

func readSeat(dst *uint8, value []byte) error {
	n, err := integer(value, 0, engine.NumSeats-1)
	*dst = uint8(n)
	return err
}

func tileField(n need) field {
	return field{
		name: "tile", need: n,
		has:   func(e *engine.Event) bool { return e.Tile != tile.None },
		write: func(b []byte, e *engine.Event) []byte { return appendText(b, e.Tile.String()) },
		read: func(e *engine.Event, v []byte) (err error) {
			s, err := plainString(v)
			if err != nil {
				return err
			}
			e.Tile, err = tile.ParseTile(s)
			return err
		},
	}
}

func suitField(name string, n need) field {
	return field{
		name: name, need: n,
		has:   func(e *engine.Event) bool { return e.Suit != tile.NoSuit },
		write: func(b []byte, e *engine.Event) []byte { return appendText(b, e.Suit.String()) },
		read: func(e *engine.Event, v []byte) error {
			s, err := plainString(v)
			if err != nil {
				return err
			}
			suit, ok := tile.ParseSuit(s)
			if !ok {
				return fmt.Errorf("unknown suit %q; suits are m, p and s", s)
			}
			e.Suit = suit
			return nil
		},
	}
}

var replacementField = field{
	name: "replacement", need: optional,
	has:   func(e *engine.Event) bool { return e.Replacement },
	write: func(b []byte, e *engine.Event) []byte { return strconv.AppendBool(b, e.Replacement) },
	read: func(e *engine.Event, v []byte) (err error) {
		e.Replacement, err = boolean(v)
		return err
	},
}

// answers are the actions that answer another's tile.
var answers = []engine.Action{engine.Win, engine.Pung, engine.Kong, engine.Pass}

var actionField = field{
	name:  "action",
	write: func(b []byte, e *engine.Event) []byte { return appendText(b, e.Action.String()) },
	read: func(e *engine.Event, v []byte) error {
		s, err := plainString(v)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(answers, func(a engine.Action) bool { return a.String() == s })
		if i < 0 {
			return fmt.Errorf("unknown answer %q; answers are win, pung, kong, pass", s)
		}
		e.Action = answers[i]
		return nil
	},
}

// hiddenKong is a concealed kong whose kind is not known.
var hiddenKong = tile.MakeMeld(tile.ConcealedKong, tile.None)

// meldField sets the event's tile too, which is the meld's.
var meldField = field{
	name:  "meld",
	write: func(b []byte, e *engine.Event) []byte { return appendText(b, e.Meld.String()) },
	read: func(e *engine.Event, v []byte) error {
		s, err := plainString(v)
		if err != nil {
			return err
		}
		if e.Meld, err = parseMeld(s); err != nil {
			return err
		}
		e.Tile = e.Meld.Tile()
		return nil
	},
}

func parseMeld(s string) (tile.Meld, error) {
	if s == hiddenKong.String() {
		return hiddenKong, nil
	}
	set, err := tile.Parse(s)
	if err != nil {
		return 0, err
	}
	if set.Melds.N != 1 || set.Melds.List[0].String() != s {
		return 0, fmt.Errorf("%q is not one meld", s)
	}
	return set.Melds.List[0], nil
}

var causeField = field{
	name:  "cause",
	write: func(b []byte, e *engine.Event) []byte { return appendText(b, e.Cause.String()) },
	read: func(e *engine.Event, v []byte) error {
		s, err := plainString(v)
		if err != nil {
			return err
		}
		for c := range engine.NumCauses {
			if c.String() == s {
				e.Cause = c
				return nil
			}
		}
		return fmt.Errorf("unknown cause %q", s)
	},
}

var fanField = field{
	name:  "fan",
	write: func(b []byte, e *engine.Event) []byte { return strconv.AppendInt(b, int64(e.Fan), 10) },
	read: func(e *engine.Event, v []byte) error {
		n, err := integer(v, 0, 1000)
		e.Fan = int16(n)
		return err
	},
}

// maxPoints bounds any amount of a record.
const maxPoints = 1 << 30

var pointsField = field{
	name:  "points",
	write: func(b []byte, e *engine.Event) []byte { return strconv.AppendInt(b, int64(e.Points), 10) },
	read: func(e *engine.Event, v []byte) error {
		n, err := integer(v, 1, maxPoints)
		e.Points = int32(n)
		return err
	},
}

// situationNames are the flags of a fan.Situation by their bit.
var situationNames = fan.SituationNames()

var patternNames = func() []string {
	var names []string
	for p := range fan.NumPatterns {
		names = append(names, p.String())
	}
	return names
}()

var situationField = field{
	name:  "situation",
	write: func(b []byte, e *engine.Event) []byte { return appendSet(b, uint32(e.Situation), situationNames) },
	read: func(e *engine.Event, v []byte) error {
		set, err := readSet(v, situationNames)
		e.Situation = fan.Situation(set)
		return err
	},
}

var patternsField = field{
	name:  "patterns",
	write: func(b []byte, e *engine.Event) []byte { return appendSet(b, uint32(e.Patterns), patternNames) },
	read: func(e *engine.Event, v []byte) error {
		set, err := readSet(v, patternNames)
		e.Patterns = fan.Patterns(set)
		return err
	},
}

// appendSet writes the names of a set's bits as a list.
func appendSet(b []byte, set uint32, names []string) []byte {
	b = append(b, '[')
	first := true
	for i, name := range names {
		if set>>i&1 == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendText(b, name)
	}
	return append(b, ']')
}

func readSet(value []byte, names []string) (uint32, error) {
	list, err := texts(value)
	if err != nil {
		return 0, err
	}
	var set uint32
	for _, name := range list {
		i := slices.Index(names, name)
		if i < 0 {
			return 0, fmt.Errorf("unknown name %q", name)
		}
		if set>>i&1 != 0 {
			return 0, fmt.Errorf("%q is duplicated", name)
		}
		set |= 1 << i
	}
	return set, nil
}

// appendText writes a text that needs no escapes.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
