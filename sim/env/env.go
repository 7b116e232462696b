// Package env is an environment to learn in: many hands in lockstep, whose choices,
// observations and rewards are numbers in arrays that the caller owns.
//
// Start with New, then Reset and Step:
//
//	e, err := env.New(&config)
//	a := e.Alloc() // or arrays of your own, such as numpy's
//	err = e.Reset(1, &a)
//	for {
//		e.Sample(actions) // or a net's choice
//		err = e.Step(actions, &a)
//	}
//
// A row is a hand. Each row waits for a choice of the caller's among at least two
// legal actions; a step answers all of them and plays every row up to its next
// choice. Where a hand ends, the row's next one is dealt within the same step: the
// reward is of the hand that ended, all else is of the new one. Row i of n plays the
// hands i, i+n, i+2n … that `xuezhan run` plays with the same seed.
//
// The package is not for nets: it turns hands into numbers and numbers into actions.
package env

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A Config says what an environment plays. Its zero value but for the rules is one
// row in which the caller plays all seats and sees no features.
type Config struct {
	Rules rules.Rules
	Rows  int // hands in play; 0 means 1
	// Seats are the bots; a zero spec is a seat of the caller's.
	Seats    [engine.NumSeats]policy.Spec
	Rotate   bool // turn the seating by one seat a hand
	Walls    sim.Walls
	Features Features
	Tables   *shape.Tables // nil builds them
}

// Features says what an observation is made of.
type Features uint8

// An observation has nothing, the numbers of features.V1 or features.V2, or the channels
// of features.Planes.
const (
	None Features = iota
	V1
	V2
	Planes
)

var featureNames = []string{"none", "v1", "v2", "planes"}

// ParseFeatures returns the features of a name: none, v1, v2 or planes. No name is none.
func ParseFeatures(name string) (Features, error) {
	if name == "" {
		return None, nil
	}
	i := slices.Index(featureNames, name)
	if i < 0 {
		return None, fmt.Errorf("unknown features %q; there are %s", name, strings.Join(featureNames, ", "))
	}
	return Features(i), nil
}

// numbers returns the encoder of features that are numbers, nil for others.
func (f Features) numbers() features.Numbers { return features.NumbersOf(featureNames[f]) }

// AreNumbers reports whether observations are float32; otherwise they are bytes.
func (f Features) AreNumbers() bool { return f == V1 || f == V2 }

// Width returns the numbers, or bytes, of an observation.
func (f Features) Width() int {
	switch {
	case f.AreNumbers():
		return f.numbers().Len()
	case f == Planes:
		return features.Planes{}.Len()
	}
	return 0
}

// Observations are rows of features: numbers in Floats, the channels of Planes in Bytes.
// The slice that is not asked for may be nil.
type Observations struct {
	Floats []float32
	Bytes  []uint8
}

// Arrays are what an environment fills in, a row a hand. They are the caller's, and
// New never keeps them. A nil slice is left out.
type Arrays struct {
	Seat   []int8  // [rows] whose choice the row waits for
	Mask   []uint8 // [rows × engine.NumActions] 1 at each legal action, at least two a row
	Obs    Observations
	Reward []float32 // [rows × engine.NumSeats] points gained in the call; they sum to 0
	Done   []uint8   // [rows] 1 if a hand ended in the call
	Hand   []int64   // [rows] index of the hand in play
}

// An Env is an environment. It is used by one goroutine at a time.
type Env struct {
	features   Features
	numbers    features.Numbers // of features that are numbers
	width      int              // of an observation
	after      features.Prospect
	candidates features.V1Rows // those of a decision
	lock       *sim.Lockstep
	actions    []engine.Action
	asking     []int8 // who is asked
	asked      []int8 // who was asked before the last step: whose final observation it is
	adviser    adviser
	chance     rand.PCG
	isBroken   bool // until the next Reset
}

// New returns an environment. Close ends it. Reset comes first.
func New(c *Config) (*Env, error) {
	run := sim.Config{Rules: c.Rules, Hands: sim.MaxHands, Seats: c.Seats, Rotate: c.Rotate, Walls: c.Walls}
	rows := max(c.Rows, 1)
	l, err := sim.NewLockstep(&run, sim.LockstepOptions{Rows: rows, Tables: c.Tables})
	if err != nil {
		return nil, err
	}
	return &Env{
		features: c.Features, numbers: c.Features.numbers(), width: c.Features.Width(), lock: l,
		actions: make([]engine.Action, rows), asking: make([]int8, rows), asked: make([]int8, rows), isBroken: true,
	}, nil
}

// Close ends bots that are processes.
func (e *Env) Close() error { return e.lock.Close() }

// Features returns what an observation is made of.
func (e *Env) Features() Features { return e.features }

// Rows returns the number of rows.
func (e *Env) Rows() int { return e.lock.Rows() }

// Lockstep returns the hands in play, to look at.
func (e *Env) Lockstep() *sim.Lockstep { return e.lock }

// Alloc returns arrays for all that the environment has.
func (e *Env) Alloc() Arrays {
	n := e.Rows()
	return Arrays{
		Seat: make([]int8, n), Mask: make([]uint8, n*engine.NumActions), Obs: e.AllocObs(n),
		Reward: make([]float32, n*engine.NumSeats), Done: make([]uint8, n), Hand: make([]int64, n),
	}
}

