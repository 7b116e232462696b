package record

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A Step is a stretch of a hand that is followed in one piece: the deal, the
// exchange, the void suits, a turn with the answers to its tile, the
// settlement.
type Step struct {
	Text  string // what happens, in lines
	Table string // the table afterwards
	Key   bool   // whether the table is worth a look: opening, win, end
	Turn  int    // the number of the turn from 1, 0 before the first
}

// Steps returns a hand as a person follows it, with the eyes of v. Of a full
// record the actions that were legal are shown at each decision that v sees; a
// record that Verify refuses is then an error. A record that is not full can be
// looked at as it is, v being its own visibility.
func Steps(r *Record, t *shape.Tables, v Visibility) ([]Step, error) {
	return RemarkedSteps(r, t, v, nil)
}

// A Remark returns lines to be shown at a decision: what it says of a seat's view
// and of its legal actions, at least two.
type Remark func(v engine.View, legal []engine.Action) []string

// RemarkedSteps is Steps with remarks at the decisions that v sees. Only a full
// record has room for them.
func RemarkedSteps(r *Record, t *shape.Tables, v Visibility, remark Remark) ([]Step, error) {
	if r.Visibility != Full && r.Visibility != v {
		return nil, fmt.Errorf("record: a record of visibility %s does not know what %s knows", r.Visibility, v)
	}
	if r.Visibility != Full && remark != nil {
		return nil, ErrNotFull
	}
	p := &printer{record: r, sight: v, board: NewBoard(r, v), legal: map[int][]engine.Action{}, remark: remark, remarks: map[int][]string{}}
	if r.Visibility == Full {
		if err := replay(r, t, p.note); err != nil {
			return nil, err
		}
	}
	p.print()
	return p.steps, nil
}

// Print writes a hand as Steps tells it, with the table where it is worth a
// look.
func Print(w io.Writer, r *Record, t *shape.Tables, v Visibility) error {
	return PrintRemarked(w, r, t, v, nil)
}

