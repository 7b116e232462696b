package env

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/features"
)

// After is what every legal action of every row leads to, a candidate each: those of
// row i are Offset[i] up to Offset[i+1]. The arrays are the caller's.
type After struct {
	Offset []int32 // [rows + 1]
	Action []int64 // [candidates]
	Obs    Observations
}

// A ShortError says how many candidates there are where arrays have room for fewer.
type ShortError struct{ Candidates int }

// Error says so.
func (s *ShortError) Error() string {
	return fmt.Sprintf("env: there are %d candidates, the arrays have room for fewer", s.Candidates)
}

// Candidates returns the number of legal actions of all rows, 0 before Reset.
func (e *Env) Candidates() int {
	if e.isBroken {
		return 0
	}
	n := 0
	for i := range e.Rows() {
		n += len(e.lock.Legal(i))
	}
	return n
}

// After fills in the observation that each legal action leads to, before anything
// else happens: see features.Prospect.After. It returns the number of candidates, or
// a *ShortError.
func (e *Env) After(a *After) (candidates int, err error) {
	if e.isBroken {
		return 0, errBroken
	}
	n := e.Candidates()
	if short := len(a.Offset) < e.Rows()+1 || len(a.Action) < n || e.isShort(a.Obs, n); short {
		return 0, &ShortError{n}
	}
	k := 0
	for i := range e.Rows() {
		a.Offset[i] = int32(k)
		legal := e.lock.Legal(i)
		var p features.Prospect
		if e.features != None {
			p = features.NewProspect(e.lock.View(i))
		}
		for _, x := range legal {
			a.Action[k] = int64(x)
			e.observeAfter(a.Obs, k, &p, x)
			k++
		}
	}
	a.Offset[e.Rows()] = int32(k)
	return k, nil
}

func (e *Env) isShort(o Observations, n int) bool {
	return e.features == V1 && len(o.Floats) < n*V1.Width() || e.features == Planes && len(o.Bytes) < n*Planes.Width()
}

// observeAfter writes what an action leads to as row k.
func (e *Env) observeAfter(o Observations, k int, p *features.Prospect, a engine.Action) {
	switch e.features {
	case V1:
		q := p.After(a)
		features.V1{}.EncodeProspect(o.Floats[k*V1.Width():][:V1.Width()], &q)
	case Planes:
		q := p.After(a)
		features.Planes{}.EncodeProspect(o.Bytes[k*Planes.Width():][:Planes.Width()], &q)
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
