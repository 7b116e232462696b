package tune

import (
	"math"
	"strings"
	"testing"

	"xuezhan/policy"
)

func TestAxisPlaces(t *testing.T) {
	for _, a := range []axis{
		{"even", 0, 16, false}, {"below", -50, 50, false}, {"two", 0, 1, false},
		{"log", 1, 5000, true}, {"log0", 0, 100_000, true},
	} {
		for v := a.min; v <= a.max; v += max((a.max-a.min)/97, 1) {
			x := a.position(float64(v))
			if back := a.value(x); math.Abs(back-float64(v)) > 1e-6*float64(a.max) || x < 0 || x > 1 {
				t.Errorf("%s: %d is at %v, where %v is", a.name, v, x, back)
			}
			if got := nearest([]axis{a}, []float64{x})[0]; got != v {
				t.Errorf("%s: %d is played as %d", a.name, v, got)
			}
			if g := a.grid(x); !(g > 0 && g <= 1) {
				t.Errorf("%s: the grid at %d is %v", a.name, v, g)
			}
		}
		if a.value(0) != float64(a.min) || math.Abs(a.value(1)-float64(a.max)) > 1e-6*float64(a.max) {
			t.Errorf("%s: the ends are %v and %v", a.name, a.value(0), a.value(1))
		}
	}
}

// The mean of what is played is the value.
func TestPlayedIsUnbiased(t *testing.T) {
	const n = 10_000
	for _, a := range []axis{{"even", 0, 10, false}, {"log", 0, 2000, true}} {
		for _, x := range []float64{0, 0.123, 0.5, 0.77, 1} {
			sum := 0
			for i := range n {
				sum += a.played(x, (float64(i)+0.5)/n)
			}
			if got, want := float64(sum)/n, a.value(x); math.Abs(got-want) > 2.0/n {
				t.Errorf("%s at %v: got %v, want %v", a.name, x, got, want)
			}
		}
	}
}

func TestAxesOf(t *testing.T) {
	d := policy.Description{Name: "bot", Params: []policy.Param{
		{Name: "weight", Min: 0, Max: 100}, {Name: "cost", Min: 0, Max: 5000}, {Name: "sign", Min: -5000, Max: 5000}, {Name: "fixed", Min: 3, Max: 3, Default: 3},
	}}
	axes, err := axesOf(d, nil, nil)
	if err != nil || len(axes) != 3 || axes[0].log || !axes[1].log || axes[2].log {
		t.Errorf("got %v, %v", axes, err)
	}
	axes, err = axesOf(d, []string{"cost", "weight"}, []string{"weight"})
	if err != nil || len(axes) != 2 || axes[0].log || !axes[1].log {
		t.Errorf("got %v, %v", axes, err)
	}
	tests := []struct {
		names, logs []string
		want        string
	}{
		{[]string{"nobody"}, nil, `unknown parameter "nobody"; parameters of bot are weight, cost`},
		{[]string{"fixed"}, nil, `"fixed" has one value`},
		{[]string{"cost", "cost"}, nil, `"cost" is duplicated`},
		{[]string{"cost"}, []string{"weight"}, `log scale for "weight", which is not tuned`},
		{nil, []string{"sign"}, `"sign" may be below 0`},
		{[]string{}, nil, "no parameters to tune"},
	}
	for _, tt := range tests {
		if _, err := axesOf(d, tt.names, tt.logs); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v %v: got %v, want %q", tt.names, tt.logs, err, tt.want)
		}
	}
}
