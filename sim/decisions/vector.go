package decisions

import (
	"encoding/binary"
	"fmt"
	"math"

	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim/column"
)

// A vector is what a decision's features are stored as: one column, whose values are
// bytes of a fixed length. A column for each of some hundred numbers would cost more
// than playing, encoding and compressing them together.
type vector struct {
	numbers features.Numbers // nil for planes
}

// vectorOf returns the vector of features of a name.
func vectorOf(name string) vector { return vector{features.NumbersOf(name)} }

// floatBytes are the bytes of a float32.
const floatBytes = 4

// bytes returns the length of a value.
func (v vector) bytes() int {
	if v.numbers == nil {
		return features.Planes{}.Len()
	}
	return floatBytes * v.numbers.Len()
}

// name returns the column's name.
func (v vector) name() string {
	if v.numbers == nil {
		return features.Planes{}.Schema().Name
	}
	return v.numbers.Schema().Name
}

// column returns the column of the vector.
func (v vector) column() column.Typed[*decision] {
	return column.Bytes(v.name(), v.meaning(), v.bytes(), vectorPage, func(r *decision) []byte { return r.vector })
}

// meaning says how the bytes are read.
func (v vector) meaning() string {
	if v.numbers == nil {
		return fmt.Sprintf("%d channels of 27 bytes, each 0 or 1: channel c of kind k is byte 27*c+k; 'dataset schema --features planes' names them", v.bytes()/tile.Count)
	}
	n := v.bytes() / floatBytes
	return fmt.Sprintf("%d float32, little-endian, in the order of 'dataset schema --features %s': np.frombuffer(b\"\".join(column), \"<f4\").reshape(-1, %d)", n, v.name(), n)
}

// table returns how decisions are written: a page of the vector is about a hundred
// kilobytes, those of the other columns have many more rows.
func (v vector) table() column.Table {
	return column.Table{Name: decisionsName, Format: Format, Layout: column.Layout{
		GroupRows: 1 << 15, PageRows: 1 << 13, ChunkRows: vectorPage, RowBytes: 10, PageBytes: vectorPage*int64(v.bytes()) + 1,
	}}
}

// vectorPage is the rows of a page of the vector: few enough to stay in the cache
// from their encoding to their compression.
const vectorPage = 1 << 6

// putFloats writes numbers as little-endian float32.
func putFloats(dst []byte, numbers []float32) {
	for _, f := range numbers {
		binary.LittleEndian.PutUint32(dst, math.Float32bits(f))
		dst = dst[floatBytes:]
	}
}
