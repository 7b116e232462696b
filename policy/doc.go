// Package policy decides for a seat: bots made of five separately replaceable
// parts, the catalog of them, and the notation that names and mixes them.
//
// Start with Parse, which reads the spec of a bot, and Spec.New, which makes it; a
// bot of your own is a Policy or a Part, and Catalog.Add gives it a name.
//
// A hand asks for five kinds of decision, and a part makes one of them:
//
//	exchange  which tiles to pass on
//	void      which suit to name as void
//	discard   what to discard
//	call      pung, kong or pass; a kong of one's own or none
//	win       take a win or decline it
//
// A spec names a bot and may replace parts, or set parameters:
//
//	fast
//	fast:win=min2
//	fast:win=big,call=timeout
//	big:min_fan=3,wall=30
//
// The bots that there are stand in a Catalog, to which a program of one's own may
// add: the module in the folder example is forty lines and has xuezhan's whole
// command line.
//
// Where the catalog is given an Opener, exec:COMMAND is a bot outside of the
// program. No shell reads the command: blanks separate its words, and what stands
// between two ' or two " is taken as it is. In a list of specs the command ends at
// the first comma or semicolon that is not quoted. Such a bot is a Batch, which
// decides for many hands at once and may fail; the package external has the one
// that runs processes.
//
// A part sees an engine.View and nothing else. Bots are deterministic: what
// chance they use comes from the seed they are started with for each hand.
package policy
