package engine

// NumSeats is the number of seats.
const NumSeats = 4

// Cause is why points move from one seat to another.
type Cause uint8

// The causes of transfers.
const (
	CauseDiscardWin Cause = iota
	CauseSelfDraw
	CauseRobbing
	CauseConcealedKong
	CauseClaimedKong
	CauseAddedKong
	CauseKongReversal // a kong's payment given back at once
	CauseFlowerPig
	CauseReadyCheck
	CauseRefund // a kong's payment given back at exhaustion
	NumCauses
)

// causes has for each cause its name in records, and the sources under which
// the points received and the points paid are booked.
var causes = [NumCauses]struct {
	name           string
	received, paid Source
}{
	CauseDiscardWin:    {"discard_win", FromDiscardWins, FromDealIns},
	CauseSelfDraw:      {"self_draw", FromSelfDraws, FromSelfDrawPaid},
	CauseRobbing:       {"robbing", FromRobbing, FromRobbed},
	CauseConcealedKong: {"concealed_kong", FromKongs, FromKongsPaid},
	CauseClaimedKong:   {"claimed_kong", FromKongs, FromKongsPaid},
	CauseAddedKong:     {"added_kong", FromKongs, FromKongsPaid},
	CauseKongReversal:  {"kong_reversal", FromReversals, FromReversals},
	CauseFlowerPig:     {"flower_pig", FromFlowerPig, FromFlowerPig},
	CauseReadyCheck:    {"ready_check", FromReadyCheck, FromReadyCheck},
	CauseRefund:        {"refund", FromRefunds, FromRefunds},
}

// String returns the cause's name as records write it.
func (c Cause) String() string { return causes[c].name }

// A Source is one line of a seat's account: a cause seen from the side of the
// seat that receives or of the seat that pays. Everything that lists payments
// (columns, records, reports) goes through the sources from 0 to NumSources and
// asks them for their names and meanings.
type Source uint8

// The sources, in the order of the columns that store them.
const (
	FromDiscardWins Source = iota
	FromSelfDraws
	FromRobbing
	FromDealIns
	FromSelfDrawPaid
	FromRobbed
	FromKongs
	FromKongsPaid
	FromReversals
	FromFlowerPig
	FromReadyCheck
	FromRefunds
	NumSources
)

// A Sign says which way the points of a source go.
type Sign int8

// The signs of a source's points, seen from the seat that has the account.
const (
	Paid     Sign = -1 // never above 0
	Either   Sign = 0
	Received Sign = 1 // never below 0
)

// sources is the table of all sources. A new source is one line here.
var sources = [NumSources]struct {
	name, title string
	meaning     string
	sign        Sign
	counterpart Source // where the other seat books the same points
	group       group
}{
	FromDiscardWins:  {"discard_wins", "on discards", "received for wins on discards", Received, FromDealIns, winGroup},
	FromSelfDraws:    {"self_draws", "self-drawn", "received for self-draws", Received, FromSelfDrawPaid, winGroup},
	FromRobbing:      {"robbing", "by robbing kongs", "received for robbing kongs", Received, FromRobbed, winGroup},
	FromDealIns:      {"deal_ins", "deal-ins", "paid for discards that were won on, negative", Paid, FromDiscardWins, noGroup},
	FromSelfDrawPaid: {"self_draws_paid", "others' self-draws", "paid for the others' self-draws, negative", Paid, FromSelfDraws, noGroup},
	FromRobbed:       {"robbed", "robbed kongs", "paid for kongs that were robbed, negative", Paid, FromRobbing, noGroup},
	FromKongs:        {"kongs", "received", "received for kongs", Received, FromKongsPaid, kongGroup},
	FromKongsPaid:    {"kongs_paid", "paid", "paid for the others' kongs, negative", Paid, FromKongs, kongGroup},
	FromReversals:    {"kong_reversals", "kong reversals", "kong payments given back at once, either way", Either, FromReversals, noGroup},
	FromFlowerPig:    {"flower_pig", "flower pig", "flower pig, either way", Either, FromFlowerPig, noGroup},
	FromReadyCheck:   {"ready_check", "ready check", "ready check, either way", Either, FromReadyCheck, noGroup},
	FromRefunds:      {"refunds", "refunds", "kong payments given back at exhaustion, either way", Either, FromRefunds, noGroup},
}

// String returns the source's name as records and results write it.
func (s Source) String() string { return sources[s].name }

// Column returns the name of the column that stores the source's points.
func (s Source) Column() string { return "points_" + sources[s].name }

// Title returns what tables for people call the source. Sources of a group with
// several stand below the group's own title.
func (s Source) Title() string { return sources[s].title }

// Meaning returns the sentence that explains the source's column.
func (s Source) Meaning() string { return sources[s].meaning }

// Sign returns which way the source's points go.
func (s Source) Sign() Sign { return sources[s].sign }

// Counterpart returns where the other seat books the same points: the source
// itself where both ways share one. A source and its counterpart sum to zero
// over the seats of a hand.
func (s Source) Counterpart() Source { return sources[s].counterpart }

// A SourceGroup is sources that belong together, such as all that wins bring.
type SourceGroup struct {
	Name    string // as results write it
	Title   string // in tables for people
	Sources []Source
}

// A group is the number of a SourceGroup with several sources.
type group uint8

const (
	noGroup group = iota // the source is a group of its own
	winGroup
	kongGroup
)

var groups = [...]struct{ name, title string }{
	winGroup:  {"wins", "wins"},
	kongGroup: {"kongs", "kongs, net"},
}

// SourceGroups returns the groups in the order of their first sources. Every
// source is in exactly one of them.
func SourceGroups() []SourceGroup {
	var list []SourceGroup
	var index [len(groups)]int // in list, plus 1
	for s := range NumSources {
		x := &sources[s]
		switch {
		case x.group == noGroup:
			list = append(list, SourceGroup{x.name, x.title, []Source{s}})
		case index[x.group] == 0:
			g := groups[x.group]
			list = append(list, SourceGroup{g.name, g.title, []Source{s}})
			index[x.group] = len(list)
		default:
			members := &list[index[x.group]-1].Sources
			*members = append(*members, s)
		}
	}
	return list
}

// An Account is what one seat gained and lost, by source. Payments are
// negative.
type Account [NumSources]int32

// Total returns the seat's points.
func (a *Account) Total() int {
	sum := 0
	for _, p := range a {
		sum += int(p)
	}
	return sum
}

// A Ledger has every seat's account. The totals of the four accounts sum to
// zero.
type Ledger [NumSeats]Account

// Points returns every seat's points.
func (l *Ledger) Points() [NumSeats]int {
	var p [NumSeats]int
	for s := range l {
		p[s] = l[s].Total()
	}
	return p
}

// Book records one transfer.
func (l *Ledger) Book(payer, payee int, points int32, c Cause) {
	l[payer][causes[c].paid] -= points
	l[payee][causes[c].received] += points
}
