package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed page.html
var text string

//go:embed page.css
var style string

// HTML writes the document as one page that needs nothing else. The error is the
// writer's, or that of JSON.
func (d *Document) HTML(w io.Writer) error {
	data, err := json.Marshal(d.Data)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	functions := template.FuncMap{
		"draw": Figure.drawings, "keys": Figure.allKeys, "alone": Section.alone, "indent": indent, "sheet": func(t Table) bool { return t.onPage() },
		"name": name, "rich": func(s string) template.HTML { return rich(s, mostName) },
		"sentence": func(s string) template.HTML { return rich(s, mostText) },
		"answer":   d.answer,
	}
	t, err := template.New("page").Funcs(functions).Parse(text)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		*Document
		Style template.CSS
		JSON  template.JS // encoding/json escapes what could end the element
	}{d, template.CSS(colourSheet() + style + markSheet()), template.JS(data)})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err = w.Write(withSymbols(b.Bytes()))
	return err
}

// answer returns a line of the headline. One that follows a question in text begins
// with a capital letter where it stands alone.
func (d *Document) answer(line string) template.HTML {
	if first, n := utf8.DecodeRuneInString(line); d.Question != "" && n > 0 {
		line = string(unicode.ToUpper(first)) + line[n:]
	}
	return rich(line, mostText)
}

// Widths of drawings in units, which are about pixels: a phone's, and that of a
// chart that has a section for itself at a desk.
const (
	phoneWidth = 400
	deskWidth  = 760
)

// alone reports whether the section has one chart, which then may be wide.
func (s Section) alone() bool {
	charts := 0
	for _, f := range s.Figures {
		if f.Chart != nil {
			charts++
		}
	}
	return charts == 1
}

// A rendering is a drawing with the class that says on which screens it is shown.
type rendering struct {
	Class string
	drawing
}

// drawings returns the figure's drawing for all screens or, where it is alone in
// its section, for small ones and for large ones.
func (f Figure) drawings(alone bool) []rendering {
	if !alone {
		return []rendering{{"chart", f.drawn(phoneWidth)}}
	}
	return []rendering{{"chart small-screen", f.drawn(phoneWidth)}, {"chart large-screen", f.drawn(deskWidth)}}
}

// drawn returns the figure's drawing with a description.
func (f Figure) drawn(width float64) drawing {
	d := f.Chart.draw(width)
	d.Label = f.Title
	if f.About != "" {
		d.Label += ". " + f.About
	}
	if f.Table.onPage() {
		d.Label += ". The numbers are in the table that follows"
	}
	d.Label += "."
	return d
}

func (f Figure) allKeys() []Key { return append(f.Chart.keys(), f.Keys...) }

// indent returns how many steps of two spaces a row's name is indented.
func indent(s string) int { return (len(s) - len(strings.TrimLeft(s, " "))) / 2 }
