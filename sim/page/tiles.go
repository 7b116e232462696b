package page

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"

	"xuezhan/sim/page/tileart"
)

// hand is the notation of tiles and melds: runs of ranks with their suit, a meld in
// brackets. What is marked as tiles and is not written so stays text.
var (
	hand  = regexp.MustCompile(`^(?:[1-9]+[mps]|\[[1-9]{3,4}[mps][ca]?\]| )+$`)
	group = regexp.MustCompile(`\[?([1-9]+)([mps])[ca]?(\]?)`)
)

// drawTiles returns tiles in notation as HTML: pictures, and the notation for those who
// do not see them.
func drawTiles(text string) template.HTML {
	if !hand.MatchString(text) {
		return template.HTML(`<span class="tiles">` + html.EscapeString(text) + `</span>`)
	}
	var b strings.Builder
	b.WriteString(`<span class="tiles"><span class="unseen">` + text + `</span>`)
	for _, m := range group.FindAllStringSubmatch(text, -1) {
		class := ""
		if m[3] != "" {
			class = ` class="meld"`
		}
		b.WriteString(`<span` + class + ` aria-hidden="true">`)
		for _, rank := range m[1] {
			fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d"><use href="#tile-%c%s"/></svg>`, tileart.Width, tileart.Height, rank, m[2])
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</span>`)
	return template.HTML(b.String())
}

// withSymbols returns a page with what its tiles are drawn from, if it has any.
func withSymbols(page []byte) []byte {
	if !bytes.Contains(page, []byte(`<use href="#tile-`)) {
		return page
	}
	const body = "<body>\n"
	return bytes.Replace(page, []byte(body), []byte(body+tileart.Symbols()+"\n"), 1)
}

// lastTile is a text that ends in one tile.
var lastTile = regexp.MustCompile(`^([^` + string(tilesFrom) + string(tilesTo) + `]*)` + string(tilesFrom) + `([1-9][mps])` + string(tilesTo) + `$`)

// endsInTile returns the tile in which a text ends, and what stands before it.
func endsInTile(text string) (before, tile string, ok bool) {
	m := lastTile.FindStringSubmatch(text)
	if m == nil {
		return text, "", false
	}
	return strings.TrimSpace(m[1]), m[2], true
}

// The size of a tile in a chart, in units, and what it takes of its text's room.
const (
	labelTileWidth  = 15
	labelTileHeight = 20
	labelTileRoom   = labelTileWidth + 4
)

// A label is a text of a chart as a page shows it: with its last tile drawn, if it
// stands right of the text.
type label struct {
	mark
	Tile                  string // empty for none
	TileX, TileY          length
	TileWidth, TileHeight length
}

// Label returns the mark of a text as a label.
func (m mark) Label() label {
	before, tile, ok := endsInTile(m.Text)
	if !ok || m.Class != "end" {
		return label{mark: m}
	}
	l := label{mark: m, Tile: tile, TileX: m.X - labelTileWidth, TileY: m.Y - 14, TileWidth: labelTileWidth, TileHeight: labelTileHeight}
	l.Text = before
	l.X -= labelTileRoom
	return l
}
