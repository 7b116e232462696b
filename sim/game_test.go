package sim

import (
	"context"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// A game's hands follow each other: the first dealer is the game's, then the
// rules say who deals; points run on.
func TestGames(t *testing.T) {
	games := int64(60)
	if testing.Short() {
		games = 15
	}
	for _, preset := range rules.Names() {
		for _, succession := range []rules.Dealer{rules.FirstWinner, rules.Rotate, rules.StayDealer} {
			c := configOf(t, preset, 0, "fast", "timeout")
			c.Games, c.Rules.Dealer, c.Rules.HandsPerGame = games, succession, 6
			m := &memory{}
			if _, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Sink: m}); err != nil {
				t.Fatal(err)
			}
			outcomes, wins := m.all()
			if len(outcomes) != int(6*games) {
				t.Fatalf("%d hands, want %d", len(outcomes), 6*games)
			}
			for i := range outcomes {
				o := &outcomes[i]
				if o.Hand != int64(i) || o.Game != int64(i/6) || o.InGame != i%6 {
					t.Fatalf("hand %d is hand %d, the %d-th of game %d", i, o.Hand, o.InGame, o.Game)
				}
				dealer, points := FirstDealer(c.Seed, o.Game), [engine.NumSeats]int{}
				for s := range points {
					points[s] = c.Rules.StartPoints
				}
				if o.InGame > 0 {
					last := &outcomes[i-1]
					dealer = successor(succession, last, wins)
					for s := range points {
						points[s] = last.Seats[s].GamePoints + last.Seats[s].Account.Total()
					}
				}
				if o.Dealer != dealer {
					t.Errorf("%s, %s, hand %d: dealer %d, want %d", preset, succession, i, o.Dealer, dealer)
				}
				for s := range points {
					if got := o.Seats[s].GamePoints; got != points[s] {
						t.Errorf("%s, hand %d, seat %d starts with %d, want %d", preset, i, s, got, points[s])
					}
				}
			}
		}
	}
}

// successor is NextDealer by the outcome's wins.
func successor(d rules.Dealer, o *Outcome, wins []Win) int {
	switch d {
	case rules.Rotate:
		return (o.Dealer + 1) % engine.NumSeats
	case rules.StayDealer:
		return o.Dealer
	}
	var first []Win // the hand's first win and those on the same tile
	for _, w := range wins {
		if w.Hand != o.Hand {
			continue
		}
		if len(first) == 0 || o.Seats[w.Seat].WinOrder == 1 && w.Order == first[0].Order+len(first) &&
			w.Left == first[0].Left && w.From == first[0].From && w.From != w.Seat {
			first = append(first, w)
		}
	}
	switch len(first) {
	case 0:
		return o.Dealer
	case 1:
		return first[0].Seat
	}
	return first[0].From
}

// The dealers of presets' games, as their pages have them.
func TestNextDealerOfPresets(t *testing.T) {
	want := map[string]rules.Dealer{
		"planet": rules.FirstWinner, "wap-battle": rules.FirstWinner, "wap-flow": rules.FirstWinner,
		"tsumo": rules.FirstWinner, "sbr": rules.Rotate, "mil": rules.FirstWinner,
	}
	for _, p := range rules.Presets() {
		if p.Rules.Dealer != want[p.Rules.Name] {
			t.Errorf("%s: %s, want %s", p.Rules.Name, p.Rules.Dealer, want[p.Rules.Name])
		}
	}
}

// A hand alone is dealt by its own first dealer, whatever happened before.
func TestHandsAloneHaveTheirOwnDealer(t *testing.T) {
	m := &memory{}
	if _, err := Run(context.Background(), configOf(t, "tsumo", 200, "timeout"), Options{Tables: suitTables(), Sink: m}); err != nil {
		t.Fatal(err)
	}
	outcomes, _ := m.all()
	for _, o := range outcomes {
		if o.Dealer != FirstDealer(1, o.Hand) || o.Game != o.Hand || o.InGame != 0 {
			t.Errorf("hand %d: dealer %d, game %d", o.Hand, o.Dealer, o.Game)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, x := range []struct{ points, places, shares [engine.NumSeats]int }{
		{[4]int{40, 30, 20, 10}, [4]int{1, 2, 3, 4}, [4]int{24, 18, 12, 6}},
		{[4]int{-1, -2, 5, -2}, [4]int{2, 3, 1, 3}, [4]int{18, 9, 24, 9}},
		{[4]int{7, 7, 1, 0}, [4]int{1, 1, 3, 4}, [4]int{21, 21, 12, 6}},
		{[4]int{0, 7, 7, 7}, [4]int{4, 1, 1, 1}, [4]int{6, 18, 18, 18}},
		{[4]int{9, 3, 3, 3}, [4]int{1, 2, 2, 2}, [4]int{24, 12, 12, 12}},
		{[4]int{5, 5, 2, 2}, [4]int{1, 1, 3, 3}, [4]int{21, 21, 9, 9}},
		{[4]int{0, 0, 0, 0}, [4]int{1, 1, 1, 1}, [4]int{15, 15, 15, 15}},
	} {
		if got := Places(x.points); got != x.places {
			t.Errorf("places of %v: got %v, want %v", x.points, got, x.places)
		}
		if got := PlacePoints(x.points); got != x.shares {
			t.Errorf("place points of %v: got %v, want %v", x.points, got, x.shares)
		}
	}
	if PlaceScale != 6 {
		t.Errorf("PlaceScale is %d", PlaceScale)
	}
}
