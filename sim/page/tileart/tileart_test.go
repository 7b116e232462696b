package tileart

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
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

var update = flag.Bool("update", false, "rewrite the golden file")

// TestSheet compares a picture of all tiles, at 80, 32 and 16 pixels, on light and
// dark, with a golden file that a person has looked at.
func TestSheet(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="640" height="800" viewBox="0 0 640 800">` + "\n")
	b.WriteString(`<rect width="640" height="400" fill="#f4f2ec"/><rect y="400" width="640" height="400" fill="#14171a"/>` + "\n")
	b.WriteString(Symbols() + "\n")
	for half := range 2 {
		y := 400 * half
		for k := range tile.Tile(tile.Count + 1) {
			row, column := int(k)/9, int(k)%9
			if k == tile.None {
				row, column = 2, 9
			}
			place(&b, k, 62*float64(column)+8, float64(y+8+86*row), 80)
			place(&b, k, 26*float64(column)+8, float64(y+276+36*row), 32)
			place(&b, k, 14*float64(column)+300, float64(y+276+20*row), 16)
		}
	}
	b.WriteString("</svg>\n")
	const path = "testdata/tiles.svg"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the tiles do not look as in %s: run the test with -update, and look at it", path)
	}
}

func place(b *strings.Builder, k tile.Tile, x, y, height float64) {
	fmt.Fprintf(b, `<use href="#%s" xlink:href="#%s" x="%g" y="%g" width="%g" height="%g"/>`+"\n", ID(k), ID(k), x, y, height*.75, height)
}
