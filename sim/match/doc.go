// Package match lets bots play each other and says which is better, by how much and
// how certain that is. Start with Run and a Config; MakePlan says beforehand how
// long a match takes, and PlayLadder ranks more than two bots.
//
// # Blocks
//
// A block is one wall and seatings that complement each other: its hands share
// the wall, the dealer, the exchange's direction and the chance that each seat's
// policy may use, all of them functions of the seed and the block's number. The
// block's difference is A's mean points per hand less B's. Equal bots differ by
// exactly 0 in every block, so whatever differs is the bots' doing. The block,
// not the hand, is the independent unit, and blocks are judged in the order of
// their numbers, on any number of workers: the same match gives the same verdict
// and the same record on every machine.
//
// Lanes, the default, leave less noise than one wall for all: see sim.Lanes.
// Designs seat two bots two and two, one and three, or three and one; a Field
// compares three or more at once. Hands are played alone: the rules' games of
// several hands do not matter here.
//
// # Stopping
//
// A match plays a fixed number of blocks, or ends by a sequential test of two
// differences in points per hand, or is observed through a confidence sequence.
// There is no verdict before 30 blocks that differ. A verdict at a fixed number of
// blocks is where the interval lies: better above 0, not better below. After a
// sequential test there is a median-unbiased estimate in addition to the mean; see
// outcome.interval for the method. MakePlan says beforehand how long it takes.
//
// # Luck
//
// With Config.Luck every draw is valued against what it could have been, and the sum
// over A's draws less that over B's is subtracted from the difference, times a
// coefficient. The coefficient is never estimated from the blocks it is used on: at
// a fixed number of blocks it comes from the other half of them by parity, in a
// sequence from the blocks before. The sum has mean zero whatever the bots do, so
// the difference keeps its mean and loses variance. The result says how much.
//
// # Faults
//
// A bot that answers illegally or panics forfeits the rest of the hand: the bot
// timeout plays it. The hand counts like any other, and the fault is in the block's
// record and in the result. No block is ever dropped.
//
// # Records
//
// A record is text, a JSON object a line: a header with all that the match
// depends on, the blocks in the order of their numbers, and the result.
//
//	{"match":1,"version":"v1","signature":"ba1f","bots":[{"spec":"fast","digest":"8c…"},{"spec":"big","digest":"51…"}],"design":"pairs","rules_hash":"5f…","seed":1,"walls":"lanes","wall_algorithm":"pcg-dxsm fisher-yates 1","luck":1,"stopping":{"blocks":10000,"sprt":null,"watch":false,"level":0.95},"rules":{…}}
//	{"block":0,"points":[[8,-2,-4,-2],[0,0,3,-3]],"luck":[-1500000,20]}
//	{"block":1,"points":[[1,-1,0,0],[1,-1,0,0]],"faults":[{"hand":1,"seat":2,"bot":1,"action":33,"what":"illegal: win in the phase turn"}]}
//	{"result":{"verdict":"better", …}}
//
// Points are those of each seat in each hand; who sat there follows from the design
// and the block's number. Luck is A's and B's, in millionths of a point, and absent
// where both are 0. A bot that plays by a net has it in the header too, as "net", so
// that nothing else is needed to resume it. A record without its result can be
// resumed, even one that ends within a line. It then ends with the same bytes as if
// it had never been interrupted. First its first block and a few others are
// verified: if their replay differs, the program or a bot has changed, and the
// record is refused.
//
// # Ladders
//
// PlayLadder lets every two bots play a block over each wall and ranks them by the
// additive model, in which a bot's points at a table are what it is worth less the
// mean worth of those who sit there. Where a bot's worth depends on its opponents,
// the comparisons of every two bots show it.
//
// # Parts
//
// Decompose makes a ladder that says where the difference of two bots comes from: A's
// parts are replaced by B's one after the other, and every mixture plays B over the same
// walls in the same seats. What a part is worth is the difference of two mixtures' gains
// over B, block by block, so that the steps add up to the whole difference exactly.
//
// The package is not for tuning: it compares bots, it does not make them.
package match
