package rules

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine/spell"
	"xuezhan/engine/strictjson"
)

// Parse reads a rules file: a JSON object with "base", the name of a preset,
// and any fields of Rules. Without a name of its own the result is called
// after its base with a plus sign, "tsumo+". The result is valid. The error names
// the field, and its line and column.
func Parse(data []byte) (Rules, error) {
	members, err := strictjson.Members(nil, data)
	if err != nil {
		return Rules{}, fmt.Errorf("rules: %w", err)
	}
	r, err := parseBase(data, members)
	if err != nil {
		return Rules{}, err
	}
	preset := r
	for _, m := range members {
		if m.Key == "base" {
			continue
		}
		if err := setField(&r, m); err != nil {
			return Rules{}, fmt.Errorf("rules: %w", strictjson.Fail(data, m, err))
		}
	}
	if r != preset && r.Name == preset.Name {
		r.Name += "+"
	}
	return r, r.Validate()
}

// parseBase returns the preset that the base names.
func parseBase(data []byte, members []strictjson.Member) (Rules, error) {
	i := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Key == "base" })
	if i < 0 {
		return Rules{}, fmt.Errorf(`rules: field "base" is missing; it names a preset: %s`, strings.Join(Names(), ", "))
	}
	value, err := scalar(members[i].Value)
	base, ok := value.(string)
	if err == nil && !ok {
		err = fmt.Errorf("wrong value %s; allowed are %s", members[i].Value, strings.Join(Names(), ", "))
	}
	var r Rules
	if err == nil {
		r, err = Lookup(base)
	}
	if err != nil {
		return Rules{}, fmt.Errorf("rules: %w", strictjson.Fail(data, members[i], err))
	}
	return r, nil
}

func setField(r *Rules, m strictjson.Member) error {
	names := fieldNames()
	i := slices.Index(names, m.Key)
	if i < 0 {
		names = append([]string{"base"}, names...)
		return fmt.Errorf("there is no such field%s; fields are %s", spell.Hint(m.Key, names), strings.Join(names, ", "))
	}
	value, err := scalar(m.Value)
	if err != nil {
		return err
	}
	return Fields()[i].set(r, value)
}

func fieldNames() []string {
	var names []string
	for _, f := range Fields() {
		names = append(names, f.Name)
	}
	return names
}

// scalar decodes a value that is neither object nor list nor null: a bool, a string
// or a json.Number.
func scalar(text []byte) (any, error) {
	if c := text[0]; c == '{' || c == '[' || c == 'n' {
		return nil, fmt.Errorf("wrong value %s; fields are booleans, numbers and texts", map[byte]string{'{': "{…}", '[': "[…]", 'n': "null"}[c])
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var value any
	err := dec.Decode(&value)
	return value, err
}

// UnmarshalJSON reads what MarshalJSON writes: rules with every field and without a
// base. The error is an *strictjson.Error wherever a field is wrong.
func (r *Rules) UnmarshalJSON(data []byte) error {
	members, err := strictjson.Members(nil, data)
	if err != nil {
		return err
	}
	var read Rules
	for _, f := range Fields() {
		if !f.newer && !slices.ContainsFunc(members, func(m strictjson.Member) bool { return m.Key == f.Name }) {
			return fmt.Errorf("field %q is missing", f.Name)
		}
	}
	for _, m := range members {
		if err := setField(&read, m); err != nil {
			return strictjson.Fail(data, m, err)
		}
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*r = read
	return nil
}

// MarshalJSON writes the fields by name, as files do, so that the result with a
// "base" added is a rules file. Fields that are newer than stored rules are
// written where they are not zero.
func (r Rules) MarshalJSON() ([]byte, error) {
	return appendFields([]byte{'{'}, &r, func(f Field) bool { return !f.absent(&r) })
}

// File returns a rules file with every field, zero or not.
func (r *Rules) File(base string) ([]byte, error) {
	return appendFields(fmt.Appendf(nil, `{"base":%q,`, base), r, func(Field) bool { return true })
}

// appendFields appends the wanted fields and the end of their object.
func appendFields(b []byte, r *Rules, wanted func(Field) bool) ([]byte, error) {
	for i, f := range Fields() {
		if !wanted(f) {
			continue
		}
		value, err := json.Marshal(f.Value(r))
		if err != nil {
			return nil, fmt.Errorf("rules: field %q: %w", f.Name, err)
		}
		if i > 0 { // the name, the first field, is always written
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:%s", f.Name, value)
	}
	return append(b, '}'), nil
}

// Hash returns the rules' content hash, 16 hexadecimal digits: two rule
// systems share it exactly when they differ in nothing but the name.
func (r *Rules) Hash() string {
	h := sha256.New()
	for _, f := range Fields()[1:] {
		if f.absent(r) {
			continue
		}
		fmt.Fprintf(h, "%s=%v\n", f.Name, f.Value(r))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
