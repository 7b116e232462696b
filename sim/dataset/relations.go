package dataset

import (
	"fmt"
	"strconv"

	"xuezhan/engine"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// What must hold between columns, rows and tables of a run, one relation a
// function. Each looks at a sheet of rows at a time.

// handIndexes checks that hands follow each other, and their places in games.
func (c *checker) handIndexes(first int64) {
	s := &c.hands
	perGame := int64(c.inputs.unitHands())
	hand, game, inGame := s.Column("hand"), s.Column("game"), s.Column("hand_in_game")
	for row := range hand {
		index := first + int64(row)
		s.Want("hand", hand, row, index, "hands follow each other")
		s.Want("game", game, row, index/perGame, "the game of the hand's index")
		s.Want("hand_in_game", inGame, row, index%perGame, "the place of the hand's index")
	}
}

// seatIndexes checks that each hand has its four seats in order, which say of
// the hand what the table hands does.
func (c *checker) seatIndexes(first int64) {
	s := &c.seats
	hand, seat, dealer := s.Column("hand"), s.Column("seat"), s.Column("dealer")
	theDealer := c.hands.Column("dealer")
	for row := range hand {
		s.Want("hand", hand, row, first+int64(row/engine.NumSeats), "hands follow each other")
		s.Want("seat", seat, row, int64(row%engine.NumSeats), "seats follow each other")
		isDealer := theDealer[row/engine.NumSeats] == int64(row%engine.NumSeats)
		if (dealer[row] == 1) != isDealer {
			s.Fault("dealer", row, strconv.FormatBool(isDealer), "the dealer in hands")
		}
	}
	for _, name := range []string{"game", "hand_in_game"} {
		own, theirs := s.Column(name), c.hands.Column(name)
		for row := range own {
			s.Want(name, own, row, theirs[row/engine.NumSeats], "the same column in hands")
		}
	}
}

// seating checks which bot sits where.
func (c *checker) seating(first int64) {
	bot := c.seats.Vector("bot")
	for row := range bot.Values {
		hand, seat := first+int64(row/engine.NumSeats), row%engine.NumSeats
		want := c.bots[c.inputs.botAt(seat, hand)]
		if bot.Text(row) != want {
			c.seats.Fault("bot", row, want, "the seating in the manifest")
		}
	}
}

// zeroSums checks that no points come from nowhere.
func (c *checker) zeroSums() {
	for row := range c.hands.Column("hand") {
		sum := int64(0)
		for s := range engine.NumSeats {
			sum += c.hands.Column(fmt.Sprintf("p%d", s))[row]
		}
		if sum != 0 {
			c.hands.Say("p0 to p3", row, fmt.Sprintf("sum %d", sum), "0", "points of a hand sum to zero")
		}
	}
	for source := range engine.NumSources {
		if other := source.Counterpart(); source <= other {
			c.balance(source, other)
		}
	}
}

// balance checks that a source and its counterpart sum to zero over the seats of
// a hand: what one receives another pays.
func (c *checker) balance(source, other engine.Source) {
	sums := make([]int64, len(c.hands.Column("hand")))
	add := func(name string) {
		for row, x := range c.seats.Column(name) {
			sums[row/engine.NumSeats] += x
		}
	}
	name := source.Column()
	add(name)
	if other != source {
		name += " and " + other.Column()
		add(other.Column())
	}
	for i, sum := range sums {
		if sum != 0 {
			c.seats.Say(name, i*engine.NumSeats, fmt.Sprintf("sum %d", sum), "0", "what one seat receives another pays")
		}
	}
}

// causes checks that the sources of a seat's account add up to its points, and
// that both tables have the same.
func (c *checker) causes() {
	points := c.seats.Column("points")
	sums := make([]int64, len(points))
	for source := range engine.NumSources {
		for row, x := range c.seats.Column(source.Column()) {
			sums[row] += x
		}
	}
	for row := range points {
		c.seats.Want("points", points, row, sums[row], "the sum of its causes")
	}
	for s := range engine.NumSeats {
		name := fmt.Sprintf("p%d", s)
		own := c.hands.Column(name)
		for row := range own {
			c.hands.Want(name, own, row, points[row*engine.NumSeats+s], "points of the seat in seats")
		}
	}
}

// gamePoints checks the running points of games.
func (c *checker) gamePoints() {
	start := int64(c.inputs.Rules.StartPoints)
	perGame := int64(c.inputs.unitHands())
	hand, own, points := c.seats.Column("hand"), c.seats.Column("game_points"), c.seats.Column("points")
	for row := range own {
		running := &c.running[row%engine.NumSeats]
		if hand[row]%perGame == 0 {
			*running = start
		}
		c.seats.Want("game_points", own, row, *running, "the points of the game before")
		*running += points[row]
	}
}

// winners checks what seats say of having won against each other and hands.
func (c *checker) winners() {
	s := &c.seats
	order, wonAt, ending := s.Column("win_order"), s.Column("won_at"), s.Vector("ending")
	winners := make([]int64, len(order)/engine.NumSeats)
	for row := range order {
		won := order[row] > 0
		if won {
			winners[row/engine.NumSeats]++
		}
		if (wonAt[row] != column.Null) != won {
			s.Fault("won_at", row, nullUnless(won), "there is one just where win_order is not 0")
		}
		if isWon := ending.Text(row) == engine.Won.String(); isWon != won {
			s.Fault("ending", row, wonUnless(won), "it is won just where win_order is not 0")
		}
	}
	own := c.hands.Column("winners")
	for row := range own {
		c.hands.Want("winners", own, row, winners[row], "seats with a win_order")
	}
}

func nullUnless(known bool) string {
	if known {
		return "a number"
	}
	return "null"
}

func wonUnless(won bool) string {
	if won {
		return engine.Won.String()
	}
	return "another ending"
}

// milestones checks the draws at which a seat got somewhere.
func (c *checker) milestones() {
	s := &c.seats
	draws, ready := s.Column("draws"), s.Column("ready_at")
	for _, name := range []string{"cleared_at", "ready_at", "won_at"} {
		at := s.Column(name)
		for row := range at {
			if at[row] > draws[row] {
				s.Fault(name, row, fmt.Sprintf("%d or less", draws[row]), "the seat's draws")
			}
		}
	}
	for _, name := range []string{"ready_wide", "ready_live"} {
		first := s.Column(name)
		for row := range first {
			if (first[row] == column.Null) != (ready[row] == column.Null) {
				s.Fault(name, row, nullUnless(ready[row] != column.Null), "there is one just where ready_at is not null")
			}
		}
	}
}

// opening checks the exchange, and the kongs among the melds.
func (c *checker) opening() {
	s := &c.seats
	suit, direction := s.Vector("exchange_suit"), c.hands.Column("direction")
	melds := s.Column("melds")
	concealed, claimed, added := s.Column("concealed_kongs"), s.Column("claimed_kongs"), s.Column("added_kongs")
	for row := range melds {
		if none := direction[row/engine.NumSeats] == 0; (suit.Text(row) == "-") != none {
			s.Fault("exchange_suit", row, map[bool]string{true: "-", false: "a suit"}[none], "the direction in hands")
		}
		if kongs := concealed[row] + claimed[row] + added[row]; kongs > melds[row] {
			s.Fault("melds", row, fmt.Sprintf("%d or more", kongs), "its kongs")
		}
	}
}

// claims notes what hands and seats say of wins.
func (c *checker) claims(first int64) {
	claimed := c.claimed[first-c.current.First:]
	wins, left := c.hands.Column("wins"), c.hands.Column("wall_left")
	for i := range wins {
		claimed[i].wins, claimed[i].left = wins[i], left[i]
	}
	discard, selfDraw, robbing := c.seats.Column("wins_by_discard"), c.seats.Column("wins_by_self_draw"), c.seats.Column("wins_by_robbing")
	dealIns, draws := c.seats.Column("deal_ins"), c.seats.Column("draws")
	discardPoints, robbingPoints := c.seats.Column(engine.FromDiscardWins.Column()), c.seats.Column(engine.FromRobbing.Column())
	dealtPoints, robbedPoints := c.seats.Column(engine.FromDealIns.Column()), c.seats.Column(engine.FromRobbed.Column())
	for row := range discard {
		claimed[row/engine.NumSeats].seats[row%engine.NumSeats] = winCounts{
			discard[row], selfDraw[row], robbing[row], dealIns[row],
			discardPoints[row], robbingPoints[row], -dealtPoints[row] - robbedPoints[row], draws[row],
		}
	}
}

// A winPlace is that of a row in the table wins.
type winPlace struct{ hand, inHand int64 }

// winIndexes checks that wins stand in the order of their hands and of their
// places in them.
func (c *checker) winIndexes(last *winPlace) {
	s := &c.wins
	hand, place := s.Column("hand"), s.Column("win_in_hand")
	for row := range hand {
		want := int64(1)
		switch {
		case hand[row] == last.hand:
			want = last.inHand + 1
		case hand[row] < last.hand:
			s.Fault("hand", row, fmt.Sprintf("%d or more", last.hand), "wins stand in the order of their hands")
		}
		if c.place(hand[row]) < 0 {
			s.Fault("hand", row, fmt.Sprintf("%d to %d", c.current.First, c.current.First+c.current.Count-1), "the hands of the part")
		}
		s.Want("win_in_hand", place, row, want, "wins of a hand follow each other")
		*last = winPlace{hand[row], place[row]}
	}
}

// place returns a hand's place in the part, −1 if it has none.
func (c *checker) place(hand int64) int {
	if k := hand - c.current.First; k >= 0 && k < c.current.Count {
		return int(k)
	}
	return -1
}

// ways checks how each win came about.
func (c *checker) ways() {
	s := &c.wins
	seat, from := s.Column("seat"), s.Column("from_seat")
	selfDraw, robbing, onDeal := s.Column("self_draw"), s.Column("by_robbing"), s.Column("on_deal")
	empty, left := s.Column("wall_empty"), s.Column("wall_left")
	for row := range seat {
		own := selfDraw[row] == 1 || onDeal[row] == 1
		if (seat[row] == from[row]) != own {
			s.Fault("from_seat", row, map[bool]string{true: "the winner", false: "another seat"}[own], "self_draw")
		}
		if selfDraw[row] == 1 && robbing[row] == 1 {
			s.Fault("by_robbing", row, "false", "self_draw")
		}
		if isEmpty := left[row] == 0; (empty[row] == 1) != isEmpty {
			s.Fault("wall_empty", row, strconv.FormatBool(isEmpty), "wall_left")
		}
	}
}

// count adds up the wins, and checks each against its hand's end.
func (c *checker) count() {
	s := &c.wins
	hand, seat, from := s.Column("hand"), s.Column("seat"), s.Column("from_seat")
	selfDraw, robbing := s.Column("self_draw"), s.Column("by_robbing")
	left, draws, points := s.Column("wall_left"), s.Column("draws"), s.Column("points")
	for row := range hand {
		k := c.place(hand[row])
		if k < 0 || seat[row]>>2 != 0 || from[row]>>2 != 0 {
			continue // told already
		}
		counted, claimed := &c.counted[k], &c.claimed[k]
		counted.add(int(seat[row]), int(from[row]), selfDraw[row] == 1, robbing[row] == 1, points[row])
		if left[row] < claimed.left {
			s.Fault("wall_left", row, fmt.Sprintf("%d or more", claimed.left), "the tiles left at the end of the hand")
		}
		if most := claimed.seats[seat[row]].draws; draws[row] > most {
			s.Fault("draws", row, fmt.Sprintf("%d or less", most), "the seat's draws in seats")
		}
	}
}

func (c *claim) add(seat, from int, selfDraw, robbing bool, points int64) {
	c.wins++
	switch w := &c.seats[seat]; {
	case selfDraw:
		w.selfDraw++
	case robbing:
		w.robbing++
		w.robbingPoints += points
	default:
		w.discard++
		w.discardPoints += points
	}
	if from != seat {
		c.seats[from].dealIns++
		c.seats[from].dealtPoints += points
	}
}

// compareClaims compares what hands and seats say of the part's wins with the
// wins.
func (c *checker) compareClaims() {
	for k := range c.claimed {
		said, are := &c.claimed[k], &c.counted[k]
		if said.wins != are.wins {
			c.claimFault(Hands, k, 0, "wins", said.wins, are.wins)
		}
		for s := range said.seats {
			a, b := &said.seats[s], &are.seats[s]
			for _, x := range []struct {
				column    string
				said, are int64
			}{
				{"wins_by_discard", a.discard, b.discard}, {"wins_by_self_draw", a.selfDraw, b.selfDraw},
				{"wins_by_robbing", a.robbing, b.robbing}, {"deal_ins", a.dealIns, b.dealIns},
				{engine.FromDiscardWins.Column(), a.discardPoints, b.discardPoints},
				{engine.FromRobbing.Column(), a.robbingPoints, b.robbingPoints},
				{engine.FromDealIns.Column() + " and " + engine.FromRobbed.Column(), -a.dealtPoints, -b.dealtPoints},
			} {
				if x.said != x.are {
					c.claimFault(Seats, k, s, x.column, x.said, x.are)
				}
			}
		}
	}
}

func (c *checker) claimFault(t Table, k, seat int, name string, said, are int64) {
	row, hand := int64(k), c.current.First+int64(k)
	if t == Seats {
		row = row*engine.NumSeats + int64(seat)
	}
	c.findings.Add(store.Fault{File: c.current.Files[t].Name, Row: &row, Hand: &hand, Column: name,
		Stored: strconv.FormatInt(said, 10), Want: strconv.FormatInt(are, 10), Why: "the rows in wins"})
}
