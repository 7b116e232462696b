package net

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"xuezhan/features"
)

// randomLayers returns a net of layers of some units over some inputs, and its parts.
func randomLayers(t testing.TB, numbers features.Numbers, inputs int, units []int, seed uint64) (*Net, []Layer) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	schema := numbers.Schema()
	var names []string
	for _, i := range rng.Perm(len(schema.Entries))[:inputs] {
		names = append(names, schema.Entries[i].Name)
	}
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32((4*rng.Float64() - 2) / math.Sqrt(float64(n)))
		}
		return x
	}
	var layers []Layer
	for _, n := range units {
		l := Layer{Bias: draw(n)}
		for range n {
			l.Weights = append(l.Weights, draw(inputs))
		}
		layers, inputs = append(layers, l), n
	}
	n, err := NewLayered(schema.Name, names, layers)
	if err != nil {
		t.Fatal(err)
	}
	return n, layers
}

// plainLayers computes the value of layers as the package comment writes it, in float32
// and in float64.
func plainLayers(n *Net, layers []Layer, x []float32) (float32, float64) {
	var in []float32
	var exact []float64
	for _, name := range n.Inputs() {
		f := x[n.schema.Index(name)]
		in, exact = append(in, f), append(exact, float64(f))
	}
	for i, l := range layers {
		var out []float32
		var sums []float64
		for u, w := range l.Weights {
			s, e := l.Bias[u], float64(l.Bias[u])
			for j := range w {
				s += float32(in[j] * w[j])
				e += float64(exact[j] * float64(w[j]))
			}
			if i < len(layers)-1 {
				s, e = max(0, s), max(0, e)
			}
			out, sums = append(out, s), append(sums, e)
		}
		in, exact = out, sums
	}
	return in[0], exact[0]
}

func randomWidth(width int, seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 2))
	x := make([]float32, width)
	for i := range x {
		if rng.IntN(2) == 0 {
			x[i] = float32(rng.IntN(9))
		}
	}
	return x
}

// Layers are the formula: bit by bit in float32, nearly in float64. A reader says the
// same as the net.
func TestLayersAreTheFormula(t *testing.T) {
	for seed, tt := range []struct {
		numbers features.Numbers
		inputs  int
		units   []int
	}{
		{features.V1{}, 1, []int{1}}, {features.V1{}, 9, []int{1}}, {features.V1{}, 30, []int{3, 1}},
		{features.V1{}, 115, []int{20, 19, 1}}, {features.V2{}, 200, []int{21, 40, 41, 1}},
		{features.V1{}, 283, []int{256, 128, 1}}, {features.V2{}, 486, []int{64, 64, 1}},
		{features.V2{}, 20, []int{MaxUnits, 3, 2, 2, 2, 2, 2, 1}},
	} {
		n, layers := randomLayers(t, tt.numbers, tt.inputs, tt.units, uint64(seed))
		place := 40 * seed
		reader := n.NewReader(place, place+10)
		for i := range uint64(20) {
			x := randomWidth(n.Width(), i)
			got := n.Value(x)
			want, exact := plainLayers(n, layers, x)
			if math.Float32bits(got) != math.Float32bits(want) || math.Abs(float64(got)-exact) > 1e-4*(1+math.Abs(exact)) {
				t.Fatalf("%d inputs, units %v: got %v, want %v and about %v", tt.inputs, tt.units, got, want, exact)
			}
			if got := reader.Value(x, 0); got != want {
				t.Fatalf("%d inputs, units %v: a reader says %v, the net %v", tt.inputs, tt.units, got, want)
			}
			copy(x[place:], randomWidth(n.Width(), 1000+i)[place:])
			if got, want := reader.Value(x, place), n.Value(x); got != want {
				t.Fatalf("%d inputs, units %v: a reader says %v of the second row, the net %v", tt.inputs, tt.units, got, want)
			}
		}
	}
}

