package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Page is what one page shows, from top to bottom.
type Page struct {
	Kind     string   // what is reported on, such as "Match"
	Title    string   // which one of these
	Headline []string // the answer, a sentence each
	About    string   // how to read the numbers
	Sections []Section
	Notes    []string
	Facts    []Fact // what identifies the data
	// JSON is the same for machines: what encoding/json writes of it stands in
	// the element with id "report".
	JSON any
}

// A Section is figures and tables under a title.
type Section struct {
	Title   string
	About   string // a sentence below the title; may be empty
	Figures []Figure
	Tables  []Table
}

// A Figure is a chart with what it takes to read it. Without a chart it is left
// out.
type Figure struct {
	Title   string
	About   string // units and intervals, below the title
	Chart   Chart
	Keys    []Key  // beside those of the chart
	Caption string // below the chart; may be empty
	Table   Table  // the numbers, for those who do not see the chart; its title is not shown
}

// A Table is rows under a head. The first cell of a row is its name, indented by
// the spaces it begins with.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string // as many cells as the head
	Shown bool       // at once, else when the reader opens it
}

// A Fact is a name and a value.
type Fact struct{ Name, Value string }

// A Chart is something that a Figure can show.
type Chart interface {
	draw() drawing
	keys() []Key
}

//go:embed page.html
var text string

//go:embed page.css
var style string

// Write writes the page as HTML. The error is the writer's, or that of JSON.
func (p *Page) Write(w io.Writer) error {
	data, err := json.Marshal(p.JSON)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	functions := template.FuncMap{
		"draw": func(f Figure) drawing { return f.drawn() }, "keys": Figure.allKeys, "glued": glued, "indent": indent,
	}
	t, err := template.New("page").Funcs(functions).Parse(text)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return t.Execute(w, struct {
		*Page
		Style template.CSS
		Data  template.JS // encoding/json escapes what could end the element
	}{p, template.CSS(style), template.JS(data)})
}

// drawn returns the figure's drawing with a description.
func (f Figure) drawn() drawing {
	d := f.Chart.draw()
	d.Label = f.Title
	if f.About != "" {
		d.Label += ". " + f.About
	}
	d.Label += ". The numbers are in the table that follows."
	return d
}

func (f Figure) allKeys() []Key { return append(f.Chart.keys(), f.Keys...) }

// interval is what glued keeps together.
var interval = regexp.MustCompile(`± |\[[^] ]+, `)

// glued lets a line break before an interval and not within it.
func glued(s string) string {
	return interval.ReplaceAllStringFunc(s, func(part string) string { return strings.TrimSuffix(part, " ") + "\u00a0" })
}

// indent returns how many steps of two spaces a row's name is indented.
func indent(s string) int { return (len(s) - len(strings.TrimLeft(s, " "))) / 2 }

// clip shortens s to at most n characters.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(n-1, 0)]) + "…"
}
