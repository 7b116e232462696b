// Package oracle answers the questions of engine/shape and engine/fan slowly
// and plainly, for tests only.
//
// It is a second opinion, so it shares no code and no method with what it
// checks: hands are arrays of 27 counts, decompositions are found by taking
// groups away one after the other, distances by trying every tile that could
// be added, fan by writing down every reading of the hand. Nothing is packed,
// merged or looked up, apart from one table of distances that is filled from
// its definition (see New).
//
// # Conventions
//
// held counts the tiles a seat has concealed, melds the groups it has
// declared; held has 13−3·melds tiles between turns and 14−3·melds in one.
// Tiles of the void suit are never of use, and a winning hand has at most two
// suits: with tile.NoSuit the void suit is the one that suits the hand best.
//
// Shape is structural: it does not ask whether a tile is still to be had, or
// how many copies of it melds have used up. Shanten and Acceptance keep to
// four copies of a kind among held tiles; Complete and Waits take a fifth
// copy, as the ready check of some rule systems does.
//
// It is not for play: a call takes microseconds to milliseconds.
package oracle
