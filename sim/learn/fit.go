package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"xuezhan/policy/net"
)

// A Training is how a net is fitted. With the zero value's Hidden and Epochs there is
// a linear net.
type Training struct {
	Seed   uint64
	Hidden int // hidden units, 0 to net.MaxHidden
	Epochs int // passes through the decisions for the hidden units
	// Contrast weighs errors within a decision against its mean error.
	Contrast float64
	// Decay is the ridge: what a squared weight of a scaled feature costs.
	Decay float64
	// Rate is the length of Adam's first steps; it falls to 0 over the epochs.
	Rate float64
}

// Validate reports the first field that makes no sense.
func (t *Training) Validate() error {
	switch {
	case t.Hidden < 0 || t.Hidden > net.MaxHidden:
		return fmt.Errorf("learn: %d hidden units, not 0 to %d", t.Hidden, net.MaxHidden)
	case t.Hidden > 0 && t.Epochs < 1:
		return errors.New("learn: hidden units want at least one epoch")
	case !(t.Contrast >= 0) || math.IsInf(t.Contrast, 0):
		return errors.New("learn: the contrast is not 0 or more")
	case !(t.Decay > 0) || math.IsInf(t.Decay, 0):
		return errors.New("learn: the decay is not above 0")
	case t.Hidden > 0 && !(t.Rate > 0 && t.Rate < 1):
		return errors.New("learn: the rate is not between 0 and 1")
	}
	return nil
}

// Fit fits a net to data. Names are those of the data's columns. It stops when the
// context ends, with its error.
func Fit(ctx context.Context, d *Data, names []string, t *Training) (*net.Net, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if len(d.Groups) == 0 || len(names) != d.Width {
		return nil, errors.New("learn: there are no decisions to learn from, or not a name a feature")
	}
	s := scalingOf(d)
	if len(s.kept) == 0 {
		return nil, errors.New("learn: no feature varies")
	}
	p := newPerceptron(len(s.kept), t.Hidden)
	w, bias, err := ridge(d, s, t.Contrast, t.Decay)
	if err != nil {
		return nil, err
	}
	p.numbers[0] = bias
	copy(p.linear(), w)
	if t.Hidden > 0 {
		if err := newTrainer(d, s, p, t).run(ctx); err != nil {
			return nil, err
		}
	}
	return p.net(s, names)
}

// Names returns the names of a configuration's inputs.
func (c *Config) Names() []string {
	if c.Inputs != nil {
		return c.Inputs
	}
	var names []string
	for _, e := range encoding.Schema().Entries {
		names = append(names, e.Name)
	}
	return names
}

// net returns the perceptron as a net of the features themselves.
func (p *perceptron) net(s *scaling, names []string) (*net.Net, error) {
	var inputs []string
	for _, j := range s.kept {
		inputs = append(inputs, names[j])
	}
	var w net.Weights
	w.Linear, w.Bias = s.raw(p.linear(), p.numbers[0])
	for u := range p.units {
		unit := p.unit(u)
		weights, bias := s.raw(unit[2:], unit[0])
		w.Hidden, w.HiddenBias = append(w.Hidden, weights), append(w.HiddenBias, bias)
		w.Output = append(w.Output, unit[1])
	}
	return net.New(inputs, w)
}

// batchGroups are the decisions behind one step.
const batchGroups = 32

// A trainer fits a perceptron by steps of Adam.
type trainer struct {
	data     *Data
	scaling  *scaling
	p        *perceptron
	training *Training
	adam     *adam
	gradient []float32

	scaled, into [][]float32 // of the trials of one decision
	errors       []float32
}

func newTrainer(d *Data, s *scaling, p *perceptron, t *Training) *trainer {
	p.draw(rand.New(rand.NewPCG(t.Seed, 1)))
	x := &trainer{data: d, scaling: s, p: p, training: t, adam: newAdam(len(p.numbers)), gradient: make([]float32, len(p.numbers))}
	most := int32(0)
	for _, g := range d.Groups {
		most = max(most, g.N)
	}
	for range most {
		x.scaled = append(x.scaled, make([]float32, p.inputs))
		x.into = append(x.into, make([]float32, p.units))
	}
	x.errors = make([]float32, most)
	return x
}

// run goes through the decisions in a new order each epoch, while the rate falls.
func (x *trainer) run(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(x.training.Seed, 2))
	n := len(x.data.Groups)
	steps := (n + batchGroups - 1) / batchGroups
	total := float64(steps * x.training.Epochs)
	for epoch := range x.training.Epochs {
		order := rng.Perm(n)
		for i := range steps {
			if err := ctx.Err(); err != nil {
				return err
			}
			left := 1 - float64(epoch*steps+i)/total
			x.step(order[i*batchGroups:min((i+1)*batchGroups, n)], x.training.Rate*left)
		}
	}
	return nil
}

// step learns from a few decisions.
func (x *trainer) step(groups []int, rate float64) {
	clear(x.gradient)
	for _, g := range groups {
		x.learn(x.data.Groups[g], 1/float32(len(groups)))
	}
	x.adam.move(x.p.numbers, x.gradient, rate)
}

// learn adds the gradient of one decision's loss. With errors e and their mean m the
// loss m² + c·mean (e−m)² has the gradient (2/n)·(m + c·(e−m)) in each error.
func (x *trainer) learn(g Group, weight float32) {
	n := int(g.N)
	mean := float32(0)
	for i := range n {
		at := int(g.First) + i
		x.scaling.apply(x.scaled[i], x.data.Row(at))
		x.errors[i] = x.p.value(x.scaled[i], x.into[i]) - x.data.Points[at]
		mean += x.errors[i]
	}
	mean /= float32(n)
	contrast := float32(x.training.Contrast)
	by := 2 * weight / float32(n)
	for i := range n {
		e := mean + float32(contrast*(x.errors[i]-mean))
		x.p.addGradient(x.gradient, x.scaled[i], x.into[i], float32(by*e))
	}
}
