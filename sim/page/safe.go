package page

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts may come from files that somebody else wrote. Every writer passes each of
// its texts through one of the functions here, and nothing else escapes.

const (
	mostName = 200  // characters of a name, a cell or a title
	mostText = 4000 // characters of a sentence
)

// The marks around tiles are noncharacters, which Unicode keeps for the inside of
// programs: no file has them by right.
const (
	tilesFrom = '\ufdd0'
	tilesTo   = '\ufdd1'
)

// Tiles marks a text as tiles, such as 123m456p. Pages draw them; other formats
// show the text.
func Tiles(text string) string { return string(tilesFrom) + text + string(tilesTo) }

// Name cuts a name so that it can stand in a sentence.
func Name(s string) string { return Clip(s, mostName) }

// Clip shortens s to at most n characters, the last of them an ellipsis.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(n-1, 0)]) + "…"
}

// quoted returns s with its control characters, its invisible ones and what is no
// UTF-8 as \x1b and the like. Marks of tiles stay.
func quoted(s string) string {
	if strings.IndexFunc(s, strange) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case !strange(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		s = s[n:]
	}
	return b.String()
}

// strange reports whether a terminal or a browser should not get to see r.
func strange(r rune) bool {
	return !unicode.IsPrint(r) && r != '\u00a0' && r != tilesFrom && r != tilesTo
}

// plain returns a text of at most n characters for formats that draw no tiles.
func plain(s string, n int) string { return bare(Clip(quoted(s), n)) }

// bare returns a text without the marks of tiles.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r == tilesFrom || r == tilesTo {
			return -1
		}
		return r
	}, s)
}

// name and sentence are the texts of short and of long elements.
func name(s string) string     { return plain(s, mostName) }
func sentence(s string) string { return plain(s, mostText) }

// markdown keeps Markdown from reading a text as markup, and a row's indentation
// from vanishing.
func markdown(s string) string {
	rest := strings.TrimLeft(s, " ")
	indent := strings.Repeat("&nbsp;", len(s)-len(rest))
	return indent + markup.Replace(rest)
}

var markup = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `&lt;`, `[`, `\[`, `~`, `\~`)

// rich returns a text of at most n characters as HTML: escaped, with its tiles
// drawn, and with intervals that do not break.
func rich(s string, n int) template.HTML {
	var b strings.Builder
	for rest := Clip(quoted(s), n); rest != ""; {
		before, tail, found := strings.Cut(rest, string(tilesFrom))
		b.WriteString(html.EscapeString(glued(bare(before))))
		if !found {
			break
		}
		inside, after, _ := strings.Cut(tail, string(tilesTo))
		b.WriteString(string(drawTiles(bare(inside))))
		rest = after
	}
	return template.HTML(b.String())
}

// interval is what glued keeps together.
var interval = regexp.MustCompile(`± |\[[^] ]+, `)

// glued lets a line break before an interval and not within it.
func glued(s string) string {
	return interval.ReplaceAllStringFunc(s, func(part string) string { return strings.TrimSuffix(part, " ") + "\u00a0" })
}
