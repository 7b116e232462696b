package report

import (
	"bytes"
	"encoding/json"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/sim/stats"
)

// A Report is what a run shows. Points are per hand of one seat; rates are
// shares in [0, 1] unless said otherwise; intervals hold at Level, each by
// itself. It may be embedded in a larger struct: it writes plain JSON fields.
type Report struct {
	Level        float64 `json:"level"`
	Unit         string  `json:"unit"` // what is independent: "hand" or "game"
	Units        int64   `json:"units"`
	Hands        int64   `json:"hands"`
	HandsPerGame int     `json:"hands_per_game"`

	ExhaustedRate         Number   `json:"exhausted_rate"` // hands that ended with an empty wall
	ExhaustedRateInterval Bounds   `json:"exhausted_rate_interval"`
	WinsPerHand           Estimate `json:"wins_per_hand"` // of the whole table
	Winners               [5]int64 `json:"winners"`       // hands by number of winners, from none

	Bots        []Bot        `json:"bots"`
	Differences []Difference `json:"differences"` // of every two bots that met
	Notes       []Note       `json:"notes"`
}

// A Bot is what a report has of one bot, over all seats it held.
type Bot struct {
	Policy string `json:"policy"`
	Hands  int64  `json:"hands"` // seats of hands
	// Forfeited counts those in which the bot failed and timeout played on.
	Forfeited int64 `json:"forfeited,omitempty"`

	Points Estimate    `json:"points"`
	Causes Causes      `json:"causes"` // points by source; they add up to Points
	Groups CauseGroups `json:"cause_groups"`

	WinRate         Number `json:"win_rate"` // hands in which the seat won
	WinRateInterval Bounds `json:"win_rate_interval"`
	WinsPerHand     Number `json:"wins_per_hand"` // more than WinRate only in blood flow

	SelfDrawRate         Number `json:"self_draw_rate"` // of wins; so are the next two
	SelfDrawRateInterval Bounds `json:"self_draw_rate_interval"`
	DiscardRate          Number `json:"discard_rate"`
	DiscardRateInterval  Bounds `json:"discard_rate_interval"`
	RobbingRate          Number `json:"robbing_rate"`
	RobbingRateInterval  Bounds `json:"robbing_rate_interval"`

	DealInRate         Number `json:"deal_in_rate"` // wins of others on the seat's tiles, per hand; may exceed 1
	DealInRateInterval Bounds `json:"deal_in_rate_interval"`

	Fan       Estimate          `json:"fan"`        // of a win, before the cap
	WinPoints Estimate          `json:"win_points"` // base points of a win
	FanCounts [maxFan + 1]int64 `json:"fan_counts"` // wins by fan, the last one "or more"
	Patterns  Patterns          `json:"patterns"`   // share of wins that have each pattern

	Cleared   Milestone `json:"cleared"` // first without tiles of the void suit at the end of a turn
	Ready     Milestone `json:"ready"`   // first ready at the end of a turn
	FirstWin  Milestone `json:"first_win"`
	ReadyWide Estimate  `json:"ready_kinds"` // kinds waited on when first ready
	ReadyLive Estimate  `json:"ready_live"`  // tiles of these not seen

	FlowerPigRate                 Number `json:"flower_pig_rate"` // of hands
	FlowerPigRateInterval         Bounds `json:"flower_pig_rate_interval"`
	ReadyAtExhaustionRate         Number `json:"ready_at_exhaustion_rate"` // of seats without a win when the wall was empty
	ReadyAtExhaustionRateInterval Bounds `json:"ready_at_exhaustion_rate_interval"`

	AsDealer    Estimate  `json:"points_as_dealer"`
	AsOther     Estimate  `json:"points_as_other"`
	ByWinOrder  WinOrders `json:"by_win_order"`
	Kongs       Kongs     `json:"kongs"`
	Games       *Games    `json:"games,omitempty"` // where whole games were played
	LongestSuit []Start   `json:"by_longest_suit"`
	Pairs       []Start   `json:"by_pairs"`

	PointCounts    []PointCount `json:"point_counts"`    // hands by their points, from the most lost
	WinDraws       []int64      `json:"win_draw_counts"` // wins by the winner's draws until then, from none
	Shanten        []Start      `json:"by_start_shanten"`
	SuitAndShanten []Start      `json:"by_longest_suit_and_start_shanten"`
}

// A Cause is the points per hand from one source.
type Cause struct {
	Estimate
	Total int64 `json:"total"` // points of the whole run
}

// Causes are the points per hand by source. In JSON they are an object in the
// order of the sources.
type Causes [engine.NumSources]Cause

// MarshalJSON writes the object.
func (c Causes) MarshalJSON() ([]byte, error) {
	return object(len(c), func(i int) (string, any) { return engine.Source(i).String(), c[i] })
}

// CauseGroups are the points per hand by groups of sources, in the order of
// engine.SourceGroups: each source is in one of them. In JSON they are an object
// in that order.
type CauseGroups []Estimate

