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

var causeNames = [NumCauses]string{
	"discard_win", "self_draw", "robbing", "concealed_kong", "claimed_kong",
	"added_kong", "kong_reversal", "flower_pig", "ready_check", "refund",
}

// String returns the cause's name as records write it.
func (c Cause) String() string { return causeNames[c] }

// A Source is one line of a seat's account: a cause seen from the side of the
// one who receives or the one who pays.
type Source uint8

// The sources, in the order of the columns that store them.
const (
	FromDiscardWins  Source = iota // received for wins on discards
	FromSelfDraws                  // received for self-draws
	FromRobbing                    // received for robbing kongs
	FromDealIns                    // paid for discards that were won on
	FromSelfDrawPaid               // paid for the others' self-draws
	FromRobbed                     // paid for kongs that were robbed
	FromKongs                      // received for kongs
	FromKongsPaid                  // paid for the others' kongs
	FromReversals                  // kong payments given back at once, either way
	FromFlowerPig                  // flower pig, either way
	FromReadyCheck                 // ready check, either way
	FromRefunds                    // kong payments given back at exhaustion, either way
	NumSources
)

var sourceNames = [NumSources]string{
	"discard_wins", "self_draws", "robbing", "deal_ins", "self_draws_paid",
	"robbed", "kongs", "kongs_paid", "kong_reversals", "flower_pig",
	"ready_check", "refunds",
}

// String returns the source's name as columns write it.
func (s Source) String() string { return sourceNames[s] }

// received and paid say on which line of an account a transfer is booked.
var (
	received = [NumCauses]Source{
		FromDiscardWins, FromSelfDraws, FromRobbing, FromKongs, FromKongs,
		FromKongs, FromReversals, FromFlowerPig, FromReadyCheck, FromRefunds,
	}
	paid = [NumCauses]Source{
		FromDealIns, FromSelfDrawPaid, FromRobbed, FromKongsPaid, FromKongsPaid,
		FromKongsPaid, FromReversals, FromFlowerPig, FromReadyCheck, FromRefunds,
	}
)

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

// book records one transfer.
func (l *Ledger) book(payer, payee int, points int32, c Cause) {
	l[payer][paid[c]] -= points
	l[payee][received[c]] += points
}
