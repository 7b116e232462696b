package strictjson

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Error says what is wrong with a text, and where.
type Error struct {
	Line, Column int    // counted from 1, the column in characters; Line is 0 for a text of one line
	Field        string // "stopping.blocks", "points[2]"; empty for the whole
	Msg          string
	offset       int // from which Line and Column are counted
}

// Error names the place, the field and the fault.
func (e *Error) Error() string {
	text := fmt.Sprintf("column %d: ", e.Column)
	if e.Line > 0 {
		text = fmt.Sprintf("line %d, %s", e.Line, text)
	}
	if e.Field != "" {
		text += fmt.Sprintf("field %s: ", short(e.Field))
	}
	return text + e.Msg
}

// maxField bounds the names that are quoted, in bytes.
const maxField = 80

func short(field string) string {
	if len(field) <= maxField {
		return strconv.Quote(field)
	}
	return strconv.Quote(strings.ToValidUTF8(field[:maxField], "")) + "…"
}

// locate fills in line and column.
func (e *Error) locate(text []byte) *Error {
	before := text[:min(e.offset, len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	e.Line, e.Column = 0, utf8.RuneCount(before[start:])+1
	if i := bytes.IndexByte(text, '\n'); i >= 0 && len(bytes.TrimSpace(text[i:])) > 0 {
		e.Line = bytes.Count(before, []byte("\n")) + 1
	}
	return e
}

func faultf(offset int, format string, args ...any) *Error {
	return &Error{offset: offset, Msg: fmt.Sprintf(format, args...)}
}

// Encoding reports a text that begins as no UTF-8 text of this program does: with a
// byte order mark, or in UTF-16. It returns "" for all others.
func Encoding(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return "begins with a byte order mark; save it as UTF-8 without one"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "is UTF-16; save it as UTF-8"
	case len(text) >= 2 && (text[0] == 0) != (text[1] == 0) && text[0] < 0x80 && text[1] < 0x80:
		return "looks like UTF-16; save it as UTF-8"
	}
	return ""
}
