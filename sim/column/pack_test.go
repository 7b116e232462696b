package column

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go/compress/snappy"
)

// unpacked is what the library's decoder reads.
func unpacked(t *testing.T, packed []byte) []byte {
	t.Helper()
	text, err := new(snappy.Codec).Decode(nil, packed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The library reads what is packed, whatever it is and however long a row is.
func TestPackedRowsAreSnappy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, row := range []int{1, 3, 4, 8, 100, 1132, 70_000} {
		p := rowPacker{row: row}
		var room []byte
		for _, n := range []int{0, 1, 3, 7, 8, 9, 60, 61, 62, 256, 257, 1000, 65_536, 65_540, 200_000} {
			for values := 1; values <= 256; values *= 16 {
				text := make([]byte, n)
				for i := range text {
					text[i] = byte(r.IntN(values))
				}
				packed, err := p.Encode(room, text)
				if err != nil {
					t.Fatal(err)
				}
				if got := unpacked(t, packed); !bytes.Equal(got, text) {
					t.Fatalf("%d bytes of %d values in rows of %d are read otherwise", n, values, row)
				}
				if len(packed) > packedLimit(n) {
					t.Errorf("%d bytes are packed into %d", n, len(packed))
				}
				room = packed
			}
		}
	}
}

// FuzzPackedRows: the library reads what is packed.
func FuzzPackedRows(f *testing.F) {
	f.Add(4, []byte("abcdabcdabcdabce"))
	f.Add(9, []byte("0000000000000000000000000000000000000000000000000000000000000000000000000000"))
	f.Fuzz(func(t *testing.T, row int, text []byte) {
		p := rowPacker{row: max(row, 1)}
		packed, err := p.Encode(nil, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := unpacked(t, packed); !bytes.Equal(got, text) {
			t.Errorf("got %x, want %x", got, text)
		}
	})
}

// packedRow and packedRows are the rows of a page.
const (
	packedRow  = 1132
	packedRows = 64
)

// alikeRows returns a page of rows that differ in a few of their numbers.
func alikeRows() []byte {
	r := rand.New(rand.NewPCG(3, 4))
	row := make([]byte, packedRow)
	for i := range row {
		row[i] = byte(r.IntN(3) * r.IntN(2))
	}
	var page []byte
	for range packedRows {
		for range 6 {
			row[r.IntN(len(row))] ^= byte(1 + r.IntN(3))
		}
		page = append(page, row...)
	}
	return page
}

// Rows that are alike take a fifth of their bytes, and no memory.
func TestAlikeRowsArePacked(t *testing.T) {
	page := alikeRows()
	p := rowPacker{row: packedRow}
	packed, err := p.Encode(nil, page)
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) > len(page)/5 {
		t.Errorf("%d bytes are packed into %d", len(page), len(packed))
	}
	if n := testing.AllocsPerRun(4, func() { packed, _ = p.Encode(packed, page) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPack(b *testing.B) {
	page := alikeRows()
	for _, x := range []struct {
		name  string
		codec interface {
			Encode(dst, src []byte) ([]byte, error)
		}
	}{{"rows", &rowPacker{row: packedRow}}, {"library", new(snappy.Codec)}} {
		b.Run("by="+x.name, func(b *testing.B) {
			var packed []byte
			for b.Loop() {
				packed, _ = x.codec.Encode(packed, page)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/packedRows, "ns/row")
			b.ReportMetric(float64(len(packed))/packedRows, "B/row")
		})
	}
}
