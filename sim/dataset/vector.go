package dataset

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"xuezhan/engine/tile"
	"xuezhan/features"
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
func (v vector) column() column[*decision] {
	return column[*decision]{
		Column:   Column{Name: v.name(), Type: fmt.Sprintf("bytes[%d]", v.bytes()), Meaning: v.meaning()},
		node:     parquet.Compressed(parquet.Leaf(parquet.FixedLenByteArrayType(v.bytes())), v.codec()),
		pageRows: vectorPage,
		get: func(dst []parquet.Value, rows []*decision) {
			for i, r := range rows {
				dst[i] = parquet.FixedLenByteArrayValue(r.vector)
			}
		},
	}
}

// meaning says how the bytes are read.
func (v vector) meaning() string {
	if v.numbers == nil {
		return fmt.Sprintf("%d channels of 27 bytes, each 0 or 1: channel c of kind k is byte 27*c+k; 'dataset schema --features planes' names them", v.bytes()/tile.Count)
	}
	n := v.bytes() / floatBytes
	return fmt.Sprintf("%d float32, little-endian, in the order of 'dataset schema --features %s': np.frombuffer(b\"\".join(column), \"<f4\").reshape(-1, %d)", n, v.name(), n)
}

// layout returns how the rows of decisions are cut up: a page of the vector is about a
// hundred kilobytes, those of the other columns have many more rows.
func (v vector) layout() layout {
	return layout{groupRows: 1 << 15, pageRows: 1 << 13, chunkRows: vectorPage, rowBytes: 10, pageBytes: vectorPage*int64(v.bytes()) + 1}
}

// vectorPage is the rows of a page of the vector: few enough to stay in the cache
// from their encoding to their compression.
const vectorPage = 1 << 6

// codec returns the compression of vectors.
func (v vector) codec() compress.Codec { return &rowPacker{row: v.bytes()} }

// putFloats writes numbers as little-endian float32.
func putFloats(dst []byte, numbers []float32) {
	for _, f := range numbers {
		binary.LittleEndian.PutUint32(dst, math.Float32bits(f))
		dst = dst[floatBytes:]
	}
}
