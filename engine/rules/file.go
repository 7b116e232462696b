package rules

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Parse reads a rules file: a JSON object with "base", the name of a preset,
// and any fields of Rules. Without a name of its own the result is called
// after its base with a plus sign, "tsumo+". The result is valid.
func Parse(data []byte) (Rules, error) {
	members, err := decodeObject(data)
	if err != nil {
		return Rules{}, fmt.Errorf("rules: %w", err)
	}
	i := slices.IndexFunc(members, func(m member) bool { return m.key == "base" })
	if i < 0 {
		return Rules{}, fmt.Errorf(`rules: field "base" is missing; it names a preset: %s`, strings.Join(Names(), ", "))
	}
	base, ok := members[i].value.(string)
	if !ok {
		return Rules{}, fmt.Errorf(`rules: field "base": wrong value %s; allowed are %s`, quote(members[i].value), strings.Join(Names(), ", "))
	}
	r, err := Lookup(base)
	if err != nil {
		return Rules{}, fmt.Errorf(`rules: field "base": %w`, err)
	}
	preset := r
	for _, m := range members {
		if m.key == "base" {
			continue
		}
		if err := setField(&r, m); err != nil {
			return Rules{}, err
		}
	}
	if r != preset && r.Name == preset.Name {
		r.Name += "+"
	}
	return r, r.Validate()
}

func setField(r *Rules, m member) error {
	for _, f := range Fields() {
		if f.Name == m.key {
			return f.set(r, m.value)
		}
	}
	return fmt.Errorf("rules: unknown field %q%s; fields are base, %s", m.key, suggestion(m.key), strings.Join(fieldNames(), ", "))
}

func fieldNames() []string {
	var names []string
	for _, f := range Fields() {
		names = append(names, f.Name)
	}
	return names
}

// suggestion names the first field that shares a word with key.
func suggestion(key string) string {
	for _, name := range fieldNames() {
		if key != "" && (strings.Contains(name, key) || strings.Contains(key, name) && name != "name") {
			return fmt.Sprintf(" (did you mean %q?)", name)
		}
	}
	return ""
}

type member struct {
	key   string
	value any
}

// decodeObject reads one flat JSON object, keeping the order of its members,
// and refuses doubled keys, nested values and anything after it.
func decodeObject(data []byte) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, errors.New("a rules file is a JSON object")
	}
	var members []member
	for dec.More() {
		m, err := decodeMember(dec)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(members, func(o member) bool { return o.key == m.key }) {
			return nil, fmt.Errorf("field %q stands twice", m.key)
		}
		members = append(members, m)
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("the JSON object is not closed: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("text after the JSON object")
	}
	return members, nil
}

func decodeMember(dec *json.Decoder) (member, error) {
	tok, err := dec.Token()
	if err != nil {
		return member{}, fmt.Errorf("not JSON: %w", err)
	}
	key := tok.(string) // the decoder has checked that a key is a string
	tok, err = dec.Token()
	if err != nil {
		return member{}, fmt.Errorf("field %q: not JSON: %w", key, err)
	}
	if tok == nil {
		return member{}, fmt.Errorf("field %q: wrong value null", key)
	}
	if d, nested := tok.(json.Delim); nested {
		return member{}, fmt.Errorf("field %q: wrong value %s…; fields are booleans, numbers and texts", key, d)
	}
	return member{key, tok}, nil
}

// MarshalJSON writes every field by name, as files do, so that the result
// with a "base" added is a rules file.
func (r Rules) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range Fields() {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(f.Value(&r))
		if err != nil {
			return nil, fmt.Errorf("rules: field %q: %w", f.Name, err)
		}
		fmt.Fprintf(&b, "%q:%s", f.Name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Hash returns the rules' content hash, 16 hexadecimal digits: two rule
// systems share it exactly when they differ in nothing but the name.
func (r *Rules) Hash() string {
	h := sha256.New()
	for _, f := range Fields()[1:] {
		fmt.Fprintf(h, "%s=%v\n", f.Name, f.Value(r))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
