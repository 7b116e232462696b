package query

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/stats"
)

// MinUnits is the number of units below which a group's mean is not given.
// With fewer a few big hands decide, and the ratio's standard error is in doubt.
const MinUnits = 100

const (
	// maxBy is the most columns to group by.
	maxBy = 6
	// MaxGroups is the most groups of a query.
	MaxGroups = 100_000
)

// A Query is a question. The zero value of its table, hands, counts the run's
// hands.
type Query struct {
	Table    dataset.Table
	Where    []Condition // all must hold
	By       []string    // columns whose values make the groups
	Mean     []string    // columns or conditions
	Sum      []string    // columns or conditions
	Level    float64     // nominal coverage of the intervals, in (0, 1)
	Together bool        // widen the intervals so that all hold at once
	// Sort names what the groups stand in the order of: one of By, rows, units,
	// "mean X" or "sum X" (or X alone, its mean first); a - in front turns the
	// order round. Empty, they stand in the order of By.
	Sort  string
	Limit int // groups that are given; 0 stands for all
}

// A Question is a query that can be answered.
type Question struct {
	plan  plan
	query Query
	by    []int // places of columns
	unit  int   // place of the column that numbers the units
	terms []term
	mean  []int // places in terms
	sum   []int
}

// A term is what is added up: a column, or 1 where a condition holds.
type term struct {
	name   string
	filter *filter // nil for a column
	place  int
	signed bool // may be negative
	binary bool // 0 or 1
}

// Prepare makes a question of a query to a run. An error says what is wrong
// with the query; nothing has been read.
func Prepare(r *dataset.Reader, q Query) (*Question, error) { return PrepareFrom(r.Table(q.Table), q) }

// PrepareFrom is Prepare for any stored table; that of the query has no meaning.
func PrepareFrom(source *column.Source, q Query) (*Question, error) {
	s := &Question{plan: plan{source: source}, query: q}
	var err error
	if s.unit, err = s.plan.need(source.UnitColumn); err != nil {
		return nil, err
	}
	for _, step := range []func() error{s.prepareGroups, s.prepareTerms, s.prepareOrder} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, s.plan.where(q.Where)
}

func (s *Question) prepareGroups() error {
	if !(s.query.Level > 0 && s.query.Level < 1) {
		return fmt.Errorf("level %v is not between 0 and 1", s.query.Level)
	}
	if len(s.query.By) > maxBy {
		return fmt.Errorf("rows are grouped by at most %d columns", maxBy)
	}
	for i, name := range s.query.By {
		if slices.Contains(s.query.By[:i], name) {
			return fmt.Errorf("rows are grouped by %s twice", name)
		}
		place, err := s.plan.need(name)
		if err != nil {
			return err
		}
		s.by = append(s.by, place)
	}
	return nil
}

func (s *Question) prepareTerms() error {
	for _, list := range []struct {
		texts  []string
		places *[]int
		what   string
	}{{s.query.Mean, &s.mean, "mean"}, {s.query.Sum, &s.sum, "sum"}} {
		for _, text := range list.texts {
			place, err := s.term(text, list.what)
			if err != nil {
				return err
			}
			if slices.Contains(*list.places, place) {
				return fmt.Errorf("the %s of %s is asked for twice", list.what, text)
			}
			*list.places = append(*list.places, place)
		}
	}
	return nil
}

// term returns the place of the term with this text, which is made if it is not
// there.
func (s *Question) term(text, what string) (int, error) {
	t, err := s.newTerm(text, what)
	if err != nil {
		return 0, err
	}
	if i := slices.IndexFunc(s.terms, func(o term) bool { return o.name == t.name }); i >= 0 {
		return i, nil
	}
	s.terms = append(s.terms, t)
	return len(s.terms) - 1, nil
}

func (s *Question) newTerm(text, what string) (term, error) {
	if text == "" || strings.Trim(text, nameRunes) != "" {
		c, err := ParseCondition(text)
		if err != nil {
			return term{}, err
		}
		f, err := s.plan.filter(c)
		return term{name: c.String(), filter: f, binary: true}, err
	}
	place, err := s.plan.need(text)
	if err != nil {
		return term{}, err
	}
	c := s.plan.columns[place]
	switch c.Type {
	case "text":
		return term{}, fmt.Errorf("%s is a text; a %s is of numbers, booleans and conditions such as %s=…", text, what, text)
	case "uint64":
		return term{}, fmt.Errorf("%s is no quantity; a %s is of numbers, booleans and conditions", text, what)
	}
	negative := c.Type == "int32" && (c.Min == nil || *c.Min < 0)
	return term{name: text, place: place, signed: negative, binary: c.Type == "bool"}, nil
}

func (s *Question) prepareOrder() error {
	if s.query.Limit < 0 {
		return fmt.Errorf("limit %d is below 0", s.query.Limit)
	}
	_, _, err := s.order()
	return err
}

// A key is the values of the columns that a group is by.
type key [maxBy]int64

// A group adds up rows with the same values.
type group struct {
	rows, units int64
	unit        int64 // of the last row
	parts       []part
}

// A part adds up a term over the rows of a group that have it.
type part struct {
	rows, sum int64
	y, x      int64 // of the unit under way
	ratio     stats.Ratio
}

// end ends the unit under way.
func (g *group) end() {
	g.units++
	for i := range g.parts {
		p := &g.parts[i]
		if p.x > 0 {
			p.ratio.Add(p.y, p.x)
			p.y, p.x = 0, 0
		}
	}
}

