// Package viewer makes of a recorded hand what one needs to watch it: a state of the
// table for each event, and a web page that goes through them.
//
// A [Hand] is plain data for JSON. Its frames begin when the tiles are dealt; each
// has its event as the record writes it, and of each seat what has changed. Where
// the record is full a frame also has what those know who do not see a seat's own
// tiles, so that the page can show the hand as any seat saw it:
//
//	event   the event as one line of the record
//	closed  the event as the public sees it, null if it sees nothing; missing if
//	        that is the same
//
// [Page.Write] writes one file that loads nothing: hands, tiles, style and script are
// in it. Pages that show hands in other ways take [Style], [Script] and the symbols
// of package tileart, and make a HandView.
//
// The package judges no choices: it shows what happened, and how far each seat was
// from a win.
package viewer
