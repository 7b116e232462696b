package net

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xuezhan/features"
)

// plain computes a net's value in float64 as the package comment writes it.
func plain(inputs []string, w *Weights, x []float32) float64 {
	schema := features.V1{}.Schema()
	value := float64(w.Bias)
	for i, name := range inputs {
		value += float64(w.Linear[i]) * float64(x[schema.Index(name)])
	}
	for u := range w.Output {
		h := float64(w.HiddenBias[u])
		for i, name := range inputs {
			h += float64(w.Hidden[u][i]) * float64(x[schema.Index(name)])
		}
		value += float64(w.Output[u]) * math.Max(0, h)
	}
	return value
}

// randomNet returns a net with n inputs and units with its parts.
func randomNet(t testing.TB, inputs, units int, seed uint64) (*Net, []string, Weights) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	schema := features.V1{}.Schema()
	var names []string
	for _, i := range rng.Perm(len(schema.Entries))[:inputs] {
		names = append(names, schema.Entries[i].Name)
	}
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	w := Weights{Bias: float32(rng.NormFloat64()), Linear: draw(inputs), HiddenBias: draw(units), Output: draw(units)}
	for range units {
		w.Hidden = append(w.Hidden, draw(inputs))
	}
	n, err := New(names, w)
	if err != nil {
		t.Fatal(err)
	}
	return n, names, w
}

func randomRow(seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 2))
	x := make([]float32, features.V1{}.Len())
	for i := range x {
		if rng.IntN(2) == 0 {
			x[i] = float32(rng.IntN(9))
		}
	}
	return x
}

func TestValueIsTheFormula(t *testing.T) {
	for seed, size := range [][2]int{{1, 0}, {3, 1}, {20, 3}, {110, 16}, {280, MaxHidden}} {
		n, names, w := randomNet(t, size[0], size[1], uint64(seed))
		for i := range uint64(20) {
			x := randomRow(i)
			if got, want := float64(n.Value(x)), plain(names, &w, x); math.Abs(got-want) > 1e-4*(1+math.Abs(want))*float64(1+size[1]) {
				t.Errorf("%d inputs, %d units: got %v, want %v", size[0], size[1], got, want)
			}
		}
	}
}

