package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"xuezhan/engine/strictjson"
)

// A Mismatch is the first thing in which what is stored differs from what this
// program would store now.
type Mismatch struct {
	Field       string // such as version, or bots[1].digest
	Stored, Now string // as JSON; empty for what is not there
}

// Error names the field and both values.
func (m *Mismatch) Error() string {
	return fmt.Sprintf("%s: stored %s, now %s", m.Field, shown(m.Stored), shown(m.Now))
}

// mostShown bounds the length of a value in a message.
const mostShown = 80

// shown returns a JSON value as messages have it.
func shown(value string) string {
	if value == "" {
		return "nothing"
	}
	var text string
	if value[0] == '"' && json.Unmarshal([]byte(value), &text) == nil {
		value = strconv.Quote(text)
	}
	if utf8.RuneCountInString(value) > mostShown {
		return string([]rune(value)[:mostShown]) + "…"
	}
	return value
}

// Compare returns the first difference between two JSON values as a *Mismatch, in
// the order of the members that now has; nil if there is none.
func Compare(stored, now []byte) error {
	if m := compare("", stored, now); m != nil {
		return m
	}
	return nil
}

func compare(field string, stored, now []byte) *Mismatch {
	a, errA := strictjson.Members(nil, stored)
	b, errB := strictjson.Members(nil, now)
	if errA == nil && errB == nil {
		return compareObjects(field, a, b)
	}
	var listA, listB []json.RawMessage
	if json.Unmarshal(stored, &listA) == nil && json.Unmarshal(now, &listB) == nil && listA != nil && listB != nil {
		return compareLists(field, listA, listB)
	}
	if x, y := compacted(stored), compacted(now); x != y {
		return &Mismatch{field, x, y}
	}
	return nil
}

func compareObjects(field string, stored, now []strictjson.Member) *Mismatch {
	within := func(name string) string {
		if field == "" {
			return name
		}
		return field + "." + name
	}
	find := func(list []strictjson.Member, key string) []byte {
		if i := slices.IndexFunc(list, func(m strictjson.Member) bool { return m.Key == key }); i >= 0 {
			return list[i].Value
		}
		return nil
	}
	for _, m := range now {
		if old := find(stored, m.Key); old == nil {
			return &Mismatch{within(m.Key), "", compacted(m.Value)}
		} else if d := compare(within(m.Key), old, m.Value); d != nil {
			return d
		}
	}
	for _, m := range stored {
		if find(now, m.Key) == nil {
			return &Mismatch{within(m.Key), compacted(m.Value), ""}
		}
	}
	return nil
}

func compareLists(field string, stored, now []json.RawMessage) *Mismatch {
	for i := range max(len(stored), len(now)) {
		at := fmt.Sprintf("%s[%d]", field, i)
		switch {
		case i >= len(stored):
			return &Mismatch{at, "", compacted(now[i])}
		case i >= len(now):
			return &Mismatch{at, compacted(stored[i]), ""}
		}
		if d := compare(at, stored[i], now[i]); d != nil {
			return d
		}
	}
	return nil
}

// compacted returns a JSON value without blanks.
func compacted(value []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return string(value)
	}
	return b.String()
}
