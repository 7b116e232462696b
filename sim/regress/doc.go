// Package regress notices changed behaviour: it stores what bots did on fixed
// decks, plays the same decks again later and shows where the play parts.
//
// [Record] plays a configuration and writes a baseline: for each hand its
// digest, its accounts and its actions. [Baseline.Check] plays it again with
// the program as it is now and returns a [Report]: how many hands differ, what
// that is worth in points per hand to each bot and seat, and the first hand
// that differs at the decision where it parts: who was to choose, what the seat
// knew, what was chosen then and is now. After a change that was intended the
// baseline is recorded again from its own configuration, [Baseline.Config].
//
// The number of workers does not matter: the same configuration gives the same
// bytes. A baseline is kept in memory as compressed as it is in its file, some
// 75 bytes a hand; of what it holds only a block a worker is unpacked at a time.
//
// It does not say which of two bots is better, see package match, nor whether
// a rule is played right: it says that something is no longer as it was.
//
// # The file
//
// A line of JSON, then blocks of binary data up to the end. The line says what
// was played:
//
//	{"format":"xuezhan-baseline","version":1,"written_by":"v1.2.0","rules":{…},"seed":"1","hands":2000,"seats":["fast","fast","big","big"],"rotate":false,"walls":"shared","decks":false}
//
// Rules are written as in package record, so that they can be made again. A
// block has the hands that follow those of the block before:
//
//	hands       uvarint, 1 to 65,536
//	size        uvarint, bytes of data
//	checksum    CRC-32 (IEEE) of data, 4 bytes, little-endian
//	data        zlib
//
// The data, unpacked, has one column after the other:
//
//	decks       only if the header says so: a byte, dealer + 4·direction +
//	            16·lanes, direction counted from 1 for right; then 108 tiles, a
//	            byte each
//	digests     8 bytes, little-endian: the first of the SHA-256 of the hand's
//	            trace, accounts and wins
//	lengths     uvarint, number of actions
//	actions     a byte each: engine.Action
//	accounts    for each of the four seats: uvarint, a bit a source that is not
//	            zero, then their points as varints
package regress
