package column

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/store"
)

// Null stands for null among the values of a Vector.
const Null = math.MinInt64

// A Vector is the values of one column in rows that follow each other, all as
// integers: numbers as they are (one of 64 bits without a sign by its bits),
// false and true as 0 and 1, texts as indexes into Words, null as Null.
type Vector struct {
	Column Column
	Values []int64
	Words  []string // the texts met so far; it only grows, and keeps its indexes
}

// Text returns the value in row i as a text: empty for null.
func (v *Vector) Text(i int) string { return string(v.AppendText(nil, i)) }

// AppendText appends the value in row i as a text: nothing for null.
func (v *Vector) AppendText(dst []byte, i int) []byte {
	x := v.Values[i]
	switch {
	case x == Null && v.Column.Nullable:
		return dst
	case v.Column.Type == "bool":
		return strconv.AppendBool(dst, x != 0)
	case v.Column.Type == "text":
		return append(dst, v.Words[x]...)
	case v.Column.Type == "uint64":
		return strconv.AppendUint(dst, uint64(x), 10)
	}
	return strconv.AppendInt(dst, x, 10)
}

// ScanRows is the number of rows that a scan reads at a time.
const ScanRows = 4096

// A Lexicon numbers the texts of a column in the order in which they are met,
// over all files.
type Lexicon struct {
	words []string
	codes map[string]int64
}

func (l *Lexicon) code(word []byte) int64 {
	code, ok := l.codes[string(word)]
	if !ok {
		if l.codes == nil {
			l.codes = map[string]int64{}
		}
		code = int64(len(l.words))
		l.words = append(l.words, string(word))
		l.codes[string(word)] = code
	}
	return code
}

// A VectorReader reads columns of one file in step.
type VectorReader struct {
	path    string
	file    *os.File
	decoder []decoder
	vectors []Vector
	left    int64 // rows not read yet
}

