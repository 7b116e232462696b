// Package solo has the exact chances of a lone player: to be ready and to win by
// self-draw within a number of draws, and what the wins are worth.
//
// Start with NewSolver and its method Solve.
//
// # Model
//
// A [Problem] is held tiles and melds, a void suit, the tiles that are unseen and
// a number of draws. The lone player draws a tile, each unseen tile being as
// likely as any other; wins or does not; discards; and draws again. Nobody else
// draws or discards, nothing is called, and no kong is declared. Tiles of the
// void suit are discarded before all others. A win is a plain self-draw under the
// rules: neither on a replacement tile nor on the last one of the wall.
//
// A [Solver] finds the best that can be done, for each number of draws k up to
// that of the problem:
//
//   - the chance to be ready: to hold, after some discard or from the start, 13
//     tiles with a wait on a kind that the player does not own all four of;
//   - the chance to win;
//   - the expected points, and the expected fan of the play that earns them.
//
// Each is reached by a play of its own, best for that number of draws. Points are
// what each seat that pays has to pay: the scorer's base points, 2 to the power
// of the capped fan, and the rules' extra points of a self-draw; times the number
// of seats that pay. Fan are before the cap. A hand that does not win counts as
// none of either. The chance to win is of play that takes the first win. Play for
// points may decline a win, and does so only where going on is worth more; among
// discards worth the same points it prefers more fan.
//
// # Why a small state suffices
//
// What a history leaves is the 13 held tiles H, the unseen tiles U and the draws
// r that are left; their number fixes that of the unseen tiles. The discards are
// not needed in addition to U, but two histories that hold the same tiles may have drawn
// and discarded different ones, so that U is. Most of it does not matter, though.
//
// Call a winning hand W in reach of (H, r) if it lacks at most r tiles of H, that
// is if W∖H has at most r. A draw of t and a discard of x lead to H+t−x with r−1
// draws left. What W lacks of that is at least what it lacks of H less one, so
// whatever is in reach afterwards was in reach before. Three things follow.
//
// Spares. Let c(t) be the most copies of t in any W in reach. Copies held beyond
// c(t) are spare: they are in no W in reach, now or later, and which spares one
// holds changes nothing. The rest is the core of H. Hands with the same core have
// the same wins in reach, since no W in reach has more of t than its core, and
// all others lack more than r of the core too. While there is a spare, to discard
// it is best: a play that discards another tile x can be followed with a spare in
// hand in the place of x. So there is a choice only if all 14 tiles are core. A
// tile of the void suit is always spare.
//
// Draws. A draw of t is useful if some W in reach has more of t than H does.
// After any other draw that tile is spare, and H with r−1 draws left is all that
// remains.
//
// Unseen tiles. The value of (H, r, U) depends on the number of unseen tiles and
// on those of the kinds A(H, r) alone: kinds useful to draw, and kinds u held of
// which some W that lacks at most r−1 tiles has one. Suppose that it is so for
// r−1, and let u be in A(H', r−1), where H' = H+t−x.
//
//   - If a W in reach of H' has more of u than H', it has more than H, and u is
//     useful for H, unless u is the tile x and W has as many of it as H. W then
//     lacks an x of H' that it does not lack of H; so it lacks at most r−1 tiles
//     of H.
//   - If H' holds u and a W that has one lacks at most r−2 tiles of H', it lacks
//     at most r−1 of H. If H holds u, that is A's second part; if not, u is t,
//     which is then useful.
//
// Either way u is in A(H, r). So the state is the core of H, the draws left, and
// the unseen counts of the kinds in A. Being ready is one tile short of a win:
// with r+1 in the place of r all of this holds for it.
//
// How many tiles a win with n copies of t lacks follows from the suits' distance
// tables: take out a group or the pair with t in it, and what is missing of it
// adds to what the rest lacks. Wins so counted may have a fifth copy of a kind.
// They make the core and A larger than they need be, never smaller.
//
// # Arithmetic
//
// With r draws left and n tiles unseen there are n(n−1)…(n−r+1) sequences of
// draws, all as likely. A state's value is the number of those that win, or the
// sum of what they are worth: a whole number. Nothing is rounded before the one
// division at the end, equal plays are recognised as equal, and the lowest tile
// is named among equal discards. With [MaxDraws] draws the numbers fit in 64 bits
// under every preset.
//
// # Cost
//
// The states visited grow by a factor of five to thirty with each draw. A Solver
// keeps at most a stated number of them, and a problem that has more is a
// [LimitError]. It keeps its memory from one problem to the next, so that solving
// allocates nothing once it has grown.
package solo
