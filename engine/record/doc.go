// Package record writes a hand as text, reads it back, proves that it was
// played by the rules, and tells it to a person.
//
// A [Record] is everything that happened in one hand, in order. Its text is
// what replays, bug reports and other programs exchange; a [Recorder] collects
// the events of a hand in play. [Verify] plays a record again and names the
// first line that the rules do not bear out. [Redact] takes out what one seat,
// or the public, does not know. [Steps] and [Print] tell a hand turn by turn.
//
// Explicit walls have a text too: see [ReadDecks].
//
// The package is not for storing millions of hands: a record takes some ten
// kilobytes. It knows no seeds: that a deck belongs to a seed is for others to
// say.
//
// # A hand as text
//
// The text is JSON Lines in UTF-8: a header, one event a line, and the ledger
// as last line, each with its end. Several hands may follow each other. Seats
// are numbers 0 to 3, tiles and melds are in the notation of package tile, and
// all other names are those of the engine. The fields of a line may come in
// any order; an unknown field, a doubled one and a missing one are faults.
//
// Here is a hand in parts, with … for what is left out:
//
//	{"format":"xuezhan-hand","version":1,"visibility":"full","rules":{"name":"planet","base":"planet","changes":{},"hash":"33f7ffd851a04986"},"seed":"4645","hand":5,"dealer":0,"direction":"right","walls":"shared","seats":["fast","fast","fast:win=min2","big"],"deck":"1p3p7m6m7s9p1p…6s 8m6p…4s6m3p9s"}
//	{"event":"deal","seat":0,"tile":"1p"}
//	…
//	{"event":"exchange","seat":0,"to":1,"tile":"3m"}
//	{"event":"exchange","seat":0,"to":1,"tile":"7m"}
//	…
//	{"event":"void","seat":0,"suit":"m"}
//	…
//	{"event":"discard","seat":0,"tile":"7m"}
//	{"event":"draw","seat":1,"tile":"8m"}
//	…
//	{"event":"answer","seat":2,"from":3,"tile":"9s","action":"pung"}
//	{"event":"meld","seat":2,"from":3,"meld":"[999s]"}
//	…
//	{"event":"meld","seat":3,"from":3,"meld":"[7777pc]"}
//	{"event":"transfer","seat":3,"from":0,"cause":"concealed_kong","points":2}
//	…
//	{"event":"draw","seat":3,"tile":"9s","replacement":true}
//	…
//	{"event":"win","seat":0,"from":2,"tile":"3p","situation":["wall_empty"],"fan":1,"points":2,"patterns":["last_discard"]}
//	{"event":"transfer","seat":0,"from":2,"cause":"discard_win","points":2}
//	{"event":"exhausted"}
//	{"event":"end"}
//	{"event":"ledger","accounts":[{"discard_wins":2,"kongs_paid":-2},{"discard_wins":1,"kongs_paid":-2},{"deal_ins":-3,"kongs_paid":-2},{"kongs":6}],"points":[0,-1,-5,6]}
//
// The header. "rules" names the preset they are nearest to and every field in
// which they differ from it, so that they can be made again; the hash proves
// it. "deck" has the 108 tiles in the order of the wall, a blank between those
// dealt and the others. "dealer" is a seat, "direction" where exchanged tiles
// go (right, opposite, left), "walls" how seats draw (shared, lanes). "seed"
// and "hand", which may be missing, say which seed and index made the deck; the
// seed is a text, as not every reader of JSON knows 64-bit numbers. "seats" are
// the seats' policies.
//
// The events, with the fields of each; those in brackets may be missing:
//
//	deal       seat tile
//	exchange   seat to tile              a line a tile, after all have chosen
//	void       seat suit [tile]          tile: set aside as the first discard
//	draw       seat tile [replacement]   replacement: for a kong
//	discard    seat tile
//	answer     seat from tile action     action: win, pung, kong or pass
//	meld       seat from meld            from: the seat itself for its own tiles
//	robbed     seat tile                 the kong that seat announced is robbed
//	win        seat from [tile] situation fan points patterns
//	transfer   seat from cause points    from pays seat
//	exhausted
//	end
//
// Decisions without a choice are events like the others. In a win "from" is the
// seat itself for a self-draw, "fan" is before the cap and "points" the base
// value; the tile is missing where the dealer of a blood battle wins with the
// opening tiles.
//
// The ledger's accounts have each seat's points by source without the sources
// that are zero, and its points are their sums.
//
// # What a seat knows
//
// The header's visibility is full, public or "seat 0" to "seat 3". A record
// that is not full has no deck and no seed; the tile of a deal, draw, exchange
// or self-draw and the suit of a void event are missing where they are not
// known, answers of others are left out, a concealed kong of unknown kind is
// "[----]", and the first discard of a seat whose void suit was hidden names it
// in a field "void".
//
// # Decks as text
//
// A deck is a line: who deals, where exchanged tiles go, and the 108 tiles in
// the order of the wall, with blanks allowed between them. walls=lanes before the
// tiles has seats draw from lanes of their own. What follows a # is a comment;
// blank lines are skipped.
//
//	# dealer and direction, then 53 tiles that are dealt and 55 of the wall
//	dealer=0 direction=right 1p3p7m6m7s9p1p…6s 8m6p…4s6m3p9s
package record
