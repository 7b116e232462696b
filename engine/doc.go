// Package engine plays one hand of Sichuan mahjong as a deterministic state
// machine: the deal, the exchange, the void suits, turns, claims, payments and
// the settlement of an exhausted wall.
//
// Start with New, which makes an Engine of rules and suit tables, and the loop below;
// many hands, bots and results are for package sim.
//
// An Engine holds what is fixed by the rules; a Hand is a value of fixed size
// without pointers. Deal fills a hand from a Deck, and from there the machine
// stops at every decision:
//
//	e.Deal(&h, &deck)
//	for !h.Over() {
//		legal = e.Legal(&h, legal[:0])
//		e.Apply(&h, choose(e.View(&h, h.Asked()), legal))
//	}
//
// It never calls back, so a hand can be copied at any decision and played on in
// several ways, and thousands of hands can be kept in flight. Seats that choose
// at the same time (the exchange, the void suits, the answers to one tile) are
// asked one after the other; what one chose is not in another's View before
// all have. A seat is asked about a tile only if it has something to answer
// other than passing.
//
// View.Assume makes a hand of what one seat may know and an assignment of the
// rest: that is how a bot looks ahead without peeking.
//
// Nothing is allocated between Deal and the end of a hand, and nothing here
// knows of seeds, clocks or files.
//
// # Glossary
//
//	acceptance    进张   unseen tiles that lower shanten
//	block                hands over one wall that belong together in a comparison
//	deck                 an explicit wall with dealer and direction
//	discard       打牌
//	exchange      换三张 three tiles of one suit passed on before play
//	fan           番     doublings of a win's value
//	flower pig    花猪   a seat that still holds its void suit when the wall is empty
//	game                 a series of hands with dealer succession and running points
//	hand          局     one deal played to its end
//	held tiles    手牌   what a seat has concealed
//	kong          杠     concealed 暗杠, claimed 直杠, added 补杠
//	match                bots compared with each other
//	meld          副露   a pung or a kong that was declared
//	pung          碰
//	ready         听牌   one tile from a win
//	ready check   查大叫
//	refund        退税   kong payments given back at exhaustion
//	robbing       抢杠
//	root          根     a kind owned four times
//	self-draw     自摸
//	shanten       向听数 −1 complete, 0 ready
//	void suit     定缺   the suit a seat has named to get rid of
//	wait          听     a kind that completes the hand
//	wall          牌墙
package engine
