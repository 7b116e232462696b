package dataset

import (
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
	"xuezhan/sim"
	"xuezhan/sim/column"
)

// A seat is a row of the table seats.
type seat struct {
	hand *sim.Outcome
	own  *sim.SeatOutcome
	seat int
}

// maxLeft are the tiles left in the wall after the deal.
const maxLeft = tile.Total - 13*engine.NumSeats - 1

func handColumns() []column.Typed[*sim.Outcome] {
	type hand = *sim.Outcome
	points := func(name, meaning string, seat int) column.Typed[hand] {
		return column.Derived(name, "points", meaning, func(o hand) int { return o.Seats[seat].Account.Total() })
	}
	return []column.Typed[hand]{
		column.Index("hand", "index of the hand in the run; with the manifest's seed it fixes the wall", func(o hand) *int64 { return &o.Hand }).From(0),
		column.Index("game", "index of the game in the run; a hand played alone is a game", func(o hand) *int64 { return &o.Game }).From(0),
		column.Number("hand_in_game", "", "place of the hand in its game, from 0", func(o hand) *int { return &o.InGame }).From(0),
		column.Number("dealer", "seat", "the dealer, 0-3", func(o hand) *int { return &o.Dealer }).From(0).To(3),
		column.Number("direction", "seats", "how many seats further in turn order exchanged tiles went, 0 without exchange", func(o hand) *int { return &o.Direction }).From(0).To(3),
		column.Number("wall_left", "tiles", "tiles left in the wall at the end", func(o hand) *int { return &o.Left }).From(0).To(maxLeft),
		column.Truth("exhausted", "the hand ended with an empty wall", func(o hand) *bool { return &o.Exhausted }),
		column.Number("winners", "seats", "seats that have won", func(o hand) *int { return &o.Winners }).From(0).To(4),
		column.Number("wins", "wins", "rows of the hand in the table wins; more than winners only in blood flow", func(o hand) *int { return &o.Wins }).From(0),
		column.Number("actions", "actions", "actions of all seats, forced ones included", func(o hand) *int { return &o.Actions }).From(1),
		column.Digest("trace", "hash of all actions in order; hands that were played alike share it", func(o hand) *uint64 { return &o.Trace }),
		points("p0", "points of seat 0 in the hand; p0 to p3 sum to zero", 0),
		points("p1", "points of seat 1 in the hand", 1),
		points("p2", "points of seat 2 in the hand", 2),
		points("p3", "points of seat 3 in the hand", 3),
	}
}

