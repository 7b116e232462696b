// Package dataset stores a run as a directory of Parquet tables and reads it
// back.
//
// # Layout
//
//	manifest.json          every input of the run; once it has finished, its digest and parts
//	parts.jsonl            while the run is under way: a line for every part that is whole
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
// # What holds at any moment
//
// A part's files are written beside their names (*.tmp), synced and renamed,
// and only then is the part listed. A run that is killed therefore leaves only
// whole parts in its list, whatever else lies in the directory. The manifest of
// a finished run depends on nothing but its inputs and this program: not on the
// order in which parts were done, on the clock or on the machine.
//
// # Reading elsewhere
//
// The files use what every Parquet reader knows: flat columns; plain, delta and
// dictionary encoding; Zstandard. Integers are signed and at least 32 bits wide
// (but for the trace), so that a difference of two columns is never a surprise;
// narrow values cost nothing once packed. No column is named by a word that SQL
// reserves.
//
// The package is not for statistics, and knows nothing of policies: whoever
// plays fills in Inputs.
package dataset
