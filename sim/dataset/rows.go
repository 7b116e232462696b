package dataset

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

// The row types are the tables' schemas. Their tags are read by the Parquet
// library (parquet: name, encoding), and by Columns (unit, doc). Integers are
// signed and wide, so that a difference of two columns is never a surprise;
// narrow values cost nothing once they are packed.

// A HandRow is a row of the table hands: one hand.
type HandRow struct {
	Hand       int64  `parquet:"hand,delta" doc:"index of the hand in the run; with the manifest's seed it fixes the wall"`
	Game       int64  `parquet:"game,delta" doc:"index of the game in the run; a hand played alone is a game"`
	HandInGame int32  `parquet:"hand_in_game,delta" doc:"place of the hand in its game, from 0"`
	Dealer     int32  `parquet:"dealer,delta" unit:"seat" doc:"the dealer, 0-3"`
	Direction  int32  `parquet:"direction,delta" unit:"seats" doc:"how many seats further in turn order exchanged tiles went; 0 without exchange"`
	WallLeft   int32  `parquet:"wall_left,delta" unit:"tiles" doc:"tiles left in the wall at the end"`
	Exhausted  bool   `parquet:"exhausted" doc:"the hand ended with an empty wall"`
	Winners    int32  `parquet:"winners,delta" unit:"seats" doc:"seats that have won"`
	Wins       int32  `parquet:"wins,delta" unit:"wins" doc:"rows of the table wins; more than winners only in blood flow"`
	Actions    int32  `parquet:"actions,delta" unit:"actions" doc:"actions played by all seats, forced ones included"`
	Trace      uint64 `parquet:"trace" doc:"hash of all actions in order: hands that were played alike share it"`
	P0         int32  `parquet:"p0,delta" unit:"points" doc:"points of seat 0; p0 to p3 sum to zero"`
	P1         int32  `parquet:"p1,delta" unit:"points" doc:"points of seat 1"`
	P2         int32  `parquet:"p2,delta" unit:"points" doc:"points of seat 2"`
	P3         int32  `parquet:"p3,delta" unit:"points" doc:"points of seat 3"`
}

