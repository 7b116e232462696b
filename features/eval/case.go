package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"xuezhan/engine/strictjson"
	"xuezhan/engine/tile"
	"xuezhan/features"
)

// A Case is one position in text.
type Case struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Tiles string          `json:"tiles"`
	Melds []string        `json:"melds,omitempty"` // further melds, as answers have them
	Rules string          `json:"rules"`
	Void  string          `json:"void"`
	How   string          `json:"how,omitempty"`
	Seen  string          `json:"seen,omitempty"`
	Draws int             `json:"draws,omitempty"`
}

// Position reads the case's texts. Errors in tiles name the position in their
// text.
func (c *Case) Position() (features.Position, error) {
	var p features.Position
	var err error
	if p.Own, err = parseOwn(c.Tiles + strings.Join(c.Melds, "")); err != nil {
		return p, err
	}
	if p.Seen, err = parseSeen(c.Seen, &p.Own); err != nil {
		return p, fmt.Errorf("seen: %w", err)
	}
	if p.Void, err = ParseVoid(c.Void); err != nil {
		return p, err
	}
	p.How, err = ParseSituation(c.How)
	return p, err
}

// ParseVoid reads a void suit; an empty text names none.
func ParseVoid(text string) (tile.Suit, error) {
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
		Text: text, Pos: tile.PlaceOf(text, 15),
		Msg: fmt.Sprintf("13 or 14 tiles are wanted, a meld counting three; there are %d", n),
	}
}

// parseSeen reads tiles that are seen apart from a seat's own. They are read once
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

// ReadCase reads a case from a line: tiles, or a JSON object, what is missing in it
// being as in the defaults.
func ReadCase(text string, defaults Case) (Case, error) {
	if !strings.HasPrefix(text, "{") {
		defaults.Tiles = text
		return defaults, nil
	}
	if err := strictjson.DecodeSome([]byte(text), &defaults); err != nil {
		return defaults, fmt.Errorf("case: %w", err)
	}
	return defaults, nil
}

// A Failure is the answer to a bad case.
type Failure struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Error    string          `json:"error"`
	Line     int             `json:"line"`
	Position int             `json:"position,omitempty"` // in the tiles, from 1
}

// NewFailure returns the answer to the case of a line, from 1, that had an error.
func NewFailure(line int, id json.RawMessage, err error) Failure {
	f := Failure{ID: id, Error: err.Error(), Line: line}
	var syntax *tile.SyntaxError
	if errors.As(err, &syntax) {
		f.Position = syntax.Pos
	}
	return f
}
