package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile is a document whose every text comes from a bad file.
func hostile() *Document {
	bad := "a\x1b[31m<b>|*x*_y_~`\n\u202e\xff" + Tiles("123m<i>")
	long := strings.Repeat("long ", 200)
	return &Document{
		Kind: bad, Title: bad, Alert: bad, Question: bad, Headline: []string{bad}, About: bad, Notes: []string{bad},
		Sections: []Section{{Title: bad, About: bad,
			Figures: []Figure{{
				Title: bad, About: bad, Caption: bad, Keys: []Key{{Text: bad, Look: Series(0)}},
				Chart: Bars{Unit: bad, Series: []string{bad}, Rows: []Row{{bad, []Value{Plain(1, bad)}}}},
				Table: Table{Title: bad, Head: []string{bad, long}, Rows: [][]string{{bad, bad}, {long, long}}},
			}},
		}},
		Facts: Facts{List: []Fact{{bad, bad}, {long, long}}}, Data: map[string]string{"x": "</script>"},
	}
}

// TestHostileTexts: what comes from files can neither steer a terminal nor be read
// as markup, in any format.
func TestHostileTexts(t *testing.T) {
	d := hostile()
	var text, md, page bytes.Buffer
	if d.Text(&text, 0) != nil || d.Markdown(&md) != nil || d.HTML(&page) != nil {
		t.Fatal("not written")
	}
	pictures := ""
	for _, p := range append(d.Pictures(), d.Overview()) {
		var svg, pixels bytes.Buffer
		if p.SVG(&svg) != nil || p.PNG(&pixels) != nil {
			t.Fatal("not drawn")
		}
		if err := xml.Unmarshal(svg.Bytes(), new(struct{})); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		pictures += svg.String()
	}
	for name, got := range map[string]string{"text": text.String(), "Markdown": md.String(), "HTML": page.String(), "SVG": pictures} {
		if strings.ContainsAny(got, "\x1b\u202e"+string(tilesFrom)+string(tilesTo)) || !utf8.ValidString(got) {
			t.Errorf("%s has a character that does something", name)
		}
		if !strings.Contains(got, `\x1b[31m`) && !strings.Contains(got, `\\x1b\[31m`) {
			t.Errorf("%s does not show what it quotes", name)
		}
		if name != "text" && (strings.Contains(got, "<b>") || strings.Contains(got, "<i>")) {
			t.Errorf("%s has markup from a text", name)
		}
		for _, word := range []string{"long", "a"} {
			if strings.Contains(got, strings.Repeat(word+" ", 150)) && name != "text" && name != "Markdown" && name != "HTML" {
				t.Errorf("%s shows a long name whole", name)
			}
		}
	}
	for _, special := range []string{"|*x*", "_y_", "~`"} {
		if strings.Contains(md.String(), special) {
			t.Errorf("Markdown has %s", special)
		}
	}
	if !strings.Contains(page.String(), `<span class="tiles">123m&lt;i&gt;</span>`) || strings.Count(page.String(), "<script") != 1 {
		t.Error("HTML does not draw tiles, or has a script")
	}
}

func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	d := &Document{Title: long, Headline: []string{Name(long) + " wins."}, Facts: Facts{List: []Fact{{long, long}}}}
	d.Add(Section{Title: long, Tables: []Table{{Title: long, Head: []string{"", long}, Rows: [][]string{{long, long}}}}})
	var text, md, page bytes.Buffer
	if d.Text(&text, 0) != nil || d.Markdown(&md) != nil || d.HTML(&page) != nil {
		t.Fatal("not written")
	}
	for name, got := range map[string]int{"text": text.Len(), "Markdown": md.Len(), "HTML": page.Len() - len(style)} {
		if got > 20_000 {
			t.Errorf("%s has %d bytes", name, got)
		}
	}
	if !strings.HasPrefix(text.String(), strings.Repeat("x", mostName-1)+"…\nwins.") {
		t.Errorf("got %.250s", text.String())
	}
}

// wide is a table of a hand's draws that few terminals have room for.
func wide() *Document {
	row := func(name string, cells ...string) []string { return append([]string{name}, cells...) }
	return &Document{Sections: []Section{{Tables: []Table{{
		Title: "Wide", Head: row("bot", "first column", "second column", "third column", "the last"),
		Rows: [][]string{row("fast", "1", "2", "3", "4"), row("big:reach=5", "5", "", "7", "8")},
	}}}}}
}

// TestTablesFit: with less and less room a table loses columns in its middle, and
// then becomes a key a line; no line is wider than the terminal.
func TestTablesFit(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, `
Wide
  bot          first column  second column  third column  the last
  fast                    1              2             3         4
  big:reach=5             5                            7         8
`}, {60, `
Wide
  bot          first column  second column  …  the last
  fast                    1              2  …         4
  big:reach=5             5                 …         8
`}, {30, `
Wide
  bot          …  the last
  fast         …         4
  big:reach=5  …         8
`}, {24, `
Wide
  fast
    first column: 1
    second column: 2
    third column: 3
    the last: 4
  big:reach=5
    first column: 5
    third column: 7
    the last: 8
`},
	} {
		var b bytes.Buffer
		if err := wide().Text(&b, c.width); err != nil || b.String() != c.want {
			t.Errorf("width %d: got %v\n%s", c.width, err, &b)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); c.width > 0 && n > c.width {
				t.Errorf("width %d: %d columns: %s", c.width, n, line)
			}
		}
	}
}

