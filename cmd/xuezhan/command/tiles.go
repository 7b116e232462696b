package command

import (
	"fmt"
	"regexp"
	"strings"

	"xuezhan/engine/spell"
)

const tilesUsage = "print tiles as `STYLE`: text (5m), glyph (Unicode's tiles) or color (letters in colors)"

// A tileStyle is how a terminal shows tiles: the value of --tiles.
type tileStyle string

const (
	tilesText  tileStyle = "text"
	tilesGlyph tileStyle = "glyph"
	tilesColor tileStyle = "color"
)

// String returns the style's name.
func (s *tileStyle) String() string { return string(*s) }

// Type is what help calls the value.
func (s *tileStyle) Type() string { return "STYLE" }

// Set reads a style's name.
func (s *tileStyle) Set(text string) error {
	names := []string{string(tilesText), string(tilesGlyph), string(tilesColor)}
	for _, n := range names {
		if n == text {
			*s = tileStyle(n)
			return nil
		}
	}
	return fmt.Errorf("unknown style %q%s; there are %s", text, spell.Hint(text, names), strings.Join(names, ", "))
}

// tilesInText finds a word of tiles, 123m55p, alone or in the brackets of a meld;
// suitInTiles its tiles of one suit.
var (
	tilesInText = regexp.MustCompile(`\b(?:[1-9]+[mps])+(?:[ca]\]|\b)`)
	suitInTiles = regexp.MustCompile(`([1-9]+)([mps])`)
)

// show returns the text with its tiles in the style. Columns stay where they are: a
// style takes the room of the letters.
func (s tileStyle) show(text string) string {
	if s == tilesText {
		return text
	}
	return tilesInText.ReplaceAllStringFunc(text, func(word string) string {
		return suitInTiles.ReplaceAllStringFunc(word, func(group string) string {
			last := len(group) - 1
			return s.tiles(group[:last], group[last:])
		})
	})
}

// tiles shows the tiles of one suit.
func (s tileStyle) tiles(ranks, suit string) string {
	if s == tilesColor {
		color := map[string]string{"m": "31", "p": "36", "s": "32"}[suit] // red, cyan, green
		return "\x1b[" + color + "m" + ranks + suit + "\x1b[0m"
	}
	first := map[string]rune{"m": '\U0001F007', "s": '\U0001F010', "p": '\U0001F019'}[suit]
	var b strings.Builder
	for _, r := range ranks {
		b.WriteRune(first + r - '1')
	}
	return b.String() + " " // the letter's room
}
