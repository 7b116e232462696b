package column

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"xuezhan/sim/store"
)

// A row has a value of each type of column.
type row struct {
	Index  int64
	Number int
	Digest uint64
	Null   uint8 // 9 for null
	Bits   uint8
	Truth  bool
	Word   uint8
	Key    uint16
	vector [8]byte // derived: not read back
}

func rowColumns() []Typed[*row] {
	return []Typed[*row]{
		Index("index", "grows", func(r *row) *int64 { return &r.Index }).From(0),
		Number("number", "points", "may be negative", func(r *row) *int { return &r.Number }).From(-100).To(100),
		Derived("double", "points", "twice the number", func(r *row) int { return 2 * r.Number }),
		Digest("digest", "looks random", func(r *row) *uint64 { return &r.Digest }),
		Optional("optional", "", "null for 9", 9, func(r *row) bool { return r.Null == 9 }, func(r *row) *uint8 { return &r.Null }),
		Bit("bit", "the second bit", 2, func(r *row) *uint8 { return &r.Bits }),
		Truth("truth", "true or false", func(r *row) *bool { return &r.Truth }),
		Word("word", "one of three", []string{"a", "b", "c"}, func(r *row) *uint8 { return &r.Word }),
		Parsed("parsed", "a number in words", func(r *row) *uint16 { return &r.Key },
			func(k uint16) string { return "key-" + strconv.Itoa(int(k)) },
			func(text string) (uint16, bool) {
				n, err := strconv.Atoi(strings.TrimPrefix(text, "key-"))
				return uint16(n), err == nil
			}),
		Text("text", "the word again", func(r *row) uint8 { return r.Word }, func(k uint8) string { return fmt.Sprint("word ", k) }),
		Coded("coded", "even or odd", []string{"even", "odd"}, func(r *row) int { return int(r.Key % 2) }),
		Wide("wide", "the digest's low bits", func(r *row) int64 { return int64(r.Digest & 0xffff) }),
		Bytes("bytes", "eight bytes", 8, 64, func(r *row) []byte { return r.vector[:] }),
	}
}

var rowTable = Table{Name: "rows", Format: 1, Layout: Layout{GroupRows: 1 << 12, PageRows: 1 << 10, ChunkRows: 64, RowBytes: 10, PageBytes: 64*8 + 1}}

func randomRows(n int) []row {
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{
			Index: int64(i), Number: r.IntN(201) - 100, Digest: r.Uint64(), Null: uint8(r.IntN(10)),
			Bits: uint8(2 * r.IntN(2)), Truth: r.IntN(2) == 0, Word: uint8(r.IntN(3)), Key: uint16(r.IntN(40)),
		}
		rows[i].vector[r.IntN(8)] = 1
	}
	return rows
}

// storeRows writes rows to a file and returns its directory and what is listed of it.
func storeRows(t *testing.T, rows []row) (string, store.File) {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "rows.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := NewWriter(f, rowTable, rowColumns(), NewCodec(), int64(len(rows)))
	var refs []*row
	for i := range rows {
		refs = append(refs, &rows[i])
	}
	if err := w.Write(refs); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || w.Rows() != int64(len(rows)) {
		t.Fatalf("%d rows, %v", w.Rows(), err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return dir, store.File{Name: "rows.parquet", Rows: int64(len(rows)), Bytes: int64(len(data)), SHA256: fmt.Sprintf("%x", sha256.Sum256(data))}
}

// Rows come back as they were written, over several groups and pages.
func TestRoundTrip(t *testing.T) {
	want := randomRows(10_000)
	dir, listed := storeRows(t, want)
	r, err := Open(dir, listed, rowColumns())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for first := 0; r.Left() > 0; {
		got := make([]row, min(r.Left(), 333))
		var refs []*row
		for i := range got {
			refs = append(refs, &got[i])
		}
		if err := r.Read(refs); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i].vector = want[first+i].vector
			if got[i] != want[first+i] {
				t.Fatalf("row %d: got %+v, want %+v", first+i, got[i], want[first+i])
			}
		}
		first += len(got)
	}
}

// The first rows are shown with the columns that are named.
func TestHead(t *testing.T) {
	want := randomRows(5)
	dir, listed := storeRows(t, want)
	parts := []store.Part{{Files: []store.File{listed}}}
	columns := Documented(rowColumns())
	rows, err := Head(dir, parts, columns, []string{"number", "optional", "coded", "bytes"}, 2, func(b []byte) any { return len(b) })
	if err != nil || len(rows) != 2 {
		t.Fatalf("got %v, %v", rows, err)
	}
	var null any
	if want[0].Null != 9 {
		null = int64(want[0].Null)
	}
	if got := rows[0].Values; !reflect.DeepEqual(got, []any{int64(want[0].Number), null, []string{"even", "odd"}[want[0].Key%2], 8}) {
		t.Errorf("got %v of %+v", got, want[0])
	}
	if text, err := json.Marshal(rows[1]); err != nil || !strings.HasPrefix(string(text), fmt.Sprintf(`{"number":%d,"optional":`, want[1].Number)) {
		t.Errorf("got %s, %v", text, err)
	}
	if all, err := Head(dir, parts, columns, nil, 99, func([]byte) any { return nil }); err != nil || len(all) != 5 || len(all[0].Columns) != len(columns) {
		t.Errorf("got %v, %v", all, err)
	}
	if _, err := Head(dir, parts, columns, []string{"none"}, 1, nil); err == nil || !strings.Contains(err.Error(), `no column "none"; there are index, number`) {
		t.Errorf("got %v", err)
	}
}

// A sheet finds each value that its column may not hold.
func TestRanges(t *testing.T) {
	dir, listed := storeRows(t, randomRows(20))
	columns := []Column{{Name: "hand", Type: "int64"}}
	for _, c := range Documented(rowColumns()) {
		if c.Name == "number" || c.Name == "word" {
			columns = append(columns, c)
		}
	}
	r, err := OpenVectors(dir, listed, columns[1:], make([]Lexicon, 2))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	vectors, err := r.Read(20)
	if err != nil {
		t.Fatal(err)
	}
	f := store.NewFindings(&store.Manifest{}, &store.Verification{Limit: 10})
	s := Sheet{File: "rows.parquet", Vectors: append([]Vector{{Column: columns[0], Values: make([]int64, 20)}}, vectors...), Findings: f}
	if s.Ranges(); f.Count != 0 {
		t.Errorf("got %v", f.Faults)
	}
	s.Column("number")[3] = 101
	s.Vector("word").Words[0] = "d"
	if s.Ranges(); f.Count < 2 || f.Faults[0].Column != "number" || *f.Faults[0].Row != 3 || f.Faults[1].Want != "one of a b c" {
		t.Errorf("got %v", f.Faults)
	}
}

// A file that is not the one that is listed is not read.
func TestOtherFile(t *testing.T) {
	dir, listed := storeRows(t, randomRows(20))
	for what, change := range map[string]func(f *store.File){
		"size":    func(f *store.File) { f.Bytes++ },
		"SHA-256": func(f *store.File) { f.SHA256 = "00" },
		"length":  func(f *store.File) { f.Rows++ },
	} {
		other := listed
		change(&other)
		if _, err := Open(dir, other, rowColumns()); err == nil || !strings.Contains(err.Error(), "its "+what+" is ") {
			t.Errorf("%s: got %v", what, err)
		}
		if err := VerifyPart(dir, store.Part{Files: []store.File{other}}); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
