package command

import "testing"

func TestCount(t *testing.T) {
	tests := []struct {
		text string
		want int64
	}{
		{"1000000", 1000000}, {"1_000_000", 1000000}, {"1e6", 1000000}, {"2.5E5", 250000}, {"7", 7}, {"-3", -3}, {"1.0", 1},
	}
	for _, tt := range tests {
		var c count
		if err := c.Set(tt.text); err != nil || int64(c) != tt.want {
			t.Errorf("%q: got %d, %v, want %d", tt.text, c, err, tt.want)
		}
	}
	for _, text := range []string{"", "many", "1.5", "1e-3", "1e30", "1,000", "1__0", "e6", "1e6x"} {
		var c count
		if err := c.Set(text); err == nil {
			t.Errorf("%q: got %d, want an error", text, c)
		}
	}
}
