// Package store keeps long work in a directory, so that a kill loses little of it:
// parts that are whole stay, and the work is resumed where it stood. It knows
// nothing of what the parts hold.
//
// Start with [Create], which takes a [Plan], and with [Resume] for what was started
// before:
//
//	d, err := store.Create(path, store.Plan{Kind: kind, Inputs: inputs, Parts: n})
//	files, err := d.Begin(index, first, count)
//	files.Table(0).Write(…)               // and so on, a file a table
//	err = files.Commit(rows…)             // or files.Abort()
//	err = d.Finish(digest)                // or d.Close()
//
// [Merge] makes one directory of several that each have a share of the parts.
//
// d.Parts lists the parts that need not be made again. [ReadManifest] reads a
// directory of a kind, under way or finished.
//
// # Layout
//
//	manifest.json          what the directory holds: its kind, every input; once finished, its digest and parts
//	parts.jsonl            while it is under way: a line for every part that is whole
//	lock                   while a process writes it: that process's number
//	TABLE-000000.ENDING    a part has one file of each table of its kind
//	TABLE-000000.tail      while a part is under way: lines about its units, for kinds that write a Tail
//
// and the attachments that the inputs name. A part is a fixed range of units, such
// as hands or blocks. The manifest is one JSON object:
//
//	layout          version of the manifest itself
//	format          version of the kind's inputs and tables
//	kind            such as run
//	tables          names of the tables, with which their files begin
//	inputs          all that the rows depend on
//	planned_parts   parts of the whole
//	finished        whether all of them are there
//	digest          of all outcomes in order, once finished
//	parts           once finished: index, first unit, units, and of each file its
//	                name, rows, bytes and SHA-256
//	sha256          of the other members, as they are here but without blanks, each
//	                as "name":value with a line feed behind it
//
// A line of parts.jsonl is one such part. A manifest that was changed after it was
// written is refused; [ReadAltered] is for what lists all that is wrong. Manifests of
// the first layout, without a sum, are read as they are.
//
// # What holds at any moment
//
// A part's files are written under temporary names (*.tmp), synced and renamed, and
// only then is the part listed. So a killed process leaves only whole parts in its
// list, whatever else is in the directory. The manifest of a finished directory
// depends only on its inputs and the program: not on the order in which parts were
// done, on workers or on the clock.
//
// Resume first compares the plan that this program has now with the inputs that are
// stored, member by member, and refuses if any differs: parts of two programs make no
// whole. Then it compares every listed part with its SHA-256, keeps those that are whole and
// removes the rest. The directory then ends, byte for byte, as if nothing had
// happened to it. One process at a time writes a directory: its lock is the kernel's
// (flock) and ends with the process, however it ends.
//
// # Documents
//
// [Output] writes a whole document: a file that is there with all its content or as
// it was before. Everything in this program that replaces a file does it here.
package store
