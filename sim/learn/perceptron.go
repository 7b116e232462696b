package learn

import (
	"math"
	"math/rand/v2"

	"xuezhan/policy/net"
)

// A perceptron is a linear part and one layer of rectified units, over scaled
// features, while it is being fitted. All its numbers stand in one slice: the bias,
// the linear weights, then for each unit its bias, its output weight and its weights.
type perceptron struct {
	inputs, units int
	numbers       []float32
}

func newPerceptron(inputs, units int) *perceptron {
	return &perceptron{inputs, units, make([]float32, 1+inputs+units*(2+inputs))}
}

// linear returns the linear weights.
func (p *perceptron) linear() []float32 { return p.numbers[1 : 1+p.inputs] }

// unit returns a unit's bias, output weight and weights, as one slice.
func (p *perceptron) unit(u int) []float32 {
	at := 1 + p.inputs + u*(2+p.inputs)
	return p.numbers[at : at+2+p.inputs]
}

// draw gives the units random weights of the size that keeps a unit's input near
// deviation 1, and output weights small enough to begin near the linear part.
func (p *perceptron) draw(rng *rand.Rand) {
	size := 1 / math.Sqrt(float64(p.inputs))
	for u := range p.units {
		w := p.unit(u)
		w[1] = float32(rng.NormFloat64() * 0.1)
		for i := range w[2:] {
			w[2+i] = float32(rng.NormFloat64() * size)
		}
	}
}

// value returns the value of scaled features and keeps what goes into the units.
func (p *perceptron) value(z, into []float32) float32 {
	v := p.numbers[0] + dot(p.linear(), z)
	for u := range p.units {
		w := p.unit(u)
		h := w[0] + dot(w[2:], z)
		into[u] = h
		if h > 0 {
			v += float32(h * w[1])
		}
	}
	return v
}

// addGradient adds to g, numbers in the order of the perceptron's own, how the value
// of scaled features changes with each number, times by.
func (p *perceptron) addGradient(g, z, into []float32, by float32) {
	g[0] += by
	net.AddTimes(g[1:1+p.inputs], z, by)
	for u := range p.units {
		h := into[u]
		if h <= 0 {
			continue
		}
		w := p.unit(u)
		at := 1 + p.inputs + u*(2+p.inputs)
		back := float32(by * w[1])
		g[at] += back
		g[at+1] += float32(by * h)
		net.AddTimes(g[at+2:at+2+p.inputs], z, back)
	}
}

// dot returns the sum of the products of two slices of one length, in four sums.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += float32(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// An adam keeps the moving averages of Adam.
type adam struct {
	mean, square []float32
	step         int
}

func newAdam(n int) *adam { return &adam{make([]float32, n), make([]float32, n), 0} }

// The moving averages' memory, and what keeps a step finite, as Kingma and Ba advise.
const (
	adamMean   = 0.9
	adamSquare = 0.999
	adamFloor  = 1e-8
)

// move changes numbers by one step of the rate against their gradient.
func (a *adam) move(numbers, gradient []float32, rate float64) {
	a.step++
	unbiased := rate * math.Sqrt(1-math.Pow(adamSquare, float64(a.step))) / (1 - math.Pow(adamMean, float64(a.step)))
	for i, g := range gradient {
		a.mean[i] += float32((1 - adamMean) * float64(g-a.mean[i]))
		a.square[i] += float32((1 - adamSquare) * float64(float32(g*g)-a.square[i]))
		numbers[i] -= float32(unbiased * float64(a.mean[i]) / (math.Sqrt(float64(a.square[i])) + adamFloor))
	}
}