// TestAlikeColumnsAreSplit: where columns are of one kind none is left out.
func TestAlikeColumnsAreSplit(t *testing.T) {
	d := wide()
	d.Sections[0].Tables[0].Side = 4
	for width, tables := range map[int]int{0: 1, 80: 1, 60: 2, 30: 4} {
		var b bytes.Buffer
		if err := d.Text(&b, width); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "Wide"); n != tables || strings.Contains(b.String(), "…") {
			t.Errorf("width %d: %d tables, want %d\n%s", width, n, tables, &b)
		}
		for _, head := range wide().Sections[0].Tables[0].Head {
			if !strings.Contains(b.String(), head) {
				t.Errorf("width %d: %q is missing", width, head)
			}
		}
	}
}

// TestMedia: a table is where it says, and facts with a title are the first table.
func TestMedia(t *testing.T) {
	cell := func(s string, m Medium) Table {
		return Table{Title: s, Head: []string{"", "x"}, Rows: [][]string{{s, "1"}}, Medium: m}
	}
	d := &Document{Title: "T", Facts: Facts{Title: "Study", Of: "wait", List: []Fact{{"seed", "1"}}}}
	d.Add(
		Section{Title: "late", TextLast: true, Tables: []Table{cell("map", Everywhere)}},
		Section{Title: "early", Figures: []Figure{{Table: cell("by page", PageOnly)}}, Tables: []Table{cell("by text", TextOnly), cell("both", Everywhere)}},
		Section{Title: "nothing", Figures: []Figure{{Title: "no chart"}}},
	)
	var text, page bytes.Buffer
	if d.Text(&text, 0) != nil || d.HTML(&page) != nil {
		t.Fatal("not written")
	}
	last := -1
	for _, want := range []string{"\nStudy\n", "\nby text\n", "\nboth\n", "\nmap\n"} {
		i := strings.Index(text.String(), want)
		if i <= last {
			t.Errorf("%q is missing or out of order in\n%s", want, &text)
		}
		last = i
	}
	for s, want := range map[string]bool{"by page": true, "by text": false, "both": true, "nothing": false, ">seed<": true} {
		if strings.Contains(page.String(), s) != want {
			t.Errorf("the page has %q: %v", s, !want)
		}
	}
	if strings.Contains(text.String(), "by page") {
		t.Error("text has what is for pages")
	}
}

// TestPictures compares the overview of every kind of chart with the one on file,
// and draws each as PNG.
func TestPictures(t *testing.T) {
	d := every()
	var svg bytes.Buffer
	if err := d.Overview().SVG(&svg); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "every.svg")
	if *update {
		if err := os.WriteFile(file, svg.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, svg.Bytes()) {
		t.Errorf("the overview differs from %s, %v; see with -update what changed", file, err)
	}
	list := d.Pictures()
	if len(list) != 6 {
		t.Errorf("%d pictures, want 6", len(list))
	}
	for _, p := range list {
		var b bytes.Buffer
		if err := p.PNG(&b); err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(&b)
		if err != nil || c.Width != pngScale*pictureWidth || c.Height < 200 || c.Height > 1200 {
			t.Errorf("%s: %v, %d × %d pixels", p.Name, err, c.Width, c.Height)
		}
	}
}

// TestPictureNames: two figures of one title have files of two names.
func TestPictureNames(t *testing.T) {
	chart := Bars{Rows: []Row{{"a", []Value{Plain(1, "1")}}}, Series: []string{""}}
	d := &Document{Sections: []Section{{Figures: []Figure{
		{Title: "By the way!", Chart: chart}, {Title: "by the way", Chart: chart}, {Title: "血", Chart: chart}, {Name: "Own", Title: "x", Chart: chart},
	}}}}
	var got []string
	for _, p := range d.Pictures() {
		got = append(got, p.Name)
	}
	if s := strings.Join(got, " "); s != "by-the-way by-the-way-2 figure Own" {
		t.Errorf("got %s", s)
	}
}

// TestInks: every class that marks and keys have is painted in a colour that the
// palette has, by the same rules in SVG files and in style sheets.
func TestInks(t *testing.T) {
	sheet := markSheet()
	for _, p := range every().Pictures() {
		for _, m := range p.Marks {
			x := m.ink()
			for _, c := range []string{x.fill, x.stroke} {
				if c != "" && c != "-" {
					light(c) // panics if there is none
				}
			}
			for _, class := range strings.Fields(m.Class) {
				if class != "whisker" && class != "line" && !strings.Contains(sheet, "."+class) {
					t.Errorf("the style sheet has no %s", class)
				}
			}
		}
	}
}

// TestTilesAreDrawn writes tiles where pages have them: pictures on the page, letters
// elsewhere.
func TestTilesAreDrawn(t *testing.T) {
	chart := Spots{Unit: "points", Rows: []Spot{{Name: "discard " + Tiles("4p"), Value: Value{At: 1, Text: "1"}, Look: Series(0)}}}
	d := &Document{Kind: "x", Title: "y", Headline: []string{Tiles("123m[9999pc]")}, Data: 1}
	d.Add(Section{Title: "y", Figures: []Figure{{Name: "f", Title: "f", Chart: chart}}})
	var page, text bytes.Buffer
	if err := errors.Join(d.HTML(&page), d.Text(&text, 80)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="tile-1m"`, `<use href="#tile-1m"/>`, `<span class="unseen">123m[9999pc]</span>`, `<use href="#tile-4p" x=`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if got := strings.Count(page.String(), `<use href="#tile-9p"/>`); got != 4 {
		t.Errorf("%d tiles of the kong", got)
	}
	if !strings.Contains(text.String(), "123m[9999pc]") {
		t.Errorf("the text has no tiles:\n%s", text.String())
	}
	without := &Document{Kind: "x", Title: "y", Data: 1}
	page.Reset()
	if err := without.HTML(&page); err != nil || strings.Contains(page.String(), "tile-1m") {
		t.Errorf("a page without tiles has pictures of them, %v", err)
	}
}
