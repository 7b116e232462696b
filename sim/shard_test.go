package sim

import (
	"context"
	"testing"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"0/1": {0, 1}, "2/8": {2, 8}, "7/8": {7, 8}} {
		if got, err := ParseShard(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "8/8", "-1/8", "1/0", "a/b", "1/2/3", "0/99999999"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// TestShards demands that shards share out the hands of a run, that none is stopped once
// it has played its own, and that only the whole has a digest.
func TestShards(t *testing.T) {
	c := configOf(t, "planet", 5000, "random")
	for _, of := range []int{1, 3, 8} {
		total := int64(0)
		for i := range of {
			s := Shard{i, of}
			result, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Shard: s})
			if err != nil {
				t.Fatal(err)
			}
			if result.Stopped() || result.Hands != s.Hands(c) || (result.Digest == "") != (of > 1) {
				t.Errorf("shard %s: %d hands of %d, digest %q", s, result.Hands, s.Hands(c), result.Digest)
			}
			total += result.Hands
		}
		if total != c.Hands {
			t.Errorf("%d shards have %d hands of %d", of, total, c.Hands)
		}
	}
}
