package command

import (
	"testing"
	"unicode/utf8"
)

func TestShowTiles(t *testing.T) {
	for _, tt := range []struct{ text, glyph, color string }{
		{"12m5p", "🀇🀈 🀝 ", "\x1b[31m12m\x1b[0m\x1b[36m5p\x1b[0m"},
		{"[9999mc] 4p! 5s^", "[🀏🀏🀏🀏 c] 🀜 ! 🀔 ^", "[\x1b[31m9999m\x1b[0mc] \x1b[36m4p\x1b[0m! \x1b[32m5s\x1b[0m^"},
		{"fast:win=min2 seat 3 12 fan", "fast:win=min2 seat 3 12 fan", "fast:win=min2 seat 3 12 fan"},
		{"void m, 55 left", "void m, 55 left", "void m, 55 left"},
	} {
		if got := tilesText.show(tt.text); got != tt.text {
			t.Errorf("text of %q is %q", tt.text, got)
		}
		if got := tilesGlyph.show(tt.text); got != tt.glyph || utf8.RuneCountInString(got) != len(tt.text) {
			t.Errorf("glyphs of %q are %q, want %q, as wide as the text", tt.text, got, tt.glyph)
		}
		if got := tilesColor.show(tt.text); got != tt.color {
			t.Errorf("colors of %q are %q, want %q", tt.text, got, tt.color)
		}
	}
	var s tileStyle
	if err := s.Set("glyphs"); err == nil || err.Error() != `unknown style "glyphs" (did you mean "glyph"?); there are text, glyph, color` {
		t.Errorf("got %v", err)
	}
}
