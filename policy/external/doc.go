// Package external lets programs in any language play: a bot is a process that
// speaks JSON Lines. It gets a line on its standard input, answers it with a line
// on its standard output, and ends when its input does. What it writes on its
// standard error is shown when it fails. The spec is exec:COMMAND; whole bots in
// Python and in Go are in the folder policy/example, and xuezhan.serve of the Python
// package speaks the protocol for a function that chooses.
//
// # The protocol
//
// The first line says hello. "rules" has the fields of the rules in play, as
// 'xuezhan rules show' documents them; min_fan and flower_pig_amount are left out
// where they are 0 and "fixed". "views" is the most views that a question will ever
// have; "protocols" are the versions of the protocol that the bot may choose from.
// "features" are the sets of numbers that the bot may ask for, with the hashes of their
// schemas (see package features). The bot answers with the version it speaks, its name
// and version, how many views it takes at a time, 1 if it does not say, and with
// "features":"v1" if it wants those numbers with each view. A field that is not known here is a
// fault, so that no wish goes unheard; a bot in turn should ignore the fields that it
// does not know.
//
// Version 1 is what bots were first written for. Version 2 differs in what a view
// tells: it adds the history of the hand. Version 3 differs from it in what "over"
// tells. All else is the same.
//
// All other lines are questions with a number, "ask", that counts from 1. "views"
// lists seats that are to decide, in as many hands as are in flight, so that a
// neural net can look at all of them together. The answer has the same number, and
// in "actions" the id of one legal action for each view, in the same order. "over",
// where it is there, lists tables about which nothing will be asked any more. In versions
// 1 and 2 these are their numbers. In version 3 each is an object with "table", "seat",
// "hand", the index of the hand in the run, and "points", what each of the four seats
// gained in it; a hand that was dropped before its end has none. At the end a bot of
// version 3 gets the tables that it has not been told of in a question without views,
// and answers it with an empty list.
//
// These are lines of two hands in flight (> to the bot, < from it; … stands for
// text left out):
//
//	> {"hello":{"protocol":1,"protocols":[1,2,3],"program":"xuezhan","views":4096,"features":{"planes":"a6fa4448f4a939c2","v1":"d1febc6e47af911a","v2":"86935e9360f331e1"},"rules":{"name":"wap-flow","exchange_tiles":3,…}}}
//	< {"hello":{"protocol":1,"name":"faulty","version":"0","views":8}}
//	> {"ask":2,"views":[{"table":4,"seed":"5982263928999976222","seat":0,"phase":"exchange","dealer":2,"direction":1,"turn":2,"left":55,"held":"789m133568p113s","passed":"2m","void":"----","status":"pppp","refundable":"0000","melds":["","","",""],"counts":[12,13,14,13],"points":[0,0,0,0],"river":"","unseen":"434444333342433434243444444","legal":[87,88]},{"table":8,"seed":"8966055241581008776","seat":0,"phase":"void","dealer":3,"direction":1,"turn":3,"left":55,"held":"12688p12344699s","void":"----","status":"pppp","refundable":"0000","melds":["","","",""],"counts":[13,13,13,14],"points":[0,0,0,0],"river":"","unseen":"444444444334443424333243442","legal":[135,136,137]}]}
//	< {"ask":2,"actions":[87,135]}
//	> {"ask":11,"views":[{"table":4,"seed":"5982263928999976222","seat":0,"phase":"turn","dealer":2,"direction":1,"turn":0,"left":35,"held":"46668p349s","void":"mmpp","status":"pppp","refundable":"0001","melds":["[555p][111s]","","","[9999m]"],"counts":[8,13,13,10],"points":[-2,0,0,2],"river":"25p031p109m231p101m112m029p031m001p017m027m038m002p018m024m031m103p014p025p303p019s021s3","unseen":"134344220132201433143344442","legal":[12,14,16,20,21,26]},…,"unseen":"111023332111122423003112132","legal":[138,141],"win":{"fan":3,"points":8}}]}
//	< {"ask":11,"actions":[12,138]}
//	> {"ask":15,"over":[8],"views":[{"table":4,"seed":"5982263928999976222","seat":0,"phase":"turn","dealer":2,"direction":1,"turn":0,"left":12,"held":"688p13479s","drawn":"7s","void":"mmpp","status":"plpp","refundable":"0001","melds":["[555p][111s]","","","[9999m][3333mc]"],"counts":[8,13,13,7],"points":[-8,6,-4,6],"river":"25p031p109m231p101m112m029p031m001p017m027m038m002p018m024m031m103p014p025p303p019s021s304p017p122s138p104p116s023p134m006p425m137p106p427m138s102m126s132p108m118m126m036m1","unseen":"120232100121101212033342332","legal":[14,16,18,20,21,24,26,72]}]}
//	< {"ask":15,"actions":[14]}
//
// This is a view of a bot that has chosen version 2:
//
//	< {"hello":{"protocol":2,"name":"faulty","version":"0","views":8}}
//	> {"ask":4,"views":[…,{"table":8,"seed":"8966055241581008776","seat":0,"phase":"turn","dealer":3,"direction":1,"turn":0,"left":49,"held":"2688p1123444699s","drawn":"4s","void":"msms","status":"pppl","refundable":"0000","melds":["","","",""],"counts":[14,13,13,13],"points":[-1,0,0,1],"river":"33m001p011m022s032m105m5","unseen":"333434444334443424223143442","given":"167m","received":"369s","known":"67m","refunds":[0,0,0,0],"declared":[{"seat":3,"kind":"win","tile":"5m","from":0,"river":6,"fan":0,"points":1,"patterns":[],"situation":[]}],"legal":[10,14,16,18,19,20,21,23,26]}]}
//
// This is the end of a run for a bot that has chosen version 3:
//
//	> {"ask":17,"over":[{"table":4,"seat":0,"hand":0,"points":[-15,12,-9,12]}],"views":[]}
//	< {"ask":17,"actions":[]}
//
// A view is whole: a bot needs no memory. From version 2 on it has all that the
// seat may know. Its fields are, in this order:
//
//	table       number of this seat of this hand: equal in all views of them, and
//	            never used for another; it may begin with a hand under way, where an
//	            earlier process of the bot has failed
//	seed        text of a number: all chance that the bot uses in the hand for the
//	            seat must come from it, so that hands can be repeated
//	seat        0 to 3, the seat that is to decide; play goes 0, 1, 2, 3
//	phase       exchange, void, turn (the seat's own), claim (a discard), rob (a kong)
//	dealer      seat
//	direction   how many seats further in turn order exchanged tiles go
//	turn        whose turn it is, or whose tile is in question
//	left        tiles left in the wall
//	held        own tiles, the drawn one included: "123m55p"
//	passed      own tiles passed on so far in the exchange; absent for none
//	drawn       the tile drawn in this turn; absent for none
//	offered     the tile to claim or rob; absent for none
//	committed   own tile set aside as first discard; absent for none
//	waits       own waits after the last turn: "36m"; absent for none
//	void        the void suit of each seat, m, p or s, - where it is not known
//	status      of each seat: p plays, o has won and is out, l has won and is locked
//	refundable  of each seat: 1 if it may yet have to give back kong income, else 0
//	melds       of each seat: "[555m][9999mc]"; [555m] a pung, [9999m] a claimed kong,
//	            [9999mc] concealed, [9999ma] added, [----] concealed and not shown
//	counts      of each seat: held tiles
//	points      of each seat: points of the hand so far
//	river       all discards in order, four characters each: the seat, the tile, and
//	            a hexadecimal digit that is the sum of 1 discarded as drawn, 2
//	            claimed, 4 won on, 8 robbed from a kong and no discard
//	unseen      27 digits: how many of each kind, 1m to 9m, 1p to 9p, 1s to 9s, the
//	            seat does not see
//	given       own tiles that were passed on in the exchange, to the seat that is
//	            direction places further; absent before they are, and for none (2)
//	received    tiles that were given in exchange; absent like given (2)
//	known       those of given that their receiver still has concealed for certain;
//	            absent for none (2)
//	refunds     of each seat: points for kongs that it may yet have to give back (2)
//	declared    all pungs, kongs and wins in order (2); each is an object:
//	            seat       who declared it
//	            kind       pung, kong (claimed), concealed_kong, added_kong or win
//	            tile       of the meld, or what was won on; absent for a hidden kong and
//	                       for a win with the opening tiles
//	            from       whose tile it took; the seat itself if nobody's
//	            river      discards before it; a tile taken from another is the last
//	            fan        of a win, before the cap
//	            points     of a win: the base value that its fan pay
//	            patterns   of a win: what its fan are for
//	            situation  of a win, a list of: self_draw, replacement, robbing,
//	                       wall_empty, after_kong, deal, first_draw
//	features    the numbers that the bot has asked for: those of v1 or v2, or the cells of
//	            planes, channel by channel, as dataset decisions and the environment of
//	            the Python package have them; absent if it has not
//	legal       ids of the legal actions, ascending, at least two
//	win         if it may win: what the win is worth, in fan before the cap and points
//
// Those marked (2) are there from version 2 on.
//
// Actions have one fixed space of ids for all rules, engine.Action's. The tile of a
// kind is 0 to 26 in the order of unseen:
//
//	  0– 26  discard the tile
//	 27– 53  declare a concealed kong of the tile
//	 54– 80  add the tile to the pung of its kind
//	 81–107  pass the tile on in the exchange; one action a tile, ascending
//	108–134  name the tile's suit as void and set the tile aside
//	135–137  name the suit m, p, s as void
//	138      win
//	139      claim the discard for a pung
//	140      claim the discard for a kong
//	141      pass
//
// # Limits and faults
//
// A bot has 10 s for each view of a question (--bot-timeout changes that) and three
// times as long for its hello. A line of its own may have 64 KiB. It is a fault to be
// late, to end, to close a pipe, to write what nothing was
// asked for or what is not the expected answer, and to choose an action that is
// not legal. The bot is then ended, except for an action that is not legal, which
// concerns its view alone. If the run continues, by forfeit, the hands of the line's
// views are played to their end by the bot timeout in its place, and the bot is
// started again, with hands under way that it has not failed in; after four
// failures without one answer in between the run ends all the same.
//
// Each worker has a process of its own for each spec. A process is the head of a
// process group; at the end its input is closed, and after a second the group is
// killed. Should xuezhan itself be killed, the input of every bot ends, and on Linux the
// kernel kills it too; what a bot has started must end with its input. A bot that is a function of its views plays the same whatever the number
// of workers and of hands in flight.
//
// The package knows processes and lines. How hands are kept in flight is for
// package sim.
package external
