// Package net is small feed-forward nets that say what a position is worth. Start with
// Parse, which reads a net from a file.
//
// # Model
//
// The value of a Net is in points: what the seat is expected to gain from here to the
// end of the hand. A net reads some of the features of a position as they are encoded;
// whatever scaling helped to fit the net is part of its weights. There are two kinds.
//
// A net of one layer, which sim/learn fits, reads features of features.V1. It has a
// linear part and, or not, one layer of rectified units:
//
//	value = bias + Σ linear·x + Σ output·max(0, hidden_bias + Σ weights·x)
//
// A net of several layers, which the Python package writes, reads features of
// features.V1 or features.V2. Its layers are fully connected, and all but the last are
// rectified:
//
//	unit = max(0, bias + Σ weights·(units of the layer before))
//	value = bias + Σ weights·(units of the layer before)
//
// A sum starts with its bias and takes the inputs in their order. It rounds to float32
// after every product and every addition, and so is the same on every machine.
//
// # File
//
// A net is a JSON file. The schema's hash says which features it was fitted to. Format 1
// has one layer, format 2 has several:
//
//	{"format":1,"features":"v1","schema":"5f0c…","inputs":["left","shanten"],
//	 "bias":1.5,"linear":[0.5,-1.25],
//	 "hidden_bias":[0.1],"weights":[[0.2,-0.3]],"output":[2],
//	 "history":{…}}
//
//	{"format":2,"features":"v2","schema":"91ab…","inputs":["left","shanten"],
//	 "layers":[{"bias":[0.1,0.2,0],"weights":[[0.2,-0.3],[1,0],[0,1]]},
//	           {"bias":[1.5],"weights":[[2,-1,0.5]]}],
//	 "history":{…}}
//
// Weights are listed by unit, then by input. The history is optional and may be any
// JSON value.
//
// The package does not fit nets; that is sim/learn's.
package net

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"xuezhan/features"
)

// Limits of a net of one layer; MaxInputs holds for every net. They bound its time and
// its file.
const (
	MaxInputs = 512
	MaxHidden = 64
)

// MaxWeight is the greatest weight, with either sign: far above what fits to points,
// and small enough that no sum over a position leaves the range of float32, beyond
// which values could not be compared.
const MaxWeight = 1e6

// Weights are a net's numbers, by input and by hidden unit.
type Weights struct {
	Bias       float32     `json:"bias"`
	Linear     []float32   `json:"linear"`      // by input
	HiddenBias []float32   `json:"hidden_bias"` // by unit
	Hidden     [][]float32 `json:"weights"`     // by unit, by input
	Output     []float32   `json:"output"`      // by unit
}

// A Net is a net ready to be asked. It may be shared by goroutines.
type Net struct {
	schema  features.Schema
	names   []string
	places  []int32 // of the inputs among the features
	last    int     // the last of them
	weights Weights
	lanes   lanes  // the same as the net is asked
	stack   *stack // of several layers, which are instead of weights; nil for one
}

// New returns a net that reads the named features of V1. The error names the field
// of the file's form that is wrong. The net owns what it is given.
func New(inputs []string, w Weights) (*Net, error) {
	n := &Net{schema: features.V1{}.Schema(), names: inputs, weights: w}
	if err := n.locate(); err != nil {
		return nil, err
	}
	if err := w.validate(len(inputs)); err != nil {
		return nil, err
	}
	n.lanes = newLanes(&w)
	return n, nil
}

// locate finds the inputs among the features.
func (n *Net) locate() error {
	if len(n.names) == 0 || len(n.names) > MaxInputs {
		return fmt.Errorf("field %q: there are %d, not 1 to %d", "inputs", len(n.names), MaxInputs)
	}
	schema := &n.schema
	seen := map[string]bool{}
	for i, name := range n.names {
		at := schema.Index(name)
		switch {
		case at < 0:
			return fmt.Errorf("field %q: entry %d, %q, is no feature of %s", "inputs", i, name, schema.Name)
		case seen[name]:
			return fmt.Errorf("field %q: entry %d, %q, is duplicated", "inputs", i, name)
		}
		seen[name] = true
		n.places = append(n.places, int32(at))
		n.last = max(n.last, at)
	}
	return nil
}

