package tileart

import (
	"strings"

	"xuezhan/engine/tile"
)

// The size of a tile in its own units.
const (
	Width  = 30
	Height = 40
)

// BackID is the id of the symbol of a tile that is face down.
const BackID = "tile-back"

// ID returns the id of a kind's symbol, that of the back for tile.None.
func ID(t tile.Tile) string {
	if t >= tile.Count {
		return BackID
	}
	return "tile-" + t.String()
}

// Symbols returns a hidden <svg> element with a symbol for each kind and the back,
// in the order of the kinds, and the style that they need.
func Symbols() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><style>` + Style + `</style>`)
	for t := range tile.Tile(tile.Count + 1) {
		b.WriteString(`<symbol id="` + ID(t) + `" viewBox="0 0 30 40">`)
		b.WriteString(marks(t))
		b.WriteString(`</symbol>`)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// Drawing returns a tile as an <svg> element of its own with its own style.
// tile.None is the back.
func Drawing(t tile.Tile) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"><style>` + Style + `</style>` + marks(t) + `</svg>`
}

// Style is the style sheet of the drawings. A page may set the variables that it
// names to other colours.
const Style = `.tile-face{fill:var(--tile-face,#fdfaf1);stroke:var(--tile-edge,#6d6653);stroke-width:1.2}` +
	`.tile-backs{fill:var(--tile-back,#1f6d5b);stroke:var(--tile-back-edge,#0d3f34);stroke-width:1.2}` +
	`.tile-weave{fill:none;stroke:var(--tile-weave,#7cc3ae);stroke-width:1.1}` +
	`.tile-ink,.tile-red,.tile-green,.tile-blue,.tile-mark{fill:none;stroke-linecap:round;stroke-linejoin:round}` +
	`.tile-ink{stroke:var(--tile-ink,#23262b)}.tile-mark{stroke:var(--tile-mark,#23262b)}.tile-plain{--tile-mark:none}.tile-red{stroke:var(--tile-red,#b3261e)}` +
	`.tile-green{stroke:var(--tile-green,#1b6e3c)}.tile-blue{stroke:var(--tile-blue,#1d4f91)}` +
	`.tile-body{fill:var(--tile-green,#1b6e3c)}.tile-wing{fill:none;stroke:var(--tile-face,#fdfaf1);stroke-linecap:round}` +
	`@media(prefers-color-scheme:dark){:root{--tile-face:#e9e4d4;--tile-edge:#141310;--tile-back:#2c7f6b;--tile-back-edge:#0a2a23}}`

// marks returns what is drawn on a tile, and its outline.
func marks(t tile.Tile) string {
	if t >= tile.Count {
		return back()
	}
	face := `<rect class="tile-face" x=".6" y=".6" width="28.8" height="38.8" rx="4"/>`
	switch t.Suit() {
	case tile.Characters:
		face += character(t.Rank())
	case tile.Dots:
		face += dots(t.Rank())
	default:
		face += bamboo(t.Rank())
	}
	return face
}

// back draws a tile that is face down: a weave of lozenges, the same upside down.
func back() string {
	return `<rect class="tile-backs" x=".6" y=".6" width="28.8" height="38.8" rx="4"/>` +
		`<rect class="tile-weave" x="4" y="4" width="22" height="32" rx="2"/>` +
		`<path class="tile-weave" d="M15 4l11 16-11 16L4 20zM15 12l5.5 8-5.5 8-5.5-8z"/>`
}
