package stats

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

func TestIntervalJSON(t *testing.T) {
	tests := []struct {
		i    Interval
		want string
	}{
		{Interval{Value: 1.5, Lo: -1, Hi: 4, N: 50, Level: 0.95}, `{"value":1.5,"lo":-1,"hi":4,"n":50,"level":0.95}`},
		{Moments{}.Interval(0.95), `{"value":null,"lo":null,"hi":null,"n":0,"level":0.95,"warnings":["few-units","covers-zero"]}`},
		{momentsOf(3).Interval(0.9), `{"value":3,"lo":null,"hi":null,"n":1,"level":0.9,"warnings":["few-units","covers-zero"]}`},
		{momentsOf(0, 0).Interval(0.9), `{"value":0,"lo":0,"hi":0,"n":2,"level":0.9,"warnings":["few-units","covers-zero","zero-variance"]}`},
		{Proportion{}.Interval(0.9), `{"value":null,"lo":0,"hi":1,"n":0,"level":0.9,"warnings":["few-units"]}`},
	}
	for _, tt := range tests {
		data, err := json.Marshal(tt.i)
		if err != nil || string(data) != tt.want {
			t.Errorf("JSON = %s, %v, want %s", data, err, tt.want)
		}
		var back Interval
		if err := json.Unmarshal(data, &back); err != nil || back != tt.i {
			t.Errorf("%s read back as %+v, %v", data, back, err)
		}
	}
	var i Interval
	for _, bad := range []string{`[]`, `{"lo":"x"}`, `{"warnings":["rainy"]}`, `{"warnings":[null]}`, `{"warnings":1}`} {
		if err := json.Unmarshal([]byte(bad), &i); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

func FuzzIntervalJSON(f *testing.F) {
	f.Add([]byte(`{"value":1.5,"lo":-1,"hi":null,"n":50,"level":0.95,"warnings":["few-units","covers-zero"]}`))
	f.Add([]byte(`{"value":3,"n":0}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var first, second Interval
		if json.Unmarshal(text, &first) != nil {
			return
		}
		data, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("%s was read but not written: %v", text, err)
		}
		if err := json.Unmarshal(data, &second); err != nil || first != second {
			t.Fatalf("%s: %+v, then %s: %+v, %v", text, first, data, second, err)
		}
	})
}

func TestIntervalScaled(t *testing.T) {
	i := Interval{Value: 1, Lo: -2, Hi: 8, N: 40, Level: 0.9}.With(CoversZero)
	if got, want := i.Scaled(-0.5), (Interval{Value: -0.5, Lo: -4, Hi: 1, N: 40, Level: 0.9, Warnings: i.Warnings}); got != want {
		t.Errorf("scaled = %+v, want %+v", got, want)
	}
	if got := unbounded(1, 1, 0.9).Scaled(-2); !math.IsInf(got.Lo, -1) || !math.IsInf(got.Hi, 1) {
		t.Errorf("unbounded scaled = %+v", got)
	}
	for _, f := range []float64{0, math.Inf(1), math.NaN()} {
		panics(t, "stats: scale is not a finite number other than 0", func() { i.Scaled(f) })
	}
}

func TestIntervalText(t *testing.T) {
	i := Interval{Value: 0.123456, Lo: -1, Hi: 1.25, N: 3}
	if got := i.String(); got != "0.1235 [-1, 1.25]" {
		t.Errorf("text = %q", got)
	}
	if got := momentsOf(2).Interval(0.95).String(); got != "2 [?]" {
		t.Errorf("text = %q", got)
	}
	if (Interval{}).Defined() {
		t.Error("the zero interval is defined")
	}
	if !math.IsInf(unbounded(0, 1, 0.5).Half(), 1) || i.Half() != 1.125 {
		t.Errorf("half = %v", i.Half())
	}
}

// The sum of independent estimates has the bounds that the root of the squares gives.
func TestPlus(t *testing.T) {
	a := Interval{Value: 1, Lo: -2, Hi: 4, N: 50, Level: 0.95}
	b := Interval{Value: 2, Lo: -2, Hi: 6, N: 40, Level: 0.95}
	if got, want := a.Plus(b), (Interval{Value: 3, Lo: -2, Hi: 8, N: 40, Level: 0.95}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := (Interval{}).Plus(a); !reflect.DeepEqual(got, a) {
		t.Errorf("nothing and a are %v, want %v", got, a)
	}
	if got := a.Plus(Interval{}); !reflect.DeepEqual(got, a) {
		t.Errorf("a and nothing are %v, want %v", got, a)
	}
}
