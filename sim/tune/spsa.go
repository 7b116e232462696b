package tune

import (
	"math"
	"math/rand/v2"
)

// An spsa is simultaneous perturbation stochastic approximation (J. C. Spall,
// "Multivariate stochastic approximation using a simultaneous perturbation
// gradient approximation", IEEE Transactions on Automatic Control 37, 1992): of
// two opposite probes θ+cΔ and θ−cΔ, all Δ being +1 or −1 at random, the better
// one says where to go. A generation plays many such pairs and makes one step. Its
// first fields are its state.
//
// Rates fall as Spall has them, steps with the power 0.602 of the generation and
// probes with 0.101. A step is in units of the probes, and its size is set by the
// scores themselves: were there nothing but noise, a parameter would have moved by
// about one probe at the end. What is worth something against the noise of the
// whole run moves further.
type spsa struct {
	theta []float64
	// power is the mean square of the scores, over the generations so far with
	// the last ones weighing most; weight is by how much it is still too low.
	power  float64
	weight float64

	axes        []axis
	width       float64 // of the first probes
	pairs       int
	generations int
	probes      []float64 // of this generation, by parameter
	signs       [][]float64
}

// reach is how far noise alone moves a parameter over a run, in probes. On noisy
// quadratics that start a few probes off their minimum 1 to 2 do best.
const reach = 1.5

// memory is the share that power keeps from generation to generation.
const memory = 0.9

func newSPSA(axes []axis, start []float64, width float64, pairs, generations int) *spsa {
	return &spsa{
		theta: append([]float64(nil), start...), axes: axes,
		width: width, pairs: pairs, generations: generations, probes: make([]float64, len(axes)),
	}
}

func (s *spsa) mean() []float64 { return s.theta }

// spread returns how far the last probes were from the mean, the quadratic mean
// over all parameters.
func (s *spsa) spread() float64 { return norm(s.probes) / math.Sqrt(float64(len(s.probes))) }

// ask returns the generation's pairs of probes. A probe is wide enough to change a
// whole number; near a bound the pair is shifted so that both are within.
func (s *spsa) ask(g int, rng *rand.Rand) []Duel {
	width := s.width * math.Pow(float64(g+1), -0.101)
	for i, a := range s.axes {
		s.probes[i] = min(max(width, a.grid(s.theta[i])/2), 0.5)
	}
	s.signs = s.signs[:0]
	duels := make([]Duel, s.pairs)
	for k := range duels {
		signs := make([]float64, len(s.axes))
		d := Duel{A: make([]int, len(s.axes)), B: make([]int, len(s.axes))}
		for i, a := range s.axes {
			signs[i] = float64(2*rng.IntN(2) - 1)
			c := s.probes[i]
			x, u := min(max(s.theta[i], c), 1-c), rng.Float64()
			d.A[i], d.B[i] = a.played(x+c*signs[i], u), a.played(x-c*signs[i], u)
		}
		duels[k] = d
		s.signs = append(s.signs, signs)
	}
	return duels
}

// tell makes a step.
func (s *spsa) tell(g int, scores []Score) {
	power := 0.0
	slope := make([]float64, len(s.axes)) // in points per probe, twice
	for k, signs := range s.signs {
		y := scores[k].Mean
		power += y * y / float64(s.pairs)
		for i, sign := range signs {
			slope[i] += y * sign / float64(s.pairs)
		}
	}
	s.power = memory*s.power + (1-memory)*power
	s.weight = memory*s.weight + (1 - memory)
	if s.power == 0 {
		return
	}
	noise := math.Sqrt(s.power / s.weight / float64(s.pairs)) // of slope
	for i := range slope {
		step := min(max(s.rate(g)*slope[i]/noise, -1), 1)
		s.theta[i] = clamped(s.theta[i] + s.probes[i]*step)
	}
}

// rate returns the generation's rate: the squares of all make reach squared.
func (s *spsa) rate(g int) float64 {
	squares := 0.0
	for k := range s.generations {
		squares += math.Pow(s.fall(k), 2)
	}
	return reach * s.fall(g) / math.Sqrt(squares)
}

func (s *spsa) fall(g int) float64 {
	delay := 1 + float64(s.generations)/10
	return math.Pow(delay/(delay+float64(g)), 0.602)
}