// PrintRemarked writes a hand as RemarkedSteps tells it, with the table where it is
// worth a look.
func PrintRemarked(w io.Writer, r *Record, t *shape.Tables, v Visibility, remark Remark) error {
	steps, err := RemarkedSteps(r, t, v, remark)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.Text)
		if s.Key {
			b.WriteString(s.Table)
			b.WriteByte('\n')
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// A printer turns events into steps.
type printer struct {
	record *Record
	sight  Visibility
	board  *Board
	legal  map[int][]engine.Action // by the event that shows the choice

	remark  Remark           // nil for none
	remarks map[int][]string // by the same event

	text    strings.Builder
	key     bool
	moved   bool // points have moved in this step
	turns   int
	current int // turn of the step that is being written
	last    engine.EventKind
	steps   []Step
}

// note keeps the legal actions of decisions that are seen, and the remarks on them.
func (p *printer) note(e *engine.Engine, h *engine.Hand, legal []engine.Action, _ engine.Action, event int) {
	if !p.sight.sees(uint8(h.Asked())) {
		return
	}
	p.legal[event] = slices.Clone(legal)
	if p.remark != nil && len(legal) > 1 {
		p.remarks[event] = p.remark(e.View(h, h.Asked()), legal)
	}
}

func (p *printer) print() {
	p.opening()
	h := hider{rules: &p.record.Rules, sight: p.sight}
	for i, e := range p.record.Events {
		if !h.hide(&e) {
			continue
		}
		p.startStep(&e)
		p.event(i, &e)
		p.last = e.Kind
	}
	p.ledger()
	p.flush()
}

// flush ends a step.
func (p *printer) flush() {
	if p.moved {
		p.linef("points %+d %+d %+d %+d", p.board.Seats[0].Points, p.board.Seats[1].Points,
			p.board.Seats[2].Points, p.board.Seats[3].Points)
	}
	if p.text.Len() > 0 {
		p.steps = append(p.steps, Step{p.text.String(), p.board.table(&p.record.Seats), p.key, p.current})
	}
	p.text.Reset()
	p.key, p.moved = false, false
}

// headf begins a step with a line of its own, linef adds a line to it.
func (p *printer) headf(format string, args ...any) {
	p.flush()
	fmt.Fprintf(&p.text, format+"\n", args...)
}

func (p *printer) linef(format string, args ...any) {
	fmt.Fprintf(&p.text, "    "+format+"\n", args...)
}

// opening is the header in words.
func (p *printer) opening() {
	r := p.record
	where := ""
	if r.Seeded && p.sight == Full {
		where = fmt.Sprintf(", hand %d of seed %d", r.Hand, r.Seed)
	}
	fmt.Fprintf(&p.text, "rules %s%s, seat %d deals, walls %s, seen by %s\n", r.Rules.Name, where,
		r.Deck.Dealer, wallsName(r.Deck.Lanes), strings.Replace(p.sight.String(), "full", "all", 1))
	fmt.Fprintln(&p.text, Marks)
	p.key = true
}

// startStep begins a new step where an event starts one.
func (p *printer) startStep(e *engine.Event) {
	first := p.last != e.Kind
	switch e.Kind {
	case engine.EventExchange:
		if first {
			p.headf("exchange to the %s", directionText(p.record))
		}
	case engine.EventVoid:
		if first {
			p.headf("void suits")
		}
	case engine.EventExhausted:
		p.headf("the wall is empty")
		p.key = true
	case engine.EventEnd:
		p.headf("the hand is over")
		p.key = true
	default:
		if startsTurn(e, p.turns) {
			p.turns++
			p.headf("turn %d: %s", p.turns, p.turnText(e))
			p.current = p.turns
		}
	}
}

// turnText tells how a turn begins.
func (p *printer) turnText(e *engine.Event) string {
	switch {
	case e.Kind == engine.EventDraw:
		return fmt.Sprintf("seat %d draws%s, %d left", e.Seat, tileText(" ", e.Tile), p.board.Left-1)
	case e.Kind == engine.EventMeld && e.Seat != e.Other:
		return fmt.Sprintf("seat %d claims %s of seat %d for %s", e.Seat, e.Tile, e.Other, e.Meld)
	}
	return fmt.Sprintf("seat %d opens, %d left", e.Seat, p.board.Left)
}

// startsTurn reports whether an event begins a turn: a draw from the wall, a claim,
// and, where no turn has started before, what the dealer does with its opening tiles.
func startsTurn(e *engine.Event, turns int) bool {
	switch e.Kind {
	case engine.EventDraw:
		return !e.Replacement
	case engine.EventMeld:
		return e.Seat != e.Other || turns == 0
	case engine.EventDiscard, engine.EventWin:
		return turns == 0
	}
	return false
}

// Turns returns for each event of the record the number of its turn, as Steps counts
// them from 1; 0 before the first.
func Turns(r *Record) []int {
	list := make([]int, len(r.Events))
	turns := 0
	for i := range r.Events {
		if startsTurn(&r.Events[i], turns) {
			turns++
		}
		list[i] = turns
	}
	return list
}

// event tells one event and changes the board.
func (p *printer) event(i int, e *engine.Event) {
	switch e.Kind {
	case engine.EventVoid:
		p.may(i, fmt.Sprintf("seat %d ", e.Seat))
		suit := "a suit face down"
		if e.Suit != tile.NoSuit {
			suit = e.Suit.String()
		}
		p.linef("seat %d names %s%s", e.Seat, suit, tileText(" and sets aside ", e.Tile))
	case engine.EventDraw:
		if e.Replacement {
			p.linef("draws%s for the kong, %d left", tileText(" ", e.Tile), p.board.Left-1)
		}
	case engine.EventDiscard:
		p.turnChoice(i, e.Seat)
		p.linef("discards %s%s", e.Tile, suitText(", its void suit is ", e.Suit))
	case engine.EventMeld:
		if e.Seat == e.Other {
			p.turnChoice(i, e.Seat)
			p.linef("declares %s", e.Meld)
		}
	case engine.EventAnswer:
		p.may(i, fmt.Sprintf("seat %d ", e.Seat))
		p.linef("seat %d answers %s", e.Seat, e.Action)
	case engine.EventRobbed:
		p.linef("the kong of %s is robbed", e.Tile)
	case engine.EventWin:
		p.win(i, e)
	case engine.EventTransfer:
		p.moved = true
		p.linef("seat %d pays %d to seat %d for %s", e.Other, e.Points, e.Seat, e.Cause)
	}
	p.board.Apply(e)
	if e.Kind == engine.EventExchange || e.Kind == engine.EventVoid {
		p.endOfRound(i, e)
	}
}

// endOfRound tells what one seat has passed on once all of it is known, and
// shows the table when all seats have named their void suits.
func (p *printer) endOfRound(i int, e *engine.Event) {
	events := p.record.Events
	if i+1 < len(events) && events[i+1].Kind == e.Kind && (e.Kind == engine.EventVoid || events[i+1].Seat == e.Seat) {
		return
	}
	if e.Kind == engine.EventVoid {
		p.key = true
		return
	}
	var passed tile.Held
	n := p.record.Rules.ExchangeTiles
	from := max(i+1-n, 0)
	for _, x := range events[from : i+1] {
		if x.Tile < tile.Count {
			passed.Add(x.Tile)
		}
	}
	what := passed.String()
	if e.Tile == tile.None {
		what = fmt.Sprintf("%d tiles", n)
	}
	p.may(from, fmt.Sprintf("seat %d ", e.Seat))
	p.linef("seat %d passes %s to seat %d", e.Seat, what, e.Other)
}

// turnChoice tells what a seat holds and may do on its own turn.
func (p *printer) turnChoice(i int, s uint8) {
	if legal := p.legal[i]; legal != nil {
		own := &p.board.Seats[s]
		p.linef("holds %s", strings.TrimRight(own.holds()+" "+own.meldsText(), " "))
		p.may(i, "")
	}
}

// may tells what was legal at the decision that an event shows.
func (p *printer) may(i int, who string) {
	if legal := p.legal[i]; legal != nil {
		p.linef("%smay %s", who, ActionsText(legal))
	}
	for _, line := range p.remarks[i] {
		p.linef("  %s", line)
	}
}

func (p *printer) win(i int, e *engine.Event) {
	p.key = true
	from := ""
	if e.Seat == e.Other {
		p.turnChoice(i, e.Seat)
		from = ", a self-draw"
	} else {
		from = fmt.Sprintf(" of seat %d", e.Other)
	}
	why := patternsText(e.Patterns)
	p.linef("seat %d wins%s%s: %s; %d fan, base %d", e.Seat, tileText(" on ", e.Tile), from, why, e.Fan, e.Points)
}

// ledger writes the points by source as the last lines.
func (p *printer) ledger() {
	if p.moved {
		p.flush()
	}
	l := &p.record.Ledger
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "points by source\tseat 0\tseat 1\tseat 2\tseat 3\n")
	for source := range engine.NumSources {
		if l[0][source]|l[1][source]|l[2][source]|l[3][source] != 0 {
			fmt.Fprintf(w, "%s\t%+d\t%+d\t%+d\t%+d\n", source, l[0][source], l[1][source], l[2][source], l[3][source])
		}
	}
	total := l.Points()
	fmt.Fprintf(w, "total\t%+d\t%+d\t%+d\t%+d\n", total[0], total[1], total[2], total[3])
	w.Flush()
	p.text.WriteString(trimLines(text.String()))
	p.key = true
}