// A SeatRow is a row of the table seats: one seat's part of a hand. The rows
// of a hand follow each other in the order of the seats.
type SeatRow struct {
	Hand       int64  `parquet:"hand,delta" doc:"index of the hand in the run, as in hands"`
	Game       int64  `parquet:"game,delta" doc:"index of the game in the run, as in hands"`
	HandInGame int32  `parquet:"hand_in_game,delta" doc:"place of the hand in its game, from 0"`
	Seat       int32  `parquet:"seat,delta" unit:"seat" doc:"the seat, 0-3; play goes 0, 1, 2, 3"`
	Bot        string `parquet:"bot,dict" doc:"spec of the bot that plays the seat"`
	BotIndex   int32  `parquet:"bot_index,delta" doc:"index of the bot among the manifest's bots, which tells apart bots of one spec"`
	Dealer     bool   `parquet:"dealer" doc:"the seat is the dealer"`

	StartShanten int32 `parquet:"start_shanten,delta" unit:"shanten" doc:"shanten of the tiles as dealt under the best void suit; -1 complete, 0 ready"`
	LongestSuit  int32 `parquet:"longest_suit,delta" unit:"tiles" doc:"tiles in the longest suit as dealt"`
	Pairs        int32 `parquet:"pairs,delta" unit:"pairs" doc:"pairs as dealt; four of a kind are two"`

	ExchangeSuit string `parquet:"exchange_suit,dict" doc:"suit of the first tile passed on in the exchange: m, p or s, - without exchange"`
	Void         string `parquet:"void,dict" doc:"the void suit: m, p or s"`
	VoidTiles    int32  `parquet:"void_tiles,delta" unit:"tiles" doc:"tiles of the void suit held when it was named"`
	VoidShanten  int32  `parquet:"void_shanten,delta" unit:"shanten" doc:"shanten when the void suit was named, under it"`

	Draws     int32  `parquet:"draws,delta" unit:"draws" doc:"the seat's draws in the hand, replacement tiles included"`
	ClearedAt *int32 `parquet:"cleared_at,dict" unit:"draws" doc:"draws when the seat first held no tile of its void suit at the end of a turn; null for never"`
	ReadyAt   *int32 `parquet:"ready_at,dict" unit:"draws" doc:"draws when it first ended a turn ready; null for never"`
	ReadyWide *int32 `parquet:"ready_wide,dict" unit:"kinds" doc:"kinds it then waited on; null if never ready"`
	ReadyLive *int32 `parquet:"ready_live,dict" unit:"tiles" doc:"tiles of those kinds that it did not see; null if never ready"`
	WonAt     *int32 `parquet:"won_at,dict" unit:"draws" doc:"draws when it first won; null for never"`

	Melds          int32 `parquet:"melds,delta" unit:"melds" doc:"melds of all kinds"`
	ConcealedKongs int32 `parquet:"concealed_kongs,delta" unit:"melds" doc:"concealed kongs among them"`
	ClaimedKongs   int32 `parquet:"claimed_kongs,delta" unit:"melds" doc:"claimed kongs among them"`
	AddedKongs     int32 `parquet:"added_kongs,delta" unit:"melds" doc:"added kongs among them"`

	WinsByDiscard  int32  `parquet:"wins_by_discard,delta" unit:"wins" doc:"wins on discards"`
	WinsBySelfDraw int32  `parquet:"wins_by_self_draw,delta" unit:"wins" doc:"self-draws"`
	WinsByRobbing  int32  `parquet:"wins_by_robbing,delta" unit:"wins" doc:"wins by robbing a kong"`
	DealIns        int32  `parquet:"deal_ins,delta" unit:"wins" doc:"wins of others on the seat's tiles, robbed kongs included"`
	WinOrder       int32  `parquet:"win_order,delta" doc:"1 for the hand's first winner, shared by winners of one tile; 0 for none"`
	Ending         string `parquet:"ending,dict" doc:"where the seat stands at the end: won, ready, not_ready or flower_pig"`
	GamePoints     int32  `parquet:"game_points,delta" unit:"points" doc:"running points of the game before the hand"`

	Points             int32 `parquet:"points,delta" unit:"points" doc:"points of the hand, the sum of all points_ columns"`
	PointsDiscardWins  int32 `parquet:"points_discard_wins,delta" unit:"points" doc:"received for wins on discards"`
	PointsSelfDraws    int32 `parquet:"points_self_draws,delta" unit:"points" doc:"received for self-draws"`
	PointsRobbing      int32 `parquet:"points_robbing,delta" unit:"points" doc:"received for robbing kongs"`
	PointsDealIns      int32 `parquet:"points_deal_ins,delta" unit:"points" doc:"paid, negative, for discards that were won on"`
	PointsSelfDrawPaid int32 `parquet:"points_self_draws_paid,delta" unit:"points" doc:"paid, negative, for the others' self-draws"`
	PointsRobbed       int32 `parquet:"points_robbed,delta" unit:"points" doc:"paid, negative, for kongs that were robbed"`
	PointsKongs        int32 `parquet:"points_kongs,delta" unit:"points" doc:"received for kongs"`
	PointsKongsPaid    int32 `parquet:"points_kongs_paid,delta" unit:"points" doc:"paid, negative, for the others' kongs"`
	PointsReversals    int32 `parquet:"points_kong_reversals,delta" unit:"points" doc:"kong payments given back at once, either way"`
	PointsFlowerPig    int32 `parquet:"points_flower_pig,delta" unit:"points" doc:"flower pig, either way"`
	PointsReadyCheck   int32 `parquet:"points_ready_check,delta" unit:"points" doc:"ready check, either way"`
	PointsRefunds      int32 `parquet:"points_refunds,delta" unit:"points" doc:"kong payments given back at exhaustion, either way"`
}

// A WinRow is a row of the table wins: one win of a seat. The rows of a hand
// follow each other in the order in which the wins happened.
type WinRow struct {
	Hand          int64  `parquet:"hand,delta" doc:"index of the hand in the run, as in hands"`
	WinInHand     int32  `parquet:"win_in_hand,delta" doc:"place among the hand's wins, from 1"`
	Seat          int32  `parquet:"seat,delta" unit:"seat" doc:"the winner, 0-3"`
	FromSeat      int32  `parquet:"from_seat,delta" unit:"seat" doc:"who discarded the tile or announced the kong; the winner for a self-draw"`
	Tile          string `parquet:"tile,dict" doc:"the winning tile, such as 5m"`
	SelfDraw      bool   `parquet:"self_draw" doc:"the winner drew the tile"`
	OnReplacement bool   `parquet:"on_replacement" doc:"it replaced a kong's fourth tile"`
	ByRobbing     bool   `parquet:"by_robbing" doc:"it was being added to a pung"`
	WallEmpty     bool   `parquet:"wall_empty" doc:"no tile was left in the wall"`
	AfterKong     bool   `parquet:"after_kong" doc:"it is the discard that follows a kong"`
	OnDeal        bool   `parquet:"on_deal" doc:"the dealer's opening tiles were complete"`
	OnFirstDraw   bool   `parquet:"on_first_draw" doc:"another seat's first draw, nothing called before"`
	Patterns      string `parquet:"patterns,dict" doc:"names of the patterns, separated by commas in the order of the fan package; empty for a plain hand"`
	Fan           int32  `parquet:"fan,delta" unit:"fan" doc:"fan before the cap"`
	Points        int32  `parquet:"points,delta" unit:"points" doc:"base value of the win"`
	WallLeft      int32  `parquet:"wall_left,delta" unit:"tiles" doc:"tiles left in the wall"`
	Draws         int32  `parquet:"draws,delta" unit:"draws" doc:"the winner's draws so far"`
}

