package query

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"xuezhan/sim/column"
	"xuezhan/sim/stats"
)

// An Answer is what a query found.
type Answer struct {
	Table    string   `json:"table"`
	Where    []string `json:"where"`
	By       []string `json:"by"`
	Unit     string   `json:"unit"`     // of the intervals: hand or game
	Level    float64  `json:"level"`    // nominal coverage
	Together bool     `json:"together"` // of all intervals at once, not of each
	// Intervals is the number of means in all groups, those not shown included.
	Intervals int     `json:"intervals"`
	Rows      int64   `json:"rows"`  // for which the conditions hold
	Units     int64   `json:"units"` // with such rows
	Groups    []Group `json:"groups"`
	Omitted   int     `json:"omitted_groups"` // beyond the limit
	Parts     int     `json:"parts"`          // of the run that were read
	Planned   int     `json:"planned_parts"`  // of the whole run

	means, sums []string // names
	signed      []bool   // by mean
	chosen      bool     // the groups were chosen for their means
}

// A Group is the rows with the same values in the columns that were grouped by.
type Group struct {
	Key   map[string]json.RawMessage `json:"key"` // by column
	Rows  int64                      `json:"rows"`
	Units int64                      `json:"units"` // with a row in the group
	Means map[string]*Mean           `json:"means"`
	Sums  map[string]int64           `json:"sums"`

	key   []value
	means []*Mean
	sums  []int64
}

// A Mean is the mean of a term in a group. Value is nil where there are too few
// units, Lo and Hi too where all units are equal.
type Mean struct {
	Value    *float64       `json:"value"`
	Lo       *float64       `json:"lo"`
	Hi       *float64       `json:"hi"`
	Rows     int64          `json:"rows"`  // that have a value: in the others it is null
	Units    int64          `json:"units"` // with such a row
	Warnings stats.Warnings `json:"warnings,omitzero"`
}

// A value is that of a column a group is by.
type value struct {
	number int64
	text   string
	isText bool
}

func compareValues(a, b value) int {
	if a.isText {
		return strings.Compare(a.text, b.text)
	}
	return cmp.Compare(a.number, b.number) // null is the least
}

// answer makes the answer of what was counted.
func (c *counter) answer() *Answer {
	a := &Answer{
		Table: c.plan.source.Table, Where: []string{}, By: append([]string{}, c.query.By...),
		Unit: c.plan.source.Unit, Level: c.query.Level, Together: c.query.Together,
		Rows: c.whole.rows, Units: c.whole.units, Groups: []Group{},
		Parts: len(c.plan.source.Parts), Planned: c.plan.source.Planned,
	}
	for _, w := range c.query.Where {
		a.Where = append(a.Where, w.String())
	}
	for _, place := range c.mean {
		a.means = append(a.means, c.terms[place].name)
		a.signed = append(a.signed, c.terms[place].signed)
	}
	for _, place := range c.sum {
		a.sums = append(a.sums, c.terms[place].name)
	}
	a.Intervals = c.intervals()
	level := a.Level
	if a.Together {
		level = 1 - (1-level)/float64(max(a.Intervals, 1)) // Bonferroni
	}
	for k, g := range c.groups {
		a.Groups = append(a.Groups, c.group(k, g, level))
	}
	c.arrange(a)
	return a
}

// intervals returns the number of means that have enough units.
func (c *counter) intervals() int {
	n := 0
	for _, g := range c.groups {
		for _, place := range c.mean {
			if g.parts[place].enough() {
				n++
			}
		}
	}
	return n
}

// arrange sorts the groups and drops those beyond the limit. Groups that
// compare equal stand in the order of their values.
func (c *counter) arrange(a *Answer) {
	slices.SortFunc(a.Groups, func(x, y Group) int { return slices.CompareFunc(x.key, y.key, compareValues) })
	compare, turned, err := c.order()
	if err != nil {
		panic("query: an order that was there is not")
	}
	slices.SortStableFunc(a.Groups, func(x, y Group) int {
		if turned {
			return compare(&y, &x)
		}
		return compare(&x, &y)
	})
	if n := c.query.Limit; n > 0 && len(a.Groups) > n {
		a.Omitted = len(a.Groups) - n
		a.chosen = c.sortedByMean()
		a.Groups = a.Groups[:n]
	}
}

