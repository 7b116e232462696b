package query

import (
	"errors"
	"fmt"
	"strings"
)

// An Op is a comparison.
type Op string

// The comparisons.
const (
	Equal    Op = "="
	NotEqual Op = "!="
	Less     Op = "<"
	AtMost   Op = "<="
	Greater  Op = ">"
	AtLeast  Op = ">="
	In       Op = "in"
	NotIn    Op = "not in"
	Has      Op = "has"
)

const (
	ops         = "= != < <= > >=, in (…), not in (…), has"
	emptyText   = "an empty text is written ''"
	nullWord    = "null"
	quoteMark   = '\''
	nameRunes   = "abcdefghijklmnopqrstuvwxyz0123456789_"
	blankRunes  = " \t"
	comparisons = "!<>="
	plainEnds   = blankRunes + "',()" // end a value in a list that is not quoted

	// maxCondition bounds the bytes of a condition.
	maxCondition = 1 << 16
)

// A Condition compares a column with values.
type Condition struct {
	Column string
	Op     Op
	Values []string // at least one; more only for In and NotIn
}

// ParseCondition reads a condition as the package comment has them. It does not
// know what columns there are.
func ParseCondition(text string) (Condition, error) {
	c, err := parseCondition(text)
	if err != nil {
		return Condition{}, fmt.Errorf("condition %q: %w", text, err)
	}
	return c, nil
}

func parseCondition(text string) (Condition, error) {
	if len(text) > maxCondition {
		return Condition{}, errors.New("it is too long")
	}
	rest := strings.Trim(text, blankRunes)
	end := len(rest) - len(strings.TrimLeft(rest, nameRunes))
	if end == 0 {
		return Condition{}, errors.New("it does not begin with the name of a column, such as longest_suit>=8")
	}
	c := Condition{Column: rest[:end]}
	var err error
	if c.Op, rest, err = parseOp(rest[end:]); err != nil {
		return Condition{}, err
	}
	if c.Op == In || c.Op == NotIn {
		c.Values, err = parseValues(rest)
	} else {
		c.Values, err = parseValue(rest)
	}
	return c, err
}

// parseOp reads a comparison and returns what follows it without blanks.
func parseOp(text string) (Op, string, error) {
	rest := strings.TrimLeft(text, blankRunes)
	end := len(rest) - len(strings.TrimLeft(rest, comparisons))
	switch op := Op(rest[:end]); op {
	case Equal, NotEqual, Less, AtMost, Greater, AtLeast:
		return op, strings.TrimLeft(rest[end:], blankRunes), nil
	case "":
	default:
		return "", "", fmt.Errorf("%q is no comparison; there are %s", string(op), ops)
	}
	if rest == text {
		return "", "", fmt.Errorf("a comparison is missing; there are %s", ops)
	}
	for _, op := range []Op{In, NotIn, Has} {
		if after, ok := cutWords(rest, string(op)); ok {
			return op, after, nil
		}
	}
	return "", "", fmt.Errorf("a comparison is missing; there are %s", ops)
}

// cutWords cuts words, separated by any blanks, off the front of a text. A
// further letter must not follow them.
func cutWords(text, words string) (rest string, ok bool) {
	rest = text
	for word := range strings.SplitSeq(words, " ") {
		if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, blankRunes), word); !ok {
			return "", false
		}
		if strings.TrimLeft(rest, nameRunes) != rest {
			return "", false
		}
	}
	return strings.TrimLeft(rest, blankRunes), true
}

// parseValue reads one value, quoted or all that is left.
func parseValue(text string) ([]string, error) {
	if !strings.HasPrefix(text, string(quoteMark)) {
		if text == "" {
			return nil, errors.New("a value is missing; " + emptyText)
		}
		return []string{text}, nil
	}
	value, rest, err := cutQuoted(text)
	if rest = strings.TrimLeft(rest, blankRunes); err == nil && rest != "" {
		err = fmt.Errorf("%q follows the quoted value", rest)
	}
	return []string{value}, err
}

// parseValues reads values in parentheses, separated by commas.
func parseValues(text string) ([]string, error) {
	rest, ok := strings.CutPrefix(text, "(")
	if !ok {
		return nil, errors.New("values in parentheses must follow, such as in (m, p)")
	}
	var values []string
	for {
		value, after, err := cutItem(strings.TrimLeft(rest, blankRunes))
		if err != nil {
			return nil, err
		}
		values = append(values, value)
		after = strings.TrimLeft(after, blankRunes)
		switch {
		case strings.HasPrefix(after, ","):
			rest = after[1:]
		case after == ")":
			return values, nil
		case after == "":
			return nil, errors.New("the closing parenthesis is missing")
		default:
			return nil, fmt.Errorf("%q where a comma or the closing parenthesis should be; quote values with blanks or commas", after)
		}
	}
}

// cutItem cuts a value off the front of a list.
func cutItem(text string) (value, rest string, err error) {
	if strings.HasPrefix(text, string(quoteMark)) {
		return cutQuoted(text)
	}
	end := strings.IndexAny(text, plainEnds)
	if end < 0 {
		end = len(text)
	}
	if end == 0 {
		return "", "", errors.New("a value is missing in the list; " + emptyText)
	}
	return text[:end], text[end:], nil
}

// cutQuoted cuts a quoted value off the front of a text that begins with a
// quote. Two quotes within it are one.
func cutQuoted(text string) (value, rest string, err error) {
	var b strings.Builder
	rest = text[1:]
	for {
		end := strings.IndexByte(rest, quoteMark)
		if end < 0 {
			return "", "", errors.New("the closing quote is missing")
		}
		b.WriteString(rest[:end])
		rest = rest[end+1:]
		if !strings.HasPrefix(rest, string(quoteMark)) {
			return b.String(), rest, nil
		}
		b.WriteByte(quoteMark)
		rest = rest[1:]
	}
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string {
	switch c.Op {
	case In, NotIn:
		var values []string
		for _, v := range c.Values {
			values = append(values, listed(v))
		}
		return fmt.Sprintf("%s %s (%s)", c.Column, c.Op, strings.Join(values, ", "))
	case Has:
		return fmt.Sprintf("%s %s %s", c.Column, c.Op, single(c.Values[0]))
	}
	return c.Column + string(c.Op) + single(c.Values[0])
}

// single returns a value that stands alone, in quotes if it must.
func single(value string) string {
	if value == "" || strings.Trim(value, blankRunes) != value || strings.Contains(comparisons+string(quoteMark), value[:1]) {
		return quoted(value)
	}
	return value
}

// listed returns a value of a list, in quotes if it must.
func listed(value string) string {
	if value == "" || strings.ContainsAny(value, plainEnds) {
		return quoted(value)
	}
	return value
}

func quoted(value string) string {
	return string(quoteMark) + strings.ReplaceAll(value, string(quoteMark), "''") + string(quoteMark)
}

// SplitList splits a list at its commas, but for those in quotes and
// parentheses, and drops blanks around what they separate.
func SplitList(text string) []string {
	var items []string
	depth, inQuotes, start := 0, false, 0
	for i := range len(text) {
		switch b := text[i]; {
		case b == quoteMark:
			inQuotes = !inQuotes
		case inQuotes:
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == ',' && depth <= 0:
			items = append(items, strings.Trim(text[start:i], blankRunes))
			start = i + 1
		}
	}
	return append(items, strings.Trim(text[start:], blankRunes))
}
