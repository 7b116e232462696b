package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/spell"
	"xuezhan/engine/strictjson"
	"xuezhan/engine/tile"
)

// dealtTiles is the number of tiles of a deck that are dealt; the others are
// the wall.
const dealtTiles = 13*engine.NumSeats + 1

// AppendDeck appends a deck as text, without the line's end.
func AppendDeck(b []byte, d *engine.Deck) []byte {
	b = fmt.Appendf(b, "dealer=%d direction=%s ", d.Dealer, d.Direction)
	if d.Lanes {
		b = append(b, "walls=lanes "...)
	}
	return append(b, tilesText(d)...)
}

// WriteDecks writes decks, a line each.
func WriteDecks(w io.Writer, decks []engine.Deck) error {
	var b []byte
	for i := range decks {
		b = append(AppendDeck(b[:0], &decks[i]), '\n')
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// ReadDecks reads decks to the end of the text. The error is a *Fault unless
// reading failed.
func ReadDecks(r io.Reader) ([]engine.Deck, error) {
	var decks []engine.Deck
	lines := newLines(r)
	for {
		text, err := lines.next()
		switch {
		case err == io.EOF && len(text) == 0:
			return decks, nil
		case err != nil && err != io.EOF:
			return nil, err
		}
		line, _, _ := strings.Cut(strings.TrimRight(string(text), "\r\n"), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		d, err := ParseDeck(line)
		if err != nil {
			var f *Fault
			errors.As(err, &f)
			f.Line = lines.n
			return nil, f
		}
		decks = append(decks, d)
	}
}

// ParseDeck reads one line of a text of decks. The error is a *Fault in line 1.
func ParseDeck(line string) (engine.Deck, error) {
	p := deckParser{line: line}
	if err := p.options(); err != nil {
		return engine.Deck{}, err
	}
	if err := p.tiles(); err != nil {
		return engine.Deck{}, err
	}
	return p.deck, nil
}

type deckParser struct {
	line string
	at   int
	deck engine.Deck
}

func (p *deckParser) fail(at int, format string, args ...any) error {
	return &Fault{1, at + 1, fmt.Sprintf(format, args...)}
}

func (p *deckParser) blanks() {
	for p.at < len(p.line) && (p.line[p.at] == ' ' || p.line[p.at] == '\t') {
		p.at++
	}
}

// options reads what comes before the tiles, key=value each.
func (p *deckParser) options() error {
	seen := map[string]bool{}
	for {
		p.blanks()
		start := p.at
		word, _, _ := strings.Cut(strings.ReplaceAll(p.line[start:], "\t", " "), " ")
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			break
		}
		if seen[key] {
			return p.fail(start, "%s is duplicated", key)
		}
		seen[key] = true
		if err := p.option(key, value); err != nil {
			return p.fail(start, "%s", err)
		}
		p.at += len(word)
	}
	for _, key := range []string{"dealer", "direction"} {
		if !seen[key] {
			return p.fail(p.at, "%s= is missing before the tiles", key)
		}
	}
	return nil
}

func (p *deckParser) option(key, value string) (err error) {
	switch key {
	case "dealer":
		n, err := strconv.ParseUint(value, 10, 8)
		if err != nil || n >= engine.NumSeats {
			return fmt.Errorf("the dealer %q is not a seat 0 to 3", value)
		}
		p.deck.Dealer = int(n)
	case "direction":
		p.deck.Direction, err = parseDirection(value)
	case "walls":
		p.deck.Lanes, err = parseWalls(value)
	default:
		return fmt.Errorf("unknown option %q%s; there are dealer, direction, walls", key, spell.Hint(key, []string{"dealer", "direction", "walls"}))
	}
	return err
}

// tiles reads the 108 tiles, with blanks between them.
func (p *deckParser) tiles() error {
	var seen [tile.Count]int
	n := 0
	for p.blanks(); p.at < len(p.line); p.blanks() {
		t, err := tile.ParseTile(p.line[p.at:min(p.at+2, len(p.line))])
		if err != nil {
			var syntax *tile.SyntaxError
			errors.As(err, &syntax)
			return p.fail(p.at+syntax.Pos-1, "tile %d: %s", n+1, syntax.Msg)
		}
		if n == tile.Total {
			return p.fail(p.at, "more than %d tiles", tile.Total)
		}
		if seen[t]++; seen[t] > tile.Copies {
			return p.fail(p.at, "tile %d is a fifth copy of %s", n+1, t)
		}
		p.deck.Tiles[n] = t
		n++
		p.at += 2
	}
	if n < tile.Total {
		return p.fail(p.at, "%d tiles; a deck has %d", n, tile.Total)
	}
	return nil
}

// parseTiles fills in the tiles of a deck. The error is a *Fault in line 1.
func parseTiles(d *engine.Deck, text string) error {
	p := deckParser{line: text, deck: *d}
	err := p.tiles()
	*d = p.deck
	if err != nil {
		var f *Fault
		errors.As(err, &f)
		return fmt.Errorf("character %d: %s", f.Column, f.Msg)
	}
	return nil
}

// tilesText writes a deck's tiles one by one, with a blank between those that
// are dealt and the wall.
func tilesText(d *engine.Deck) string {
	b := make([]byte, 0, 2*tile.Total+1)
	for i, t := range d.Tiles {
		if i == dealtTiles {
			b = append(b, ' ')
		}
		b = append(b, t.String()...)
	}
	return string(b)
}

func parseDirection(name string) (rules.Direction, error) {
	for d := rules.Right; d <= rules.Left; d++ {
		if d.String() == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("unknown direction %q; there are right, opposite, left", name)
}

var wallsNames = [...]string{"shared", "lanes"}

func wallsName(lanes bool) string {
	if lanes {
		return wallsNames[1]
	}
	return wallsNames[0]
}

func parseWalls(name string) (lanes bool, err error) {
	if name != wallsNames[0] && name != wallsNames[1] {
		return false, fmt.Errorf("unknown walls %q; there are shared, lanes", name)
	}
	return name == wallsNames[1], nil
}

// maxLine bounds the lines that are read, in bytes.
const maxLine = 1 << 16

// lines reads a text line by line.
type lines struct {
	r *bufio.Reader
	n int // number of the line read last
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, maxLine)} }

// next returns the next line with its end. A last line without an end comes
// with io.EOF. The slice is valid until the next call.
func (l *lines) next() ([]byte, error) {
	text, err := l.r.ReadSlice('\n')
	if len(text) > 0 {
		l.n++
	}
	if wrong := strictjson.Encoding(text); l.n == 1 && wrong != "" {
		return nil, faultf(1, "the text %s", wrong)
	}
	if err == bufio.ErrBufferFull {
		return nil, faultf(l.n, "longer than %d bytes", maxLine)
	}
	return text, err
}
