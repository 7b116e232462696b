// Package tileart draws the 27 kinds of tile and their back as SVG.
//
// [Symbols] returns one hidden <svg> with a <symbol> for each kind and the back, and
// the style that colours them in light and dark. A page puts it in once and then
// shows a tile wherever it likes:
//
//	<svg class="tile" role="img" aria-label="5m"><use href="#tile-5m"/></svg>
//
// [Drawing] returns one tile that needs no page, for files and for readers that
// know no <use>.
//
// All shapes are drawn by code in this package: numerals, characters, digits and
// pictures are strokes and circles, so that no font is needed. A tile is 30 units
// wide and 40 high. Suits differ in shape as well as in colour. The digits in the
// corner are of class tile-mark: a page that sets the class tile-plain on an
// element shows the tiles in it without them.
//
// The package lays out no hands and no tables.
package tileart
