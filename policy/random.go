package policy

import (
	"math/bits"
	"math/rand/v2"

	"xuezhan/engine"
)

// random plays any legal action, each with the same chance. As a part it takes
// a decision as if it chose among all actions and had hit one of its own.
type random struct{ pcg rand.PCG }

func newRandom(Values) Parts {
	r := new(random)
	return Parts{r, r, r, r, r, r}
}

// Start seeds the hand's chance.
func (r *random) Start(_ int, seed uint64) { r.pcg.Seed(seed, 0) }

// Act plays a whole seat: with one choice among all legal actions.
func (r *random) Act(_ engine.View, legal []engine.Action) engine.Action {
	return legal[below(r.pcg.Uint64(), len(legal))]
}

// Choose returns one of the actions.
func (r *random) Choose(v engine.View, legal []engine.Action) engine.Action { return r.Act(v, legal) }

// below returns a number 0 to n−1 from a random one of 64 bits: the high half
// of their product, uniform up to a bias below n/2⁶⁴.
func below(x uint64, n int) int {
	high, _ := bits.Mul64(x, uint64(n))
	return int(high)
}
