package dataset

import (
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

// A seat is a row of the table seats.
type seat struct {
	hand *sim.Outcome
	own  *sim.SeatOutcome
	seat int
}

// maxLeft are the tiles left in the wall after the deal.
const maxLeft = tile.Total - 13*engine.NumSeats - 1

func handColumns() []column[*sim.Outcome] {
	type hand = *sim.Outcome
	points := func(name, meaning string, seat int) column[hand] {
		return derived(name, "points", meaning, func(o hand) int { return o.Seats[seat].Account.Total() })
	}
	return []column[hand]{
		index("hand", "index of the hand in the run; with the manifest's seed it fixes the wall", func(o hand) *int64 { return &o.Hand }).from(0),
		index("game", "index of the game in the run; a hand played alone is a game", func(o hand) *int64 { return &o.Game }).from(0),
		number("hand_in_game", "", "place of the hand in its game, from 0", func(o hand) *int { return &o.InGame }).from(0),
		number("dealer", "seat", "the dealer, 0-3", func(o hand) *int { return &o.Dealer }).from(0).to(3),
		number("direction", "seats", "how many seats further in turn order exchanged tiles went, 0 without exchange", func(o hand) *int { return &o.Direction }).from(0).to(3),
		number("wall_left", "tiles", "tiles left in the wall at the end", func(o hand) *int { return &o.Left }).from(0).to(maxLeft),
		truth("exhausted", "the hand ended with an empty wall", func(o hand) *bool { return &o.Exhausted }),
		number("winners", "seats", "seats that have won", func(o hand) *int { return &o.Winners }).from(0).to(4),
		number("wins", "wins", "rows of the hand in the table wins; more than winners only in blood flow", func(o hand) *int { return &o.Wins }).from(0),
		number("actions", "actions", "actions of all seats, forced ones included", func(o hand) *int { return &o.Actions }).from(1),
		digest("trace", "hash of all actions in order; hands that were played alike share it", func(o hand) *uint64 { return &o.Trace }),
		points("p0", "points of seat 0 in the hand; p0 to p3 sum to zero", 0),
		points("p1", "points of seat 1 in the hand", 1),
		points("p2", "points of seat 2 in the hand", 2),
		points("p3", "points of seat 3 in the hand", 3),
	}
}

func seatColumns(bots []string) []column[seat] {
	suits := []string{"m", "p", "s", "-"}
	columns := []column[seat]{
		unread(index("hand", "index of the hand in the run, as in hands", func(s seat) *int64 { return &s.hand.Hand })).from(0),
		unread(index("game", "index of the game in the run, as in hands", func(s seat) *int64 { return &s.hand.Game })).from(0),
		derived("hand_in_game", "", "place of the hand in its game, from 0", func(s seat) int { return s.hand.InGame }).from(0),
		derived("seat", "seat", "the seat, 0-3; play goes 0, 1, 2, 3", func(s seat) int { return s.seat }).from(0).to(3),
		word("bot", "spec of the bot that plays the seat", bots, func(s seat) *int { return &s.own.Bot }),
		condition("dealer", "the seat is the dealer", func(s seat) bool { return s.seat == s.hand.Dealer }),

		number("start_shanten", "shanten", "shanten of the tiles as dealt, under the best void suit; -1 complete, 0 ready", func(s seat) *int { return &s.own.StartShanten }).from(-1).to(8),
		number("longest_suit", "tiles", "tiles in the longest suit, as dealt", func(s seat) *int { return &s.own.LongestSuit }).from(5).to(14),
		number("pairs", "pairs", "pairs as dealt; four of a kind are two", func(s seat) *int { return &s.own.Pairs }).from(0).to(7),

		word("exchange_suit", "suit of the first tile passed on in the exchange: m, p or s, or - without exchange", suits, func(s seat) *tile.Suit { return &s.own.ExchangeSuit }),
		word("void", "the void suit: m, p or s", suits, func(s seat) *tile.Suit { return &s.own.Void }),
		number("void_tiles", "tiles", "tiles of the void suit held when it was named", func(s seat) *int { return &s.own.VoidTiles }).from(0).to(14),
		number("void_shanten", "shanten", "shanten when the void suit was named, under it", func(s seat) *int { return &s.own.VoidShanten }).from(-1).to(13),

		number("draws", "draws", "the seat's draws in the hand, replacement tiles included; the opening counts as none", func(s seat) *uint8 { return &s.own.Draws }).from(0),
		milestone("cleared_at", "the seat's draws when it first held no tile of its void suit at the end of a turn; null for never", func(s seat) *uint8 { return &s.own.Cleared }).from(0),
		milestone("ready_at", "the seat's draws when it first ended a turn ready; null for never", func(s seat) *uint8 { return &s.own.Milestones.Ready }).from(0),
		onceReady("ready_wide", "kinds", "kinds it then waited on; null if it never was", func(s seat) *uint8 { return &s.own.ReadyWide }).from(0).to(27),
		onceReady("ready_live", "tiles", "tiles of those kinds that it did not see; null if it never was", func(s seat) *uint8 { return &s.own.ReadyLive }).from(0).to(108),
		milestone("won_at", "the seat's draws when it first won; null for never", func(s seat) *uint8 { return &s.own.Won }).from(0),

		number("melds", "melds", "melds of all kinds", func(s seat) *int { return &s.own.Melds }).from(0).to(4),
		number("concealed_kongs", "melds", "concealed kongs among the melds", func(s seat) *int { return &s.own.ConcealedKongs }).from(0).to(4),
		number("claimed_kongs", "melds", "claimed kongs among the melds", func(s seat) *int { return &s.own.ClaimedKongs }).from(0).to(4),
		number("added_kongs", "melds", "added kongs among the melds", func(s seat) *int { return &s.own.AddedKongs }).from(0).to(4),
		number("wins_by_discard", "wins", "wins on discards", func(s seat) *int { return &s.own.WinsByDiscard }).from(0),
		number("wins_by_self_draw", "wins", "self-draws", func(s seat) *int { return &s.own.WinsBySelfDraw }).from(0),
		number("wins_by_robbing", "wins", "wins by robbing a kong", func(s seat) *int { return &s.own.WinsByRobbing }).from(0),
		number("deal_ins", "wins", "wins of others on the seat's tiles, robbed kongs included", func(s seat) *int { return &s.own.DealIns }).from(0),
		number("win_order", "", "1 for the hand's first winner, shared by the winners of one tile; 0 for none", func(s seat) *int { return &s.own.WinOrder }).from(0).to(4),
		word("ending", "where the seat stands at the end: won, ready, not_ready or flower_pig", standings(), func(s seat) *engine.Standing { return &s.own.Ending }),
		number("game_points", "points", "running points of the game before the hand", func(s seat) *int { return &s.own.GamePoints }),
		derived("points", "points", "points of the hand: the sum of the columns that follow", func(s seat) int { return s.own.Account.Total() }),
	}
	for i, c := range accountColumns(func(s seat) *engine.Account { return &s.own.Account }) {
		columns = append(columns, signed(c, engine.Source(i).Sign()))
	}
	forfeited := truth("forfeited", "the seat's external bot failed in the hand, and the bot timeout played the rest of it", func(s seat) *bool { return &s.own.Forfeited })
	forfeited.added = true
	return append(columns, forfeited)
}

// accountColumns are the points by source, one column a source in their order.
func accountColumns[R any](account func(R) *engine.Account) []column[R] {
	var columns []column[R]
	for source := range engine.NumSources {
		columns = append(columns, number(source.Column(), "points", source.Meaning(),
			func(row R) *int32 { return &account(row)[source] }))
	}
	return columns
}

// signed bounds a column of the account by the way its points can go.
func signed(c column[seat], sign engine.Sign) column[seat] {
	switch sign {
	case engine.Received:
		return c.from(0)
	case engine.Paid:
		return c.to(0)
	}
	return c
}

func winColumns() []column[*sim.Win] {
	type win = *sim.Win
	situation := func(w win) *fan.Situation { return &w.Situation }
	return []column[win]{
		index("hand", "index of the hand in the run, as in hands", func(w win) *int64 { return &w.Hand }).from(0),
		number("win_in_hand", "", "place among the hand's wins, from 1", func(w win) *int { return &w.Order }).from(1),
		number("seat", "seat", "the winner, 0-3", func(w win) *int { return &w.Seat }).from(0).to(3),
		number("from_seat", "seat", "who discarded the tile or announced the kong; the winner for a self-draw", func(w win) *int { return &w.From }).from(0).to(3),
		word("tile", "the winning tile, such as 5m; -- for complete opening tiles, which no tile completed", tiles(), func(w win) *tile.Tile { return &w.Tile }),
		bit("self_draw", "the winner drew the tile", fan.BySelfDraw, situation),
		bit("on_replacement", "the tile replaced a kong's fourth", fan.OnReplacement, situation),
		bit("by_robbing", "the tile was being added to a pung", fan.ByRobbing, situation),
		bit("wall_empty", "no tile was left in the wall", fan.WallEmpty, situation),
		bit("after_kong", "the tile is the discard that follows a kong", fan.AfterKong, situation),
		bit("on_deal", "the dealer's opening tiles were complete", fan.OnDeal, situation),
		bit("on_first_draw", "another seat's first draw, nothing called before", fan.OnFirstDraw, situation),
		patterns("patterns", "names of the patterns joined by commas, such as full_flush,root; empty for a plain win"),
		number("fan", "fan", "fan before the cap", func(w win) *int { return &w.Fan }).from(0),
		number("points", "points", "base value of the win", func(w win) *int { return &w.Points }).from(0),
		number("wall_left", "tiles", "tiles left in the wall", func(w win) *int { return &w.Left }).from(0).to(maxLeft),
		number("draws", "draws", "the winner's draws so far", func(w win) *int { return &w.Draws }).from(0),
	}
}

// unread makes a column one that reading skips.
func unread[R any](c column[R]) column[R] {
	c.set = nil
	return c
}

// never is a milestone that was not reached.
const never = 255

// milestone is a count of draws, null for never.
func milestone(name, meaning string, at func(seat) *uint8) column[seat] {
	return optional(name, "draws", meaning, never, func(s seat) bool { return *at(s) == never }, at)
}

// onceReady is a property of the first wait, null for a seat that never was
// ready.
func onceReady(name, unit, meaning string, at func(seat) *uint8) column[seat] {
	return optional(name, unit, meaning, 0, func(s seat) bool { return s.own.Milestones.Ready == never }, at)
}

// patterns is a set of patterns as text. The same few sets come again and
// again, so that both ways are looked up.
func patterns(name, meaning string) column[*sim.Win] {
	texts := map[fan.Patterns]parquet.Value{}
	sets := map[string]fan.Patterns{}
	return column[*sim.Win]{
		Column: Column{Name: name, Type: "text", Meaning: meaning, Names: patternNames()},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []*sim.Win) {
			for i, w := range rows {
				v, ok := texts[w.Patterns]
				if !ok {
					v = textValue(patternsText(w.Patterns))
					texts[w.Patterns] = v
				}
				dst[i] = v
			}
		},
		set: func(rows []*sim.Win, values []parquet.Value) error {
			for i, v := range values {
				set, ok := sets[string(v.ByteArray())]
				if !ok {
					text := string(v.ByteArray())
					if set, ok = parsePatterns(text); !ok {
						return fmt.Errorf("unknown patterns %q", text)
					}
					sets[text] = set
				}
				rows[i].Patterns = set
			}
			return nil
		},
	}
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

func standings() []string {
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
