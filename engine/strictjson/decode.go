package strictjson

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"xuezhan/engine/spell"
)

// Decode reads the one JSON value that a text is into what dst points to. After an
// error, which is an *Error, dst is as it was.
func Decode(text []byte, dst any) error {
	v := reflect.ValueOf(dst)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("strictjson: the destination is no pointer")
	}
	if err := check(text); err != nil {
		return err.locate(text)
	}
	s := scanner{text: text}
	s.skip()
	from := s.at
	value, err := s.part()
	if err == nil {
		err = match(place{offset: from}, value, v.Type().Elem())
	}
	if err != nil {
		return err.locate(text)
	}
	fresh := reflect.New(v.Type().Elem())
	if err := json.Unmarshal(text, fresh.Interface()); err != nil {
		return faultf(from, "%s", plainly(err)).locate(text)
	}
	v.Elem().Set(fresh.Elem())
	return nil
}

// DecodeSome reads the fields of an object that the struct has to which dst points.
// Other fields are skipped, and one that is not there stays as it was. So a version
// is read from a file whose other fields are not known yet.
func DecodeSome(text []byte, dst any) error {
	members, err := Members(nil, text)
	if err != nil {
		return err
	}
	v := reflect.ValueOf(dst).Elem()
	fields := fieldsOf(v.Type())
	known := []byte("{")
	for _, m := range members {
		f, ok := fields.find(m.Key)
		if !ok {
			continue
		}
		if err := f.match(place{m.valueAt, m.Key}, m.Value); err != nil {
			return err.locate(text)
		}
		known = fmt.Appendf(known, "%q:%s,", f.name, m.Value)
	}
	known = append(bytes.TrimSuffix(known, []byte(",")), '}')
	if err := json.Unmarshal(known, dst); err != nil {
		return faultf(0, "%s", plainly(err)).locate(text)
	}
	return nil
}

// A place is where a value is: in the text, and in the value that the text is.
type place struct {
	offset int
	path   string
}

func (p place) fault(format string, args ...any) *Error {
	e := faultf(p.offset, format, args...)
	e.Field = p.path
	return e
}

func (p place) member(name string, offset int) place {
	if p.path != "" {
		name = p.path + "." + name
	}
	return place{offset, name}
}

var (
	rawType         = reflect.TypeFor[json.RawMessage]()
	unmarshalerType = reflect.TypeFor[json.Unmarshaler]()
	textType        = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// match reports what of a value, whose syntax is right, a type does not hold.
func match(p place, value []byte, t reflect.Type) *Error {
	isNull := string(value) == "null"
	switch pointer := reflect.PointerTo(t); {
	case t == rawType:
		return nil
	case isNull && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Map || t.Kind() == reflect.Slice || t.Kind() == reflect.Interface):
		return nil
	case isNull && !pointer.Implements(unmarshalerType):
		return p.fault("null instead of %s", noun(t))
	case t.Kind() == reflect.Pointer:
		return match(p, value, t.Elem())
	case pointer.Implements(unmarshalerType):
		return matchOwn(p, value, t)
	case pointer.Implements(textType):
		return matchText(p, value, t)
	}
	return matchKind(p, value, t)
}

func matchKind(p place, value []byte, t reflect.Type) *Error {
	switch t.Kind() {
	case reflect.Struct:
		return matchStruct(p, value, t)
	case reflect.Map:
		return matchMap(p, value, t)
	case reflect.Array, reflect.Slice:
		return matchList(p, value, t)
	case reflect.Interface:
		return nil
	case reflect.Bool:
		if string(value) != "true" && string(value) != "false" {
			return p.fault("%s is not true or false", excerpt(value))
		}
		return nil
	case reflect.String:
		if value[0] != '"' {
			return p.fault("%s is not a text in double quotes", excerpt(value))
		}
		return nil
	}
	return matchNumber(p, value, t)
}

// noun says what a type holds.
func noun(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Array, reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	if reflect.PointerTo(t).Implements(textType) {
		return "a text"
	}
	return "a whole number"
}

func matchNumber(p place, value []byte, t reflect.Type) *Error {
	text, bits := string(value), t.Bits()
	if c := text[0]; c != '-' && (c < '0' || c > '9') {
		return p.fault("%s is not %s", excerpt(value), noun(t))
	}
	var err error
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		_, err = strconv.ParseFloat(text, bits)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if text[0] == '-' {
			return p.fault("%s is below 0", excerpt(value))
		}
		_, err = strconv.ParseUint(text, 10, bits)
	default:
		_, err = strconv.ParseInt(text, 10, bits)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return p.fault("%s is too large a number", excerpt(value))
	case err != nil:
		return p.fault("%s is not a whole number in plain digits", excerpt(value))
	}
	return nil
}