// validate checks that the numbers fit together and are within MaxWeight.
func (w *Weights) validate(inputs int) error {
	units := len(w.Output)
	if units > MaxHidden {
		return fmt.Errorf("field %q: there are %d hidden units, not 0 to %d", "output", units, MaxHidden)
	}
	for _, f := range []struct {
		name      string
		got, want int
	}{
		{"linear", len(w.Linear), inputs}, {"hidden_bias", len(w.HiddenBias), units}, {"weights", len(w.Hidden), units},
	} {
		if f.got != f.want {
			return fmt.Errorf("field %q: it has %d numbers, not %d", f.name, f.got, f.want)
		}
	}
	for u, h := range w.Hidden {
		if len(h) != inputs {
			return fmt.Errorf("field %q: unit %d has %d numbers, not %d", "weights", u, len(h), inputs)
		}
		if !bounded(h...) {
			return fmt.Errorf("field %q: unit %d has a number that is not within ±%.0f", "weights", u, float64(MaxWeight))
		}
	}
	for _, f := range []struct {
		name    string
		numbers []float32
	}{{"bias", []float32{w.Bias}}, {"linear", w.Linear}, {"hidden_bias", w.HiddenBias}, {"output", w.Output}} {
		if !bounded(f.numbers...) {
			return fmt.Errorf("field %q: a number is not within ±%.0f", f.name, float64(MaxWeight))
		}
	}
	return nil
}

// bounded reports whether all numbers are within MaxWeight, which NaN is not.
func bounded(x ...float32) bool {
	for _, f := range x {
		if !(math.Abs(float64(f)) <= MaxWeight) {
			return false
		}
	}
	return true
}

// Value returns the net's value of encoded features: x has all numbers of the net's
// schema. It takes no memory.
func (n *Net) Value(x []float32) float32 {
	if n.stack != nil {
		return n.stack.value(n.places, x)
	}
	sums := n.lanes.first
	n.add(&sums, 0, len(n.places), x)
	return n.output(&sums)
}

// add adds to the sums what the inputs from one to before another add to them.
func (n *Net) add(sums *[maxLanes]float32, from, to int, x []float32) {
	_ = x[n.last]
	inputs := len(n.places)
	for block := range n.lanes.blocks {
		rows := n.lanes.rows[(block*inputs+from)*blockLanes : (block*inputs+to)*blockLanes]
		addRows((*[blockLanes]float32)(sums[block*blockLanes:]), rows, n.places[from:to], x)
	}
}

// output returns the value that the sums make.
func (n *Net) output(sums *[maxLanes]float32) float32 {
	output := n.weights.Output
	value := sums[len(output)]
	for u, w := range output {
		value += float32(rectified(sums[u]) * w)
	}
	return value
}

// rectified returns x, or 0 if x is negative. Half of all units are, so that no
// processor could guess which way a branch goes.
func rectified(x float32) float32 {
	b := math.Float32bits(x)
	return math.Float32frombits(b &^ uint32(int32(b)>>31))
}

// A Reader asks a net of one row after another. Where features are the same as in the
// row before, up to some place, the sums over the inputs before it are kept. It belongs
// to one goroutine.
type Reader struct {
	net   *Net
	stops []stop // in ascending order
}

// A stop is a place among the features up to which sums are kept.
type stop struct {
	place  int
	inputs int // those that all stand before the place
	sums   [maxLanes]float32
	first  *unitSums // in place of sums for a net of several layers
}

