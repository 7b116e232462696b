package study

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"xuezhan/policy"
	"xuezhan/sim"
)

// A shelf keeps the rows of parts, and gives back those of some, a few at a time.
type shelf struct {
	parts map[int][]Row
	order []int // parts begun
	part  int
}

func (s *shelf) Begin(p sim.Part) (PartSink, error) {
	s.part = p.Index
	s.order = append(s.order, p.Index)
	return s, nil
}

func (s *shelf) Write(rows []Row) error {
	s.parts[s.part] = append(s.parts[s.part], rows...)
	return nil
}

func (s *shelf) Commit() error { return nil }
func (s *shelf) Abort()        {}

func (s *shelf) rows(kept ...int) func(p sim.Part) iter.Seq2[[]Row, error] {
	return func(p sim.Part) iter.Seq2[[]Row, error] {
		if !slices.Contains(kept, p.Index) {
			return nil
		}
		return func(yield func([]Row, error) bool) {
			for chunk := range slices.Chunk(s.parts[p.Index], 7) {
				if !yield(chunk, nil) {
					return
				}
			}
		}
	}
}

// TestStored: parts that are read back count as if they had been played, whichever
// they are; nothing of them is stored again; rows that are not this program's, and
// rows out of place, are errors.
func TestStored(t *testing.T) {
	c := configOf(t, "wap-battle", 3500, Void(), "timeout")
	c.Studied = 1
	all := &shelf{parts: map[int][]Row{}}
	want, err := Run(context.Background(), c, Options{Tables: tables(), Sink: all})
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range [][]int{{0}, {1, 2}, {3}, {0, 1, 2, 3}} {
		sink := &shelf{parts: map[int][]Row{}}
		got, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 2, Sink: sink, Stored: all.rows(kept...)})
		if err != nil {
			t.Fatal(err)
		}
		if jsonOf(t, got) != jsonOf(t, want) || len(sink.order) != len(c.Parts())-len(kept) {
			t.Errorf("with parts %v kept the result is another, or parts %v are stored", kept, sink.order)
		}
	}
	again, err := Recall(context.Background(), c, c.Parts(), all.rows(0, 1, 2, 3))
	if err != nil || jsonOf(t, again) != jsonOf(t, want) {
		t.Errorf("recalled it is another; %v", err)
	}
	first := all.parts[1][0]
	all.parts[1][0].Account[0]++
	if _, err := Run(context.Background(), c, Options{Tables: tables(), Stored: all.rows(1)}); err == nil || !strings.Contains(err.Error(), "played otherwise") {
		t.Errorf("another outcome: got %v", err)
	}
	all.parts[1][0] = first
	all.parts[1][3].Hand -= 2
	if _, err := Recall(context.Background(), c, c.Parts(), all.rows(0, 1, 2, 3)); err == nil || !strings.Contains(err.Error(), "out of place") {
		t.Errorf("rows out of place: got %v", err)
	}
}

// TestStop: a study that is stopped ends at the end of a part, and what is stored
// then is all that it takes to go on.
func TestStop(t *testing.T) {
	c := configOf(t, "wap-battle", 3500, Void(), "timeout")
	c.Studied = 1
	want, err := Run(context.Background(), c, Options{Tables: tables()})
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	close(stop)
	sink := &shelf{parts: map[int][]Row{}}
	if _, err := Run(context.Background(), c, Options{Tables: tables(), Sink: sink, Stop: stop}); !errors.Is(err, ErrStopped) || len(sink.order) != 1 {
		t.Fatalf("got %v after the parts %v", err, sink.order)
	}
	got, err := Run(context.Background(), c, Options{Tables: tables(), Sink: sink, Stored: sink.rows(0)})
	if err != nil || jsonOf(t, got) != jsonOf(t, want) {
		t.Errorf("gone on with it is another; %v", err)
	}
}

// TestAsk: each question is made again from its name and settings.
func TestAsk(t *testing.T) {
	for _, q := range []*Question{fastVsBig(t), Call(), Wait(), Void(), Exchange(ExchangeOptions{}), Exchange(ExchangeOptions{All: true})} {
		got, err := Ask(q.Name, q.Settings, policy.Parse)
		if err != nil || !slices.Equal(got.Labels, q.Labels) || !slices.Equal(got.Features, q.Features) || !slices.Contains(Names(), q.Name) {
			t.Errorf("%s: %v", q.Name, err)
		}
	}
	for _, c := range []struct {
		name     string
		settings []Setting
		want     string
	}{
		{"weather", nil, "unknown"},
		{"fast-vs-big", nil, "parsing"},
		{"exchange", []Setting{{"all", "false"}}, "with the settings"},
	} {
		if _, err := Ask(c.name, c.settings, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestKinds: what a kind says of itself is what its question has.
func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		q, err := k.Fullest(policy.Parse)
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		if q.Name != k.Name || k.Short == "" || k.Long == "" || !strings.Contains(k.Example, "xuezhan study "+k.Name) {
			t.Errorf("kind %q makes the question %q, or lacks its help", k.Name, q.Name)
		}
		for _, o := range k.Options {
			if !slices.ContainsFunc(q.Settings, func(s Setting) bool { return s.Name == o.Name }) || o.Doc == "" {
				t.Errorf("%s: the option %q is no setting of its question, or lacks its comment", k.Name, o.Name)
			}
		}
		if err := q.Validate(); err != nil {
			t.Error(err)
		}
	}
}
