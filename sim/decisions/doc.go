// Package decisions stores every decision of a run, to learn from.
//
// Start with [Create] and [Resume]; [Read] reads the manifest of a directory, and
// [Columns] documents its table, decisions, which has a row a decision.
//
// The features of a row are one value, bytes of a fixed length: for v1 float32 after
// float32, little-endian, in the order of their schema, for planes a byte a number. A
// reader does not need nested columns, and takes a column at once:
//
//	np.frombuffer(b"".join(column), "<f4").reshape(len(column), -1)
//
// The legal mask is three numbers of 48 bits, which a float64 holds exactly.
//
// Columns are plain and packed by Zstandard, the features by Snappy with an encoder
// that knows of rows: both give the same bytes on every machine, and so the digest of
// a directory, which is one of its files, is the same too.
package decisions
