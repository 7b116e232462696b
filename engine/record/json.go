package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xuezhan/engine/spell"
	"xuezhan/engine/strictjson"
)

// A member is one member of a JSON object, its value as it is in the text.
type member struct {
	key   string
	value []byte
}

// split returns the members of a JSON object in their order, appended to dst.
// Doubled keys are refused. The values are slices of the text. It does for the many
// lines of a record, without allocation, what strictjson.Members does.
func split(dst []member, text []byte) ([]member, error) {
	if text = bytes.TrimSpace(text); !json.Valid(text) || text[0] != '{' {
		return dst, whyNotObject(text)
	}
	// The syntax is right, so what is left is to find where members end.
	for at := skip(text, 1); text[at] != '}'; {
		end := valueEnd(text, at)
		key, err := plainString(text[at:end])
		if err != nil {
			return dst, err
		}
		from := skip(text, skip(text, end)+1) // past the colon
		at = valueEnd(text, from)
		if slices.ContainsFunc(dst, func(m member) bool { return m.key == key }) {
			return dst, fmt.Errorf("field %q is duplicated", key)
		}
		dst = append(dst, member{key, text[from:at]})
		if at = skip(text, at); text[at] == ',' {
			at = skip(text, at+1)
		}
	}
	return dst, nil
}

// whyNotObject says what is wrong with a text that is no JSON object.
func whyNotObject(text []byte) error {
	if _, err := strictjson.Members(nil, text); err != nil {
		return err
	}
	return errors.New("not a JSON object")
}

// skip returns the first place from at on that is not white space.
func skip(text []byte, at int) int {
	for text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n' {
		at++
	}
	return at
}

// valueEnd returns the place behind the JSON value that begins at at.
func valueEnd(text []byte, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch c := text[at]; c {
		case '"':
			at = stringEnd(text, at)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth > 0 || at+1 < len(text) && !ends(text[at+1]) {
				continue
			}
		}
		if depth == 0 {
			return at + 1
		}
	}
	return len(text)
}

// stringEnd returns the place of the quote that closes the string at at.
func stringEnd(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

// ends reports whether a byte ends a number or a name of JSON.
func ends(c byte) bool { return strings.IndexByte(" \t\r\n,:]}", c) >= 0 }

// plainString decodes a JSON string.
func plainString(value []byte) (string, error) {
	if value[0] != '"' {
		return "", fmt.Errorf("%s is not a text", value)
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1]), nil
	}
	var s string
	err := json.Unmarshal(value, &s)
	return s, err
}

// integer decodes a whole JSON number from low to high.
func integer(value []byte, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is not a whole number %d to %d", value, low, high)
	}
	return n, nil
}

// boolean decodes true or false.
func boolean(value []byte) (bool, error) {
	switch string(value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%s is not true or false", value)
}

// list decodes an array of JSON values.
func list(value []byte) ([]json.RawMessage, error) {
	var l []json.RawMessage
	if value[0] != '[' {
		return nil, fmt.Errorf("%s is not a list", value)
	}
	err := json.Unmarshal(value, &l)
	return l, err
}

// texts decodes an array of strings.
func texts(value []byte) ([]string, error) {
	l, err := list(value)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(l))
	for i, v := range l {
		if out[i], err = plainString(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A target says what to do with one field of an object.
type target struct {
	name     string
	optional bool
	read     func(value []byte) error
}

func names(targets []target) []string {
	var list []string
	for _, t := range targets {
		list = append(list, t.name)
	}
	return list
}

// fill hands the members of an object to their targets. An unknown field and a
// missing one are errors.
func fill(members []member, targets []target) error {
	for _, m := range members {
		i := slices.IndexFunc(targets, func(t target) bool { return t.name == m.key })
		if i < 0 {
			return fmt.Errorf("unknown field %q%s", m.key, spell.Hint(m.key, names(targets)))
		}
		if err := targets[i].read(m.value); err != nil {
			return fmt.Errorf("field %q: %w", m.key, err)
		}
	}
	for _, t := range targets {
		if !t.optional && !slices.ContainsFunc(members, func(m member) bool { return m.key == t.name }) {
			return fmt.Errorf("field %q is missing", t.name)
		}
	}
	return nil
}