func (c *counter) group(k key, g *group, level float64) Group {
	out := Group{
		Key: map[string]json.RawMessage{}, Rows: g.rows, Units: g.units,
		Means: map[string]*Mean{}, Sums: map[string]int64{},
	}
	for i, place := range c.by {
		col := c.plan.columns[place]
		v := column.Vector{Column: col, Values: []int64{k[i]}, Words: c.words[i]}
		out.Key[col.Name] = jsonOf(&v, 0)
		out.key = append(out.key, value{k[i], v.Text(0), col.Type == "text"})
	}
	for _, place := range c.mean {
		m := g.parts[place].mean(&c.terms[place], level)
		out.means = append(out.means, m)
		out.Means[c.terms[place].name] = m
	}
	for _, place := range c.sum {
		out.sums = append(out.sums, g.parts[place].sum)
		out.Sums[c.terms[place].name] = g.parts[place].sum
	}
	return out
}

// enough reports whether the part's mean is given.
func (p *part) enough() bool { return p.ratio.N() >= MinUnits }

func (p *part) mean(t *term, level float64) *Mean {
	m := &Mean{Rows: p.rows, Units: p.ratio.N()}
	if !p.enough() {
		return m
	}
	i := p.interval(t, level)
	m.Value = &i.Value
	for w := range i.Warnings.All() {
		if w != stats.CoversZero {
			m.Warnings = m.Warnings.With(w)
		}
	}
	if i.Defined() && !i.Warnings.Has(stats.ZeroVariance) {
		m.Lo, m.Hi = &i.Lo, &i.Hi
	}
	return m
}

// interval returns the interval of a mean. A share stays within 0 and 1, and
// where it is one of them the bound is Wilson's for as many trials as there are
// units, since a unit's rows are not independent.
func (p *part) interval(t *term, level float64) stats.Interval {
	i := p.ratio.Interval(level)
	if !t.binary {
		return i
	}
	if i.Value == 0 || i.Value == 1 {
		var share stats.Proportion
		share.Add(int64(i.Value)*p.ratio.N(), p.ratio.N())
		return share.Interval(level)
	}
	i.Lo, i.Hi = max(i.Lo, 0), min(i.Hi, 1)
	return i
}

// Text writes the answer as a table, and what must be known to read it. The table
// fits a terminal of a width, which is 0 for outputs that have none.
func (a *Answer) Text(w io.Writer, width int) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\n", a.title())
	if len(a.Groups) > 0 {
		if err := a.grid().write(&b, width); err != nil {
			return err
		}
		if a.Omitted > 0 {
			fmt.Fprintf(&b, "… and %s more groups\n", stats.Grouped(int64(a.Omitted)))
		}
		b.WriteString("\n")
	}
	for _, note := range a.notes() {
		b.WriteString(note + "\n")
	}
	_, err := w.Write(bytes.TrimRight(b.Bytes(), "\n"))
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

func (a *Answer) title() string {
	where := ""
	if len(a.Where) > 0 {
		where = " where " + strings.Join(a.Where, " and ")
	}
	return fmt.Sprintf("%s%s: %s rows of %s %ss", a.Table, where, stats.Grouped(a.Rows), stats.Grouped(a.Units), a.Unit)
}

func (a *Answer) grid() *grid {
	n := len(a.By)
	g := newGrid(n + 2 + len(a.means) + len(a.sums))
	for k, name := range a.By {
		g.head(k, name, a.Groups[0].key[k].isText)
	}
	g.head(n, "rows", false)
	g.head(n+1, a.Unit+"s", false)
	for k, name := range a.means {
		g.head(n+2+k, "mean "+name, false)
	}
	for k, name := range a.sums {
		g.head(n+2+len(a.means)+k, "sum "+name, false)
	}
	for i := range a.Groups {
		a.row(g, &a.Groups[i])
	}
	return g
}

func (a *Answer) row(g *grid, x *Group) {
	n := len(a.By)
	for k := range x.key {
		g.cell(k, x.key[k].cell())
	}
	g.cell(n, stats.Grouped(x.Rows))
	g.cell(n+1, stats.Grouped(x.Units))
	for k, m := range x.means {
		g.cell(n+2+k, m.text(a.signed[k]))
	}
	for k, sum := range x.sums {
		g.cell(n+2+len(a.means)+k, stats.Grouped(sum))
	}
}

