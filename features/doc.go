// Package features measures what a seat can know of its position: how far its
// tiles are from a win, what each discard would leave, what they wait on and
// what that is worth.
//
// # Model
//
// A [Position] is a seat's own tiles, the suit it has named as void, tiles that
// it sees elsewhere, and how a win would come about. [Analyse] measures it under
// an engine's rules and returns an [Analysis], plain data in the project's tile
// notation. With 14 tiles, a kong counting three, the seat is in its turn: there
// is a win or not, and discards to compare. With 13 it is between turns: there
// are waits, and it is ready or not.
//
// Shanten is a matter of shape: how many useful tiles are lacking in the forms
// that the rules know, whatever other seats hold. Acceptance is of unseen tiles:
// a kind of which no tile is unseen is not among it. Waits are those of a hand
// in play: a kind that the seat owns four times is none, one of which all tiles
// are seen elsewhere still is.
//
// The package is not for choosing: what a measurement is worth is for policies.
package features
