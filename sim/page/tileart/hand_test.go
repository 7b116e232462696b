package tileart

import (
	"fmt"
	"strings"
	"testing"

	"xuezhan/engine/tile"
)

// TestHand counts the tiles of a hand: a kong has four, a concealed one shows two.
func TestHand(t *testing.T) {
	for _, c := range []struct {
		tiles         string
		width         int
		faces, hidden int
	}{
		{"123m", 3 * Width, 3, 0},
		{"123m11p[555s]", 8*Width + 2*between, 8, 0},
		{"11p[9999mc][2222s]", 10*Width + 3*between, 8, 2},
	} {
		s, err := tile.Parse(c.tiles)
		if err != nil {
			t.Fatal(err)
		}
		picture := Hand(&s, 2*Height)
		if err := wellFormed(picture); err != nil {
			t.Errorf("%s: %v", c.tiles, err)
		}
		faces := strings.Count(picture, `class="tile-face"`)
		hidden := strings.Count(picture, `class="tile-backs"`)
		if faces != c.faces || hidden != c.hidden {
			t.Errorf("%s has %d faces and %d backs, not %d and %d", c.tiles, faces, hidden, c.faces, c.hidden)
		}
		for _, want := range []string{fmt.Sprintf(`width="%d" height="%d"`, 2*c.width, 2*Height), "<title>" + s.String() + "</title>"} {
			if !strings.Contains(picture, want) {
				t.Errorf("%s: %s is missing", c.tiles, want)
			}
		}
	}
}
