// Package oracle answers the questions of engine/shape and engine/fan slowly
// and plainly: the evaluation that one would write first. Tests compare the tables
// with it, and package bench times the tables against it.
//
// Start with Complete, Waits, Shanten, Acceptance and Score, which take numbers of
// tiles in an array; Count makes them of held tiles. Source makes random hands to
// ask about, ReadCases reads published ones.
//
// It is a second opinion, so it shares no code and no method with what it
// checks: hands are arrays of 27 counts, complete hands are found by taking groups
// away one after the other, acceptance by drawing every tile on trial, fan by
// trying every reading of the hand. It is fair all the same: it allocates little,
// stops early, and does not look at what cannot help.
//
// Two things have two forms. Shanten and Acceptance search by recursion; an Oracle
// has the same by a table of distances of one suit that is filled from its
// definition (see New), with which tests ask about all 405,350 states. Complete
// and Waits are also methods of Suits, a map of winning suits as libraries in Go
// commonly keep it.
//
// # Conventions
//
// held counts the tiles a seat has concealed, melds the groups it has
// declared; held has 13−3·melds tiles between turns and 14−3·melds in one.
// Tiles of the void suit are never of use, and a winning hand has at most two
// suits: where the void suit may be tile.NoSuit, the void suit is the one that
// suits the hand best.
//
// Shape is structural: it does not ask whether a tile is still to be had, or
// how many copies of it melds have used up. Shanten and Acceptance keep to
// four copies of a kind among held tiles; Complete and Waits take a fifth
// copy, as the ready check of some rule systems does.
package oracle
