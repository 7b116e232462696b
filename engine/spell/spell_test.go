package spell

import (
	"fmt"
	"testing"
)

func TestNearest(t *testing.T) {
	words := []string{"name", "fan_cap", "seven_pairs_fan", "flush", "wall", "win_multiplies_points"}
	tests := []struct{ written, want string }{
		{"fan_cap", "fan_cap"},
		{"fancap", "fan_cap"},
		{"FAN-CAP", "fan_cap"},
		{"fna_cap", "fan_cap"},
		{"fan_cup", "fan_cap"},
		{"flsh", "flush"},
		{"wal", "wall"},
		{"seven_pairs", "seven_pairs_fan"},
		{"pairs", "seven_pairs_fan"},
		{"my_flush_weight", "flush"},
		{"", ""},
		{"x", ""},
		{"zebra", ""},
		{"-_-", ""},
	}
	for _, tt := range tests {
		if got, ok := Nearest(tt.written, words); got != tt.want || ok != (tt.want != "") {
			t.Errorf("Nearest(%q): got %q, %v, want %q", tt.written, got, ok, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abxc", 1}, {"kitten", "sitting", 3},
	}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q): got %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := distance(tt.b, tt.a); got != tt.want {
			t.Errorf("distance(%q, %q): got %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}

func ExampleHint() {
	fmt.Println("unknown bot \"fsat\"" + Hint("fsat", []string{"random", "fast", "big"}))
	// Output: unknown bot "fsat" (did you mean "fast"?)
}
