package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// A scan has the values that the library's own reader of rows has, in the order
// asked for, over all parts.
func TestScan(t *testing.T) {
	// More seats than a page holds, parts of unequal size.
	in := testInputs(5000, 3000)
	dir := t.TempDir()
	w, err := CreateInputs(dir, in, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writeRun(w, testParts(in)); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for table := range NumTables {
		columns := Columns(table)
		var names []string
		for i := range columns {
			names = append(names, columns[len(columns)-1-i].Name)
		}
		var got [][]string
		for vectors, err := range r.Scan(table, names) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range vectors[0].Values {
				var row []string
				for k := range vectors {
					row = append(row, vectors[k].Text(i))
				}
				got = append(got, row)
			}
		}
		at := 0
		for part := range 2 {
			cells := readCells(t, dir, table, part)
			for i := range cells.columns[0] {
				for k, name := range names {
					v := cells.columns[cells.index(name)][i]
					want := v.String()
					if v.IsNull() {
						want = ""
					}
					if name == "trace" {
						want = textOf(columns[len(columns)-1-k], v)
					}
					if got[at][k] != want {
						t.Fatalf("%s row %d: %s is %s, want %s", table, at, name, got[at][k], want)
					}
				}
				at++
			}
		}
		if at != len(got) {
			t.Errorf("%s: %d rows, want %d", table, len(got), at)
		}
	}
}

func TestScanErrors(t *testing.T) {
	dir := storeRun(t, true)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	last := func(table Table, names ...string) (steps int, err error) {
		for _, err = range r.Scan(table, names) {
			steps++
		}
		return steps, err
	}
	steps, err := last(Wins, "fan", "suit")
	wantError(t, err, `wins has no column "suit"; there are hand, win_in_hand`)
	if steps != 1 {
		t.Errorf("%d steps", steps)
	}
	path := filepath.Join(dir, "seats-000001.parquet")
	os.Remove(path)
	steps, err = last(Seats, "bot")
	wantError(t, err, "part 1", path)
	if steps != 2 {
		t.Errorf("%d steps", steps)
	}
	if _, err := last(Hands, "hand"); err != nil {
		t.Error(err)
	}
	// A scan that is left early closes its files and is done.
	for range r.Scan(Hands, []string{"hand"}) {
		break
	}
}

// Damaged files give errors.
func TestScanDamaged(t *testing.T) {
	dir := storeRun(t, true)
	random := rand.New(rand.NewPCG(5, 6))
	n := 300
	if testing.Short() {
		n = 30
	}
	failed := 0
	for k := range n {
		table := Table(k % int(NumTables))
		path := filepath.Join(dir, fileName(table, 0))
		whole := ""
		rewrite(t, path, func(s string) string { whole = s; return s })
		rewrite(t, path, func(s string) string {
			b := []byte(s)
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			}
			return string(b)
		})
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range Columns(table) {
			names = append(names, c.Name)
		}
		for _, err := range r.Scan(table, names) {
			if err != nil {
				failed++
				wantError(t, err, "part 0", path)
			}
		}
		for _, err := range r.Batches(r.Parts()[0], 64) {
			if err == nil {
				t.Error("a damaged part was read")
			}
			break
		}
		rewrite(t, path, func(string) string { return whole })
	}
	if failed != n {
		t.Errorf("%d of %d damages were noticed", failed, n)
	}
}

func TestFindColumn(t *testing.T) {
	for table := range NumTables {
		for _, c := range Columns(table) {
			if got, err := FindColumn(table, c.Name); err != nil || got.Meaning != c.Meaning {
				t.Errorf("%s: got %+v, %v", c.Name, got, err)
			}
		}
	}
	_, err := FindColumn(Hands, "bot")
	wantError(t, err, `hands has no column "bot" (seats has one); there are hand, game`)
	_, err = FindColumn(Seats, "point")
	wantError(t, err, `seats has no column "point" (did you mean "points"?); there are hand, game`)
	_, err = FindColumn(Seats, "zzz")
	wantError(t, err, `seats has no column "zzz"; there are hand, game`)
}

func BenchmarkScan(b *testing.B) {
	dir := b.TempDir()
	w, err := CreateInputs(dir, testInputs(benchHands, benchHands), 1)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := writeRun(w, testParts(w.inputs)); err != nil {
		b.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	rows := 0
	for b.Loop() {
		for vectors, err := range r.Scan(Seats, []string{"hand", "bot", "longest_suit", "points"}) {
			if err != nil {
				b.Fatal(err)
			}
			rows += len(vectors[0].Values)
		}
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
