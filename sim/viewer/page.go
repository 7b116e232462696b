package viewer

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"xuezhan/sim/page/tileart"
)

// A Page is what one file shows: hands to choose from, or two of
// them side by side.
type Page struct {
	Hands  []*Hand `json:"hands"`
	Beside *Beside `json:"beside,omitempty"`
}

// Beside says where two hands that are shown side by side part: the frame of each,
// from 0, that is the first to differ, −1 if none is.
type Beside struct {
	Parting [2]int `json:"parting"`
}

// NewBeside returns the page that shows two hands over one deck side by side and marks
// where they part.
func NewBeside(a, b *Hand) *Page {
	k := 0
	for k < len(a.Frames) && k < len(b.Frames) && bytes.Equal(a.Frames[k].Event, b.Frames[k].Event) {
		k++
	}
	if k == len(a.Frames) && k == len(b.Frames) {
		k = -1
	}
	return &Page{Hands: []*Hand{a, b}, Beside: &Beside{[2]int{min(k, len(a.Frames)-1), min(k, len(b.Frames)-1)}}}
}

var (
	//go:embed page/viewer.css
	style string
	//go:embed page/page.html
	pageText string
	//go:embed page/terms.js
	termsScript string
	//go:embed page/tiles.js
	tilesScript string
	//go:embed page/hand.js
	handScript string
	//go:embed page/review.js
	reviewScript string
	//go:embed page/start.js
	startScript string
)

// Style returns the style sheet of pages that show hands.
func Style() string { return style }

// Script returns what pages need that show hands: words in English and Chinese, tiles
// as elements, and the class HandView.
func Script() string { return "'use strict'\n" + termsScript + tilesScript + handScript + reviewScript }

// Write writes the page as HTML. The error is the writer's, or that of JSON.
func (p *Page) Write(w io.Writer) error {
	data, err := json.Marshal(p) // which escapes what could end the element
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	_, err = strings.NewReplacer("{style}", style, "{symbols}", tileart.Symbols(), "{hands}", string(data),
		"{script}", Script()+startScript).WriteString(w, pageText)
	return err
}
