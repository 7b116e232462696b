package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xuezhan/sim/column"
)

// A filter is a condition on a column of a scan.
type filter struct {
	place  int              // of the column among those scanned
	number func(int64) bool // of a number or boolean that is not null, or
	word   func(string) bool
	null   bool   // what null gives
	known  []bool // of the words of a text met so far, what they give
}

// apply clears those of keep whose rows the condition does not hold for.
func (f *filter) apply(keep []bool, vectors []column.Vector) {
	v := &vectors[f.place]
	if f.word != nil {
		for len(f.known) < len(v.Words) {
			f.known = append(f.known, f.word(v.Words[len(f.known)]))
		}
	}
	for i, x := range v.Values {
		keep[i] = keep[i] && f.holds(x, v.Column.Nullable)
	}
}

func (f *filter) holds(x int64, nullable bool) bool {
	switch {
	case x == column.Null && nullable:
		return f.null
	case f.word != nil:
		return f.known[x]
	}
	return f.number(x)
}

// newFilter makes a filter of a condition on a column.
func newFilter(c Condition, col column.Column, place int) (*filter, error) {
	f := &filter{place: place}
	var err error
	switch {
	case c.Op == Has && len(col.Names) == 0:
		err = fmt.Errorf("%s is no list of names", col.Name)
	case col.Type == "text":
		f.word, err = wordTest(c, &col)
	default:
		f.number, f.null, err = numberTest(c, &col)
	}
	if err != nil {
		return nil, fmt.Errorf("condition %q: %w", c, err)
	}
	return f, nil
}

// wordTest returns the test of a text.
func wordTest(c Condition, col *column.Column) (func(string) bool, error) {
	for _, v := range c.Values {
		if err := possible(v, c.Op, col); err != nil {
			return nil, err
		}
	}
	switch c.Op {
	case Equal, In:
		return func(w string) bool { return slices.Contains(c.Values, w) }, nil
	case NotEqual, NotIn:
		return func(w string) bool { return !slices.Contains(c.Values, w) }, nil
	case Has:
		return func(w string) bool { return slices.Contains(strings.Split(w, ","), c.Values[0]) }, nil
	}
	return nil, fmt.Errorf("%s is a text, which has no order: there are = != in, not in", col.Name)
}

// possible reports a value that a text can never have.
func possible(value string, op Op, col *column.Column) error {
	if col.Words != nil && !slices.Contains(col.Words, value) {
		return fmt.Errorf("%s has no value %q; there are %s", col.Name, value, strings.Join(col.Words, ", "))
	}
	if len(col.Names) == 0 || value == "" && op != Has {
		return nil
	}
	names := []string{value}
	if op != Has {
		names = strings.Split(value, ",")
	}
	for _, n := range names {
		if !slices.Contains(col.Names, n) {
			return fmt.Errorf("%s has no name %q; there are %s", col.Name, n, strings.Join(col.Names, ", "))
		}
	}
	return nil
}

// numberTest returns the test of a number or boolean, and what null gives.
func numberTest(c Condition, col *column.Column) (test func(int64) bool, null bool, err error) {
	var values []int64
	hasNull := false
	for _, text := range c.Values {
		if text == nullWord && col.Nullable {
			hasNull = true
			continue
		}
		n, err := parseNumber(text, col)
		if err != nil {
			return nil, false, err
		}
		values = append(values, n)
	}
	ordered := col.Type == "int32" || col.Type == "int64"
	switch c.Op {
	case Equal, In:
		return func(x int64) bool { return slices.Contains(values, x) }, hasNull, nil
	case NotEqual, NotIn:
		return func(x int64) bool { return !slices.Contains(values, x) }, false, nil
	}
	if !ordered || hasNull {
		return nil, false, fmt.Errorf("there is no order: there are = != in, not in")
	}
	return order(c.Op, values[0]), false, nil
}

func order(op Op, n int64) func(int64) bool {
	switch op {
	case Less:
		return func(x int64) bool { return x < n }
	case AtMost:
		return func(x int64) bool { return x <= n }
	case Greater:
		return func(x int64) bool { return x > n }
	}
	return func(x int64) bool { return x >= n }
}

// parseNumber reads a number or boolean as a vector has it.
func parseNumber(text string, col *column.Column) (int64, error) {
	switch col.Type {
	case "bool":
		if text != "true" && text != "false" {
			return 0, fmt.Errorf("%q is neither true nor false, as %s is", text, col.Name)
		}
		if text == "true" {
			return 1, nil
		}
		return 0, nil
	case "uint64":
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a whole number from 0 on, as %s is", text, col.Name)
		}
		return int64(n), nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number, as %s is", text, col.Name)
	}
	return n, nil
}

// A plan collects the columns that something needs, and its filters.
type plan struct {
	source  *column.Source
	names   []string
	columns []column.Column
	filters []*filter
}

// need returns the place of a column among those that are scanned.
func (p *plan) need(name string) (int, error) {
	if i := slices.Index(p.names, name); i >= 0 {
		return i, nil
	}
	c, err := p.source.Column(name)
	if err == nil && strings.HasPrefix(c.Type, "bytes[") {
		err = fmt.Errorf("%s is bytes, which are not scanned", name)
	}
	if err != nil {
		return 0, err
	}
	p.names = append(p.names, name)
	p.columns = append(p.columns, c)
	return len(p.names) - 1, nil
}

// filter makes a filter of a condition.
func (p *plan) filter(c Condition) (*filter, error) {
	place, err := p.need(c.Column)
	if err != nil {
		return nil, err
	}
	return newFilter(c, p.columns[place], place)
}

func (p *plan) where(conditions []Condition) error {
	for _, c := range conditions {
		f, err := p.filter(c)
		if err != nil {
			return err
		}
		p.filters = append(p.filters, f)
	}
	return nil
}

// kept reports in keep, which it grows, for which of the rows all conditions
// hold.
func (p *plan) kept(keep []bool, vectors []column.Vector) []bool {
	n := len(vectors[0].Values)
	keep = slices.Grow(keep[:0], n)[:n]
	for i := range keep {
		keep[i] = true
	}
	for _, f := range p.filters {
		f.apply(keep, vectors)
	}
	return keep
}