func seatColumns(bots []string) []column.Typed[seat] {
	suits := []string{"m", "p", "s", "-"}
	columns := []column.Typed[seat]{
		column.Unread(column.Index("hand", "index of the hand in the run, as in hands", func(s seat) *int64 { return &s.hand.Hand })).From(0),
		column.Unread(column.Index("game", "index of the game in the run, as in hands", func(s seat) *int64 { return &s.hand.Game })).From(0),
		column.Derived("hand_in_game", "", "place of the hand in its game, from 0", func(s seat) int { return s.hand.InGame }).From(0),
		column.Derived("seat", "seat", "the seat, 0-3; play goes 0, 1, 2, 3", func(s seat) int { return s.seat }).From(0).To(3),
		column.Word("bot", "spec of the bot that plays the seat", bots, func(s seat) *int { return &s.own.Bot }),
		column.Condition("dealer", "the seat is the dealer", func(s seat) bool { return s.seat == s.hand.Dealer }),

		column.Number("start_shanten", "shanten", "shanten of the tiles as dealt, under the best void suit; -1 complete, 0 ready", func(s seat) *int { return &s.own.StartShanten }).From(-1).To(8),
		column.Number("longest_suit", "tiles", "tiles in the longest suit, as dealt", func(s seat) *int { return &s.own.LongestSuit }).From(5).To(14),
		column.Number("pairs", "pairs", "pairs as dealt; four of a kind are two", func(s seat) *int { return &s.own.Pairs }).From(0).To(7),

		column.Word("exchange_suit", "suit of the first tile passed on in the exchange: m, p or s, or - without exchange", suits, func(s seat) *tile.Suit { return &s.own.ExchangeSuit }),
		column.Word("void", "the void suit: m, p or s", suits, func(s seat) *tile.Suit { return &s.own.Void }),
		column.Number("void_tiles", "tiles", "tiles of the void suit held when it was named", func(s seat) *int { return &s.own.VoidTiles }).From(0).To(14),
		column.Number("void_shanten", "shanten", "shanten when the void suit was named, under it", func(s seat) *int { return &s.own.VoidShanten }).From(-1).To(13),

		column.Number("draws", "draws", "the seat's draws in the hand, replacement tiles included; the opening counts as none", func(s seat) *uint8 { return &s.own.Draws }).From(0),
		milestone("cleared_at", "the seat's draws when it first held no tile of its void suit at the end of a turn; null for never", func(s seat) *uint8 { return &s.own.Cleared }).From(0),
		milestone("ready_at", "the seat's draws when it first ended a turn ready; null for never", func(s seat) *uint8 { return &s.own.Milestones.Ready }).From(0),
		onceReady("ready_wide", "kinds", "kinds it then waited on; null if it never was", func(s seat) *uint8 { return &s.own.ReadyWide }).From(0).To(27),
		onceReady("ready_live", "tiles", "tiles of those kinds that it did not see; null if it never was", func(s seat) *uint8 { return &s.own.ReadyLive }).From(0).To(108),
		milestone("won_at", "the seat's draws when it first won; null for never", func(s seat) *uint8 { return &s.own.Won }).From(0),

		column.Number("melds", "melds", "melds of all kinds", func(s seat) *int { return &s.own.Melds }).From(0).To(4),
		column.Number("concealed_kongs", "melds", "concealed kongs among the melds", func(s seat) *int { return &s.own.ConcealedKongs }).From(0).To(4),
		column.Number("claimed_kongs", "melds", "claimed kongs among the melds", func(s seat) *int { return &s.own.ClaimedKongs }).From(0).To(4),
		column.Number("added_kongs", "melds", "added kongs among the melds", func(s seat) *int { return &s.own.AddedKongs }).From(0).To(4),
		column.Number("wins_by_discard", "wins", "wins on discards", func(s seat) *int { return &s.own.WinsByDiscard }).From(0),
		column.Number("wins_by_self_draw", "wins", "self-draws", func(s seat) *int { return &s.own.WinsBySelfDraw }).From(0),
		column.Number("wins_by_robbing", "wins", "wins by robbing a kong", func(s seat) *int { return &s.own.WinsByRobbing }).From(0),
		column.Number("deal_ins", "wins", "wins of others on the seat's tiles, robbed kongs included", func(s seat) *int { return &s.own.DealIns }).From(0),
		column.Number("win_order", "", "1 for the hand's first winner, shared by the winners of one tile; 0 for none", func(s seat) *int { return &s.own.WinOrder }).From(0).To(4),
		column.Word("ending", "where the seat stands at the end: won, ready, not_ready or flower_pig", Standings(), func(s seat) *engine.Standing { return &s.own.Ending }),
		column.Number("game_points", "points", "running points of the game before the hand", func(s seat) *int { return &s.own.GamePoints }),
		column.Derived("points", "points", "points of the hand: the sum of the columns that follow", func(s seat) int { return s.own.Account.Total() }),
	}
	for i, c := range AccountColumns(func(s seat) *engine.Account { return &s.own.Account }) {
		columns = append(columns, signed(c, engine.Source(i).Sign()))
	}
	forfeited := column.Truth("forfeited", "the seat's external bot failed in the hand, and the bot timeout played the rest of it", func(s seat) *bool { return &s.own.Forfeited })
	return append(columns, forfeited.Added())
}

// AccountColumns are the points by source, one column a source in their order.
func AccountColumns[R any](account func(R) *engine.Account) []column.Typed[R] {
	var columns []column.Typed[R]
	for source := range engine.NumSources {
		columns = append(columns, column.Number(source.Column(), "points", source.Meaning(),
			func(row R) *int32 { return &account(row)[source] }))
	}
	return columns
}

// signed bounds a column of the account by the way its points can go.
func signed(c column.Typed[seat], sign engine.Sign) column.Typed[seat] {
	switch sign {
	case engine.Received:
		return c.From(0)
	case engine.Paid:
		return c.To(0)
	}
	return c
}

