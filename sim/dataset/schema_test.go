package dataset

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/column"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// openTableFile opens a table of a stored part as any Parquet reader does.
func openTableFile(t *testing.T, dir string, table Table) *parquet.File {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, fileName(table, 0)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The documentation covers exactly the columns of the files, in their order.
func TestColumnsCoverSchema(t *testing.T) {
	types := map[string]string{
		"INT(32,true)": "int32", "INT(64,true)": "int64", "INT(64,false)": "uint64", "BOOLEAN": "bool", "STRING": "text",
	}
	dir := storeRun(t, true)
	for table := range NumTables {
		fields := openTableFile(t, dir, table).Root().Columns()
		docs := Columns(table)
		if len(fields) != len(docs) {
			t.Fatalf("%s: %d columns are documented, the file has %d", table, len(docs), len(fields))
		}
		seen := map[string]bool{}
		for i, f := range fields {
			d := docs[i]
			if f.Name() != d.Name || types[f.Type().String()] != d.Type || f.Optional() != d.Nullable {
				t.Errorf("%s: column %d is %s %s (null: %v), documented as %+v", table, i, f.Name(), f.Type(), f.Optional(), d)
			}
			if d.Meaning == "" || seen[d.Name] {
				t.Errorf("%s: %s has no meaning or stands twice", table, d.Name)
			}
			seen[d.Name] = true
		}
	}
}

// The columns are stable: a change here is a change for everyone who reads
// datasets, and of Format if it is no mere addition.
func TestSchemaGolden(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "format %d\n", Format)
	for table := range NumTables {
		for _, c := range Columns(table) {
			null := ""
			if c.Nullable {
				null = " null"
			}
			fmt.Fprintf(&b, "%s %s %s%s %s\n", table, c.Name, c.Type, null, c.Unit)
		}
	}
	path := filepath.Join("testdata", "schema.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the schema has changed; got\n%s", got)
	}
}

// checkMetadata demands that files keep to encodings that every reader knows,
// and their row groups to their size and the names of their columns.
func checkMetadata(t *testing.T, dir string) {
	known := map[string]bool{"PLAIN": true, "RLE": true, "RLE_DICTIONARY": true, "DELTA_BINARY_PACKED": true}
	for table := range NumTables {
		file := openTableFile(t, dir, table)
		groups := file.Metadata().RowGroups
		if want := 1 + int(table&1); len(groups) != want || groups[0].NumRows > column.Narrow.GroupRows {
			t.Errorf("%s: %d row groups, want %d; %d rows in the first", table, len(groups), want, groups[0].NumRows)
		}
		for _, g := range groups {
			for i, c := range g.Columns {
				if got, want := c.MetaData.PathInSchema, Columns(table)[i].Name; len(got) != 1 || got[0] != want {
					t.Errorf("%s: column %d is named %q, want %q", table, i, got, want)
				}
				for _, e := range c.MetaData.Encoding {
					if !known[e.String()] {
						t.Errorf("%s: %v is encoded as %s", table, c.MetaData.PathInSchema, e)
					}
				}
				if codec := c.MetaData.Codec.String(); codec != "ZSTD" && codec != "UNCOMPRESSED" {
					t.Errorf("%s: %v is compressed as %s", table, c.MetaData.PathInSchema, codec)
				}
			}
		}
		if v, ok := file.Lookup("xuezhan." + table.String()); !ok || v != fmt.Sprint(Format) {
			t.Errorf("%s: format %q in the file", table, v)
		}
	}
}

func TestParseTable(t *testing.T) {
	for table := range NumTables {
		if got, err := ParseTable(table.String()); got != table || err != nil {
			t.Errorf("%s: got %v, %v", table, got, err)
		}
	}
	if _, err := ParseTable("games"); err == nil || !strings.Contains(err.Error(), "hands, seats, wins") {
		t.Errorf("got %v", err)
	}
}
