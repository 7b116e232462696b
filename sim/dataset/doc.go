// Package dataset stores a run as a directory of Parquet tables and reads it
// back. What holds for the directory holds for other kinds of datasets too.
//
// # Layout
//
//	manifest.json          what the directory holds: its kind, every input; once it has finished, its digest and parts
//	parts.jsonl            while it is under way: a line for every part that is whole
//	lock                   while a process writes it: that process's number
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
// The manifest is one JSON object:
//
//	format          version of the kind's inputs and tables
//	kind            run
//	tables          names of the tables, with which their files begin
//	inputs          all that the rows depend on
//	planned_parts   parts of the whole
//	finished        whether all of them are there
//	digest          of all outcomes in order, once finished
//	parts           once finished: index, first hand, hands, and of each file its
//	                name, rows, bytes and SHA-256
//
// A line of parts.jsonl is one such part.
//
// # What holds at any moment
//
// A part's files are written beside their names (*.tmp), synced and renamed,
// and only then is the part listed. A run that is killed therefore leaves only
// whole parts in its list, whatever else lies in the directory. The manifest of
// a finished run depends on nothing but its inputs and this program: not on the
// order in which parts were done, on workers or on the clock. Its digest and all
// rows are the same on every machine, the bytes of the files on every machine of a
// kind: without AVX2, parquet-go packs the codes of dictionaries otherwise.
//
// Whoever reads a file first compares it with its SHA-256, so that a file that has
// changed is an error and never a wrong value.
//
// Resume compares every listed part with its SHA-256, keeps those that are
// whole and removes what is not. The directory then ends, byte for byte, as if
// nothing had happened to it. One process at a time writes a directory: its lock
// is the kernel's (flock) and goes with it, however it ends.
//
// # Other kinds of datasets
//
// A Dir is a directory that keeps to all this and knows nothing of its tables.
// A package whose rows are others than a run's describes them by a Kind, which
// has a name, a version and the tables, and writes:
//
//	d, err := CreateDir(path, Plan{Kind: k, Inputs: inputs, Parts: n})
//	d, err := ResumeDir(ctx, path, k, accept) // or this, for one that was begun
//	files, err := d.Begin(index, first, hands)
//	files.Table(0).Write(…)                   // and so on, a file a table
//	err = files.Commit(rows…)                 // or files.Abort()
//	err = d.Finish(digest)                    // or d.Close()
//
// d.Parts() are those that need not be done. ReadManifest reads a directory of a
// kind, under way or finished. Writer and Reader are made of these.
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
