package report

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// A RunTally counts a run's outcomes: by bot for the report and, where a reader of
// JSON wants them, by the seats of the run's list.
type RunTally struct {
	bots  *Tally
	seats *seatTally // nil unless wanted
}

// A seatTally counts outcomes by listed seat as if each were played by a bot of
// its own.
type seatTally struct {
	*Tally
	rotate bool
	batch  sim.Batch // the batch with seats in the place of bots
}

// NewRunTally returns an empty tally by bot for a run's inputs.
func NewRunTally(in *dataset.Inputs) (*RunTally, error) {
	bots, err := New(config(in))
	t := &RunTally{bots: bots}
	if err == nil && in.Hand != "" { // what the hand is worth is said of its seat
		err = t.countSeats(in)
	}
	return t, err
}

// NewSeatTally returns an empty tally by bot and by listed seat.
func NewSeatTally(in *dataset.Inputs) (*RunTally, error) {
	t, err := NewRunTally(in)
	if err != nil {
		return nil, err
	}
	return t, t.countSeats(in)
}

// countSeats makes the tally one by listed seat, too.
func (t *RunTally) countSeats(in *dataset.Inputs) error {
	c := config(in)
	c.Bots = nil
	for _, bot := range in.Seats {
		c.Bots = append(c.Bots, in.Bots[bot].Spec)
	}
	seats, err := New(c)
	t.seats = &seatTally{Tally: seats, rotate: in.Rotate}
	return err
}

// config returns what a tally by bot counts.
func config(in *dataset.Inputs) Config {
	c := Config{HandsPerGame: 1, Ranking: in.Rules.Ranking}
	if in.Games > 0 {
		c.HandsPerGame = in.Rules.HandsPerGame
	}
	for _, b := range in.Bots {
		c.Bots = append(c.Bots, b.Spec)
	}
	return c
}

// Add counts a batch.
func (t *RunTally) Add(b *sim.Batch) {
	t.bots.Add(b)
	if t.seats != nil {
		t.seats.add(b)
	}
}

// Merge adds all that another tally of the same run has counted.
func (t *RunTally) Merge(o *RunTally) {
	t.bots.Merge(o.bots)
	if t.seats != nil {
		t.seats.Merge(o.seats.Tally)
	}
}

// add counts a batch by listed seat: the one itself or, where the seating turns,
// the one that many places further which is the number of the hand or game.
func (t *seatTally) add(b *sim.Batch) {
	t.batch.Outcomes = append(t.batch.Outcomes[:0], b.Outcomes...)
	t.batch.Wins = b.Wins
	for i := range t.batch.Outcomes {
		o := &t.batch.Outcomes[i]
		turned := 0
		if t.rotate {
			turned = int(o.Game % engine.NumSeats)
		}
		for s := range o.Seats {
			o.Seats[s].Bot = (s + turned) % engine.NumSeats
		}
	}
	t.Add(&t.batch)
}

// A RunSummary is a run's report with what identifies the run. As JSON it is one
// object with the report's fields and its own.
type RunSummary struct {
	Rules     string         `json:"rules"`
	RulesHash string         `json:"rules_hash"`
	Seed      uint64         `json:"seed,string"`
	Walls     string         `json:"walls"`
	Rotate    bool           `json:"rotate"`
	Version   string         `json:"version"`
	Games     int64          `json:"games"` // 0 where hands were played alone
	Hands     int64          `json:"hands"`
	Planned   int64          `json:"planned_hands"` // more than Hands if the run did not finish
	Seconds   *float64       `json:"seconds,omitempty"`
	Speed     *float64       `json:"hands_per_s,omitempty"`
	Digest    string         `json:"digest"`            // empty if the run did not finish
	Partial   bool           `json:"partial,omitempty"` // the run was interrupted, and is not stored
	Decks     *dataset.Decks `json:"decks,omitempty"`
	Hand      string         `json:"hand,omitempty"` // the tiles that seat 0 is dealt
	Seats     []SeatSummary  `json:"seats"`          // empty unless they were counted
	*Report
}