func handRow(o *sim.Outcome) HandRow {
	r := HandRow{
		Hand:       o.Hand,
		Game:       o.Game,
		HandInGame: int32(o.InGame),
		Dealer:     int32(o.Dealer),
		Direction:  int32(o.Direction),
		WallLeft:   int32(o.Left),
		Exhausted:  o.Exhausted,
		Winners:    int32(o.Winners),
		Wins:       int32(o.Wins),
		Actions:    int32(o.Actions),
		Trace:      o.Trace,
	}
	for s, p := range [...]*int32{&r.P0, &r.P1, &r.P2, &r.P3} {
		*p = int32(o.Seats[s].Account.Total())
	}
	return r
}

func seatRow(o *sim.Outcome, seat int, bots []Bot) SeatRow {
	s := &o.Seats[seat]
	return SeatRow{
		Hand:       o.Hand,
		Game:       o.Game,
		HandInGame: int32(o.InGame),
		Seat:       int32(seat),
		Bot:        bots[s.Bot].Spec,
		BotIndex:   int32(s.Bot),
		Dealer:     seat == o.Dealer,

		StartShanten: int32(s.StartShanten),
		LongestSuit:  int32(s.LongestSuit),
		Pairs:        int32(s.Pairs),

		ExchangeSuit: s.ExchangeSuit.String(),
		Void:         s.Void.String(),
		VoidTiles:    int32(s.VoidTiles),
		VoidShanten:  int32(s.VoidShanten),

		Draws:     int32(s.Draws),
		ClearedAt: milestone(s.Cleared),
		ReadyAt:   milestone(s.Milestones.Ready),
		ReadyWide: milestone(s.ReadyWide),
		ReadyLive: milestone(s.ReadyLive),
		WonAt:     milestone(s.Won),

		Melds:          int32(s.Melds),
		ConcealedKongs: int32(s.ConcealedKongs),
		ClaimedKongs:   int32(s.ClaimedKongs),
		AddedKongs:     int32(s.AddedKongs),

		WinsByDiscard:  int32(s.WinsByDiscard),
		WinsBySelfDraw: int32(s.WinsBySelfDraw),
		WinsByRobbing:  int32(s.WinsByRobbing),
		DealIns:        int32(s.DealIns),
		WinOrder:       int32(s.WinOrder),
		Ending:         s.Ending.String(),
		GamePoints:     int32(s.GamePoints),

		Points:             int32(s.Account.Total()),
		PointsDiscardWins:  s.Account[engine.FromDiscardWins],
		PointsSelfDraws:    s.Account[engine.FromSelfDraws],
		PointsRobbing:      s.Account[engine.FromRobbing],
		PointsDealIns:      s.Account[engine.FromDealIns],
		PointsSelfDrawPaid: s.Account[engine.FromSelfDrawPaid],
		PointsRobbed:       s.Account[engine.FromRobbed],
		PointsKongs:        s.Account[engine.FromKongs],
		PointsKongsPaid:    s.Account[engine.FromKongsPaid],
		PointsReversals:    s.Account[engine.FromReversals],
		PointsFlowerPig:    s.Account[engine.FromFlowerPig],
		PointsReadyCheck:   s.Account[engine.FromReadyCheck],
		PointsRefunds:      s.Account[engine.FromRefunds],
	}
}

const never = 255

var small = func() (t [256]int32) {
	for i := range t {
		t[i] = int32(i)
	}
	return t
}()

func milestone(m uint8) *int32 {
	if m == never {
		return nil
	}
	return &small[m]
}

type Bot struct{ Spec string }

func winRow(w *sim.Win, pat string) WinRow {
	has := func(f fan.Situation) bool { return w.Situation&f != 0 }
	return WinRow{
		Hand:          w.Hand,
		WinInHand:     int32(w.Order),
		Seat:          int32(w.Seat),
		FromSeat:      int32(w.From),
		Tile:          tileNames[w.Tile],
		SelfDraw:      has(fan.BySelfDraw),
		OnReplacement: has(fan.OnReplacement),
		ByRobbing:     has(fan.ByRobbing),
		WallEmpty:     has(fan.WallEmpty),
		AfterKong:     has(fan.AfterKong),
		OnDeal:        has(fan.OnDeal),
		OnFirstDraw:   has(fan.OnFirstDraw),
		Patterns:      pat,
		Fan:           int32(w.Fan),
		Points:        int32(w.Points),
		WallLeft:      int32(w.Left),
		Draws:         int32(w.Draws),
	}
}

var tileNames = func() (t [tile.Count + 1]string) {
	for i := range t {
		t[i] = tile.Tile(i).String()
	}
	return
}()
