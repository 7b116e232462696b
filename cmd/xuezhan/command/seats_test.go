package command

import (
	"slices"
	"testing"

	"xuezhan/policy"
)

func TestSplitSpecs(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"fast,big,fast,big", []string{"fast", "big", "fast", "big"}},
		{"fast big;fast\tbig", []string{"fast", "big", "fast", "big"}},
		{" fast, big , fast,big,", []string{"fast", "big", "fast", "big"}},
		{"fast:win=min2,call=timeout,big", []string{"fast:win=min2,call=timeout", "big"}},
		{"big:min_fan=3,wall=30,reach=1,big:wall=2,fast", []string{"big:min_fan=3,wall=30,reach=1", "big:wall=2", "fast"}},
		{"fast:win=big,call=big;big", []string{"fast:win=big,call=big", "big"}},
		{"fast,win=min2", []string{"fast,win=min2"}}, // for policy.Parse to refuse
		{"win=min2,fast", []string{"win=min2", "fast"}},
		{"", nil},
	}
	for _, tt := range tests {
		if got := splitSpecs(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestParseSeats(t *testing.T) {
	seats, err := (&app{bots: policy.NewCatalog()}).parseSeats("fast:win=min2,call=timeout,big,random;big:wall=30")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"fast:call=timeout,win=min2", "big", "random", "big:wall=30"}
	for i, s := range seats {
		if s.String() != want[i] {
			t.Errorf("seat %d: got %s, want %s", i, s, want[i])
		}
	}
}
