package env

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/features"
	"xuezhan/policy"
)

// After is what every legal action of every row leads to, a candidate each: those of
// row i are Offset[i] up to Offset[i+1]. A pung has a candidate for each discard that may
// follow it, since nobody else acts in between. The arrays are the caller's.
type After struct {
	Offset []int32   // [rows + 1]
	Action []int64   // [candidates]
	Pay    []float32 // [candidates] points that the action pays its seat at once; nil leaves it out
	Obs    Observations
}

// A ShortError says how many candidates there are where arrays have room for fewer.
type ShortError struct{ Candidates int }

// Error says so.
func (s *ShortError) Error() string {
	return fmt.Sprintf("env: there are %d candidates, the arrays have room for fewer", s.Candidates)
}

// Candidates returns the number of candidates of all rows, 0 before Reset.
func (e *Env) Candidates() int {
	if e.isBroken {
		return 0
	}
	n := 0
	for i := range e.Rows() {
		legal := e.lock.Legal(i)
		n += len(legal)
		if slices.Contains(legal, engine.Pung) {
			p := features.NewProspect(e.lock.View(i))
			p = p.After(engine.Pung)
			n += p.Discards().Len() - 1
		}
	}
	return n
}

// After fills in the observation that each legal action leads to, before anything
// else happens: see features.Prospect.After. What the bot learned says of an action is
// what its net says of the candidate, and the pay. It returns the number of candidates,
// or a *ShortError.
func (e *Env) After(a *After) (candidates int, err error) {
	if e.isBroken {
		return 0, errBroken
	}
	n := e.Candidates()
	short := len(a.Offset) < e.Rows()+1 || len(a.Action) < n || a.Pay != nil && len(a.Pay) < n || e.isShort(a.Obs, n)
	if short {
		return 0, &ShortError{n}
	}
	k := 0
	for i := range e.Rows() {
		a.Offset[i] = int32(k)
		k = e.rowAfter(a, i, k)
	}
	a.Offset[e.Rows()] = int32(k)
	return k, nil
}

// rowAfter writes the candidates of a row as k and those that follow, and returns what
// comes behind them.
func (e *Env) rowAfter(a *After, row, k int) int {
	v := e.lock.View(row)
	p := features.NewProspect(v)
	e.candidates.Begin()
	for _, x := range e.lock.Legal(row) {
		if x == engine.Pung {
			q := p.After(x)
			for left := q.Discards(); left != 0; left = left.Rest() {
				k = e.candidate(a, k, v, x, &q, engine.Discard(left.First()))
			}
			continue
		}
		k = e.candidate(a, k, v, x, &p, x)
	}
	return k
}

// candidate writes, as k, the choice of an action that leads by a last one from a
// prospect to a candidate, and returns k + 1.
func (e *Env) candidate(a *After, k int, v engine.View, x engine.Action, p *features.Prospect, last engine.Action) int {
	a.Action[k] = int64(x)
	if a.Pay != nil {
		a.Pay[k] = float32(policy.KongPay(v, x))
	}
	e.observeAfter(a.Obs, k, p, last)
	return k + 1
}

func (e *Env) isShort(o Observations, n int) bool {
	return e.numbers != nil && len(o.Floats) < n*e.width || e.features == Planes && len(o.Bytes) < n*e.width
}

// observeAfter writes what an action leads to as row k.
func (e *Env) observeAfter(o Observations, k int, p *features.Prospect, a engine.Action) {
	if e.features == None {
		return
	}
	e.after = p.After(a)
	switch {
	case e.features == V1:
		row, _ := e.candidates.Encode(&e.after)
		copy(o.Floats[k*e.width:][:e.width], row)
	case e.numbers != nil:
		e.numbers.EncodeProspect(o.Floats[k*e.width:][:e.width], &e.after)
	default:
		features.Planes{}.EncodeProspect(o.Bytes[k*e.width:][:e.width], &e.after)
	}
}

// Final fills in the last observation of the rows whose hand ended in the last step,
// as the seat sees it that chose last; other rows are left as they are.
func (e *Env) Final(o Observations) error {
	if e.isShort(o, e.Rows()) {
		return fmt.Errorf("env: the array final has room for fewer than %d rows", e.Rows())
	}
	for i := range e.Rows() {
		if e.lock.Done(i) {
			e.observe(o, i, e.lock.Engine().View(&e.lock.Ended(i).Hand, int(e.asked[i])))
		}
	}
	return nil
}

// Observe writes what a seat sees of the hand that a row has in play, whoever is to
// choose in it.
func (e *Env) Observe(row, seat int, o Observations) error {
	switch {
	case e.isBroken:
		return errBroken
	case row < 0 || row >= e.Rows():
		return fmt.Errorf("env: row %d of %d", row, e.Rows())
	case seat < 0 || seat >= engine.NumSeats:
		return fmt.Errorf("env: seat %d of %d", seat, engine.NumSeats)
	case e.isShort(o, 1):
		return errors.New("env: there is no room for an observation")
	}
	e.observe(o, 0, e.lock.Engine().View(e.lock.Player(row).Hand(), seat))
	return nil
}
