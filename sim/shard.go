package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Shard is a share of the parts of long work: those whose index leaves the remainder
// Index when it is divided by Of. Shards can be played on different machines; together
// they are the whole. The zero value is all parts.
type Shard struct{ Index, Of int }

// MaxShards is the most shards of one piece of work.
const MaxShards = 1 << 20

// ParseShard reads a shard: "2/8" is the third of eight.
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if !ok || errI != nil || errN != nil || n < 1 || n > MaxShards || i < 0 || i >= n {
		return Shard{}, fmt.Errorf("shard %q is not I/N with 0 ≤ I < N, N at most %d", text, MaxShards)
	}
	return Shard{i, n}, nil
}

// String returns the shard as ParseShard reads it, "" for all parts.
func (s Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Has reports whether a part belongs to the shard.
func (s Shard) Has(part int) bool { return s.Of == 0 || part%s.Of == s.Index }

// Parts returns the configuration's parts that belong to the shard, in order.
func (s Shard) Parts(c *Config) []Part {
	return slices.DeleteFunc(c.Parts(), func(p Part) bool { return !s.Has(p.Index) })
}

// Hands returns the hands of the configuration's parts that belong to the shard.
func (s Shard) Hands(c *Config) (n int64) {
	for _, p := range s.Parts(c) {
		n += p.Hands
	}
	return n
}