// matchText tries what reads itself from a text.
func matchText(p place, value []byte, t reflect.Type) *Error {
	if value[0] != '"' {
		return p.fault("%s is not a text in double quotes", excerpt(value))
	}
	own := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	if err := own.UnmarshalText(unquote(value)); err != nil {
		return p.fault("%s", plainly(err))
	}
	return nil
}

// matchOwn tries what reads itself. The place of its error is within the value.
func matchOwn(p place, value []byte, t reflect.Type) *Error {
	if err := reflect.New(t).Interface().(json.Unmarshaler).UnmarshalJSON(value); err != nil {
		return p.wrap(err)
	}
	return nil
}

// wrap returns an error in the value at p as one in the whole.
func (p place) wrap(err error) *Error {
	inner := (*Error)(nil)
	if !errors.As(err, &inner) {
		return p.fault("%s", plainly(err))
	}
	e := &Error{offset: p.offset + inner.offset, Field: p.path, Msg: inner.Msg}
	switch {
	case strings.HasPrefix(inner.Field, "["):
		e.Field += inner.Field
	case inner.Field != "":
		e.Field = p.member(inner.Field, 0).path
	}
	return e
}

// plainly returns an error's text. One of encoding/json, which is about Go, is said
// in other words.
func plainly(err error) string {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Sprintf("a %s does not belong here", strings.Fields(wrong.Value)[0])
	}
	return err.Error()
}

func matchList(p place, value []byte, t reflect.Type) *Error {
	if value[0] != '[' {
		return p.fault("%s is not a list", excerpt(value))
	}
	n := 0
	s := scanner{text: value}
	for s.at++; s.next() != ']'; n++ {
		from := s.at
		element, err := s.part()
		if err == nil && (t.Kind() == reflect.Slice || n < t.Len()) {
			err = match(place{p.offset + from, fmt.Sprintf("%s[%d]", p.path, n)}, element, t.Elem())
		}
		if err != nil {
			return err
		}
		if s.next() == ',' {
			s.at++
		}
	}
	if t.Kind() == reflect.Array && n != t.Len() {
		return p.fault("a list of %d, not of %d", n, t.Len())
	}
	return nil
}

func matchMap(p place, value []byte, t reflect.Type) *Error {
	members, err := p.members(value)
	if err != nil {
		return err
	}
	for _, m := range members {
		if err := match(p.member(m.Key, m.valueAt), m.Value, t.Elem()); err != nil {
			return err
		}
	}
	return nil
}

func (p place) members(value []byte) ([]Member, *Error) {
	members, err := membersOf(nil, value, p.offset)
	if err != nil {
		err.Field = p.path
	}
	return members, err
}

func matchStruct(p place, value []byte, t reflect.Type) *Error {
	members, err := p.members(value)
	if err != nil {
		return err
	}
	fields := fieldsOf(t)
	seen := map[string]bool{}
	for _, m := range members {
		f, ok := fields.find(m.Key)
		if !ok {
			return place{m.keyAt, p.path}.fault("unknown field %s%s; fields are %s", short(m.Key), spell.Hint(m.Key, fields.names()), strings.Join(fields.names(), ", "))
		}
		seen[m.Key] = true
		if err := f.match(p.member(m.Key, m.valueAt), m.Value); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if !f.optional && !seen[f.name] {
			return p.fault("field %q is missing", f.name)
		}
	}
	return nil
}

// A field is one field of a struct as its tag has it.
type field struct {
	name             string
	optional, inText bool // omitempty, string
	typ              reflect.Type
}

// match is match for a field. A number in a text is one all the same.
func (f field) match(p place, value []byte) *Error {
	if !f.inText {
		return match(p, value, f.typ)
	}
	if value[0] == '"' {
		value = unquote(value)
	} else if string(value) != "null" {
		return p.fault("%s is not in double quotes", excerpt(value))
	}
	if !json.Valid(value) || isSpace(value[0]) {
		return p.fault("%s is not %s", excerpt(value), noun(f.typ))
	}
	return match(p, value, f.typ)
}

type fields []field

// fieldsOf returns the fields of a struct, those of embedded structs in their place.
func fieldsOf(t reflect.Type) fields {
	var list fields
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag[0] == "" && f.Type.Kind() == reflect.Struct:
			list = append(list, fieldsOf(f.Type)...)
			continue
		case !f.IsExported() || tag[0] == "-":
			continue
		case tag[0] == "":
			tag[0] = f.Name
		}
		own := field{name: tag[0], typ: f.Type}
		for _, option := range tag[1:] {
			own.optional = own.optional || option == "omitempty" || option == "omitzero"
			own.inText = own.inText || option == "string"
		}
		list = append(list, own)
	}
	return list
}

func (l fields) find(name string) (field, bool) {
	for _, f := range l {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

func (l fields) names() []string {
	var names []string
	for _, f := range l {
		names = append(names, f.name)
	}
	return names
}
