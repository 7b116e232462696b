package dataset

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/sim"
	"xuezhan/sim/store"
)

// TestAddedColumn: a table of an earlier program, without the columns that have
// been added since, is read with their zero values; no other column may be absent.
func TestAddedColumn(t *testing.T) {
	of := seat{hand: &sim.Outcome{}, own: &sim.SeatOutcome{Melds: 3, Forfeited: true}}
	for _, tt := range []struct {
		absent string
		read   bool
	}{{"forfeited", true}, {"melds", false}} {
		columns := slices.DeleteFunc(seatColumns([]string{"fast"}), func(c column[seat]) bool { return c.Name == tt.absent })
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, fileName(Seats, 0)))
		if err != nil {
			t.Fatal(err)
		}
		w := newTableWriter(f, Seats, columns, &zstd.Codec{}, 1)
		if err := w.write([]seat{of}); err != nil {
			t.Fatal(err)
		}
		if err := w.close(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		whole, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		listed := store.File{Name: fileName(Seats, 0), Rows: 1, Bytes: int64(len(whole)), SHA256: fmt.Sprintf("%x", sha256.Sum256(whole))}
		r, err := openTable(dir, listed, seatColumns([]string{"fast"}))
		if (err == nil) != tt.read {
			t.Errorf("without the column %s: %v", tt.absent, err)
		}
		if err != nil {
			continue
		}
		got := seat{hand: &sim.Outcome{}, own: &sim.SeatOutcome{}}
		if err := r.read([]seat{got}); err != nil || got.own.Melds != 3 || got.own.Forfeited {
			t.Errorf("without the column %s: read %+v, %v", tt.absent, got.own, err)
		}
		r.file.Close()
	}
}
