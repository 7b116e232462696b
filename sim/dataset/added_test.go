package dataset

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/column"
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
		columns := slices.DeleteFunc(seatColumns([]string{"fast"}), func(c column.Typed[seat]) bool { return c.Name == tt.absent })
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, fileName(Seats, 0)))
		if err != nil {
			t.Fatal(err)
		}
		w := column.NewWriter(f, tableOf(Seats), columns, column.NewCodec(), 1)
		if err := w.Write([]seat{of}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		whole, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		listed := store.File{Name: fileName(Seats, 0), Rows: 1, Bytes: int64(len(whole)), SHA256: fmt.Sprintf("%x", sha256.Sum256(whole))}
		r, err := column.Open(dir, listed, seatColumns([]string{"fast"}))
		if (err == nil) != tt.read {
			t.Errorf("without the column %s: %v", tt.absent, err)
		}
		if err != nil {
			continue
		}
		got := seat{hand: &sim.Outcome{}, own: &sim.SeatOutcome{}}
		if err := r.Read([]seat{got}); err != nil || got.own.Melds != 3 || got.own.Forfeited {
			t.Errorf("without the column %s: read %+v, %v", tt.absent, got.own, err)
		}
		r.Close()
	}
}