// MarshalJSON writes the object.
func (c CauseGroups) MarshalJSON() ([]byte, error) {
	return object(len(c), func(i int) (string, any) { return sourceGroups[i].Name, c[i] })
}

// Patterns are shares of wins. In JSON they are an object in the order of the
// patterns.
type Patterns [fan.NumPatterns]Number

// MarshalJSON writes the object.
func (p Patterns) MarshalJSON() ([]byte, error) {
	return object(len(p), func(i int) (string, any) { return fan.Pattern(i).String(), p[i] })
}

// A Milestone is something a seat may reach in a hand: the share of hands in
// which it did, and after how many draws of its own.
type Milestone struct {
	Share         Number   `json:"share"`
	ShareInterval Bounds   `json:"share_interval"`
	Draws         Estimate `json:"draws"`
	Quarter       Number   `json:"p25"`
	Median        Number   `json:"p50"`
	ThreeQuarters Number   `json:"p75"`
	Counts        []int64  `json:"draw_counts"` // hands by number of draws, from none
}

// WinOrders are a bot's hands by its order among the winners. Winners of one
// tile share theirs.
type WinOrders struct {
	First  Order `json:"first"`
	Second Order `json:"second"`
	Third  Order `json:"third"`
	Fourth Order `json:"fourth"` // in blood flow
	NotWon Order `json:"not_won"`
}

// An Order is the share of hands with one order, and the points of these.
type Order struct {
	Share  Number   `json:"share"`
	Points Estimate `json:"points"`
}

// Kongs are kongs per hand by kind.
type Kongs struct {
	Concealed Estimate `json:"concealed"`
	Claimed   Estimate `json:"claimed"`
	Added     Estimate `json:"added"`
}

// Games are the whole games of a bot, one for each seat it held at the end.
type Games struct {
	Games  int64                   `json:"games"`
	Points Estimate                `json:"points"`       // running points at the end
	Place  Estimate                `json:"place"`        // 1 to 4, ties sharing the mean of theirs
	Places [engine.NumSeats]Number `json:"place_shares"` // ties sharing the best of theirs
}

// A PointCount is how many hands brought points From to To; the outermost are
// open to one side.
type PointCount struct {
	From  *int64 `json:"from"`
	To    *int64 `json:"to"`
	Hands int64  `json:"hands"`
	Share Number `json:"share"` // of the bot's hands
}

// A Start is a bot's points per hand from hands dealt a kind of tiles.
type Start struct {
	Kind   string    `json:"kind"`              // of the longest suit where there is a shanten too
	And    string    `json:"shanten,omitempty"` // under the best void suit
	Hands  int64     `json:"hands"`
	Share  Number    `json:"share"`  // of the bot's hands
	Points *Estimate `json:"points"` // null where there are too few
}

// A Difference compares two bots over the same units: the points per hand of A
// less those of B.
type Difference struct {
	A          string        `json:"a"`
	B          string        `json:"b"`
	IndexA     int           `json:"index_a"` // into Bots
	IndexB     int           `json:"index_b"`
	Together   int64         `json:"units_together"` // units in which both sat at the table
	Difference Estimate      `json:"difference"`
	P          Number        `json:"p"`
	PAdjusted  Number        `json:"p_adjusted"` // for the pairs of bots
	Verdict    stats.Finding `json:"verdict"`

	LongestSuit []StartDifference `json:"by_longest_suit"`
	Pairs       []StartDifference `json:"by_pairs"`
	Both        []StartDifference `json:"by_longest_suit_and_pairs"`
}

// A StartDifference compares the hands in which either bot was dealt a kind of
// tiles itself. Where there are too few there is no number.
type StartDifference struct {
	LongestSuit string        `json:"longest_suit,omitempty"`
	Pairs       string        `json:"pairs,omitempty"`
	Share       Number        `json:"share"` // of both bots' hands
	HandsA      int64         `json:"hands_a"`
	HandsB      int64         `json:"hands_b"`
	A           *Estimate     `json:"points_a"`
	B           *Estimate     `json:"points_b"`
	Difference  *Estimate     `json:"difference"`
	P           Number        `json:"p"`
	PAdjusted   Number        `json:"p_adjusted"` // for all kinds of start of all pairs of bots
	Verdict     stats.Finding `json:"verdict"`
}

// A Note is something a reader should know, and of what.
type Note struct {
	Warning  stats.Warning `json:"warning"`
	Sentence string        `json:"sentence"`
	Where    []string      `json:"where"`
}

// object writes n fields as a JSON object in their order.
func object(n int, field func(int) (string, any)) ([]byte, error) {
	var b bytes.Buffer
	for i := range n {
		name, value := field(i)
		data, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		b.WriteString(",\"" + name + "\":")
		b.Write(data)
	}
	fields := append([]byte("{"), bytes.TrimPrefix(b.Bytes(), []byte(","))...)
	return append(fields, '}'), nil
}
