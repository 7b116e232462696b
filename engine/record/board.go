package record

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A board is a table as one sees it who is told the events: the tiles of the
// seats that are seen, the number of tiles of the others, and what is public.
type board struct {
	sight Visibility
	rules *rules.Rules
	left  int
	seats [engine.NumSeats]place
}

// A place is a seat's part of a board.
type place struct {
	note   string // "dealer", "won"
	held   tile.Held
	hidden int // held tiles that are not seen
	melds  []tile.Meld
	void   tile.Suit
	river  []riverTile
	points int
}

// A riverTile is a discard and what became of it: nothing, or a mark.
type riverTile struct {
	tile tile.Tile
	mark byte
}

// What became of a tile in the river.
const (
	markClaimed = '-' // taken for a pung or kong
	markWon     = '!' // won on
	markRobbed  = '^' // robbed from a kong, not discarded
)

// Marks explains the signs behind tiles of the river.
const Marks = "in the river 4p- was claimed, 4p! was won on, 4p^ was robbed from a kong"

func newBoard(r *Record, v Visibility) *board {
	b := &board{sight: v, rules: &r.Rules, left: tile.Total - dealtTiles}
	for s := range b.seats {
		b.seats[s].void = tile.NoSuit
	}
	b.seats[r.Deck.Dealer].note = "dealer"
	return b
}

// give puts a tile among those that a seat holds.
func (b *board) give(s uint8, t tile.Tile) {
	if b.sight.sees(s) {
		b.seats[s].held.Add(t)
	} else {
		b.seats[s].hidden++
	}
}

// take removes n tiles of a kind from those that a seat holds.
func (b *board) take(s uint8, t tile.Tile, n int) {
	p := &b.seats[s]
	if !b.sight.sees(s) {
		p.hidden -= n
	} else {
		p.held.AddN(t, -n)
	}
}

// apply changes the board by an event.
func (b *board) apply(e *engine.Event) {
	p, other := &b.seats[e.Seat], &b.seats[e.Other]
	switch e.Kind {
	case engine.EventDeal:
		b.give(e.Seat, e.Tile)
	case engine.EventDraw:
		b.left--
		b.give(e.Seat, e.Tile)
	case engine.EventExchange:
		b.take(e.Seat, e.Tile, 1)
		b.give(e.Other, e.Tile)
	case engine.EventVoid:
		p.void = e.Suit
	case engine.EventDiscard:
		b.take(e.Seat, e.Tile, 1)
		p.river = append(p.river, riverTile{tile: e.Tile})
		if e.Suit != tile.NoSuit {
			p.void = e.Suit
		}
	case engine.EventMeld:
		b.meld(e)
	case engine.EventRobbed:
		for i, m := range p.melds {
			if m == tile.MakeMeld(tile.AddedKong, e.Tile) {
				p.melds[i] = tile.MakeMeld(tile.Pung, e.Tile)
			}
		}
		p.river = append(p.river, riverTile{e.Tile, markRobbed})
	case engine.EventWin:
		b.win(e)
	case engine.EventTransfer:
		p.points += int(e.Points)
		other.points -= int(e.Points)
	}
}

// meld declares a meld. An added kong stands as announced; being robbed takes
// it back.
func (b *board) meld(e *engine.Event) {
	p := &b.seats[e.Seat]
	switch e.Meld.Kind() {
	case tile.AddedKong:
		b.take(e.Seat, e.Tile, 1)
		for i, m := range p.melds {
			if m == tile.MakeMeld(tile.Pung, e.Tile) {
				p.melds[i] = e.Meld
				return
			}
		}
	case tile.ConcealedKong:
		b.take(e.Seat, e.Tile, e.Meld.Size())
	default:
		b.take(e.Seat, e.Tile, e.Meld.Size()-1)
		b.mark(e.Other, markClaimed)
	}
	p.melds = append(p.melds, e.Meld)
}

// mark marks the last tile of a seat's river.
func (b *board) mark(s uint8, mark byte) {
	if river := b.seats[s].river; len(river) > 0 && river[len(river)-1].mark == 0 {
		river[len(river)-1].mark = mark
	}
}

// win notes a winner. In blood flow a tile that it drew itself is laid open.
func (b *board) win(e *engine.Event) {
	p := &b.seats[e.Seat]
	p.note = "won"
	switch {
	case e.Seat != e.Other:
		b.mark(e.Other, markWon)
	case b.rules.AfterWin == rules.Stay:
		b.take(e.Seat, e.Tile, 1)
	}
}

// holds returns what a seat is seen to hold.
func (p *place) holds() string {
	if p.hidden > 0 {
		return fmt.Sprintf("%d tiles", p.hidden)
	}
	return p.held.String()
}

func (p *place) meldsText() string {
	var b strings.Builder
	for _, m := range p.melds {
		b.WriteString(m.String())
	}
	return b.String()
}

func (p *place) riverText() string {
	words := make([]string, len(p.river))
	for i, t := range p.river {
		words[i] = t.tile.String()
		if t.mark != 0 {
			words[i] += string(t.mark)
		}
	}
	return strings.Join(words, " ")
}

// table writes the board as rows, one a seat.
func (b *board) table(policies *[engine.NumSeats]string) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seat\tpolicy\tpoints\tvoid\tholds\tmelds\triver")
	for s := range b.seats {
		p := &b.seats[s]
		name := fmt.Sprintf("%d %s", s, p.note)
		fmt.Fprintf(w, "%s\t%s\t%+d\t%s\t%s\t%s\t%s\n", strings.TrimSpace(name), policies[s], p.points,
			p.void, p.holds(), p.meldsText(), p.riverText())
	}
	w.Flush()
	return trimLines(text.String())
}

// trimLines takes the blanks from the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// boardOf returns what a view shows.
func boardOf(v engine.View) *board {
	b := &board{sight: Seat(v.Seat()), rules: v.Rules(), left: v.Left()}
	for s := range b.seats {
		p := &b.seats[s]
		melds := v.Melds(s)
		p.melds, p.void, p.points = melds.All(), v.Void(s), v.Points(s)
		switch {
		case v.HasWon(s):
			p.note = "won"
		case s == v.Dealer():
			p.note = "dealer"
		}
		if s == v.Seat() {
			p.held = v.Held()
		} else {
			p.hidden = v.HeldCount(s)
		}
	}
	for _, r := range v.River() {
		t := riverTile{tile: r.Tile()}
		switch {
		case r.Robbed():
			t.mark = markRobbed
		case r.Won():
			t.mark = markWon
		case r.Claimed():
			t.mark = markClaimed
		}
		p := &b.seats[r.Seat()]
		p.river = append(p.river, t)
	}
	return b
}

// Knowledge writes what a seat knows at a decision: what it is asked, and the
// table as it sees it.
func Knowledge(v engine.View, policies [engine.NumSeats]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "seat %d, phase %s, dealer %d, %d tiles left", v.Seat(), v.Phase(), v.Dealer(), v.Left())
	if t := v.Drawn(); t != tile.None {
		fmt.Fprintf(&b, ", drew %s", t)
	}
	if t := v.Offered(); t != tile.None {
		fmt.Fprintf(&b, ", asked about %s of seat %d", t, v.Turn())
	}
	if t := v.Committed(); t != tile.None {
		fmt.Fprintf(&b, ", %s set aside", t)
	}
	if passed := v.PassedOn(); passed.Total() > 0 {
		fmt.Fprintf(&b, ", passes on %s", passed)
	}
	b.WriteByte('\n')
	b.WriteString(boardOf(v).table(&policies))
	return b.String()
}
