package study

import (
	"context"
	"errors"
	"iter"
	"testing"

	"xuezhan/sim"
)

// TestShardsAreTheWhole demands that the rows of shards, put together, are those of the
// study without shards, and that its result is made of them.
func TestShardsAreTheWhole(t *testing.T) {
	c := configOf(t, "wap-battle", 3000, Void(), "timeout")
	want, result := collect(t, c, sim.Shard{})
	all := map[int][]Row{}
	hands := int64(0)
	for i := range 2 {
		rows, r := collect(t, c, sim.Shard{Index: i, Of: 2})
		for part, list := range rows {
			if part%2 != i {
				t.Errorf("shard %d has part %d", i, part)
			}
			all[part] = list
		}
		if hands += r.Hands; r.Hands != r.Planned {
			t.Errorf("shard %d: %d of %d hands", i, r.Hands, r.Planned)
		}
	}
	if hands != c.Hands || len(all) != len(want) {
		t.Fatalf("%d hands in %d parts, want %d in %d", hands, len(all), c.Hands, len(want))
	}
	recalled, err := Recall(context.Background(), c, c.Parts(), func(p sim.Part) iter.Seq2[[]Row, error] {
		return func(yield func([]Row, error) bool) { yield(all[p.Index], nil) }
	})
	if err != nil || recalled.Digest != result.Digest || *recalled.Main.Difference != *result.Main.Difference {
		t.Errorf("digest %v, want %v; %v", recalled, result.Digest, err)
	}
}

// TestShardPrecision demands that a shard with a precision is refused, and one of one
// is not.
func TestShardPrecision(t *testing.T) {
	c := configOf(t, "wap-battle", 100, Void(), "fast")
	c.Precision = 5
	if _, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 1, Shard: sim.Shard{Index: 0, Of: 2}}); !errors.Is(err, ErrShardPrecision) {
		t.Errorf("a shard with a precision: %v", err)
	}
	if _, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 1, Shard: sim.Shard{Index: 0, Of: 1}}); err != nil {
		t.Error(err)
	}
}

// collect plays a shard of a study and returns its rows by part.
func collect(t *testing.T, c *Config, s sim.Shard) (map[int][]Row, *Result) {
	t.Helper()
	sink := &partsSink{rows: map[int][]Row{}}
	r, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 2, Shard: s, Sink: sink})
	if err != nil {
		t.Fatal(err)
	}
	return sink.rows, r
}

// A partsSink keeps rows by part.
type partsSink struct{ rows map[int][]Row }

func (s *partsSink) Begin(p sim.Part) (PartSink, error) { return &partRows{s, p.Index, nil}, nil }

type partRows struct {
	sink *partsSink
	part int
	rows []Row
}

func (p *partRows) Write(rows []Row) error { p.rows = append(p.rows, rows...); return nil }
func (p *partRows) Commit() error          { p.sink.rows[p.part] = p.rows; return nil }
func (p *partRows) Abort()                 {}