func directionText(r *Record) string {
	d := r.Rules.ExchangeDirection
	if d == 0 {
		d = r.Deck.Direction
	}
	return d.String()
}

func tileText(before string, t tile.Tile) string {
	if t == tile.None {
		return ""
	}
	return before + t.String()
}

func suitText(before string, s tile.Suit) string {
	if s == tile.NoSuit {
		return ""
	}
	return before + s.String()
}

func patternsText(set fan.Patterns) string {
	var names []string
	for p := range fan.NumPatterns {
		if set.Has(p) {
			names = append(names, p.String())
		}
	}
	if names == nil {
		return "no pattern"
	}
	return strings.Join(names, ", ")
}

// actionVerbs say what an action with a tile or suit does, before the tiles.
var actionVerbs = [...]string{
	engine.KindDiscard: "discard", engine.KindConcealedKong: "declare a concealed kong of",
	engine.KindAddedKong: "add to a pung", engine.KindExchange: "pass on",
	engine.KindCommitVoid: "name void and set aside", engine.KindNameVoid: "name void",
}

// ActionsText writes legal actions in ascending order, those of one kind
// together: "discard 12m5p, win".
func ActionsText(legal []engine.Action) string {
	var words []string
	for i := 0; i < len(legal); {
		kind := legal[i].Kind()
		var tiles tile.Kinds
		var suits []string
		for ; i < len(legal) && legal[i].Kind() == kind; i++ {
			if t := legal[i].Tile(); t != tile.None {
				tiles |= t.Bit()
			} else if s := legal[i].Suit(); s != tile.NoSuit {
				suits = append(suits, s.String())
			}
		}
		switch {
		case tiles != 0:
			words = append(words, actionVerbs[kind]+" "+tiles.String())
		case suits != nil:
			words = append(words, actionVerbs[kind]+" "+strings.Join(suits, " or "))
		default:
			words = append(words, kind.String())
		}
	}
	return strings.Join(words, ", ")
}