// Values are kept: the same file gives the same bits on every machine.
func TestLayersStay(t *testing.T) {
	n, _ := randomLayers(t, features.V1{}, 100, []int{40, 20, 1}, 5)
	const digest, value = "0cfbc5a8e8a5", 0xc062ff4b
	if got := n.Digest(); got != digest {
		t.Errorf("got the digest %s, want %s", got, digest)
	}
	if got := math.Float32bits(n.Value(randomRow(7))); got != value {
		t.Errorf("got %#x, want %#x", got, value)
	}
}

// The net among the results is as it was when files had one layer only.
func TestOneLayerStays(t *testing.T) {
	data, err := os.ReadFile("../../results/bots/learned-wap-battle.json")
	if err != nil {
		t.Fatal(err)
	}
	n, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	const digest, value = "b81db8c62ef4", 0x41dc4445
	if got := n.Digest(); got != digest {
		t.Errorf("got the digest %s, want %s", got, digest)
	}
	if got := math.Float32bits(n.Value(randomRow(7))); got != value {
		t.Errorf("got %#x, want %#x", got, value)
	}
}

func TestLayersAllocateNothing(t *testing.T) {
	n, _ := randomLayers(t, features.V1{}, 283, []int{200, 100, 1}, 1)
	x, reader := randomRow(1), n.NewReader(100, 120)
	if a := testing.AllocsPerRun(4, func() { n.Value(x); reader.Value(x, 0) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// A net of layers that was written is read back as the same, and any number counts for
// its digest.
func TestLayersFile(t *testing.T) {
	n, layers := randomLayers(t, features.V2{}, 90, []int{30, 7, 1}, 3)
	var b bytes.Buffer
	if err := n.Write(&b, json.RawMessage(`{"about":"a test"}`)); err != nil {
		t.Fatal(err)
	}
	m, err := Parse(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if m.Digest() != n.Digest() || m.Hidden() != 37 || m.Features() != "v2" || !slices.Equal(m.Inputs(), n.Inputs()) {
		t.Errorf("got %s, %d hidden units of %s, %d inputs", m.Digest(), m.Hidden(), m.Features(), len(m.Inputs()))
	}
	if x := randomWidth(n.Width(), 5); m.Value(x) != n.Value(x) {
		t.Errorf("got %v, want %v", m.Value(x), n.Value(x))
	}
	for _, number := range []*float32{&layers[0].Bias[29], &layers[1].Weights[6][29], &layers[2].Weights[0][0]} {
		before := n.Digest()
		*number++ // the net's own
		if n.Digest() == before {
			t.Errorf("the digest stays %s", before)
		}
	}
}

// The largest net that is allowed has a file that is allowed.
func TestLargestNetFits(t *testing.T) {
	row := slices.Repeat([]float32{-0.0000011754944}, 272)
	first := Layer{Bias: slices.Repeat([]float32{-0.0000011754944}, MaxUnits), Weights: slices.Repeat([][]float32{row}, MaxUnits)}
	last := Layer{Bias: []float32{0}, Weights: [][]float32{slices.Repeat([]float32{1}, MaxUnits)}}
	if most := MaxUnits*273 + MaxUnits + 1; most > MaxNumbers+1000 || most < MaxNumbers {
		t.Fatalf("%d numbers are not about as many as are allowed", most)
	}
	var names []string
	for _, e := range (features.V2{}).Schema().Entries[100:372] {
		names = append(names, e.Name)
	}
	if _, err := NewLayered("v2", names, []Layer{first, last}); err == nil || !strings.Contains(err.Error(), "weights and biases, at most 140000") {
		t.Errorf("got %v", err)
	}
	first.Bias, first.Weights, last.Weights[0] = first.Bias[:510], first.Weights[:510], last.Weights[0][:510]
	n, err := NewLayered("v2", names, []Layer{first, last})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := n.Write(&b, nil); err != nil || b.Len() > MaxFile || b.Len() < MaxFile*9/10 {
		t.Errorf("%d bytes, at most %d; %v", b.Len(), MaxFile, err)
	}
}

// validLayers is a small file.
func validLayers() string {
	return fmt.Sprintf(`{"format":2,"features":"v2","schema":%q,"inputs":["left","wins_next"],
"layers":[{"bias":[0.25,0],"weights":[[1,2],[-1,0]]},{"bias":[1],"weights":[[3,4]]}]}`, features.V2{}.Schema().Hash())
}

func TestParseLayers(t *testing.T) {
	n, err := Parse([]byte(validLayers()))
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, features.V2{}.Len())
	x[n.schema.Index("left")], x[n.schema.Index("wins_next")] = 0.5, 2
	if got := n.Value(x); got != 1+3*(0.25+0.5+4) {
		t.Errorf("got %v", got)
	}
}

// Errors name the field.
func TestParseLayersErrors(t *testing.T) {
	const all = `[{"bias":[0.25,0],"weights":[[1,2],[-1,0]]},{"bias":[1],"weights":[[3,4]]}]`
	big := `{"bias":[0],"weights":[[1e6]]},`
	for _, x := range []struct{ old, new, want string }{
		{`"format":2`, `"format":1`, `unknown field "layers"`},
		{`"features":"v2"`, `"features":"planes"`, `field "features": it is "planes", not v1 or v2`},
		{`"features":"v2"`, `"features":"v1"`, `field "schema": the net was learned of other features`},
		{`"schema":"`, `"schema":"x`, `field "schema": the net was learned of other features`},
		{`"wins_next"`, `"wind"`, `field "inputs": entry 1, "wind", is no feature of v2`},
		{`"wins_next"`, `"left"`, `field "inputs": entry 1, "left", is duplicated`},
		{all, `[]`, `field "layers": there are 0, not 1 to 8`},
		{`{"bias":[1],"weights":[[3,4]]}`, `{"bias":[],"weights":[]}`, `field "layers[1].bias": it has 0 numbers, not 1 to 512`},
		{`{"bias":[1],"weights":[[3,4]]}`, `{"bias":[1,2],"weights":[[3,4],[5,6]]}`, `field "layers": the last layer has 2 units, not 1`},
		{`[0.25,0]`, `[0.25]`, `field "layers[0].weights": it has 2 units, not 1`},
		{`[-1,0]`, `[-1]`, `field "layers[0].weights[1]": it has 1 numbers, not 2`},
		{`[[3,4]]`, `[[3]]`, `field "layers[1].weights[0]": it has 1 numbers, not 2`},
		{`[[3,4]]`, `[[3,2e6]]`, `field "layers[1].weights[0]": a number is not within ±1000000`},
		{`[0.25,0]`, `[0.25,2e6]`, `field "layers[0].bias": a number is not within ±1000000`},
		{`[3,4]`, `[3,"4"]`, "field \"layers[1].weights[0][1]\": `\"4\"` is not a number"},
		{`{"bias":[1],"weights"`, `{"weights"`, `field "layers[1]": field "bias" is missing`},
		{`[[3,4]]}]`, `[[3,4]]},` + strings.Repeat(big, 4) + `{"bias":[0],"weights":[[1e6]]}]`, `field "layers[6]": the sum of unit 0 may reach`},
		{`[[3,4]]}]`, `[[3,4]]}],"more":1`, `unknown field "more"`},
	} {
		text := strings.Replace(validLayers(), x.old, x.new, 1)
		if text == validLayers() {
			t.Fatalf("%s is not in the file", x.old)
		}
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %q", x.new, err, x.want)
		}
	}
	nan := []Layer{{Bias: []float32{float32(math.NaN())}, Weights: [][]float32{{1}}}}
	if _, err := NewLayered("v1", []string{"left"}, nan); err == nil || !strings.Contains(err.Error(), `"layers[0].bias": a number`) {
		t.Errorf("a bias that is no number: got %v", err)
	}
}

func ExampleNewLayered() {
	n, err := NewLayered("v1", []string{"left", "shanten"}, []Layer{
		{Bias: []float32{1, 0}, Weights: [][]float32{{0.5, -1}, {0, 1}}},
		{Bias: []float32{2}, Weights: [][]float32{{3, -1}}},
	})
	if err != nil {
		panic(err)
	}
	x := make([]float32, n.Width())
	x[features.V1{}.Schema().Index("left")] = 4
	x[features.V1{}.Schema().Index("shanten")] = 2
	fmt.Println(n.Value(x))
	// Output: 3
}
