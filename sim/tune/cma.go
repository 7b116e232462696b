package tune

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// A cma is a covariance matrix adaptation evolution strategy as in N. Hansen, "The
// CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, 2016, with positive
// weights. Its first fields are its state.
//
// Candidates that leave the bounds are put back onto them, and the strategy learns
// from what was played, its steps cut to a likely length: N. Hansen, "Injecting
// External Solutions Into CMA-ES", arXiv:1110.4181, 2011. Its mean therefore never
// leaves the bounds.
type cma struct {
	center     []float64
	sigma      float64
	covariance []float64 // row by row
	pathSigma  []float64
	pathCov    []float64

	axes    []axis
	lambda  int
	weights []float64 // of the best, the second best, …
	muEff   float64
	steps   [][]float64 // of the generation's candidates, from the mean in units of sigma
	whiten  *mat.Dense  // the inverse square root of the covariance
}

// maxSigma keeps the spread within reason where all candidates are alike.
const maxSigma = 0.5

// newCMA returns a strategy around a position with a standard deviation of sigma.
func newCMA(axes []axis, start []float64, sigma float64, lambda int) *cma {
	n := len(axes)
	c := &cma{
		center: append([]float64(nil), start...), sigma: sigma,
		covariance: make([]float64, n*n), pathSigma: make([]float64, n), pathCov: make([]float64, n),
		axes: axes, lambda: lambda, weights: make([]float64, lambda/2),
	}
	for i := range n {
		c.covariance[i*n+i] = 1
	}
	sum, squares := 0.0, 0.0
	for i := range c.weights {
		c.weights[i] = math.Log(float64(lambda/2)+0.5) - math.Log(float64(i+1))
		sum += c.weights[i]
	}
	for i := range c.weights {
		c.weights[i] /= sum
		squares += c.weights[i] * c.weights[i]
	}
	c.muEff = 1 / squares
	return c
}

// defaultPopulation is thrice the tutorial's for n parameters. Where noise is most
// of what scores say, many candidates measured roughly beat few measured well.
func defaultPopulation(n int) int { return 3 * (4 + int(3*math.Log(float64(n)))) }

func (c *cma) mean() []float64 { return c.center }

// spread returns the standard deviation of a parameter, the quadratic mean over
// all.
func (c *cma) spread() float64 {
	n, trace := len(c.center), 0.0
	for i := range n {
		trace += c.covariance[i*n+i]
	}
	return c.sigma * math.Sqrt(trace/float64(n))
}

// ask returns the generation's candidates.
func (c *cma) ask(_ int, rng *rand.Rand) []Duel {
	n := len(c.center)
	root := c.factorize()
	c.steps = c.steps[:0]
	duels := make([]Duel, c.lambda)
	for k := range duels {
		z := mat.NewVecDense(n, nil)
		for i := range n {
			z.SetVec(i, rng.NormFloat64())
		}
		var y mat.VecDense
		y.MulVec(root, z)
		step := make([]float64, n)
		duels[k].A = make([]int, n)
		for i, a := range c.axes {
			x := clamped(c.center[i] + c.sigma*y.AtVec(i))
			step[i] = (x - c.center[i]) / c.sigma
			duels[k].A[i] = a.played(x, rng.Float64())
		}
		c.steps = append(c.steps, c.shortened(step))
	}
	return duels
}

// factorize sets whiten and returns the covariance's square root.
func (c *cma) factorize() *mat.Dense {
	n := len(c.center)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, append([]float64(nil), c.covariance...)), true) {
		panic("tune: a covariance without eigenvalues")
	}
	var b, scaled, root, whiten mat.Dense
	eigen.VectorsTo(&b)
	values := eigen.Values(nil)
	power := func(dst *mat.Dense, exponent float64) {
		scaled.Apply(func(_, j int, v float64) float64 { return v * math.Pow(max(values[j], 1e-14), exponent) }, &b)
		dst.Mul(&scaled, b.T())
	}
	power(&root, 0.5)
	power(&whiten, -0.5)
	c.whiten = &whiten
	return &root
}

// shortened returns a step no longer than all but the rarest that are drawn.
func (c *cma) shortened(step []float64) []float64 {
	n := float64(len(step))
	length := norm(product(c.whiten, step))
	if limit := math.Sqrt(n) + 2*n/(n+2); length > limit {
		for i := range step {
			step[i] *= limit / length
		}
	}
	return step
}

// tell moves the distribution towards the candidates with the best scores.
func (c *cma) tell(g int, scores []Score) {
	order := make([]int, c.lambda)
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(i, j int) bool { return scores[order[i]].Mean > scores[order[j]].Mean })
	n := len(c.center)
	step := make([]float64, n) // the weighted mean of the best ones
	for rank, w := range c.weights {
		for i, y := range c.steps[order[rank]] {
			step[i] += w * y
		}
	}
	for i := range step {
		c.center[i] = clamped(c.center[i] + c.sigma*step[i])
	}
	c.adapt(g, step, order)
}

// adapt updates the paths, the covariance and sigma; the names of the rates are
// those of the tutorial's table 1.
func (c *cma) adapt(g int, step []float64, order []int) {
	n, mu := float64(len(step)), c.muEff
	cs := (mu + 2) / (n + mu + 5)
	ds := 1 + 2*max(0, math.Sqrt((mu-1)/(n+1))-1) + cs
	cc := (4 + mu/n) / (n + 4 + 2*mu/n)
	c1 := 2 / ((n+1.3)*(n+1.3) + mu)
	cmu := min(1-c1, 2*(mu-2+1/mu)/((n+2)*(n+2)+mu))
	expected := math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n)) // length of a standard normal vector

	white := product(c.whiten, step)
	for i := range step {
		c.pathSigma[i] = (1-cs)*c.pathSigma[i] + math.Sqrt(cs*(2-cs)*mu)*white[i]
	}
	length := norm(c.pathSigma)
	h := 0.0
	if length/math.Sqrt(1-math.Pow(1-cs, 2*float64(g+1))) < (1.4+2/(n+1))*expected {
		h = 1
	}
	for i := range step {
		c.pathCov[i] = (1-cc)*c.pathCov[i] + h*math.Sqrt(cc*(2-cc)*mu)*step[i]
	}
	old := 1 - c1 - cmu + (1-h)*c1*cc*(2-cc)
	for i := range step {
		for j := range i + 1 {
			v := old*c.covariance[i*len(step)+j] + c1*c.pathCov[i]*c.pathCov[j]
			for rank, w := range c.weights {
				y := c.steps[order[rank]]
				v += cmu * w * y[i] * y[j]
			}
			c.covariance[i*len(step)+j], c.covariance[j*len(step)+i] = v, v
		}
	}
	c.sigma = min(c.sigma*math.Exp(min(1, cs/ds*(length/expected-1))), maxSigma)
}

func product(m mat.Matrix, x []float64) []float64 {
	y := mat.NewVecDense(len(x), nil)
	y.MulVec(m, mat.NewVecDense(len(x), x))
	return y.RawVector().Data
}

func norm(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}
