package column

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go/compress/snappy"
)

// A rowPacker writes Snappy, which every reader of Parquet knows, of rows that have the
// same length and much in common. The library's own encoder knows nothing of rows,
// half as long again, and packs otherwise on another architecture, so that a
// dataset's digest would say on what machine it was made.
//
// It goes through a page in steps of four bytes, and looks for the eight that follow in
// two places: the same place of the row before, and where they stood last. What is
// there and stays equal is written as a copy; what is not, as it is. It is one
// goroutine's own.
type rowPacker struct {
	snappy.Codec                      // reads, and names the format
	row          int                  // bytes of a row
	last         [1 << packBits]int32 // where eight bytes of a hash stood last
}

const (
	packBits = 11
	packStep = 4 // a float32
	packSeen = 8 // bytes that must be alike for a copy
)

// Encode packs a page into dst, if there is room, and returns it.
func (p *rowPacker) Encode(dst, src []byte) ([]byte, error) {
	clear(p.last[:])
	dst = binary.AppendUvarint(slices.Grow(dst[:0], packedLimit(len(src))), uint64(len(src)))
	written := 0
	for at := 0; at+packSeen <= len(src); {
		from, ok := p.find(src, at)
		if !ok {
			at += packStep
			continue
		}
		n := (packSeen + alike(src[from+packSeen:], src[at+packSeen:])) &^ (packStep - 1)
		dst = appendCopy(appendLiteral(dst, src[written:at]), at-from, n)
		at += n
		written = at
	}
	return appendLiteral(dst, src[written:]), nil
}

// packedLimit is at least the length of n bytes once packed.
func packedLimit(n int) int { return 32 + n + n/6 }

// find returns an earlier place with the same eight bytes.
func (p *rowPacker) find(src []byte, at int) (from int, ok bool) {
	seen := binary.LittleEndian.Uint64(src[at:])
	if from = at - p.row; from >= 0 && binary.LittleEndian.Uint64(src[from:]) == seen {
		return from, true
	}
	last := &p.last[seen*0x9e3779b97f4a7c15>>(64-packBits)]
	from, *last = int(*last), int32(at)
	return from, from < at && at-from <= maxCopyOffset && binary.LittleEndian.Uint64(src[from:]) == seen
}

// alike returns how many bytes two texts have in common; b is the later one.
func alike(a, b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		n += 8
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// The elements of Snappy's format, by the two low bits of their first byte.
const (
	snappyLiteral = 0 // length-1 above, or 60 and 61 for one and two more bytes that have it
	snappyCopy1   = 1 // length-4 in three bits, offset in eleven
	snappyCopy2   = 2 // length-1 above, offset in two more bytes

	maxCopyOffset = 1<<16 - 1
	maxCopy       = 64
	maxLiteral    = 1 << 16
)

// appendLiteral appends bytes as they are.
func appendLiteral(dst, text []byte) []byte {
	for len(text) > maxLiteral {
		dst, text = appendLiteral(dst, text[:maxLiteral]), text[maxLiteral:]
	}
	switch n := len(text) - 1; {
	case n < 0:
		return dst
	case n < 60:
		dst = append(dst, byte(n<<2|snappyLiteral))
	case n < 1<<8:
		dst = append(dst, 60<<2|snappyLiteral, byte(n))
	default:
		dst = append(dst, 61<<2|snappyLiteral, byte(n), byte(n>>8))
	}
	return append(dst, text...)
}

// appendCopy appends that n bytes stood so far back: at least four.
func appendCopy(dst []byte, offset, n int) []byte {
	for ; n > maxCopy; n -= maxCopy {
		dst = append(dst, (maxCopy-1)<<2|snappyCopy2, byte(offset), byte(offset>>8))
	}
	if n >= 4 && n < 12 && offset < 1<<11 {
		return append(dst, byte(offset>>8<<5|(n-4)<<2|snappyCopy1), byte(offset))
	}
	return append(dst, byte((n-1)<<2|snappyCopy2), byte(offset), byte(offset>>8))
}