// A counter counts the rows of a question.
type counter struct {
	*Question
	groups  map[key]*group
	whole   group // of all rows that count, with no parts
	words   [maxBy][]string
	last    *group
	lastKey key
	keep    []bool
	ones    [][]bool // of each term that is a condition: where it holds
}

// Run reads the run and returns the answer.
func (s *Question) Run(ctx context.Context) (*Answer, error) {
	c := &counter{Question: s, groups: map[key]*group{}, ones: make([][]bool, len(s.terms))}
	perUnit := s.plan.source.PerUnit
	for vectors, err := range s.plan.source.Scan(s.plan.names) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = c.count(vectors, perUnit)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, g := range c.groups {
		g.end()
	}
	if c.whole.rows > 0 {
		c.whole.end()
	}
	return c.answer(), nil
}

// count adds rows. Rows of a unit follow each other.
func (c *counter) count(vectors []column.Vector, perUnit int64) error {
	c.keep = c.plan.kept(c.keep, vectors)
	for i, place := range c.by {
		c.words[i] = vectors[place].Words
	}
	c.conditions(vectors)
	for i, kept := range c.keep {
		if !kept {
			continue
		}
		g, err := c.find(vectors, i)
		if err != nil {
			return err
		}
		unit := vectors[c.unit].Values[i] / perUnit
		c.whole.enter(unit)
		g.enter(unit)
		c.add(g, vectors, i)
	}
	return nil
}

// enter counts a row of a unit.
func (g *group) enter(unit int64) {
	if g.rows > 0 && g.unit != unit {
		g.end()
	}
	g.rows++
	g.unit = unit
}

// conditions finds out where the terms that are conditions hold.
func (c *counter) conditions(vectors []column.Vector) {
	for i := range c.terms {
		if f := c.terms[i].filter; f != nil {
			c.ones[i] = append(c.ones[i][:0], c.keep...)
			f.apply(c.ones[i], vectors)
		}
	}
}

// find returns the group of row i.
func (c *counter) find(vectors []column.Vector, i int) (*group, error) {
	var k key
	for b, place := range c.by {
		k[b] = vectors[place].Values[i]
	}
	if c.last != nil && k == c.lastKey {
		return c.last, nil
	}
	g := c.groups[k]
	if g == nil {
		if len(c.groups) == MaxGroups {
			return nil, fmt.Errorf("there are more than %d groups by %s; group by columns with fewer values", MaxGroups, strings.Join(c.query.By, ","))
		}
		g = &group{parts: make([]part, len(c.terms))}
		c.groups[k] = g
	}
	c.last, c.lastKey = g, k
	return g, nil
}

// add adds row i to the parts of its group.
func (c *counter) add(g *group, vectors []column.Vector, i int) {
	for k := range c.terms {
		t, p := &c.terms[k], &g.parts[k]
		var x int64
		if t.filter != nil {
			if c.ones[k][i] {
				x = 1
			}
		} else if x = vectors[t.place].Values[i]; x == column.Null {
			continue
		}
		p.rows++
		p.sum += x
		p.y += x
		p.x++
	}
}

// order returns how two groups compare by the query's Sort.
func (s *Question) order() (less func(a, b *Group) int, turned bool, err error) {
	name, turned := strings.CutPrefix(s.query.Sort, "-")
	if name == "" {
		if turned {
			return nil, false, fmt.Errorf("sort by what? there are %s", s.sortable())
		}
		return func(a, b *Group) int { return slices.CompareFunc(a.key, b.key, compareValues) }, false, nil
	}
	if i := slices.Index(s.query.By, name); i >= 0 {
		return func(a, b *Group) int { return compareValues(a.key[i], b.key[i]) }, turned, nil
	}
	switch name {
	case "rows":
		return func(a, b *Group) int { return cmp.Compare(a.Rows, b.Rows) }, turned, nil
	case "units", s.plan.source.Unit + "s":
		return func(a, b *Group) int { return cmp.Compare(a.Units, b.Units) }, turned, nil
	}
	for i, place := range s.mean {
		if of := s.terms[place].name; name == of || name == "mean "+of {
			return func(a, b *Group) int { return cmp.Compare(a.means[i].sortValue(turned), b.means[i].sortValue(turned)) }, turned, nil
		}
	}
	for i, place := range s.sum {
		if of := s.terms[place].name; name == of || name == "sum "+of {
			return func(a, b *Group) int { return cmp.Compare(a.sums[i], b.sums[i]) }, turned, nil
		}
	}
	return nil, false, fmt.Errorf("groups cannot be sorted by %q; there are %s", name, s.sortable())
}

// sortedByMean reports whether Sort names a mean.
func (s *Question) sortedByMean() bool {
	name := strings.TrimPrefix(strings.TrimPrefix(s.query.Sort, "-"), "mean ")
	return !slices.Contains(s.query.By, name) &&
		slices.ContainsFunc(s.mean, func(place int) bool { return s.terms[place].name == name })
}

// sortValue puts means that are not given last.
func (m *Mean) sortValue(turned bool) float64 {
	switch {
	case m.Value != nil:
		return *m.Value
	case turned:
		return math.Inf(-1)
	}
	return math.Inf(1)
}

// sortable returns what groups can be sorted by.
func (s *Question) sortable() string {
	names := append(slices.Clone(s.query.By), "rows", "units")
	for _, place := range s.mean {
		names = append(names, "mean "+s.terms[place].name)
	}
	for _, place := range s.sum {
		names = append(names, "sum "+s.terms[place].name)
	}
	return strings.Join(names, ", ")
}
