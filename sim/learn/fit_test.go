package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"xuezhan/features"
)

// made returns data of decisions with n trials each, whose features are drawn
// at random and whose points a function gives, with luck that the trials of a decision
// share.
func made(seed uint64, groups, trials int, luck float64, points func(x []float32) float64) (*Data, []string) {
	rng := rand.New(rand.NewPCG(seed, 9))
	names := []string{"left", "draws_left", "shanten"}
	d := &Data{Width: len(names)}
	for g := range groups {
		d.Groups = append(d.Groups, Group{Hand: int64(g), First: int32(len(d.Points)), N: int32(trials)})
		shared := luck * rng.NormFloat64()
		for range trials {
			x := []float32{float32(rng.NormFloat64()), float32(2 + 3*rng.NormFloat64()), float32(rng.IntN(2)*2 - 1)}
			d.X = append(d.X, x...)
			d.Points = append(d.Points, float32(points(x)+shared))
			d.Pays = append(d.Pays, 0)
		}
	}
	return d, names
}

// value asks a net that was fitted to made data.
func value(t *testing.T, d *Data, names []string, training *Training) func(x ...float32) float64 {
	t.Helper()
	n, err := Fit(context.Background(), d, names, training)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float32, features.V1{}.Len())
	return func(x ...float32) float64 {
		for i, name := range names {
			row[features.V1{}.Schema().Index(name)] = x[i]
		}
		return float64(n.Value(row))
	}
}

// The ridge regression finds the weights behind points without noise, and, by what
// differs within decisions, those behind luck a hundred times as large.
func TestLinearRecoversWeights(t *testing.T) {
	f := func(x []float32) float64 { return 1.5 + 2*float64(x[0]) - 0.5*float64(x[1]) + 0.25*float64(x[2]) }
	for _, tt := range []struct {
		luck, contrast, tolerance float64
	}{{0, 1, 1e-3}, {0, 0, 1e-3}, {100, 1e6, 0.02}} {
		d, names := made(1, 3000, 4, tt.luck, f)
		v := value(t, d, names, &Training{Contrast: tt.contrast, Decay: 1e-9})
		at := v(0, 0, 0)
		for i, want := range []float64{2, -0.5, 0.25} {
			x := make([]float32, 3)
			x[i] = 1
			if got := v(x...) - at; math.Abs(got-want) > tt.tolerance {
				t.Errorf("luck %v: weight %d is %v, want %v", tt.luck, i, got, want)
			}
		}
		if tt.luck == 0 && math.Abs(at-1.5) > 1e-3 {
			t.Errorf("the bias is %v, want 1.5", at)
		}
	}
}

// Hidden units learn what no linear net can: the product of two signs.
func TestPerceptronLearnsExclusiveOr(t *testing.T) {
	sign := func(x float32) float64 { return math.Copysign(1, float64(x)) }
	d, names := made(2, 4000, 2, 0, func(x []float32) float64 { return sign(x[0]) * sign(x[2]) })
	right := func(v func(...float32) float64) int {
		n := 0
		for _, x := range [][2]float32{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			if got := v(x[0], 2, x[1]); math.Abs(got-sign(x[0])*sign(x[1])) < 0.4 {
				n++
			}
		}
		return n
	}
	if n := right(value(t, d, names, &Training{Contrast: 1, Decay: 1e-6})); n > 2 {
		t.Errorf("a linear net has %d of 4 corners", n)
	}
	training := Training{Seed: 1, Hidden: 8, Epochs: 8, Contrast: 1, Decay: 1e-6, Rate: 0.01}
	if n := right(value(t, d, names, &training)); n != 4 {
		t.Errorf("a perceptron has %d of 4 corners", n)
	}
}

// The gradient is what small changes of the numbers do to the loss.
func TestGradient(t *testing.T) {
	d, _ := made(3, 1, 3, 1, func(x []float32) float64 { return float64(x[0]) })
	s := &scaling{kept: []int{0, 1, 2}, mean: []float32{0.1, 1, 0}, dev: []float32{1, 2, 1}}
	p := newPerceptron(3, 4)
	x := newTrainer(d, s, p, &Training{Seed: 5, Hidden: 4, Contrast: 3})
	for i := range p.numbers {
		p.numbers[i] += float32(i%3) * 0.1
	}
	x.learn(d.Groups[0], 1)
	loss := func() float64 {
		var errs [3]float64
		mean, spread := 0.0, 0.0
		for i := range errs {
			z, into := make([]float32, 3), make([]float32, 4)
			s.apply(z, d.Row(i))
			errs[i] = float64(p.value(z, into) - d.Points[i])
			mean += errs[i] / 3
		}
		for _, e := range errs {
			spread += (e - mean) * (e - mean) / 3
		}
		return mean*mean + 3*spread
	}
	for i, got := range x.gradient {
		const step = 1.0 / 256
		was := p.numbers[i]
		p.numbers[i] = was + step
		up := loss()
		p.numbers[i] = was - step
		down := loss()
		p.numbers[i] = was
		if want := (up - down) / (2 * step); math.Abs(float64(got)-want) > 0.02*(1+math.Abs(want)) {
			t.Errorf("number %d: got %v, want %v", i, got, want)
		}
	}
}

// The same data and seed give the same net.
func TestFitRepeats(t *testing.T) {
	d, names := made(4, 500, 3, 1, func(x []float32) float64 { return float64(x[0] * x[1]) })
	training := Training{Seed: 7, Hidden: 4, Epochs: 2, Contrast: 2, Decay: 0.01, Rate: 0.01}
	a, err := Fit(context.Background(), d, names, &training)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Fit(context.Background(), d, names, &training)
	if err != nil {
		t.Fatal(err)
	}
	training.Seed++
	c, err := Fit(context.Background(), d, names, &training)
	if err != nil {
		t.Fatal(err)
	}
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Errorf("got %s and %s, and %s of another seed", a.Digest(), b.Digest(), c.Digest())
	}
}

// Features that do not vary are left out of the net.
func TestFitLeavesConstantsOut(t *testing.T) {
	d, names := made(5, 100, 2, 0, func(x []float32) float64 { return float64(x[0]) })
	for i := range d.Points {
		d.Row(i)[1] = 3
	}
	n, err := Fit(context.Background(), d, names, &Training{Contrast: 1, Decay: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Inputs(); len(got) != 2 || got[0] != "left" || got[1] != "shanten" {
		t.Errorf("got the inputs %v", got)
	}
}

func TestTrainingErrors(t *testing.T) {
	fine := Training{Hidden: 4, Epochs: 1, Contrast: 1, Decay: 0.1, Rate: 0.1}
	for name, change := range map[string]func(*Training){
		"hidden":   func(x *Training) { x.Hidden = 65 },
		"epochs":   func(x *Training) { x.Epochs = 0 },
		"contrast": func(x *Training) { x.Contrast = math.NaN() },
		"decay":    func(x *Training) { x.Decay = 0 },
		"rate":     func(x *Training) { x.Rate = 1 },
	} {
		x := fine
		change(&x)
		if x.Validate() == nil {
			t.Errorf("a wrong %s passes", name)
		}
	}
	if err := fine.Validate(); err != nil {
		t.Error(err)
	}
}
