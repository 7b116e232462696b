// Package review judges the choices of one seat of a recorded hand: what each of its
// options was worth, and what was given away by not taking the best.
//
// At each choice the worlds in which the seat could believe itself are made up by
// policy.Sampler, from what it saw and nothing else. Every option is played from there
// to the end of the hand by one bot at all four seats, the judge, over the same worlds.
// A choice is the discard or kong or win of a turn, the answer to a tile, the void suit,
// or all the tiles of an exchange together.
//
// The worlds of a choice are of two kinds. The first third only decides which option is
// the best: another than the one played if it leads clearly enough there, else the one
// played. The others measure it, so that what is said to be given away is not the best
// of many lucky numbers: on average it is what a player would gain who plays the hand on
// as the judge does.
//
// [Run] reviews a hand. A [Hand] is plain data for JSON. What a better choice would have
// kept with the tiles that all seats had, over [Walls] orders of the wall, stands beside
// what was promised.
package review
