// Package shape answers what held tiles lack: shanten, acceptance, waits and
// completeness, from tables of one suit at a time.
//
// Start with New, which builds the Tables, and their methods Shanten, Acceptance,
// AllDiscards, Waits and Complete. How a hand of given rules waits is for
// engine.Engine.Waits to say.
//
// A suit of at most 14 tiles, at most four of a kind, is in one of 405,350
// states. Two small tables number them without gaps (see index), and all that
// is known of a suit hangs on that number:
//
//   - its distances: how many tiles are missing for m groups, with or without
//     a pair, m = 0…4. Only 126 different lists of these ten numbers exist,
//     so a suit is a class of one byte;
//   - its completion: whether it is made of groups, or of groups and a pair,
//     and which kinds would make it so;
//   - for each distance the kinds that lower it, and the tiles that may go
//     without raising it.
//
// A winning hand has at most two suits, and the tiles of the void suit are
// dead weight, so a hand's shanten is one look into a table over two classes,
// and its waits and acceptance are a few logical operations. Seven pairs,
// where four of a kind are two pairs, are a matter of parity.
//
// Everything here looks at shape alone: what melds, rivers and other seats
// have used up is for the caller to take away. Rules enter only through which
// method is called; fan are in package fan.
//
// New builds all tables in tens of milliseconds; they are then read-only and
// may be shared by any number of goroutines.
package shape
