// Package dataset stores a run as a directory of Parquet tables and reads it back.
//
// Start with Create, whose Writer is the sink of sim.Run, and with Open, whose Reader
// has hands, columns and inputs; ExampleCreate shows both.
//
// # Layout
//
//	manifest.json          kind run: every input; once it has finished, its digest and parts
//	decks.txt              the decks of a run that was given any
//	hands-000000.parquet   a row a hand
//	seats-000000.parquet   a row a seat of a hand
//	wins-000000.parquet    a row a win
//
// A part is a fixed range of hands and has one file of each table, numbered by
// the part's index; together the files of a table are the table, so that in SQL
// it is 'seats-*.parquet'. Rows stand in the order of their hands; the four
// seats of a hand, and its wins, follow each other. The tables join on hand.
// Columns documents every column. The seed and all else that is fixed for the
// run is in the manifest and in no row.
//
// The directory is one of package store, which says what holds for its manifest and
// its parts at any moment. The digest and all rows of a finished run are the same on
// every machine, the bytes of the files on every machine of a kind: without AVX2,
// parquet-go packs the codes of dictionaries differently.
//
// A reader of a file first compares it with its SHA-256, so that a file that has
// changed is an error and never a wrong value.
//
// # Decisions
//
// A directory of the kind decisions has one table, decisions, a row a decision, for
// learning: see CreateDecisions and DecisionColumns. The features of a row are one
// value, bytes of a fixed length: for v1 float32 after float32, little-endian, in the
// order of their schema, for planes a byte a number. A reader needs to know of no
// nested columns, and takes a column at once:
//
//	np.frombuffer(b"".join(column), "<f4").reshape(len(column), -1)
//
// The legal mask is three numbers of 48 bits, which a float64 holds exactly.
//
// Columns are plain and packed by Zstandard, the features by Snappy with an encoder
// that knows of rows: both give the same bytes on every machine, and so the digest of
// a directory, which is one of its files, is the same too.
//
// # Studies
//
// A study is such a kind: StudyWriter and StudyReader store and read the rows of
// package study, one for each alternative of each fork, in the table forks. Its
// labels are columns is_*, its features columns f_*; ForkColumns documents them all.
//
//	manifest.json          kind study: the run's inputs, question, settings, labels, features, policies
//	forks-000000.parquet   a row an alternative of a fork over one wall
//
// A study with a precision may finish with fewer parts than were planned; then
// planned_parts is what it has.
//
// # Reading elsewhere
//
// The files use what every Parquet reader knows: flat columns; plain, delta and
// dictionary encoding; Zstandard, and Snappy for features. Integers are signed and at least 32 bits wide
// (but for the trace), so that a difference of two columns is never a surprise;
// narrow values cost nothing once packed. No column is named by a word that SQL
// reserves.
//
// The package is not for statistics, and knows nothing of policies: whoever
// plays fills in Inputs.
package dataset
