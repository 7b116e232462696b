package stats

import (
	"math/big"
	"math/bits"
)

// int128 is a two's complement integer of 128 bits. Sums of squares are kept
// below 2^127 by the accumulators. A sum of products then fits too, since by
// Cauchy and Schwarz |Σxy| ≤ √(Σx²·Σy²).
type int128 struct {
	hi int64
	lo uint64
}

// widen returns x in 128 bits.
func widen(x int64) int128 {
	return int128{x >> 63, uint64(x)}
}

// product returns x·y, which always fits. The unsigned product reads a
// negative factor as 2^64 more than it is, which adds the other factor to the
// high word once too often.
func product(x, y int64) int128 {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	return int128{int64(hi), lo}
}

// plus returns a+b modulo 2^128.
func (a int128) plus(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(uint64(a.hi), uint64(b.hi), carry)
	return int128{int64(hi), lo}
}

// times returns a·n for a ≥ 0 and n ≥ 0, and false if that is 2^127 or more.
func (a int128) times(n int64) (int128, bool) {
	carry, lo := bits.Mul64(a.lo, uint64(n))
	over, hi := bits.Mul64(uint64(a.hi), uint64(n))
	hi, wrapped := bits.Add64(hi, carry, 0)
	p := int128{int64(hi), lo}
	return p, over == 0 && wrapped == 0 && p.hi >= 0
}

// big returns a as a fresh big.Int.
func (a int128) big() *big.Int {
	z := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return z.Add(z, new(big.Int).SetUint64(a.lo))
}

// quotient returns num/den rounded once, to the nearest float64.
func quotient(num, den *big.Int) float64 {
	f, _ := new(big.Rat).SetFrac(num, den).Float64()
	return f
}
