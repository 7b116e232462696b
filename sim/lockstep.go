package sim

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
)

// A Lockstep keeps many hands in play, one per row. Each waits for a choice of the
// caller's. One call answers all of them and plays every row up to its next choice;
// where a hand ends, the row's next one begins within the same call. Row i of n
// plays the hands i, i+n, i+2n … of the configuration's run, on the walls and with
// the chance that they have there.
//
//	l, err := sim.NewLockstep(&config, sim.LockstepOptions{Rows: 1024})
//	l.Reset(config.Seed)
//	for {
//		for i := range actions {
//			actions[i] = choose(l.View(i), l.Legal(i))
//		}
//		if err := l.Step(actions); err != nil {
//			return err
//		}
//		for i := range actions {
//			learn(l.Points(i), l.Done(i)) // of the call
//		}
//	}
//
// It is what learning environments, nets that look at many positions at once, and
// other languages stand on. A step allocates nothing as long as the bots at the
// other seats do not. A Lockstep is used by one goroutine at a time.
type Lockstep struct {
	config   Config
	engine   *engine.Engine
	rows     []lockstepRow
	bots     [engine.NumSeats]int
	pool     *Pool // of external bots; nil without
	isBroken bool  // an error has left hands in an unknown state
}

// A lockstepRow is one of the hands in play.
type lockstepRow struct {
	player   *Player
	policies [engine.NumSeats]policy.Policy // by index in Config.Seats
	next     int64                          // index of the hand to be dealt next
	isOver   bool                           // no hand is left
	isDone   bool                           // a hand has ended in the last call
	before   [engine.NumSeats]int           // points of the hand in play before the last call
	payments int                            // of the hand, when before was noted
	points   [engine.NumSeats]int           // gained in the last call
	ended    *Ended
}

// Ended is a hand that is over.
type Ended struct {
	Index int64 // of the hand in the run
	Hand  engine.Hand
	Trace uint64 // hash of all actions in order, Outcome.Trace of the run
	Steps []Step // all actions in order
}

// LockstepOptions say how a Lockstep plays.
type LockstepOptions struct {
	Rows    int           // hands in play, at least 1
	Tables  *shape.Tables // nil builds them
	OnFault FaultPolicy   // of the bots at the other seats
}

// MaxRows is the most rows of a Lockstep.
const MaxRows = 1 << 20

