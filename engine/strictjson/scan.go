package strictjson

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// MaxDepth is how deep objects and lists may be nested.
const MaxDepth = 100

// A scanner goes over the text of a value and checks all that does not depend on
// what the value is for.
type scanner struct {
	text  []byte
	at    int
	depth int
}

// check reports what is wrong with a text that is to be one JSON value.
func check(text []byte) *Error {
	if wrong := Encoding(text); wrong != "" {
		return faultf(0, "the text %s", wrong)
	}
	if !utf8.Valid(text) {
		return faultf(invalidAt(text), "not a JSON text: a byte that is no UTF-8")
	}
	s := scanner{text: text}
	s.skip()
	if s.at == len(text) {
		return faultf(s.at, "the text is empty; a JSON object is expected")
	}
	if err := s.value(); err != nil {
		return err
	}
	s.skip()
	if s.at < len(text) {
		return faultf(s.at, "text after the JSON value: %s", excerpt(text[s.at:]))
	}
	return nil
}

func invalidAt(text []byte) int {
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return at
}

// skip goes to the next byte that is not white space.
func (s *scanner) skip() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// next returns the next byte that is not white space, without going past it; 0 at
// the end.
func (s *scanner) next() byte {
	s.skip()
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

func (s *scanner) value() *Error {
	switch c := s.next(); {
	case c == '{':
		return s.nested(s.object)
	case c == '[':
		return s.nested(s.list)
	case c == '"':
		return s.string()
	case c == 0 && s.at == len(s.text):
		return faultf(s.at, "the text ends; a value is expected")
	default:
		return s.word()
	}
}

func (s *scanner) nested(inner func() *Error) *Error {
	if s.depth == MaxDepth {
		return faultf(s.at, "nested deeper than %d", MaxDepth)
	}
	s.depth++
	s.at++
	err := inner()
	s.depth--
	return err
}

func (s *scanner) object() *Error {
	var seen keys
	if s.next() == '}' {
		s.at++
		return nil
	}
	for {
		if err := s.member(&seen); err != nil {
			return err
		}
		if closed, err := s.comma('}', "object"); closed || err != nil {
			return err
		}
	}
}

// member goes over a key, which must be new, and its value.
func (s *scanner) member(seen *keys) *Error {
	if c := s.next(); c != '"' {
		return s.unexpected("a key in double quotes")
	}
	from := s.at
	if err := s.string(); err != nil {
		return err
	}
	key := unquote(s.text[from:s.at])
	if !seen.add(key) {
		return faultf(from, "field %s is duplicated", short(string(key)))
	}
	if s.next() != ':' {
		return s.unexpected("a colon behind the key")
	}
	s.at++
	return s.value()
}

// keys are those of one object.
type keys struct {
	few  [][]byte
	many map[string]bool // instead, once there are more than a few
}

const fewKeys = 16

// add adds a key and reports whether it is new.
func (k *keys) add(key []byte) bool {
	if k.many != nil {
		was := len(k.many)
		k.many[string(key)] = true
		return len(k.many) > was
	}
	if slices.ContainsFunc(k.few, func(o []byte) bool { return bytes.Equal(o, key) }) {
		return false
	}
	k.few = append(k.few, key)
	if len(k.few) > fewKeys {
		k.many = map[string]bool{}
		for _, o := range k.few {
			k.many[string(o)] = true
		}
	}
	return true
}

// unquote returns a string's content. Only one with a backslash is copied.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	if json.Unmarshal(quoted, &text) != nil {
		return quoted
	}
	return []byte(text)
}

func (s *scanner) list() *Error {
	if s.next() == ']' {
		s.at++
		return nil
	}
	for {
		if err := s.value(); err != nil {
			return err
		}
		if closed, err := s.comma(']', "list"); closed || err != nil {
			return err
		}
	}
}

// comma goes over what is between two values: a comma, or the end.
func (s *scanner) comma(end byte, what string) (closed bool, err *Error) {
	switch s.next() {
	case ',':
		s.at++
		return false, nil
	case end:
		s.at++
		return true, nil
	}
	return false, s.unexpected("a comma or the " + string(end) + " that closes the " + what)
}

