// Package dataset stores a run as a directory of Parquet tables and reads it back.
//
// Start with [Create], whose Writer is the sink of sim.Run, and [Resume] for a run that
// was killed; [Open] reads hands, columns and inputs, and [Reader.Config] makes the
// configuration again.
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
// it is 'seats-*.parquet'. Rows are in the order of their hands; the four
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
// # Other kinds
//
// Decisions and studies are of runs too: [Inputs], [PlanOf], [Inputs.Config] and what
// verifies rows serve them as well.
//
// The package is not for statistics, and knows no bot: a [sim.Program] has them.
package dataset