// OpenVectors opens a table's file of a part, whose size and rows must be the
// ones listed, and which must have the columns.
func OpenVectors(dir string, listed store.File, columns []Column, lexicons []Lexicon) (*VectorReader, error) {
	path := filepath.Join(dir, listed.Name)
	f, err := store.OpenPart(path)
	if err != nil {
		return nil, err
	}
	r := &VectorReader{path: path, file: f, left: listed.Rows}
	content, err := openParquet(f, listed)
	for i := 0; err == nil && i < len(columns); i++ {
		err = r.add(content, columns[i], &lexicons[i])
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// kinds are how Parquet keeps the types of columns.
var kinds = map[string]parquet.Kind{
	"int32": parquet.Int32, "int64": parquet.Int64, "uint64": parquet.Int64,
	"bool": parquet.Boolean, "text": parquet.ByteArray,
}

func (r *VectorReader) add(content *parquet.File, c Column, l *Lexicon) error {
	leaf, ok := content.Schema().Lookup(c.Name)
	if !ok || !isKind(leaf.Node, kinds[c.Type]) {
		return fmt.Errorf("column %s is missing or not %s", c.Name, c.Type)
	}
	r.decoder = append(r.decoder, decoder{
		cursor:  cursor{groups: content.RowGroups(), column: leaf.ColumnIndex},
		lexicon: l,
	})
	r.vectors = append(r.vectors, Vector{Column: c})
	return nil
}

// Read returns the next n rows, which must be left.
func (r *VectorReader) Read(n int) ([]Vector, error) {
	for i := range r.vectors {
		v, d := &r.vectors[i], &r.decoder[i]
		if cap(v.Values) < n {
			v.Values = make([]int64, n)
		}
		v.Values = v.Values[:n]
		if err := d.fill(v.Values); err != nil {
			return nil, fmt.Errorf("%s: column %s: %w", r.path, v.Column.Name, err)
		}
		v.Words = d.lexicon.words
	}
	r.left -= int64(n)
	return r.vectors, nil
}

// Left returns the rows not read yet.
func (r *VectorReader) Left() int64 { return r.left }

// Close closes the file.
func (r *VectorReader) Close() {
	for i := range r.decoder {
		r.decoder[i].close()
	}
	r.file.Close()
}

// A decoder turns the pages of a column into integers, a page at a time. Of a
// page with a dictionary it looks up each entry once, not each value: texts cost
// no more than numbers.
type decoder struct {
	cursor
	lexicon    *Lexicon
	whole      []int64 // the values of the page
	rest       []int64 // those not handed out yet
	dictionary parquet.Dictionary
	entries    []int64 // of the dictionary
	buffer     []parquet.Value
}

// fill fills dst with the next values.
func (d *decoder) fill(dst []int64) error {
	for len(dst) > 0 {
		for len(d.rest) == 0 {
			if err := d.nextPage(); err != nil {
				return err
			}
			if err := d.decode(); err != nil {
				return err
			}
		}
		n := copy(dst, d.rest)
		dst, d.rest = dst[n:], d.rest[n:]
	}
	return nil
}

// decode turns the cursor's page into integers.
func (d *decoder) decode() (err error) {
	defer rescued(&err)
	n := int(d.page.NumValues())
	if cap(d.whole) < n {
		d.whole = make([]int64, n)
	}
	d.whole = d.whole[:n]
	d.rest = d.whole
	if d.page.Dictionary() != nil {
		return d.decodeIndexes()
	}
	if t := d.page.Type().Kind(); t == parquet.Int64 && len(d.page.DefinitionLevels()) == 0 {
		data := d.page.Data()
		copy(d.whole, data.Int64())
		return nil
	}
	return d.decodeValues()
}

// decodeIndexes looks up a page of a dictionary's indexes, which has none for
// null.
func (d *decoder) decodeIndexes() error {
	d.lookUp(d.page.Dictionary())
	data := d.page.Data()
	indexes := data.Int32()
	levels := d.page.DefinitionLevels()
	next := 0
	for i := range d.whole {
		if len(levels) > 0 && levels[i] == 0 {
			d.whole[i] = Null
			continue
		}
		if next >= len(indexes) || uint32(indexes[next]) >= uint32(len(d.entries)) {
			return fmt.Errorf("damaged: a value is not in its dictionary")
		}
		d.whole[i] = d.entries[indexes[next]]
		next++
	}
	return nil
}

// lookUp makes integers of a dictionary's entries.
func (d *decoder) lookUp(dictionary parquet.Dictionary) {
	if d.dictionary == dictionary {
		return
	}
	d.dictionary, d.entries = dictionary, d.entries[:0]
	for i := range int32(dictionary.Len()) {
		d.entries = append(d.entries, d.integer(dictionary.Index(i)))
	}
}

// decodeValues reads a page as any other is read.
func (d *decoder) decodeValues() error {
	if d.buffer == nil {
		d.buffer = make([]parquet.Value, ChunkRows)
	}
	for rest := d.whole; len(rest) > 0; {
		n, err := d.values.ReadValues(d.buffer[:min(len(rest), len(d.buffer))])
		if n == 0 {
			return fmt.Errorf("damaged: a page ends early: %w", err)
		}
		for i, v := range d.buffer[:n] {
			rest[i] = d.integer(v)
		}
		rest = rest[n:]
	}
	return nil
}

func (d *decoder) integer(v parquet.Value) int64 { return integerOf(v, d.lexicon) }

// integerOf returns a value as a Vector has it.
func integerOf(v parquet.Value, l *Lexicon) int64 {
	switch {
	case v.IsNull():
		return Null
	case v.Kind() == parquet.Boolean && v.Boolean():
		return 1
	case v.Kind() == parquet.Boolean:
		return 0
	case v.Kind() == parquet.Int32:
		return int64(v.Int32())
	case v.Kind() == parquet.Int64:
		return v.Int64()
	}
	return l.code(v.ByteArray())
}