// AllocObs returns room for the observations of n rows.
func (e *Env) AllocObs(n int) (o Observations) {
	if n *= e.width; e.numbers != nil {
		o.Floats = make([]float32, n)
	} else {
		o.Bytes = make([]uint8, n)
	}
	return o
}

// Reset begins the hands of a seed and fills in the arrays. Rewards are 0.
func (e *Env) Reset(seed uint64, a *Arrays) error {
	if err := e.check(a); err != nil {
		return err
	}
	e.chance = *rand.NewPCG(seed, sampleStream)
	e.isBroken = true
	if err := e.lock.Reset(seed); err != nil {
		return err
	}
	e.isBroken = false
	e.fill(a)
	return nil
}

// sampleStream keeps what Sample draws apart from all other chance of a seed.
const sampleStream = 0x73616d706c65

// An IllegalError says that an action is not legal, in which row and seat, and what
// is. Nothing has been played.
type IllegalError struct {
	Row, Seat int
	Action    int64
	Legal     []engine.Action
}

// Error says so.
func (x *IllegalError) Error() string {
	var legal strings.Builder
	for i, a := range x.Legal {
		if i > 0 {
			legal.WriteString(", ")
		}
		fmt.Fprintf(&legal, "%d (%s)", int(a), a)
	}
	what := fmt.Sprint(x.Action)
	if x.Action >= 0 && x.Action < int64(engine.NumActions) {
		what = fmt.Sprintf("%d (%s)", x.Action, engine.Action(x.Action))
	}
	return fmt.Sprintf("row %d: seat %d may not play action %s; legal are %s", x.Row, x.Seat, what, legal.String())
}

// Step plays one action a row and fills in the arrays. An action that is not legal is
// an *IllegalError, and leaves everything as it was.
func (e *Env) Step(actions []int64, a *Arrays) error {
	if err := e.check(a); err != nil {
		return err
	}
	if len(actions) != e.Rows() {
		return fmt.Errorf("env: %d actions for %d rows", len(actions), e.Rows())
	}
	if e.isBroken {
		return errBroken
	}
	for i, id := range actions {
		e.actions[i] = engine.Action(id)
		if id != int64(e.actions[i]) {
			return &IllegalError{i, e.lock.Seat(i), id, slices.Clone(e.lock.Legal(i))}
		}
	}
	if err := e.lock.Step(e.actions); err != nil {
		if x := (*sim.IllegalError)(nil); errors.As(err, &x) {
			return &IllegalError{x.Row, x.Seat, int64(x.Action), x.Legal}
		}
		e.isBroken = true
		return err
	}
	e.asked, e.asking = e.asking, e.asked
	e.fill(a)
	return nil
}

var errBroken = errors.New("env: the environment must be reset first")

// Sample fills in one of the legal actions of each row, each as likely as any other.
// Its choices are fixed by the seed of the last Reset. Before one it is an error.
func (e *Env) Sample(dst []int64) error {
	if e.isBroken {
		return errBroken
	}
	for i := range dst[:e.Rows()] {
		legal := e.lock.Legal(i)
		k := (e.chance.Uint64() >> 32) * uint64(len(legal)) >> 32
		dst[i] = int64(legal[k])
	}
	return nil
}

// check reports arrays that are too short.
func (e *Env) check(a *Arrays) error {
	n := e.Rows()
	for _, x := range []struct {
		name      string
		got, want int
	}{
		{"seat", len(a.Seat), n},
		{"mask", len(a.Mask), n * engine.NumActions},
		{"obs", len(a.Obs.Floats), n * e.width},
		{"obs", len(a.Obs.Bytes), n * e.width},
		{"reward", len(a.Reward), n * engine.NumSeats},
		{"done", len(a.Done), n},
		{"hand", len(a.Hand), n},
	} {
		if x.got != 0 && x.got < x.want {
			return fmt.Errorf("env: the array %s has room for %d numbers, not %d", x.name, x.got, x.want)
		}
	}
	return nil
}

// fill fills in the arrays.
func (e *Env) fill(a *Arrays) {
	for i := range e.Rows() {
		e.asking[i] = int8(e.lock.Seat(i))
		if a.Mask != nil {
			e.lock.Mask(i, a.Mask[i*engine.NumActions:][:engine.NumActions])
		}
		if a.Reward != nil {
			points := e.lock.Points(i)
			for s, x := range points {
				a.Reward[i*engine.NumSeats+s] = float32(x)
			}
		}
		if a.Done != nil {
			a.Done[i] = 0
			if e.lock.Done(i) {
				a.Done[i] = 1
			}
		}
		if a.Hand != nil {
			a.Hand[i] = e.lock.Hand(i)
		}
		if e.width > 0 {
			e.observe(a.Obs, i, e.lock.View(i))
		}
	}
	copy(a.Seat, e.asking)
}

// observe writes what a view shows as row i.
func (e *Env) observe(o Observations, i int, v engine.View) {
	switch {
	case o.Floats != nil && e.numbers != nil:
		e.numbers.Encode(o.Floats[i*e.width:][:e.width], v)
	case o.Bytes != nil && e.features == Planes:
		features.Planes{}.Encode(o.Bytes[i*e.width:][:e.width], v)
	}
}
