package record

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Board is the table as it looks to someone who is told the events: the tiles of
// the seats that are seen, the number of tiles of the others, and what is public.
type Board struct {
	Left  int // tiles of the wall
	Seats [engine.NumSeats]Place

	sight Visibility
	rules *rules.Rules
}

// A Place is a seat's part of a Board.
type Place struct {
	Dealer, Won bool
	Held        tile.Held
	Hidden      int // held tiles that are not seen
	Melds       []tile.Meld
	Void        tile.Suit // NoSuit as long as it is not known
	River       []RiverTile
	Points      int
}

// A RiverTile is a discard and what became of it: zero for nothing, or a mark.
type RiverTile struct {
	Tile tile.Tile
	Mark byte
}

// What became of a tile in the river.
const (
	MarkClaimed = '-' // taken for a pung or kong
	MarkWon     = '!' // won on
	MarkRobbed  = '^' // robbed from a kong, not discarded
)

// String returns the tile with its mark: "4p-".
func (t RiverTile) String() string {
	if t.Mark == 0 {
		return t.Tile.String()
	}
	return t.Tile.String() + string(t.Mark)
}

// Marks explains the signs behind tiles of the river.
const Marks = "in the river 4p- was claimed, 4p! was won on, 4p^ was robbed from a kong"

// NewBoard returns the board of a record before its first event, as v sees it.
func NewBoard(r *Record, v Visibility) *Board {
	b := &Board{sight: v, rules: &r.Rules, Left: tile.Total - dealtTiles}
	for s := range b.Seats {
		b.Seats[s].Void = tile.NoSuit
	}
	b.Seats[r.Deck.Dealer].Dealer = true
	return b
}

// give puts a tile among those that a seat holds.
func (b *Board) give(s uint8, t tile.Tile) {
	if b.sight.sees(s) {
		b.Seats[s].Held.Add(t)
	} else {
		b.Seats[s].Hidden++
	}
}

// take removes n tiles of a kind from those that a seat holds.
func (b *Board) take(s uint8, t tile.Tile, n int) {
	p := &b.Seats[s]
	if !b.sight.sees(s) {
		p.Hidden -= n
	} else {
		p.Held.AddN(t, -n)
	}
}

// Apply changes the board by an event, which must be as Redact leaves it
// for those eyes.
func (b *Board) Apply(e *engine.Event) {
	p, other := &b.Seats[e.Seat], &b.Seats[e.Other]
	switch e.Kind {
	case engine.EventDeal:
		b.give(e.Seat, e.Tile)
	case engine.EventDraw:
		b.Left--
		b.give(e.Seat, e.Tile)
	case engine.EventExchange:
		b.take(e.Seat, e.Tile, 1)
		b.give(e.Other, e.Tile)
	case engine.EventVoid:
		p.Void = e.Suit
	case engine.EventDiscard:
		b.take(e.Seat, e.Tile, 1)
		p.River = append(p.River, RiverTile{Tile: e.Tile})
		if e.Suit != tile.NoSuit {
			p.Void = e.Suit
		}
	case engine.EventMeld:
		b.meld(e)
	case engine.EventRobbed:
		for i, m := range p.Melds {
			if m == tile.MakeMeld(tile.AddedKong, e.Tile) {
				p.Melds[i] = tile.MakeMeld(tile.Pung, e.Tile)
			}
		}
		p.River = append(p.River, RiverTile{e.Tile, MarkRobbed})
	case engine.EventWin:
		b.win(e)
	case engine.EventTransfer:
		p.Points += int(e.Points)
		other.Points -= int(e.Points)
	}
}

// meld declares a meld. An added kong counts as announced; being robbed takes
// it back.
func (b *Board) meld(e *engine.Event) {
	p := &b.Seats[e.Seat]
	switch e.Meld.Kind() {
	case tile.AddedKong:
		b.take(e.Seat, e.Tile, 1)
		for i, m := range p.Melds {
			if m == tile.MakeMeld(tile.Pung, e.Tile) {
				p.Melds[i] = e.Meld
				return
			}
		}
	case tile.ConcealedKong:
		b.take(e.Seat, e.Tile, e.Meld.Size())
	default:
		b.take(e.Seat, e.Tile, e.Meld.Size()-1)
		b.mark(e.Other, MarkClaimed)
	}
	p.Melds = append(p.Melds, e.Meld)
}

// mark marks the last tile of a seat's river.
func (b *Board) mark(s uint8, mark byte) {
	if river := b.Seats[s].River; len(river) > 0 && river[len(river)-1].Mark == 0 {
		river[len(river)-1].Mark = mark
	}
}

// win notes a winner. In blood flow a tile that it drew itself is laid open.
func (b *Board) win(e *engine.Event) {
	p := &b.Seats[e.Seat]
	p.Won = true
	switch {
	case e.Seat != e.Other:
		b.mark(e.Other, MarkWon)
	case b.rules.AfterWin == rules.Stay:
		b.take(e.Seat, e.Tile, 1)
	}
}

// note returns what is said of the seat next to its number.
func (p *Place) note() string {
	switch {
	case p.Won:
		return "won"
	case p.Dealer:
		return "dealer"
	}
	return ""
}

// holds returns what a seat is seen to hold.
func (p *Place) holds() string {
	if p.Hidden > 0 {
		return fmt.Sprintf("%d tiles", p.Hidden)
	}
	return p.Held.String()
}

func (p *Place) meldsText() string {
	var b strings.Builder
	for _, m := range p.Melds {
		b.WriteString(m.String())
	}
	return b.String()
}

func (p *Place) riverText() string {
	words := make([]string, len(p.River))
	for i, t := range p.River {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// table writes the board as rows, one a seat.
func (b *Board) table(policies *[engine.NumSeats]string) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seat\tpolicy\tpoints\tvoid\tholds\tmelds\triver")
	for s := range b.Seats {
		p := &b.Seats[s]
		name := fmt.Sprintf("%d %s", s, p.note())
		fmt.Fprintf(w, "%s\t%s\t%+d\t%s\t%s\t%s\t%s\n", strings.TrimSpace(name), policies[s], p.Points,
			p.Void, p.holds(), p.meldsText(), p.riverText())
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
func boardOf(v engine.View) *Board {
	b := &Board{sight: Seat(v.Seat()), rules: v.Rules(), Left: v.Left()}
	for s := range b.Seats {
		p := &b.Seats[s]
		melds := v.Melds(s)
		p.Melds, p.Void, p.Points = melds.All(), v.Void(s), v.Points(s)
		p.Won, p.Dealer = v.HasWon(s), s == v.Dealer()
		if s == v.Seat() {
			p.Held = v.Held()
		} else {
			p.Hidden = v.HeldCount(s)
		}
	}
	for _, r := range v.River() {
		t := RiverTile{Tile: r.Tile()}
		switch {
		case r.Robbed():
			t.Mark = MarkRobbed
		case r.Won():
			t.Mark = MarkWon
		case r.Claimed():
			t.Mark = MarkClaimed
		}
		p := &b.Seats[r.Seat()]
		p.River = append(p.River, t)
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
