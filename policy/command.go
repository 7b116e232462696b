package policy

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxCommand is the longest command of an external bot, in bytes: short enough to be
// shown whole before it starts.
const maxCommand = 4096

// splitCommand returns the words of a command. Blanks separate words; what
// stands between two ' or two " is taken as it is and may be part of a word.
// There is no other way to quote, and nothing else that a shell would do.
func splitCommand(text string) ([]string, error) {
	if len(text) > maxCommand {
		return nil, fmt.Errorf("a command of %d bytes is longer than %d", len(text), maxCommand)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, errors.New("a command has no control characters and is valid UTF-8")
	}
	var words []string
	word, begun := "", false
	for text != "" {
		c := text[0]
		switch {
		case c == '\'' || c == '"':
			quoted, rest, closed := strings.Cut(text[1:], text[:1])
			if !closed {
				return nil, errors.New("a quote is not closed")
			}
			word, begun, text = word+quoted, true, rest
			continue
		case c == ' ' && begun:
			words, word, begun = append(words, word), "", false
		case c != ' ':
			word, begun = word+text[:1], true
		}
		text = text[1:]
	}
	if begun {
		words = append(words, word)
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("a command is missing: exec:COMMAND")
	}
	return words, nil
}

// joinCommand returns the text of a command that splitCommand makes the same
// words of, and that lists of specs take for one.
func joinCommand(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w)
	}
	return strings.Join(quoted, " ")
}

func quoteWord(w string) string {
	switch {
	case w != "" && !strings.ContainsAny(w, ` ,;'"`):
		return w
	case !strings.Contains(w, `'`):
		return `'` + w + `'`
	}
	var b strings.Builder
	for w != "" {
		quote := `'`
		if w[0] == '\'' {
			quote = `"`
		}
		end := strings.Index(w, quote) // from there on the other one quotes
		if end < 0 {
			end = len(w)
		}
		b.WriteString(quote + w[:end] + quote)
		w = w[end:]
	}
	return b.String()
}

// CutExternal cuts the first spec, of an external bot, from a list of specs: up to a
// comma or semicolon outside of quotes. ok is false if it is none.
func CutExternal(list string) (spec, rest string, ok bool) {
	if !strings.HasPrefix(list, externalPrefix) {
		return "", list, false
	}
	quote := byte(0)
	for i := range len(list) {
		c := list[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && (c == ',' || c == ';'):
			return strings.TrimRight(list[:i], " "), list[i+1:], true
		}
	}
	return strings.TrimRight(list, " "), "", true
}
