// Command exec is a bot for xuezhan that runs as a process of its own, with
// nothing but the standard library:
//
//	cd policy/example && go build -o /tmp/bot ./exec
//	xuezhan match -a "exec:/tmp/bot" -b fast
//
// It plays like bot.py beside it, as fast as it can: the comment of the package
// policy/external has the protocol. It passes on the lowest tiles of its shortest
// suit and names that suit as void, discards tiles of the void suit first and then
// the one that holds least together with the others, takes every win and nothing
// else.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// The ids of actions: tiles 0–26 are 1m–9m, 1p–9p, 1s–9s.
const (
	exchange = 81
	nameVoid = 135
	win      = 138
	pass     = 141
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers one line after the other, to the end.
func serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<22) // room for the longest line
	var answer []byte
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if answer, err = reply(answer[:0], line); err != nil {
			return err
		}
		if _, err := out.Write(answer); err != nil {
			return err
		}
	}
}

// reply appends the answer to a line.
func reply(b, line []byte) ([]byte, error) {
	if bytes.HasPrefix(line, []byte(`{"hello":`)) {
		return append(b, `{"hello":{"protocol":2,"name":"shortest","version":"1","views":4096}}`+"\n"...), nil
	}
	p := parser{text: line}
	b = append(b, `{"ask":`...)
	actions := 0
	p.object(func(key []byte) {
		switch string(key) {
		case "ask":
			b = strconv.AppendInt(b, int64(p.number()), 10)
			b = append(b, `,"actions":[`...)
		case "views":
			p.list(func() {
				if actions++; actions > 1 {
					b = append(b, ',')
				}
				var v view
				p.view(&v)
				b = strconv.AppendInt(b, int64(v.decide()), 10)
			})
		default:
			p.skip()
		}
	})
	return append(b, "]}\n"...), p.err
}

// A view is what the bot needs of one.
type view struct {
	seat   int
	opens  bool // the exchange, or the naming of void suits
	held   [27]int
	passed [27]int
	voids  []byte
	legal  [32]int
	nLegal int
}

// decide returns the id of one of the legal actions.
func (v *view) decide() int {
	legal := v.legal[:v.nLegal]
	if v.opens {
		return v.open(legal)
	}
	best, least := -1, 1<<30
	void := bytes.IndexByte([]byte("mps"), v.voids[v.seat])
	for _, a := range legal {
		switch {
		case a == win:
			return win
		case a == pass:
			best, least = pass, -1
		case a < 27 && a/9 == void:
			if least > -2 {
				best, least = a, -2
			}
		case a < 27:
			if h := hold(&v.held, a); h < least {
				best, least = a, h
			}
		}
	}
	return best
}

// open passes on, or names as void, the suit with the fewest tiles.
func (v *view) open(legal []int) int {
	var tiles [3]int
	for t := range v.held {
		tiles[t/9] += v.held[t] + v.passed[t]
	}
	best := legal[0]
	for _, a := range legal {
		if s, b := suitOf(a), suitOf(best); tiles[s] < tiles[b] || tiles[s] == tiles[b] && s < b {
			best = a
		}
	}
	return best
}

// suitOf returns the suit that an action passes on or names as void.
func suitOf(a int) int {
	if a >= nameVoid {
		return a - nameVoid
	}
	return (a - exchange) % 27 / 9
}

// hold says how much a tile holds together with the others of its suit.
func hold(held *[27]int, t int) int {
	rank, worth := t%9, 4*(held[t]-1)
	if rank >= 1 {
		worth += 2 * held[t-1]
	}
	if rank >= 2 {
		worth += held[t-2]
	}
	if rank <= 7 {
		worth += 2 * held[t+1]
	}
	if rank <= 6 {
		worth += held[t+2]
	}
	return worth
}

// A parser reads JSON as xuezhan writes it: without white space, and with texts
// that have nothing escaped, but for those of the hello.
type parser struct {
	text []byte
	err  error
}

var errForm = errors.New("a line of a form that is not known")

// take reads a byte.
func (p *parser) take(c byte) bool {
	if len(p.text) == 0 || p.text[0] != c {
		return false
	}
	p.text = p.text[1:]
	return true
}

// want reads a byte that must be there. After an error nothing is left to read.
func (p *parser) want(c byte) {
	if !p.take(c) {
		p.text, p.err = nil, errForm
	}
}

// object calls visit for each key, which has to read the value.
func (p *parser) object(visit func(key []byte)) {
	p.want('{')
	for first := true; p.err == nil && !p.take('}'); first = false {
		if !first {
			p.want(',')
		}
		key := p.quoted()
		p.want(':')
		visit(key)
	}
}

// list calls visit for each element, which has to read it.
func (p *parser) list(visit func()) {
	p.want('[')
	for first := true; p.err == nil && !p.take(']'); first = false {
		if !first {
			p.want(',')
		}
		visit()
	}
}

func (p *parser) quoted() []byte {
	p.want('"')
	end := bytes.IndexByte(p.text, '"')
	if end < 0 {
		p.text, p.err = nil, errForm
		return nil
	}
	text := p.text[:end]
	p.text = p.text[end+1:]
	return text
}

func (p *parser) number() int {
	n, sign := 0, 1
	if p.take('-') {
		sign = -1
	}
	digits := 0
	for digits < len(p.text) && p.text[digits] >= '0' && p.text[digits] <= '9' {
		n = 10*n + int(p.text[digits]-'0')
		digits++
	}
	if digits == 0 {
		p.err = errForm
	}
	p.text = p.text[digits:]
	return sign * n
}

// skip reads a value of any kind.
func (p *parser) skip() {
	switch {
	case len(p.text) == 0:
		p.err = errForm
	case p.text[0] == '"':
		p.quoted()
	case p.text[0] == '[':
		p.list(p.skip)
	case p.text[0] == '{':
		p.object(func([]byte) { p.skip() })
	default:
		p.number()
	}
}

// view reads one.
func (p *parser) view(v *view) {
	p.object(func(key []byte) {
		switch string(key) {
		case "seat":
			v.seat = p.number()
		case "phase":
			phase := p.quoted()
			v.opens = string(phase) == "exchange" || string(phase) == "void"
		case "held":
			count(&v.held, p.quoted())
		case "passed":
			count(&v.passed, p.quoted())
		case "void":
			v.voids = p.quoted()
		case "legal":
			p.list(func() {
				v.legal[v.nLegal] = p.number()
				v.nLegal++
			})
		default:
			p.skip()
		}
	})
	if len(v.voids) != 4 || v.seat > 3 || v.nLegal == 0 {
		p.err = errForm
	}
}

// count adds the tiles of a text such as "123m55p".
func count(held *[27]int, text []byte) {
	ranks := 0 // first digit whose suit has not come yet
	for i, c := range text {
		suit := bytes.IndexByte([]byte("mps"), c)
		if suit < 0 {
			continue
		}
		for _, digit := range text[ranks:i] {
			held[suit*9+int(digit-'1')]++
		}
		ranks = i + 1
	}
}
