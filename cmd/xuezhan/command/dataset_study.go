package command

import (
	"fmt"
	"io"

	"xuezhan/sim/column"
	"xuezhan/sim/study"
)

// forksTable is the table of a stored study, as dataset schema names it.
const forksTable = "forks"

// A forksSchema documents the table of studies: the columns that all have, and those
// of each question.
type forksSchema struct {
	Format    int                        `json:"format"`
	Common    []column.Column            `json:"forks"`
	Questions map[string][]column.Column `json:"questions"`
	names     []string
}

func newForksSchema(questions []*study.Question) *forksSchema {
	s := &forksSchema{Format: study.StoreFormat, Common: study.Columns(nil, nil), Questions: map[string][]column.Column{}}
	common := map[string]bool{}
	for _, c := range s.Common {
		common[c.Name] = true
	}
	for _, q := range questions {
		s.names = append(s.names, q.Name)
		for _, c := range study.Columns(q.Labels, q.Features) {
			if !common[c.Name] {
				s.Questions[q.Name] = append(s.Questions[q.Name], c)
			}
		}
	}
	return s
}

func (s *forksSchema) print(w io.Writer) error {
	t := newTable(w)
	t.row("table", "column", "type", "unit", "meaning")
	row := func(where string, c *column.Column) {
		kind := c.Type
		if c.Nullable {
			kind += "?"
		}
		t.row(where, c.Name, kind, c.Unit, c.Meaning)
	}
	for i := range s.Common {
		row(forksTable, &s.Common[i])
	}
	for _, q := range s.names {
		for i := range s.Questions[q] {
			row(forksTable+" of "+q, &s.Questions[q][i])
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nformat %d; a ? marks a column that may be null; labels and features follow forced_%d and refused\n", s.Format, study.MaxForced-1)
	return err
}

// questions returns every question with its usual settings, all labels included.
func (a *app) questions() ([]*study.Question, error) {
	var list []*study.Question
	for _, k := range study.Kinds() {
		q, err := k.Fullest(a.parseSpec)
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return list, nil
}

// printForksSchema prints what the columns of stored studies mean.
func (a *app) printForksSchema(o *datasetOptions) error {
	q, err := a.questions()
	if err != nil {
		return err
	}
	s := newForksSchema(q)
	if o.json {
		return printJSON(a.out, s)
	}
	return s.print(a.out)
}

// studyInfo prints what a stored study is and what of it is there.
func (a *app) studyInfo(dir string, o *datasetOptions) error {
	r, err := study.Open(dir)
	if err == nil && o.verify {
		err = verifyParts(dir, r.Parts())
	}
	if err != nil {
		return err
	}
	in := r.Inputs()
	d := inventory[study.Inputs]{Inputs: in, Finished: r.Finished(), Digest: r.Digest(), Planned: r.Planned(), Verified: o.verify}
	d.count(r.Parts())
	if o.json {
		return printJSON(a.out, d)
	}
	particular := [][2]string{{"study", in.Question}}
	for _, x := range in.Settings {
		particular = append(particular, [2]string{x.Name, x.Value})
	}
	return d.print(a.out, forksTable, "study", &in.Run, particular)
}
