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
