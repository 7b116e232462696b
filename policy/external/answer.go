package external

import (
	"bytes"
	"errors"
	"fmt"

	"xuezhan/engine/strictjson"
	"xuezhan/features"
)

// The versions of the protocol. A bot chooses one of them in its hello.
const (
	Protocol1 = 1
	Protocol2 = 2
	Protocol3 = 3
)

// MaxViews is the most views of a question.
const MaxViews = 4096

// A hello is what a bot says of itself.
type hello struct {
	Protocol int    `json:"protocol"` // that it speaks
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Features string `json:"features,omitempty"` // name of those that come with each view
	Views    int    `json:"-"`                  // the most of a question
}

// parseHello reads a bot's first line.
func parseHello(line []byte) (hello, error) {
	var l struct {
		Hello *struct {
			hello
			Views *int `json:"views,omitempty"` // 1 if it does not say
		} `json:"hello"`
	}
	if err := strictjson.Decode(line, &l); err != nil {
		return hello{}, fmt.Errorf("not a hello: %w", err)
	}
	if l.Hello == nil {
		return hello{}, errors.New(`not a hello: "hello" is missing`)
	}
	h := l.Hello.hello
	h.Views = 1
	if l.Hello.Views != nil {
		h.Views = *l.Hello.Views
	}
	switch {
	case h.Protocol < Protocol1 || h.Protocol > Protocol3:
		return hello{}, fmt.Errorf("protocol %d, not %d, %d or %d", h.Protocol, Protocol1, Protocol2, Protocol3)
	case h.Name == "":
		return hello{}, errors.New(`not a hello: "name" is missing`)
	case h.Views < 1 || h.Views > MaxViews:
		return hello{}, fmt.Errorf("%d views are not 1 to %d", h.Views, MaxViews)
	}
	if h.Features != "" {
		if _, err := features.LookupSchema(h.Features); err != nil {
			return hello{}, err
		}
	}
	return h, nil
}

// parseAnswer reads the answer to a question with a number, and appends the ids
// of the actions to dst. It takes any JSON that says {"ask":N,"actions":[…]}, in
// either order, and nothing more.
func parseAnswer(line []byte, number uint64, dst []int) ([]int, error) {
	s := scanner{text: line}
	asked, actions := false, false
	s.open('{')
	for first := true; s.more('}', first); first = false {
		switch key := s.key(); {
		case key == "ask" && !asked:
			asked = true
			if n := s.number(); s.err == nil && uint64(n) != number {
				s.fail(fmt.Errorf("it is for question %d, expected %d", n, number))
			}
		case key == "actions" && !actions:
			actions = true
			s.open('[')
			for first := true; s.more(']', first); first = false {
				dst = append(dst, s.number())
			}
		default:
			s.fail(fmt.Errorf("key %q stands there, not \"ask\" and \"actions\" once each", key))
		}
	}
	s.end()
	if s.err == nil && (!asked || !actions) {
		s.fail(errors.New(`"ask" or "actions" is missing`))
	}
	return dst, s.err
}

// A scanner reads the little JSON that answers are made of. After an error
// nothing moves.
type scanner struct {
	text []byte
	err  error
}

func (s *scanner) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// peek returns the next byte that is no white space, 0 at the end.
func (s *scanner) peek() byte {
	for len(s.text) > 0 {
		switch s.text[0] {
		case ' ', '\t', '\r', '\n':
			s.text = s.text[1:]
		default:
			return s.text[0]
		}
	}
	return 0
}

func (s *scanner) open(c byte) {
	switch next := s.peek(); {
	case s.err != nil:
	case len(s.text) == 0:
		s.fail(errors.New("it is empty or ends too early"))
	case next != c:
		s.fail(fmt.Errorf("unexpected %q, expected %q", next, c))
	default:
		s.text = s.text[1:]
	}
}

// more reports whether another element follows, and reads what stands before it:
// a comma unless it is the first. The list's end is read too.
func (s *scanner) more(end byte, first bool) bool {
	if s.err != nil {
		return false
	}
	if s.peek() == end {
		s.text = s.text[1:]
		return false
	}
	if !first {
		s.open(',')
	}
	return s.err == nil
}

// key reads a key and its colon.
func (s *scanner) key() string {
	s.open('"')
	if s.err != nil {
		return ""
	}
	end := bytes.IndexByte(s.text, '"')
	if end < 0 {
		s.fail(errors.New("a key does not end"))
		return ""
	}
	key := s.text[:end]
	s.text = s.text[end+1:]
	s.open(':')
	switch string(key) { // no allocation
	case "ask":
		return "ask"
	case "actions":
		return "actions"
	}
	return shortened(key)
}

// number reads a whole number that is not negative and fits.
func (s *scanner) number() int {
	c := s.peek()
	n, digits := 0, 0
	for digits < len(s.text) && s.text[digits] >= '0' && s.text[digits] <= '9' && digits < 18 {
		n = 10*n + int(s.text[digits]-'0')
		digits++
	}
	switch {
	case s.err != nil:
		return 0
	case digits == 0 && c == '"':
		s.fail(errors.New("unexpected text, expected a number"))
	case digits == 0:
		s.fail(errors.New("expected a whole number from 0 on"))
	case digits > 1 && c == '0':
		s.fail(errors.New("a number begins with 0"))
	case digits < len(s.text) && !isDelimiter(s.text[digits]):
		s.fail(errors.New("a number is not whole or too large"))
	}
	if s.err == nil {
		s.text = s.text[digits:]
	}
	return n
}

func isDelimiter(c byte) bool {
	return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\r' || c == '\n'
}

func (s *scanner) end() {
	if s.err == nil && s.peek() != 0 {
		s.fail(errors.New("something stands behind it"))
	}
	if s.err == nil && len(s.text) > 0 {
		s.fail(errors.New("a NUL stands behind it"))
	}
}