// NewReader returns a reader for rows in which the features before one of some places,
// which ascend, are often the same as in the row before.
func (n *Net) NewReader(places ...int) *Reader {
	r := &Reader{net: n}
	for _, place := range places {
		s := stop{place: place}
		for s.inputs < len(n.places) && int(n.places[s.inputs]) < place {
			s.inputs++
		}
		if n.stack != nil {
			s.first = new(unitSums)
		}
		r.stops = append(r.stops, s)
	}
	return r
}

// Value returns what the net says of the next row. All features before same, one of
// the reader's places or 0, are those of the row before.
func (r *Reader) Value(x []float32, same int) float32 {
	n := r.net
	if n.stack != nil {
		return r.layered(x, same)
	}
	sums, from := &n.lanes.first, 0
	for i := range r.stops {
		s := &r.stops[i]
		if same == 0 || s.place > same {
			s.sums = *sums
			n.add(&s.sums, from, s.inputs, x)
		}
		sums, from = &s.sums, s.inputs
	}
	all := *sums
	n.add(&all, from, len(n.places), x)
	return n.output(&all)
}

// layered is Value of a net of several layers: of the first of them the sums are kept.
func (r *Reader) layered(x []float32, same int) float32 {
	n := r.net
	first := &n.stack.laid[0]
	var all unitSums
	copy(all[:], first.bias)
	from := 0
	for i := range r.stops {
		s := &r.stops[i]
		if same == 0 || s.place > same {
			*s.first = all
			first.add(s.first, from, s.inputs, n.places, x)
		}
		all, from = *s.first, s.inputs
	}
	first.add(&all, from, len(n.places), n.places, x)
	return n.stack.finish(&all)
}

// ReadsFrom reports whether the net reads any of the features from a place on.
func (n *Net) ReadsFrom(place int) bool { return n.last >= place }

// AddTimes adds f times every number of w to those of dst, which has as many. The
// conversions keep the compiler from fusing a product with a sum.
func AddTimes(dst, w []float32, f float32) {
	for len(dst) >= 4 && len(w) >= 4 {
		dst[0] += float32(f * w[0])
		dst[1] += float32(f * w[1])
		dst[2] += float32(f * w[2])
		dst[3] += float32(f * w[3])
		dst, w = dst[4:], w[4:]
	}
	for i := range dst {
		dst[i] += float32(f * w[i])
	}
}

// Inputs returns the names of the features that the net reads. They are the net's.
func (n *Net) Inputs() []string { return n.names }

// Features returns the name of the schema whose features the net reads: v1 or v2.
func (n *Net) Features() string { return n.schema.Name }

// Width returns how many numbers a position has by the net's schema.
func (n *Net) Width() int { return len(n.schema.Entries) }

// Hidden returns the number of hidden units, of all layers together.
func (n *Net) Hidden() int {
	if n.stack == nil {
		return len(n.weights.Output)
	}
	hidden := 0
	for _, l := range n.stack.layers[:len(n.stack.layers)-1] {
		hidden += len(l.Bias)
	}
	return hidden
}

// Digest returns a short digest of all that the net computes with.
func (n *Net) Digest() string {
	h := sha256.New()
	var numbers []float32
	if n.stack == nil {
		w := &n.weights
		fmt.Fprintln(h, n.schema.Hash(), n.names, len(w.Output))
		numbers = append([]float32{w.Bias}, w.Linear...)
		numbers = append(append(numbers, w.HiddenBias...), w.Output...)
		for _, u := range w.Hidden {
			numbers = append(numbers, u...)
		}
	} else {
		fmt.Fprintln(h, "layers", n.schema.Hash(), n.names)
		for _, l := range n.stack.layers {
			fmt.Fprintln(h, len(l.Bias))
			numbers = append(numbers, l.Bias...)
			for _, u := range l.Weights {
				numbers = append(numbers, u...)
			}
		}
	}
	var b []byte
	for _, f := range numbers {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))[:12]
}
