package tileart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"xuezhan/engine/tile"
)

// wellFormed reports what is wrong with a text as XML.
func wellFormed(text string) error {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestSymbols(t *testing.T) {
	text := Symbols()
	if err := wellFormed(text); err != nil {
		t.Fatal(err)
	}
	if most := 60 << 10; len(text) > most {
		t.Errorf("the symbols take %d bytes, more than %d", len(text), most)
	}
	if got := strings.Count(text, "<symbol "); got != tile.Count+1 {
		t.Errorf("%d symbols, want %d", got, tile.Count+1)
	}
	for _, banned := range []string{"<text", "font", "url(", "href", "<image"} {
		if strings.Contains(text, banned) {
			t.Errorf("the symbols contain %q", banned)
		}
	}
	for k := range tile.Tile(tile.Count + 1) {
		if want := fmt.Sprintf(`<symbol id="%s"`, ID(k)); strings.Count(text, want) != 1 {
			t.Errorf("%s is not there once", want)
		}
	}
}

// colourless takes the classes that colour out of a drawing.
var colourless = strings.NewReplacer("tile-red", "", "tile-green", "", "tile-blue", "", "tile-ink", "", "tile-body", "")

func TestFacesDifferWithoutColour(t *testing.T) {
	seen := map[string]tile.Tile{}
	for k := range tile.Tile(tile.Count + 1) {
		face := colourless.Replace(marks(k))
		if other, ok := seen[face]; ok {
			t.Errorf("%s looks like %s", k, other)
		}
		seen[face] = k
	}
}

// TestPips counts what a reader counts on dots and bamboo.
func TestPips(t *testing.T) {
	for rank := 2; rank <= 9; rank++ {
		if got := strings.Count(dots(rank), "<circle"); got != 2*rank { // a ring and its middle
			t.Errorf("%d of dots has %d circles", rank, got)
		}
		if got := strings.Count(bamboo(rank), "<path"); rank != 8 && got != 2*rank { // a stem and its knots
			t.Errorf("%d of bamboo has %d paths", rank, got)
		}
	}
}

func TestDrawing(t *testing.T) {
	for k := range tile.Tile(tile.Count + 1) {
		if err := wellFormed(Drawing(k)); err != nil {
			t.Errorf("%s: %v", k, err)
		}
	}
}

func ExampleID() {
	fmt.Println(ID(tile.Of(tile.Dots, 5)), ID(tile.None))
	// Output: tile-5p tile-back
}
