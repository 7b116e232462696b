package viewer

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"

	"xuezhan/sim/page/tileart"
)

// A Page is what one file shows: hands, of which the reader chooses one, or two of
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
	//go:embed page/start.js
	startScript string
)

// Style returns the style sheet of pages that show hands.
func Style() string { return style }

// Script returns what pages need that show hands: words in English and Chinese, tiles
// as elements, and the class HandView.
func Script() string { return "'use strict'\n" + termsScript + tilesScript + handScript }

// Write writes the page as HTML. The error is the writer's, or that of JSON.
func (p *Page) Write(w io.Writer) error {
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	return t.Execute(w, map[string]any{
		"Style": template.CSS(style), "Symbols": template.HTML(tileart.Symbols()),
		"Data": template.JS(data), "Script": template.JS(Script() + startScript),
	})
}
