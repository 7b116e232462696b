// Package features measures what a seat can know of its position: how far its
// tiles are from a win, what each discard would leave, what they wait on and
// what that is worth.
//
// Start with Eval for one hand in text, with Analyse for many positions, and with
// V1 or Planes for numbers to learn from.
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
// a kind without unseen tiles is not part of it. Waits are those of a hand in
// play: a kind that the seat owns four times is not a wait, one whose tiles are all
// seen elsewhere still is.
//
// # Numbers to learn from
//
// [V1], [V2] and [Planes] turn an engine.View into numbers: named features in their
// own units, the second with the history of the hand as well, and channels of flags
// for convolutions. A [Schema] documents every number
// and has a hash, so that what was learned of one schema is not applied to another.
// A [Prospect] is the view with the seat's own tiles as an action would leave them:
// encoders encode it as well, so that actions can be compared by where they lead.
//
// The package is not for choosing: what a measurement is worth is for policies.
package features
