package page

// A Document is what one report says, from top to bottom.
type Document struct {
	Kind     string   // what is reported on, such as "Match"
	Title    string   // which one of these
	Alert    string   // what to know before all else; may be empty
	Question string   // in text it comes before the headline; may be empty
	Headline []string // the answer, a sentence each
	About    string   // how to read the numbers
	Sections []Section
	Notes    []string
	Facts    Facts
	// Data is the same for machines: what encoding/json writes of it is in the
	// page's element with id "report".
	Data any
}

// Facts identify the data. In text they come last, a line each; with a title they
// come first, as a table whose value column is named Of.
type Facts struct {
	Title, Of string
	List      []Fact
}

// A Fact is a name and a value.
type Fact struct{ Name, Value string }

// A Section is figures and tables under a title. The title is for pages: in text
// each table has its own.
type Section struct {
	Title   string
	About   string // a sentence below the title; may be empty
	Figures []Figure
	Tables  []Table
	// TextLast says that in text the section follows those without it: pages show
	// early what is read as a picture.
	TextLast bool
}

// A Figure is a chart with what it takes to read it. Without a chart a page has
// only its table.
type Figure struct {
	Name    string // of its file, without extension; the title if empty
	Title   string
	About   string // units and intervals, below the title
	Chart   Chart
	Keys    []Key  // in addition to those of the chart
	Caption string // below the chart; may be empty
	Table   Table  // the numbers; empty where another figure's table has them
}

// A Table is rows under a head. The first cell of a row is its name, indented by
// the spaces it begins with.
type Table struct {
	Title  string
	Head   []string
	Rows   [][]string // as many cells as the head
	Medium Medium
	Open   bool // on a page it is shown at once, else when the reader opens it
	// Side is how many columns after the first stand side by side in text, where
	// they are alike and can be split into several tables. 0 splits nothing.
	Side int
}

// A Medium is where a table is shown.
type Medium uint8

// The media.
const (
	Everywhere Medium = iota
	TextOnly          // a summary of what pages have in more detail
	PageOnly          // long series
)

// inText reports whether text and Markdown show the table.
func (t *Table) inText() bool { return len(t.Rows) > 0 && t.Medium != PageOnly }

// onPage reports whether pages show the table.
func (t *Table) onPage() bool { return len(t.Rows) > 0 && t.Medium != TextOnly }

// tables returns the tables of text, in order.
func (d *Document) tables() []Table {
	var list []Table
	add := func(t Table) {
		if t.inText() {
			list = append(list, t)
		}
	}
	if d.Facts.Title != "" {
		add(d.Facts.table())
	}
	for _, last := range []bool{false, true} {
		for _, s := range d.Sections {
			if s.TextLast == last {
				s.each(add)
			}
		}
	}
	return list
}

// each hands on the section's tables in order.
func (s *Section) each(add func(Table)) {
	for _, f := range s.Figures {
		add(f.Table)
	}
	for _, t := range s.Tables {
		add(t)
	}
}

// mostFact is how many characters of a fact's value a table shows.
const mostFact = 70

// table returns the facts as a table.
func (f *Facts) table() Table {
	t := Table{Title: f.Title, Head: []string{"", f.Of}}
	for _, x := range f.List {
		t.Rows = append(t.Rows, []string{x.Name, clip(x.Value, mostFact)})
	}
	return t
}

// blocks splits the columns after the first into tables about as wide, of at most
// side columns each; side 0 splits nothing.
func (t *Table) blocks(side int) []Table {
	n := len(t.Head) - 1
	if side == 0 || n <= side {
		return []Table{*t}
	}
	count := (n + side - 1) / side
	size := (n + count - 1) / count
	var list []Table
	for from := 1; from <= n; from += size {
		list = append(list, t.columns(from, min(from+size, n+1)))
	}
	return list
}

// columns returns the table with the first column and those in a range.
func (t *Table) columns(from, to int) Table {
	pick := func(cells []string) []string { return append([]string{cells[0]}, cells[from:to]...) }
	part := Table{Title: t.Title, Head: pick(t.Head)}
	for _, row := range t.Rows {
		part.Rows = append(part.Rows, pick(row))
	}
	return part
}

// Add appends sections that have something to show.
func (d *Document) Add(sections ...Section) {
	for _, s := range sections {
		if s.shows() {
			d.Sections = append(d.Sections, s)
		}
	}
}

func (s *Section) shows() bool {
	for i := range s.Figures {
		if s.Figures[i].Chart != nil || len(s.Figures[i].Table.Rows) > 0 {
			return true
		}
	}
	for i := range s.Tables {
		if len(s.Tables[i].Rows) > 0 {
			return true
		}
	}
	return false
}