// A SeatSummary is what a summary has of one of the seats that were listed. It is
// the bot's at that place of the list, wherever it sat at the table.
type SeatSummary struct {
	Seat                  int      `json:"seat"`
	Policy                string   `json:"policy"`
	Hands                 int64    `json:"hands"`
	Points                Estimate `json:"points"`
	Causes                Causes   `json:"causes"`
	WinRate               Number   `json:"win_rate"`
	WinsPerHand           Number   `json:"wins_per_hand"`
	SelfDrawRate          Number   `json:"self_draw_rate"`
	DiscardRate           Number   `json:"discard_rate"`
	RobbingRate           Number   `json:"robbing_rate"`
	DealInRate            Number   `json:"deal_in_rate"`
	Fan                   Estimate `json:"fan"`
	WinPoints             Estimate `json:"win_points"`
	FlowerPigRate         Number   `json:"flower_pig_rate"`
	ReadyAtExhaustionRate Number   `json:"ready_at_exhaustion_rate"`
}

// Summary returns what the tally shows of the run, with intervals of a level.
func (t *RunTally) Summary(in *dataset.Inputs, level float64) *RunSummary {
	s := &RunSummary{
		Rules: in.Rules.Name, RulesHash: in.Rules.Hash(), Seed: in.Seed, Walls: in.Walls, Rotate: in.Rotate,
		Version: in.Version, Games: in.Games, Planned: in.Hands, Seats: []SeatSummary{}, Decks: in.Decks, Hand: in.Hand,
		Report: t.bots.Report(level),
	}
	s.Hands = s.Report.Hands
	if t.seats == nil {
		return s
	}
	for i, b := range t.seats.Report(level).Bots {
		s.Seats = append(s.Seats, SeatSummary{
			i, b.Policy, b.Hands, b.Points, b.Causes, b.WinRate, b.WinsPerHand, b.SelfDrawRate,
			b.DiscardRate, b.RobbingRate, b.DealInRate, b.Fan, b.WinPoints, b.FlowerPigRate,
			b.ReadyAtExhaustionRate,
		})
	}
	return s
}

// Page lays the summary out.
func (s *RunSummary) Page() *page.Document {
	d := s.Report.Page(s.Rules)
	if s.Partial {
		d.Alert = fmt.Sprintf("PARTIAL RESULT: interrupted after %d of %d hands, not in order.", s.Hands, s.Planned)
	}
	if s.Hand != "" {
		d.Headline = []string{s.handLine()}
		d.Notes = append(d.Notes, "the hand is always seat 0's: what bots have more than one another is its doing, too")
	}
	d.Facts.List, d.Data = s.facts(), s
	return d
}

// handLine says what the hand that seat 0 is dealt is worth to it.
func (s *RunSummary) handLine() string {
	e := s.Seats[0].Points
	return fmt.Sprintf("%s is worth %s %s points to the seat that is dealt it.",
		page.Tiles(s.Hand), stats.Signed(float64(e.Mean), e.Bounds().decimals()), bracket(e.Bounds(), stats.Signed))
}

// facts returns what identifies the run.
func (s *RunSummary) facts() []page.Fact {
	facts := []page.Fact{
		{Name: "rules", Value: s.Rules + " " + s.RulesHash},
		{Name: "seed", Value: fmt.Sprint(s.Seed)},
		{Name: "walls", Value: s.Walls},
		{Name: "version", Value: s.Version},
	}
	add := func(name, format string, values ...any) {
		facts = append(facts, page.Fact{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	if s.Hand != "" {
		add("hand", "%s for seat 0", page.Tiles(s.Hand))
	}
	if s.Decks != nil {
		add("decks", "%d, SHA-256 %.16s", s.Decks.Count, s.Decks.SHA256)
	}
	if s.Games > 0 {
		add("games", "%d", s.Games)
	}
	add("hands", "%d", s.Hands)
	if s.Seconds != nil {
		add("seconds", "%.2f", *s.Seconds)
		add("hands/s", "%.0f", *s.Speed)
	}
	switch {
	case s.Partial:
		add("partial", "%d of %d hands were played", s.Hands, s.Planned)
	case s.Hands < s.Planned:
		add("unfinished", "%d of %d hands are stored", s.Hands, s.Planned)
	default:
		add("digest", "%s", s.Digest)
	}
	return facts
}