// NewLockstep returns a lockstep over the hands of a configuration, in which a seat
// without a spec, the zero policy.Spec, is the caller's. The hands are hands played
// alone, not games; a row whose hands have all been played waits for nothing, so use
// MaxHands where there should be no end. Reset comes first. With external bots the
// lockstep has to be closed.
func NewLockstep(c *Config, o LockstepOptions) (*Lockstep, error) {
	switch err := c.validate(); {
	case err != nil:
		return nil, err
	case c.Games > 0:
		return nil, errors.New("sim: a lockstep plays hands, not games")
	case o.Rows < 1 || o.Rows > MaxRows:
		return nil, fmt.Errorf("sim: a lockstep has 1 to %d rows, not %d", MaxRows, o.Rows)
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	e, err := engine.New(c.Rules, o.Tables)
	if err != nil {
		return nil, err
	}
	l := &Lockstep{config: *c, engine: e, rows: make([]lockstepRow, o.Rows), isBroken: true}
	l.pool = NewPool(c.specs(), &c.Rules, External{InFlight: o.Rows, OnFault: o.OnFault})
	for s := range l.bots {
		l.bots[s] = c.botOf(s)
	}
	ended := make([]Ended, o.Rows)
	for i := range l.rows {
		ended[i].Steps = make([]Step, 0, maxSteps)
		l.rows[i].player = NewPlayer(e, PlayerOptions{OnFault: o.OnFault})
		l.rows[i].policies, l.rows[i].ended = l.policies(), &ended[i]
	}
	return l, nil
}

// policies returns the bots of one row.
func (l *Lockstep) policies() (bots [engine.NumSeats]policy.Policy) {
	for s, spec := range l.config.Seats {
		if !spec.IsZero() && !spec.IsExternal() {
			bots[s] = spec.New()
		}
	}
	return bots
}

// Close ends the external bots.
func (l *Lockstep) Close() error {
	if l.pool == nil {
		return nil
	}
	return l.pool.Close()
}

// Rows returns the number of rows.
func (l *Lockstep) Rows() int { return len(l.rows) }

// Config returns what is played, with the seed of the last Reset. It is not to be
// changed.
func (l *Lockstep) Config() *Config { return &l.config }

// Engine returns the engine that plays.
func (l *Lockstep) Engine() *engine.Engine { return l.engine }

// Reset begins the hands of a seed, those in play being dropped.
func (l *Lockstep) Reset(seed uint64) error {
	l.config.Seed, l.isBroken = seed, false
	if l.pool != nil {
		l.pool.drop()
	}
	for i := range l.rows {
		r := &l.rows[i]
		r.next, r.ended.Index = int64(i), -1
		r.call()
		if l.pool != nil {
			continue // the pool begins the hand
		}
		if l.begin(r); !r.isOver {
			if err := l.playOn(r); err != nil {
				return err
			}
		}
	}
	return l.settle()
}

// An IllegalError says that an action is not legal, of which row and seat, and what is.
// Nothing has been played.
type IllegalError struct {
	Row, Seat int
	Action    engine.Action
	Legal     []engine.Action
}

// Error says so.
func (x *IllegalError) Error() string {
	return fmt.Sprintf("sim: row %d: seat %d may not %s; legal are %v", x.Row, x.Seat, x.Action, x.Legal)
}

// Step answers the choices of all rows, actions[i] that of row i, and plays every
// row up to its next one. If an action is not legal nothing is played and an
// *IllegalError says which. Rows without a choice ignore theirs. Any other error is of a bot or of
// the engine; it leaves the lockstep of no use before the next Reset. Step panics if
// there is not one action for each row.
func (l *Lockstep) Step(actions []engine.Action) error {
	if len(actions) != len(l.rows) {
		panic("sim: a step has one action for each row")
	}
	if l.isBroken {
		return errors.New("sim: a lockstep must be reset before it steps")
	}
	for i := range l.rows {
		r := &l.rows[i]
		if !r.isOver && !slices.Contains(r.player.Legal(), actions[i]) {
			return &IllegalError{i, r.player.Asked(), actions[i], slices.Clone(r.player.Legal())}
		}
	}
	for i := range l.rows {
		r := &l.rows[i]
		r.call()
		if !r.isOver {
			r.player.Answer(actions[i])
			if err := l.playOn(r); err != nil {
				return err
			}
		}
	}
	return l.settle()
}

// call begins what a row keeps of a call.
func (r *lockstepRow) call() {
	r.isDone, r.points = false, [engine.NumSeats]int{}
}

// playOn plays a row up to its next choice, if no external bot has to be asked on
// the way, and counts what was gained.
func (l *Lockstep) playOn(r *lockstepRow) error {
	if l.pool != nil {
		return nil
	}
	for !r.player.Next() {
		err := l.end(r)
		if err != nil {
			l.isBroken = true
			return err
		}
		if l.begin(r); r.isOver {
			return nil
		}
	}
	r.gain()
	return nil
}

// settle plays all rows up to their next choices together with the external bots,
// if there are any.
func (l *Lockstep) settle() error {
	if l.pool == nil {
		return nil
	}
	if err := l.pool.settle((*lockstepHands)(l)); err != nil {
		l.isBroken = true
		return err
	}
	for i := range l.rows {
		if r := &l.rows[i]; !r.isOver {
			r.gain()
		}
	}
	return nil
}

// gain adds the points since the row was looked at last.
func (r *lockstepRow) gain() {
	h := r.player.Hand()
	if h.Payments() == r.payments {
		return
	}
	now := h.Ledger().Points()
	for s := range now {
		r.points[s] += now[s] - r.before[s]
	}
	r.before, r.payments = now, h.Payments()
}

// begin deals the row's next hand, if one is left.
func (l *Lockstep) begin(r *lockstepRow) {
	c := &l.config
	if r.isOver = r.next >= c.Hands; r.isOver {
		return
	}
	for s := range engine.NumSeats {
		r.player.Sit(s, r.policies[c.seatAt(s, r.next)])
	}
	deck := c.Deck(r.next, c.FirstDealer(r.next))
	r.player.Deal(c.Seed, r.next, &deck)
	r.before, r.payments = [engine.NumSeats]int{}, 0
	r.next += int64(len(l.rows))
}

// end keeps the row's hand, which is over.
func (l *Lockstep) end(r *lockstepRow) error {
	if err := r.player.Err(); err != nil {
		if f := (*Fault)(nil); errors.As(err, &f) {
			f.Bot = l.config.Seats[l.config.seatAt(f.Seat, f.Hand)].String()
			return f
		}
		return fmt.Errorf("%s: %w", l.where(r), err)
	}
	r.gain()
	r.isDone = true
	steps := append(r.ended.Steps[:0], r.player.Steps()...)
	*r.ended = Ended{r.player.Index(), *r.player.Hand(), r.player.Trace(), steps}
	return nil
}

func (l *Lockstep) where(r *lockstepRow) string {
	return fmt.Sprintf("hand %d of seed %d", r.player.Index(), l.config.Seed)
}

// Seat returns whose choice a row waits for, −1 if no hand of it is left.
func (l *Lockstep) Seat(i int) int {
	if l.rows[i].isOver {
		return -1
	}
	return l.rows[i].player.Asked()
}

// View returns what the seat that a row asks may know. It is valid until the next
// call, and not for a row that waits for nothing.
func (l *Lockstep) View(i int) engine.View { return l.rows[i].player.View() }

// Legal returns the actions among which a row's seat may choose, at least two, in
// ascending order; none if the row waits for nothing. The slice is valid until the
// next call.
func (l *Lockstep) Legal(i int) []engine.Action {
	if l.rows[i].isOver {
		return nil
	}
	return l.rows[i].player.Legal()
}

// Mask makes dst, of engine.NumActions bytes, 1 at the id of each legal action of a
// row and 0 elsewhere.
func (l *Lockstep) Mask(i int, dst []uint8) {
	clear(dst)
	for _, a := range l.Legal(i) {
		dst[a] = 1
	}
}

// Points returns what each seat has gained in a row since the call before, which
// sums to zero. Over a hand they add up to its ledger.
func (l *Lockstep) Points(i int) [engine.NumSeats]int { return l.rows[i].points }

// Done reports whether a hand of a row has ended in the last call.
func (l *Lockstep) Done(i int) bool { return l.rows[i].isDone }

// Hand returns the index of the hand that a row has in play, or had last.
func (l *Lockstep) Hand(i int) int64 { return l.rows[i].player.Index() }

// Player returns what plays a row, to look at.
func (l *Lockstep) Player(i int) *Player { return l.rows[i].player }

// Ended returns the row's hand that has ended last; its index is −1 if none has
// since Reset. It is valid until the next call.
func (l *Lockstep) Ended(i int) *Ended { return l.rows[i].ended }

// lockstepHands are a lockstep's rows as its pool plays them.
type lockstepHands Lockstep

// Begin deals the row's next hand.
func (h *lockstepHands) Begin(slot int) (*Player, error) {
	r := &h.rows[slot]
	if (*Lockstep)(h).begin(r); r.isOver {
		return nil, nil
	}
	return r.player, nil
}

// Bots returns who sits where.
func (h *lockstepHands) Bots(slot int) (bots [engine.NumSeats]int) {
	for s := range bots {
		bots[s] = h.bots[h.config.seatAt(s, h.rows[slot].player.Index())]
	}
	return bots
}

// End keeps the row's hand.
func (h *lockstepHands) End(slot int) error { return (*Lockstep)(h).end(&h.rows[slot]) }

// Where names the row's hand.
func (h *lockstepHands) Where(slot int) string { return (*Lockstep)(h).where(&h.rows[slot]) }
