package net

import (
	"fmt"
	"math"

	"xuezhan/features"
)

// Limits of a net of several layers. They keep its file within MaxFile.
const (
	MaxLayers  = 8
	MaxUnits   = 512     // of a layer
	MaxNumbers = 140_000 // weights and biases of all layers
)

// MaxSum is the greatest sum, with either sign, that a unit of a net of several layers
// may reach over features within their bounds. It is far within float32.
const MaxSum = 1e30

// A Layer is a fully connected layer: a unit is its bias plus the sum of its weights
// times what comes in.
type Layer struct {
	Bias    []float32   `json:"bias"`    // by unit
	Weights [][]float32 `json:"weights"` // by unit, by input
}

// NewLayered returns a net of fully connected layers, with rectified units between
// them, that reads the named features of a schema, v1 or v2. The last layer has one
// unit, which is the value. The error names the wrong field as in a file. The net owns
// what it is given.
func NewLayered(schema string, inputs []string, layers []Layer) (*Net, error) {
	numbers := features.NumbersOf(schema)
	if numbers == nil {
		return nil, fmt.Errorf("field %q: it is %q, not v1 or v2", "features", schema)
	}
	n := &Net{schema: numbers.Schema(), names: inputs}
	if err := n.locate(); err != nil {
		return nil, err
	}
	if err := validateLayers(layers, len(inputs)); err != nil {
		return nil, err
	}
	if err := validateReach(layers, n.reach()); err != nil {
		return nil, err
	}
	n.stack = newStack(layers, len(inputs))
	return n, nil
}

// validateLayers checks that the layers fit together and their numbers are within
// MaxWeight.
func validateLayers(layers []Layer, inputs int) error {
	if len(layers) == 0 || len(layers) > MaxLayers {
		return fmt.Errorf("field %q: there are %d, not 1 to %d", "layers", len(layers), MaxLayers)
	}
	numbers := 0
	for i, l := range layers {
		if err := l.validate(inputs); err != nil {
			return fmt.Errorf("field \"layers[%d]%w", i, err)
		}
		numbers += len(l.Bias) * (inputs + 1)
		inputs = len(l.Bias)
	}
	if numbers > MaxNumbers {
		return fmt.Errorf("field %q: there are %d weights and biases, at most %d are allowed", "layers", numbers, MaxNumbers)
	}
	if inputs != 1 {
		return fmt.Errorf("field %q: the last layer has %d units, not 1", "layers", inputs)
	}
	return nil
}

// validate checks a layer by itself. The error begins with the rest of a field's name.
func (l *Layer) validate(inputs int) error {
	units := len(l.Bias)
	if units == 0 || units > MaxUnits {
		return fmt.Errorf(".bias\": it has %d numbers, not 1 to %d", units, MaxUnits)
	}
	if !bounded(l.Bias...) {
		return fmt.Errorf(".bias\": a number is not within ±%.0f", float64(MaxWeight))
	}
	if len(l.Weights) != units {
		return fmt.Errorf(".weights\": it has %d units, not %d", len(l.Weights), units)
	}
	for u, w := range l.Weights {
		if len(w) != inputs {
			return fmt.Errorf(".weights[%d]\": it has %d numbers, not %d", u, len(w), inputs)
		}
		if !bounded(w...) {
			return fmt.Errorf(".weights[%d]\": a number is not within ±%.0f", u, float64(MaxWeight))
		}
	}
	return nil
}

// reach returns how far from 0 each input may be.
func (n *Net) reach() []float64 {
	reach := make([]float64, len(n.places))
	for i, at := range n.places {
		e := n.schema.Entries[at]
		reach[i] = math.Max(math.Abs(float64(e.Min)), math.Abs(float64(e.Max)))
	}
	return reach
}

// validateReach checks that no sum gets beyond MaxSum over inputs within their reach,
// whatever the order: past float32, values could not be compared.
func validateReach(layers []Layer, reach []float64) error {
	for i, l := range layers {
		next := make([]float64, len(l.Bias))
		for u, w := range l.Weights {
			next[u] = math.Abs(float64(l.Bias[u]))
			for j, x := range w {
				next[u] += float64(math.Abs(float64(x)) * reach[j])
			}
			if next[u] > MaxSum {
				return fmt.Errorf("field \"layers[%d]\": the sum of unit %d may reach %.0e, which is beyond %.0e", i, u, next[u], float64(MaxSum))
			}
		}
		reach = next
	}
	return nil
}

// unitSums are the sums of a layer's units, in lanes.
type unitSums [(MaxUnits + blockLanes - 1) / blockLanes * blockLanes]float32

// A stack is the layers of a net.
type stack struct {
	layers []Layer
	laid   []laidLayer // the same as it is asked
	order  []int32     // 0, 1, 2 …: where a layer finds its inputs in the units before it
}

// A laidLayer is a layer laid out in lanes, one for each unit.
type laidLayer struct {
	inputs, units int
	bias          []float32 // of whole blocks
	rows          []float32 // as in lanes
}

// newStack lays layers out.
func newStack(layers []Layer, inputs int) *stack {
	s := &stack{layers: layers}
	for _, l := range layers {
		units := len(l.Bias)
		blocks := (units + blockLanes - 1) / blockLanes
		laid := laidLayer{inputs, units, make([]float32, blocks*blockLanes), make([]float32, blocks*inputs*blockLanes)}
		copy(laid.bias, l.Bias)
		for u, w := range l.Weights {
			layOut(laid.rows, u, w)
		}
		s.laid = append(s.laid, laid)
		inputs = units
	}
	for i := range MaxUnits {
		s.order = append(s.order, int32(i))
	}
	return s
}

// add adds to the sums what the inputs from one to before another add to them. Input i
// is x[places[i]].
func (l *laidLayer) add(sums *unitSums, from, to int, places []int32, x []float32) {
	for block := range len(l.bias) / blockLanes {
		rows := l.rows[(block*l.inputs+from)*blockLanes : (block*l.inputs+to)*blockLanes]
		addRows((*[blockLanes]float32)(sums[block*blockLanes:]), rows, places[from:to], x)
	}
}

// value returns the value of features whose inputs are at some indexes.
func (s *stack) value(places []int32, x []float32) float32 {
	var sums unitSums
	first := &s.laid[0]
	copy(sums[:], first.bias)
	first.add(&sums, 0, len(places), places, x)
	return s.finish(&sums)
}

// finish returns the value that the sums of the first layer make. It overwrites them.
func (s *stack) finish(sums *unitSums) float32 {
	var other unitSums
	next := &other
	for i := 1; i < len(s.laid); i++ {
		l := &s.laid[i]
		units := sums[:l.inputs]
		for u, sum := range units {
			units[u] = max(sum, 0)
		}
		copy(next[:], l.bias)
		l.add(next, 0, l.inputs, s.order, units)
		sums, next = next, sums
	}
	return sums[0]
}
