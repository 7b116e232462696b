package engine

import (
	"fmt"
	"slices"

	"xuezhan/engine/tile"
)

// An Action is one choice at a decision. All presets share one space of ids:
//
//	  0– 26  discard the tile
//	 27– 53  declare a concealed kong of the tile
//	 54– 80  add the tile to the pung of its kind
//	 81–107  pass the tile on in the exchange
//	108–134  name the tile's suit as void and set the tile aside
//	135–137  name the suit m, p, s as void
//	138      win
//	139      claim the discard for a pung
//	140      claim the discard for a kong
//	141      pass
//
// The ids are stable: data sets and records store them.
type Action uint8

// The first ids of the actions with a tile or suit, the ids of the others,
// and the number of ids.
const (
	discardAction   Action = 0
	concealedAction Action = discardAction + tile.Count
	addedAction     Action = concealedAction + tile.Count
	exchangeAction  Action = addedAction + tile.Count
	voidTileAction  Action = exchangeAction + tile.Count
	voidSuitAction  Action = voidTileAction + tile.Count

	Win  Action = voidSuitAction + tile.NumSuits
	Pung Action = Win + 1
	Kong Action = Win + 2
	Pass Action = Win + 3

	NumActions = int(Pass) + 1
)

// Discard returns the action that discards t.
func Discard(t tile.Tile) Action { return discardAction + Action(t) }

// ConcealedKong returns the action that declares a concealed kong of t.
func ConcealedKong(t tile.Tile) Action { return concealedAction + Action(t) }

// AddKong returns the action that adds t to its pung.
func AddKong(t tile.Tile) Action { return addedAction + Action(t) }

// Exchange returns the action that passes t on in the exchange. Tiles are
// passed on one action each, in ascending order.
func Exchange(t tile.Tile) Action { return exchangeAction + Action(t) }

// NameVoid returns the action that names s as the void suit.
func NameVoid(s tile.Suit) Action { return voidSuitAction + Action(s) }

// CommitVoid returns the action that names t's suit as void and sets t aside
// as the first discard.
func CommitVoid(t tile.Tile) Action { return voidTileAction + Action(t) }

// ranksOf lists a set of ranks in ascending order, a byte for each index from the
// lowest; the ninth finds no room. The highest four bits say how many there are.
var ranksOf = func() (lists [1 << tile.Ranks]rankList) {
	for set := range lists {
		n := 0
		for r := range tile.Ranks {
			if set>>r&1 != 0 {
				lists[set] |= rankList(r) << (8 * n)
				n++
			}
		}
		lists[set] |= rankList(n) << listCount
	}
	return lists
}()

type rankList uint64

const listCount = 60

func (l rankList) len() int { return int(l >> listCount) }

// listRoom is the room that appendKinds wants: for all kinds, and for the nine
// actions that it may write beyond them.
const listRoom = tile.Count + tile.Ranks

// appendKinds appends the actions on the kinds of a set, where first is the one
// on the first of all kinds. How many there are is hard to foresee, so it does
// not branch: it writes nine for each suit, and then the next suit's over those
// that were too many.
func appendKinds(dst []Action, first Action, k tile.Kinds) []Action {
	n := len(dst)
	if cap(dst)-n < listRoom {
		dst = slices.Grow(dst, listRoom)
	}
	room := (*[listRoom]Action)(dst[n : n+listRoom])
	m := ranksOf[k%(1<<tile.Ranks)]
	p := ranksOf[k>>tile.Ranks%(1<<tile.Ranks)]
	s := ranksOf[k>>(2*tile.Ranks)%(1<<tile.Ranks)]
	last, eight := first+tile.Ranks-1, listOf(first)
	put(room[:], m, eight, last)
	put(room[m.len():], p, eight+listOf(tile.Ranks), last+tile.Ranks)
	put(room[m.len()+p.len():], s, eight+listOf(2*tile.Ranks), last+2*tile.Ranks)
	return dst[:n+m.len()+p.len()+s.len()]
}

// appendRanks is appendKinds for one suit, where first is the action on rank 1.
func appendRanks(dst []Action, first Action, ranks tile.Kinds) []Action {
	n := len(dst)
	if cap(dst)-n < listRoom {
		dst = slices.Grow(dst, listRoom)
	}
	l := ranksOf[ranks%(1<<tile.Ranks)]
	put(dst[n:n+listRoom], l, listOf(first), first+tile.Ranks-1)
	return dst[:n+l.len()]
}

// listOf returns a list of eight times the same.
func listOf(a Action) rankList { return rankList(a) * 0x0101010101010101 }

// put writes the actions on the ranks of a list: the first eight in one store,
// as the compiler joins them, that on rank 1 being given eight times. Whenever a
// ninth is wanted it is that on rank 9, the last.
func put(dst []Action, l, eight rankList, last Action) {
	x := l&(1<<listCount-1) + eight
	_ = dst[8]
	dst[0], dst[1], dst[2], dst[3] = Action(x), Action(x>>8), Action(x>>16), Action(x>>24)
	dst[4], dst[5], dst[6], dst[7] = Action(x>>32), Action(x>>40), Action(x>>48), Action(x>>56)
	dst[8] = last
}

// ActionKind is what an action does, whatever its tile.
type ActionKind uint8

// The kinds of action, in the order of their ids.
const (
	KindDiscard ActionKind = iota
	KindConcealedKong
	KindAddedKong
	KindExchange
	KindCommitVoid
	KindNameVoid
	KindWin
	KindPung
	KindKong
	KindPass
	numActionKinds
)

var actionKindNames = [numActionKinds]string{
	"discard", "concealed_kong", "added_kong", "exchange", "commit_void",
	"name_void", "win", "pung", "kong", "pass",
}

// String returns the kind's name as records write it.
func (k ActionKind) String() string { return actionKindNames[k] }

// Kind returns what the action does.
func (a Action) Kind() ActionKind {
	if a < voidSuitAction {
		return ActionKind(a / tile.Count)
	}
	if a < Win {
		return KindNameVoid
	}
	return KindWin + ActionKind(a-Win)
}

// Tile returns the action's tile, None for actions without one.
func (a Action) Tile() tile.Tile {
	if a < voidSuitAction {
		return tile.Tile(a % tile.Count)
	}
	return tile.None
}

// Suit returns the suit that the action names as void, NoSuit for others.
func (a Action) Suit() tile.Suit {
	switch a.Kind() {
	case KindCommitVoid:
		return a.Tile().Suit()
	case KindNameVoid:
		return tile.Suit(a - voidSuitAction)
	}
	return tile.NoSuit
}

// String returns the action in words, "discard 5m".
func (a Action) String() string {
	if int(a) >= NumActions {
		return fmt.Sprintf("action %d", uint8(a))
	}
	switch a.Kind() {
	case KindNameVoid:
		return "name_void " + a.Suit().String()
	case KindWin, KindPung, KindKong, KindPass:
		return a.Kind().String()
	}
	return a.Kind().String() + " " + a.Tile().String()
}