// cell returns the value as tables have it.
func (v value) cell() string {
	switch {
	case v.text == "" && v.isText:
		return "''"
	case v.text == "":
		return "null"
	}
	return v.text
}

// notes say how to read the answer.
func (a *Answer) notes() []string {
	var list []string
	if a.Parts < a.Planned {
		list = append(list, fmt.Sprintf("The run is unfinished: %d of %d parts were read.", a.Parts, a.Planned))
	}
	if a.Intervals == 0 {
		return append(list, a.rarities()...)
	}
	percent := strconv.FormatFloat(100*a.Level, 'g', 6, 64)
	list = append(list, fmt.Sprintf("%s %% intervals; rows of one %s count as one observation.", percent, a.Unit))
	switch {
	case a.Together:
		list = append(list, fmt.Sprintf("They are widened (Bonferroni) so that all %s hold at once.", stats.Grouped(int64(a.Intervals))))
	case a.Intervals > 1:
		list = append(list, fmt.Sprintf("Each holds by itself, not adjusted for the number of groups: of the %s about %s miss; --together widens them to hold at once.",
			stats.Grouped(int64(a.Intervals)), strconv.FormatFloat((1-a.Level)*float64(a.Intervals), 'g', 2, 64)))
	}
	if a.chosen {
		list = append(list, "These groups were chosen for their means, which chance has helped to: new hands would show less.")
	}
	return append(list, a.rarities()...)
}

// rarities explain what stands in few answers.
func (a *Answer) rarities() []string {
	few, equal, missing := false, false, map[string]bool{}
	for i := range a.Groups {
		for k, m := range a.Groups[i].means {
			few = few || m.Value == nil
			equal = equal || m.Value != nil && m.Lo == nil
			missing[a.means[k]] = missing[a.means[k]] || m.Rows < a.Groups[i].Rows
		}
	}
	var list []string
	if few {
		list = append(list, fmt.Sprintf("%s: in fewer than %d %ss.", stats.TooFew, MinUnits, a.Unit))
	}
	if equal {
		list = append(list, fmt.Sprintf("all equal: each %s has the same mean, so that there is no interval.", a.Unit))
	}
	for _, name := range a.means {
		if missing[name] {
			list = append(list, fmt.Sprintf("Rows where %s is null are not in its mean.", name))
		}
	}
	return list
}

// CSV writes a line a group after a line of names: an empty field is a mean or
// a bound that is not given, or null.
func (a *Answer) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := append(slices.Clone(a.By), "rows", "units")
	for _, name := range a.means {
		head = append(head, "mean "+name, "lo "+name, "hi "+name)
	}
	for _, name := range a.sums {
		head = append(head, "sum "+name)
	}
	out.Write(head)
	for i := range a.Groups {
		out.Write(a.Groups[i].record())
	}
	out.Flush()
	return out.Error()
}

func (g *Group) record() []string {
	var fields []string
	for _, v := range g.key {
		fields = append(fields, v.text)
	}
	fields = append(fields, strconv.FormatInt(g.Rows, 10), strconv.FormatInt(g.Units, 10))
	for _, m := range g.means {
		for _, x := range []*float64{m.Value, m.Lo, m.Hi} {
			field := ""
			if x != nil {
				field = strconv.FormatFloat(*x, 'g', -1, 64)
			}
			fields = append(fields, field)
		}
	}
	for _, sum := range g.sums {
		fields = append(fields, strconv.FormatInt(sum, 10))
	}
	return fields
}

// text returns the mean as "value ± half", in which the half width has two
// digits.
func (m *Mean) text(signed bool) string {
	number := stats.Fixed
	if signed {
		number = stats.Signed
	}
	switch {
	case m.Value == nil:
		return string(stats.TooFew)
	case m.Lo == nil:
		return number(*m.Value, stats.PlainDecimals) + " (all equal)"
	case *m.Value == *m.Lo || *m.Value == *m.Hi: // a share of none or all
		d := stats.Decimals(*m.Hi - *m.Lo)
		return fmt.Sprintf("%s [%s, %s]", number(*m.Value, 0), stats.Fixed(*m.Lo, d), stats.Fixed(*m.Hi, d))
	}
	half := (*m.Hi - *m.Lo) / 2
	d := stats.Decimals(half)
	return number(*m.Value, d) + " ± " + stats.Fixed(half, d)
}