func TestValueAllocatesNothing(t *testing.T) {
	n, _, _ := randomNet(t, 110, 24, 1)
	x := randomRow(1)
	if a := testing.AllocsPerRun(4, func() { n.Value(x) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// A net that was written is read back as the same.
func TestFileKeepsTheNet(t *testing.T) {
	n, _, _ := randomNet(t, 40, 8, 3)
	var b bytes.Buffer
	if err := n.Write(&b, json.RawMessage(`{"seed":1}`)); err != nil {
		t.Fatal(err)
	}
	m, err := Parse(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if m.Digest() != n.Digest() || m.Hidden() != 8 || len(m.Inputs()) != 40 {
		t.Errorf("got %s with %d inputs and %d units, want %s", m.Digest(), len(m.Inputs()), m.Hidden(), n.Digest())
	}
	if x := randomRow(5); m.Value(x) != n.Value(x) {
		t.Errorf("got %v, want %v", m.Value(x), n.Value(x))
	}
}

// Any number counts for the digest.
func TestDigestTellsNetsApart(t *testing.T) {
	n, names, w := randomNet(t, 5, 2, 3)
	for name, change := range map[string]func(){
		"bias":        func() { w.Bias++ },
		"linear":      func() { w.Linear[4]++ },
		"hidden bias": func() { w.HiddenBias[1]++ },
		"output":      func() { w.Output[0]++ },
		"hidden":      func() { w.Hidden[1][4]++ },
	} {
		before := n.Digest()
		change()
		m, err := New(names, w) // it shares its numbers with n
		if err != nil {
			t.Fatal(err)
		}
		if m.Digest() == before {
			t.Errorf("%s: the digest stays %s", name, before)
		}
	}
}

// valid is a small file.
func valid() string {
	return fmt.Sprintf(`{"format":1,"features":"v1","schema":%q,"inputs":["left","shanten"],
"bias":1,"linear":[0.5,-1],"hidden_bias":[0.25],"weights":[[1,2]],"output":[3]}`, features.V1{}.Schema().Hash())
}

func TestParse(t *testing.T) {
	n, err := Parse([]byte(valid()))
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, features.V1{}.Len())
	x[features.V1{}.Schema().Index("left")] = 0.5
	x[features.V1{}.Schema().Index("shanten")] = 2
	if got := n.Value(x); got != 1+0.25-2+3*(0.25+0.5+4) {
		t.Errorf("got %v", got)
	}
}

// Errors name the field.
func TestParseErrors(t *testing.T) {
	for _, x := range []struct{ old, new, want string }{
		{`"format":1`, `"format":3`, `field "format": it is 3; this version reads 1 and 2`},
		{`"format":1,`, ``, `field "format" is missing`},
		{`"format":1`, `"format":"1"`, "field \"format\": `\"1\"` is not a whole number"},
		{`"features":"v1"`, `"features":"planes"`, `field "features": it is "planes"`},
		{`"schema":"`, `"schema":"x`, `field "schema": the net was learned of other features`},
		{`"left"`, `"wind"`, `field "inputs": entry 0, "wind", is no feature of v1`},
		{`"left"`, `"shanten"`, `field "inputs": entry 1, "shanten", is duplicated`},
		{`"left","shanten"`, ``, `field "inputs": there are 0`},
		{`"bias":1`, `"bias":"1"`, "field \"bias\": `\"1\"` is not a number"},
		{`[0.5,-1]`, `[0.5]`, `field "linear": it has 1 numbers, not 2`},
		{`[0.25]`, `[]`, `field "hidden_bias": it has 0 numbers, not 1`},
		{`[[1,2]]`, `[[1,2],[3,4]]`, `field "weights": it has 2 numbers, not 1`},
		{`[[1,2]]`, `[[1]]`, `field "weights": unit 0 has 1 numbers, not 2`},
		{`[3]`, `[3,4]`, `field "hidden_bias": it has 1 numbers, not 2`},
		{`[3]`, `[1e39]`, "field \"output[0]\": `1e39` is too large a number"},
		{`"output":[3]`, `"output":[3],"more":1`, `unknown field "more"`},
		{`[3]}`, `[3]`, "the text ends"},
		{`[3]}`, `[3]}{}`, "text after the JSON value"},
	} {
		text := strings.Replace(valid(), x.old, x.new, 1)
		if text == valid() {
			t.Fatalf("%s is not in the file", x.old)
		}
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %q", x.new, err, x.want)
		}
	}
	if _, err := Parse(make([]byte, MaxFile+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a file too large: got %v", err)
	}
	if _, err := New([]string{"left"}, Weights{Bias: float32(math.NaN()), Linear: []float32{1}}); err == nil || !strings.Contains(err.Error(), `"bias"`) {
		t.Errorf("a bias that is no number: got %v", err)
	}
	if _, err := New([]string{"left"}, Weights{Linear: []float32{1}, HiddenBias: []float32{0}, Hidden: [][]float32{{float32(math.Inf(1))}}, Output: []float32{1}}); err == nil || !strings.Contains(err.Error(), `"weights": unit 0`) {
		t.Errorf("an infinite weight: got %v", err)
	}
}

// FuzzParse: what parses is written and read back as the same net.
func FuzzParse(f *testing.F) {
	f.Add([]byte(valid()))
	f.Add([]byte(validLayers()))
	f.Add([]byte(`{"format":1}`))
	f.Add([]byte(`{"format":2,"layers":[{}]}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := n.Write(&b, nil); err != nil {
			t.Fatal(err)
		}
		m, err := Parse(b.Bytes())
		if err != nil || m.Digest() != n.Digest() {
			t.Errorf("%q is read back as %v, %v", data, m, err)
		}
	})
}

func BenchmarkValue(b *testing.B) {
	for _, units := range []int{64, 256} {
		n, _ := randomLayers(b, features.V1{}, 283, []int{units, units, 1}, 1)
		x := randomRow(1)
		b.Run(fmt.Sprintf("layers=3/units=%d", units), func(b *testing.B) {
			for b.Loop() {
				n.Value(x)
			}
		})
	}
	for _, units := range []int{0, 16, 32} {
		n, _, _ := randomNet(b, 115, units, 1)
		x := randomRow(1)
		b.Run(fmt.Sprintf("units=%d", units), func(b *testing.B) {
			for b.Loop() {
				n.Value(x)
			}
		})
	}
}

func ExampleParse() {
	n, err := Parse([]byte(valid()))
	if err != nil {
		panic(err)
	}
	x := make([]float32, features.V1{}.Len())
	fmt.Println(n.Value(x), "points of a position without anything")
	// Output:
	// 1.75 points of a position without anything
}

// Vectors add up what the plain way does, bit by bit, and a reader what the net does.
func TestLanesArePlain(t *testing.T) {
	for seed, size := range [][2]int{{1, 0}, {7, 1}, {60, 15}, {115, 16}, {115, 19}, {115, 20}, {200, 40}, {280, MaxHidden}} {
		n, _, _ := randomNet(t, size[0], size[1], uint64(seed))
		place := 10 * seed
		reader := n.NewReader(place, place+14)
		for i := range uint64(50) {
			x := randomRow(i)
			x[i] = float32(math.Copysign(0, -1))
			var got, want [blockLanes]float32
			rows := n.lanes.rows[:len(n.places)*blockLanes]
			addRows(&got, rows, n.places, x)
			addRowsPlain(&want, rows, n.places, x)
			for lane := range got {
				if math.Float32bits(got[lane]) != math.Float32bits(want[lane]) {
					t.Fatalf("%d inputs, %d units, lane %d: got %v, want %v", size[0], size[1], lane, got[lane], want[lane])
				}
			}
			if got, want := reader.Value(x, 0), n.Value(x); got != want {
				t.Fatalf("%d inputs, %d units: a reader says %v, the net %v", size[0], size[1], got, want)
			}
			copy(x[place:], randomRow(1000 + i)[place:])
			if got, want := reader.Value(x, place), n.Value(x); got != want {
				t.Fatalf("%d inputs, %d units: a reader says %v of the second row, the net %v", size[0], size[1], got, want)
			}
			copy(x[place+14:], randomRow(2000 + i)[place+14:])
			if got, want := reader.Value(x, place+14), n.Value(x); got != want {
				t.Fatalf("%d inputs, %d units: a reader says %v of the third row, the net %v", size[0], size[1], got, want)
			}
		}
	}
}
