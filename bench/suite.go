package bench

import (
	"strings"
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/shape"
)

// A Suite has all that the rows need. It is used by one goroutine at a time.
type Suite struct {
	tables *shape.Tables
	suits  oracle.Suits
	corpus *Corpus
	// feed is always 0, which the compiler does not know: adding what a result
	// has in common with it to the next index makes that wait for the result.
	feed int
}

// New returns the measurements with tables that are built.
func New(tables *shape.Tables) (*Suite, error) {
	c, err := NewCorpus(tables)
	if err != nil {
		return nil, err
	}
	return &Suite{tables: tables, suits: oracle.NewSuits(), corpus: c}, nil
}

// Rows returns all rows in their order: first evaluation, then hands.
func (s *Suite) Rows() []Row {
	var rows []Row
	for _, e := range s.evaluations() {
		rows = append(rows, e.rows()...)
	}
	rows = append(rows, Row{Name: "Tables", run: buildTables})
	rows = append(rows, s.tileRows()...)
	rows = append(rows, Row{Name: bareName, run: s.playBare})
	rows = append(rows, s.handRows()...)
	rows = append(rows, s.learnedRow())
	rows = append(rows, s.lockstepRows()...)
	rows = append(rows, s.playerRows()...)
	rows = append(rows, s.execRows()...)
	rows = append(rows, s.partRows()...)
	rows = append(rows, s.decisionRows()...)
	rows = append(rows, s.runRows()...)
	rows = append(rows, s.scaleRows()...)
	return append(rows, machineRows()...)
}

// Family returns the rows of a family: the name before the first slash.
func Family(rows []Row, name string) []Row {
	var family []Row
	for _, r := range rows {
		if before, _, _ := strings.Cut(r.Name, "/"); before == name {
			family = append(family, r)
		}
	}
	return family
}

// buildTables measures a cold start.
func buildTables(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		shape.New()
	}
}

// reportEach reports the time for each of the n things of an operation, instead
// of that for the operation.
func reportEach(b *testing.B, n int, unit string) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), unit)
}
