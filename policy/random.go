package policy

import (
	"math/bits"
	"math/rand/v2"

	"xuezhan/engine"
)

// random plays any legal action, each with the same chance. As a part it takes
// a decision as if it chose among all actions and had hit one of its own.
type random struct{ pcg rand.PCG }

func newRandom(values) Parts {
	r := new(random)
	return Parts{r, r, r, r, r}
}

// Start seeds the hand's chance.
func (r *random) Start(_ int, seed uint64) { r.pcg.Seed(seed, 0) }

// Choose returns one of the actions. The high half of a 64-bit random number
// times n is uniform over 0…n−1 up to a bias below 2⁻⁵⁰.
func (r *random) Choose(_ engine.View, legal []engine.Action) engine.Action {
	i, _ := bits.Mul64(r.pcg.Uint64(), uint64(len(legal)))
	return legal[i]
}
