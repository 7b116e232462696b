package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"xuezhan/engine/strictjson"
	"xuezhan/engine/tile"
	"xuezhan/features"
)

// An evalCase is one position in text, as a line of eval's input has it.
type evalCase struct {
	ID    json.RawMessage `json:"id"`
	Tiles string          `json:"tiles"`
	Melds []string        `json:"melds"` // further melds, as eval prints them
	Rules string          `json:"rules"`
	Void  string          `json:"void"`
	How   string          `json:"how"`
	Seen  string          `json:"seen"`
	Draws int             `json:"draws"`
}

// position reads the case's texts. Errors in tiles name the position in their
// text.
func (c *evalCase) position() (features.Position, error) {
	var p features.Position
	var err error
	if p.Own, err = parseOwn(c.Tiles + strings.Join(c.Melds, "")); err != nil {
		return p, err
	}
	if p.Seen, err = parseSeen(c.Seen, &p.Own); err != nil {
		return p, fmt.Errorf("seen: %w", err)
	}
	if p.Void, err = parseVoid(c.Void); err != nil {
		return p, err
	}
	p.How, err = parseSituation(c.How)
	return p, err
}

// parseVoid reads a void suit; an empty text names none.
func parseVoid(text string) (tile.Suit, error) {
	s, ok := tile.ParseSuit(text)
	if !ok && text != "" {
		return s, fmt.Errorf("unknown void suit %q; suits are m, p and s", text)
	}
	return s, nil
}

// parseOwn reads a seat's tiles, 13 or 14 with three for a meld.
func parseOwn(text string) (tile.Set, error) {
	s, err := tile.Parse(text)
	if err != nil {
		return s, err
	}
	n := s.Size()
	if n == 13 || n == 14 {
		return s, nil
	}
	return s, &tile.SyntaxError{
		Text: text, Pos: placeOfTile(text, 15),
		Msg: fmt.Sprintf("13 or 14 tiles are wanted, a meld counting three; there are %d", n),
	}
}

// placeOfTile returns where, counted from 1, the nth tile of a well-formed text
// stands, a meld counting three; the text's end if there are fewer.
func placeOfTile(text string, n int) int {
	inMeld := false
	for i, c := range []byte(text) {
		switch {
		case c == '[':
			inMeld = true
			n -= 3
		case c == ']':
			inMeld = false
		case c >= '1' && c <= '9' && !inMeld:
			n--
		}
		if n <= 0 {
			return i + 1
		}
	}
	return len(text) + 1
}

// parseSeen reads tiles that are seen beside a seat's own. They are read once
// more behind the own tiles, where a fifth copy of one of these comes to light.
func parseSeen(text string, own *tile.Set) (tile.Held, error) {
	seen, err := tile.ParseHeld(text)
	if err != nil {
		return seen, err
	}
	ownText := own.String() + " "
	var fifth *tile.SyntaxError
	if _, err := tile.Parse(ownText + text); errors.As(err, &fifth) {
		return seen, &tile.SyntaxError{Text: text, Pos: fifth.Pos - len(ownText), Msg: fifth.Msg + ", the seat's own counted"}
	}
	return seen, nil
}

// lines measures the cases of the input line by line. Answers are held back
// only while there is input left to read at once, so that a program on the other
// end may wait for each.
func (v *evaluator) lines(defaults evalCase) error {
	in := bufio.NewReader(&limitedReader{r: v.in, left: math.MaxInt64, most: math.MaxInt64})
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("standard input: %w", err)
		}
		if line == "" {
			return nil
		}
		if err := printJSON(v.out, v.line(n, strings.TrimSpace(line), defaults)); err != nil {
			return err
		}
		if in.Buffered() == 0 {
			if err := v.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// line returns what eval prints for one line.
func (v *evaluator) line(n int, text string, c evalCase) any {
	var err error
	if strings.HasPrefix(text, "{") {
		err = strictjson.DecodeSome([]byte(text), &c)
	} else {
		c.Tiles = text
	}
	if err != nil {
		return newEvalFailure(n, c.ID, fmt.Errorf("case: %w", err))
	}
	a, err := v.analyse(c)
	if err != nil {
		return newEvalFailure(n, c.ID, err)
	}
	return evalResult{c.ID, a}
}

// An evalFailure is what eval prints for a bad line.
type evalFailure struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Error    string          `json:"error"`
	Line     int             `json:"line"`
	Position int             `json:"position,omitempty"` // in the tiles, from 1
}

func newEvalFailure(line int, id json.RawMessage, err error) evalFailure {
	f := evalFailure{ID: id, Error: err.Error(), Line: line}
	var syntax *tile.SyntaxError
	if errors.As(err, &syntax) {
		f.Position = syntax.Pos
	}
	return f
}
