package rules

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// A Field describes one field of Rules.
type Field struct {
	Name    string // as in rules files
	Doc     string
	Allowed string // "true, false", "0..16", "paid, unpaid, illegal"
	index   int
	newer   bool // than rules that are stored: absent where it is zero
}

// Fields returns the fields in the order of Rules.
func Fields() []Field {
	t := reflect.TypeFor[Rules]()
	fields := make([]Field, t.NumField())
	for i := range fields {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[i] = Field{name, f.Tag.Get("doc"), allowed(f), i, option == "omitzero"}
	}
	return fields
}

func allowed(f reflect.StructField) string {
	switch f.Type.Kind() {
	case reflect.Bool:
		return "true, false"
	case reflect.Int:
		return f.Tag.Get("range")
	case reflect.String:
		return "text"
	}
	return strings.Join(namesOf(reflect.Zero(f.Type)), ", ")
}

func namesOf(v reflect.Value) []string { return v.Interface().(enum).Names() }

// Value returns the field's value as files write it: a JSON bool, number or
// string.
func (f Field) Value(r *Rules) any {
	v := reflect.ValueOf(r).Elem().Field(f.index)
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.Int:
		return int(v.Int())
	case reflect.String:
		return v.String()
	}
	return namesOf(v)[v.Uint()]
}

// absent reports whether the field is newer than rules that are stored and has
// its zero value, as those have it.
func (f Field) absent(r *Rules) bool {
	return f.newer && reflect.ValueOf(r).Elem().Field(f.index).IsZero()
}

// set stores a value decoded from JSON: bool, string or a json.Number. The error
// does not name the field.
func (f Field) set(r *Rules, value any) error {
	v := reflect.ValueOf(r).Elem().Field(f.index)
	switch v.Kind() {
	case reflect.Bool:
		b, ok := value.(bool)
		if !ok {
			return f.wrongType(value)
		}
		v.SetBool(b)
	case reflect.Int:
		n, err := strconv.Atoi(fmt.Sprint(value))
		if _, isText := value.(string); isText || err != nil {
			return f.wrongType(value)
		}
		v.SetInt(int64(n))
	case reflect.String:
		s, ok := value.(string)
		if !ok {
			return f.wrongType(value)
		}
		v.SetString(s)
	default:
		s, ok := value.(string)
		if !ok {
			return f.wrongType(value)
		}
		i, err := index(namesOf(v), s)
		if err != nil {
			return err
		}
		v.SetUint(uint64(i))
	}
	return f.check(r)
}

func (f Field) wrongType(value any) error {
	return fmt.Errorf("wrong value %s; allowed are %s", quote(value), f.Allowed)
}

// maxQuoted bounds what a message quotes, in bytes.
const maxQuoted = 64

func quote(value any) string {
	text := fmt.Sprint(value)
	cut := ""
	if len(text) > maxQuoted {
		text, cut = strings.ToValidUTF8(text[:maxQuoted], ""), "…"
	}
	if _, ok := value.(string); ok {
		text = strconv.Quote(text)
	}
	return text + cut
}

// check tests the field's own range. The error does not name the field.
func (f Field) check(r *Rules) error {
	v := reflect.ValueOf(r).Elem().Field(f.index)
	switch v.Kind() {
	case reflect.Int:
		low, high, _ := strings.Cut(f.Allowed, "..")
		least, _ := strconv.Atoi(low)
		most, _ := strconv.Atoi(high)
		if n := int(v.Int()); n < least || n > most {
			return fmt.Errorf("%d is out of range; allowed are %s", n, f.Allowed)
		}
	case reflect.Uint8:
		if n := int(v.Uint()); n >= len(namesOf(v)) {
			return fmt.Errorf("%d is out of range; allowed are %s", n, f.Allowed)
		}
	case reflect.String:
		if !plainName(v.String()) {
			return fmt.Errorf("%s is not a name; allowed are 1 to 64 letters, digits, spaces and the signs . _ - +", quote(v.String()))
		}
	}
	return nil
}

func plainName(s string) bool {
	const extra = " ._-+"
	for _, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && !strings.ContainsRune(extra, c) {
			return false
		}
	}
	return len(s) > 0 && len(s) <= 64
}

// A Difference is a field that two rule systems set differently.
type Difference struct {
	Field Field
	A, B  any
}

// Diff returns the fields in which a and b differ, other than the name.
func Diff(a, b *Rules) []Difference {
	var d []Difference
	for _, f := range Fields()[1:] {
		if x, y := f.Value(a), f.Value(b); x != y {
			d = append(d, Difference{f, x, y})
		}
	}
	return d
}
