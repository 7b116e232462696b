// Package plain has the evaluation that one would write first: numbers of tiles
// in an array, taken apart by recursion; a map of winning suits; and tiles drawn
// and discarded on trial. The measurements put it beside the tables of
// engine/shape and engine/fan, as what those are faster than.
//
// It shares no code with them and gives the same answers, fifth copies and
// tiles that can no longer come included. It is written to be read, but fairly:
// it allocates little, stops early, and does not look at what cannot help.
package plain