func (s *scanner) unexpected(wanted string) *Error {
	if s.at == len(s.text) {
		return faultf(s.at, "the text ends; %s is expected", wanted)
	}
	return faultf(s.at, "%s instead of %s", excerpt(s.text[s.at:]), wanted)
}

func (s *scanner) string() *Error {
	from := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if bytes.IndexByte(s.text[from:s.at], '\\') >= 0 && !json.Valid(s.text[from:s.at]) {
				return faultf(from, "a wrong escape in the string %s", excerpt(s.text[from:]))
			}
			return nil
		case c == '\\':
			s.at++
		case c < ' ':
			return faultf(s.at, "a control character or the line's end within a string")
		}
	}
	return faultf(from, "the string %s is not closed", excerpt(s.text[from:]))
}

// word goes over a number, true, false or null.
func (s *scanner) word() *Error {
	from := s.at
	for s.at < len(s.text) && !isSpace(s.text[s.at]) && bytes.IndexByte([]byte(`,:]}[{"`), s.text[s.at]) < 0 {
		s.at++
	}
	if !json.Valid(s.text[from:s.at]) {
		s.at = from
		return s.unexpected("a value")
	}
	return nil
}

// maxExcerpt bounds what a message quotes, in bytes.
const maxExcerpt = 24

// excerpt quotes the beginning of a text, at most to the end of its line.
func excerpt(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if len(line) <= maxExcerpt {
		return quoted(line)
	}
	cut := maxExcerpt
	for !utf8.RuneStart(line[cut]) {
		cut--
	}
	return quoted(line[:cut]) + "…"
}

// quoted returns a text in quotes that do not occur in it.
func quoted(text []byte) string {
	for _, c := range string(text) {
		if c < ' ' || c == '`' || c == 0x7f || c == utf8.RuneError {
			return string(mustQuote(text))
		}
	}
	return "`" + string(text) + "`"
}

func mustQuote(text []byte) []byte {
	b, err := json.Marshal(string(text))
	if err != nil {
		panic("strictjson: a text that is no JSON string")
	}
	return b
}

// A Member is one member of an object: its key, and its value as it is in the
// text.
type Member struct {
	Key     string
	Value   []byte // a part of the text
	keyAt   int    // where the key begins in the text
	valueAt int
}

// Members appends the members of the object that a text is to dst, in their order.
func Members(dst []Member, text []byte) ([]Member, error) {
	if err := check(text); err != nil {
		return dst, err.locate(text)
	}
	members, err := membersOf(dst, text, 0)
	if err != nil {
		return dst, err.locate(text)
	}
	return members, nil
}

// membersOf splits an object that check has passed and that begins at offset at of
// the whole text.
func membersOf(dst []Member, text []byte, at int) ([]Member, *Error) {
	s := scanner{text: text}
	if s.next() != '{' {
		return dst, faultf(at+s.at, "%s is not a JSON object", excerpt(text[s.at:]))
	}
	for s.at++; s.next() != '}'; {
		from := s.at
		key, err := s.part()
		if err != nil {
			return dst, err
		}
		s.next()
		s.at++ // the colon
		s.skip()
		valueFrom := s.at
		value, err := s.part()
		if err != nil {
			return dst, err
		}
		dst = append(dst, Member{string(unquote(key)), value, at + from, at + valueFrom})
		if s.next() == ',' {
			s.at++
		}
	}
	return dst, nil
}

// part returns the next value.
func (s *scanner) part() ([]byte, *Error) {
	s.skip()
	from := s.at
	err := s.value()
	return s.text[from:s.at], err
}

// Fail returns an error about the value of a member of the object that text is,
// which Members has split. If the error is one about the value's own text, it gets
// its place in the whole.
func Fail(text []byte, m Member, err error) error {
	e := place{m.valueAt, m.Key}.wrap(err)
	return e.locate(text)
}