func winColumns() []column.Typed[*sim.Win] {
	type win = *sim.Win
	situation := func(w win) *fan.Situation { return &w.Situation }
	return []column.Typed[win]{
		column.Index("hand", "index of the hand in the run, as in hands", func(w win) *int64 { return &w.Hand }).From(0),
		column.Number("win_in_hand", "", "place among the hand's wins, from 1", func(w win) *int { return &w.Order }).From(1),
		column.Number("seat", "seat", "the winner, 0-3", func(w win) *int { return &w.Seat }).From(0).To(3),
		column.Number("from_seat", "seat", "who discarded the tile or announced the kong; the winner for a self-draw", func(w win) *int { return &w.From }).From(0).To(3),
		column.Word("tile", "the winning tile, such as 5m; -- for complete opening tiles, which no tile completed", tiles(), func(w win) *tile.Tile { return &w.Tile }),
		column.Bit("self_draw", "the winner drew the tile", fan.BySelfDraw, situation),
		column.Bit("on_replacement", "the tile replaced a kong's fourth", fan.OnReplacement, situation),
		column.Bit("by_robbing", "the tile was being added to a pung", fan.ByRobbing, situation),
		column.Bit("wall_empty", "no tile was left in the wall", fan.WallEmpty, situation),
		column.Bit("after_kong", "the tile is the discard that follows a kong", fan.AfterKong, situation),
		column.Bit("on_deal", "the dealer's opening tiles were complete", fan.OnDeal, situation),
		column.Bit("on_first_draw", "another seat's first draw, nothing called before", fan.OnFirstDraw, situation),
		patterns("patterns", "names of the patterns joined by commas, such as full_flush,root; empty for a plain win"),
		column.Number("fan", "fan", "fan before the cap", func(w win) *int { return &w.Fan }).From(0),
		column.Number("points", "points", "base value of the win", func(w win) *int { return &w.Points }).From(0),
		column.Number("wall_left", "tiles", "tiles left in the wall", func(w win) *int { return &w.Left }).From(0).To(maxLeft),
		column.Number("draws", "draws", "the winner's draws so far", func(w win) *int { return &w.Draws }).From(0),
	}
}

// never is a milestone that was not reached.
const never = 255

// milestone is a count of draws, null for never.
func milestone(name, meaning string, at func(seat) *uint8) column.Typed[seat] {
	return column.Optional(name, "draws", meaning, never, func(s seat) bool { return *at(s) == never }, at)
}

// onceReady is a property of the first wait, null for a seat that never was
// ready.
func onceReady(name, unit, meaning string, at func(seat) *uint8) column.Typed[seat] {
	return column.Optional(name, unit, meaning, 0, func(s seat) bool { return s.own.Milestones.Ready == never }, at)
}

// patterns is a set of patterns as text.
func patterns(name, meaning string) column.Typed[*sim.Win] {
	c := column.Parsed(name, meaning, func(w *sim.Win) *fan.Patterns { return &w.Patterns }, patternsText, parsePatterns)
	return c.Listing(patternNames())
}

func patternsText(set fan.Patterns) string {
	var names []string
	for p := range fan.NumPatterns {
		if set.Has(p) {
			names = append(names, p.String())
		}
	}
	return strings.Join(names, ",")
}

func parsePatterns(text string) (fan.Patterns, bool) {
	var set fan.Patterns
	if text == "" {
		return set, true
	}
	for name := range strings.SplitSeq(text, ",") {
		p := fan.Pattern(0)
		for p < fan.NumPatterns && p.String() != name {
			p++
		}
		if p == fan.NumPatterns {
			return 0, false
		}
		set |= fan.Of(p)
	}
	return set, true
}

func patternNames() []string {
	var names []string
	for p := range fan.NumPatterns {
		names = append(names, p.String())
	}
	return names
}

func Standings() []string {
	var words []string
	for s := engine.Won; s <= engine.FlowerPig; s++ {
		words = append(words, s.String())
	}
	return words
}

func tiles() []string {
	var words []string
	for t := tile.Tile(0); t <= tile.None; t++ {
		words = append(words, t.String())
	}
	return words
}
