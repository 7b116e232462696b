package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// squares makes tasks that return the square of their number, some after a
// while.
func squares() (func(int64) (int64, error), error) {
	return func(i int64) (int64, error) {
		if i%7 == 0 {
			time.Sleep(time.Millisecond)
		}
		return i * i, nil
	}, nil
}

func TestOrderedDeliversInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 9} {
		var got []int64
		err := Ordered(t.Context(), workers, 3, 200, squares, func(i, r int64) (bool, error) {
			if r != i*i {
				t.Errorf("task %d: got %d", i, r)
			}
			got = append(got, i)
			return false, nil
		})
		if err != nil || len(got) != 197 || got[0] != 3 || !slices.IsSorted(got) {
			t.Errorf("%d workers: got error %v, %d results", workers, err, len(got))
		}
	}
}

func TestOrderedStops(t *testing.T) {
	last := int64(-1)
	err := Ordered(t.Context(), 3, 0, math.MaxInt64, squares, func(i, _ int64) (bool, error) {
		last = i
		return i == 50, nil
	})
	if err != nil || last != 50 {
		t.Errorf("got error %v, last result %d, want 50", err, last)
	}
	if err := Ordered(t.Context(), 3, 5, 5, squares, nil); err != nil {
		t.Errorf("no task: %v", err)
	}
}

func TestOrderedErrors(t *testing.T) {
	boom := errors.New("boom")
	fine := func(int64, int64) (bool, error) { return false, nil }
	tests := []struct {
		name    string
		newTask func() (func(int64) (int64, error), error)
		deliver func(int64, int64) (bool, error)
	}{
		{"newTask", func() (func(int64) (int64, error), error) { return nil, boom }, fine},
		{"task", func() (func(int64) (int64, error), error) {
			return func(i int64) (int64, error) {
				if i == 30 {
					return 0, fmt.Errorf("task %d: %w", i, boom)
				}
				return 0, nil
			}, nil
		}, fine},
		{"deliver", squares, func(i, _ int64) (bool, error) {
			if i == 30 {
				return false, boom
			}
			return false, nil
		}},
	}
	for _, tt := range tests {
		if err := Ordered(t.Context(), 4, 0, math.MaxInt64, tt.newTask, tt.deliver); !errors.Is(err, boom) {
			t.Errorf("%s: got %v", tt.name, err)
		}
	}
}

func TestOrderedEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	want := int64(0)
	err := Ordered(ctx, 4, 0, math.MaxInt64, squares, func(i, _ int64) (bool, error) {
		if i != want {
			t.Errorf("got result %d, want %d", i, want)
		}
		want++
		if i == 20 {
			cancel()
		}
		return false, nil
	})
	if !errors.Is(err, context.Canceled) || want < 21 {
		t.Errorf("got error %v after %d results", err, want)
	}
}

func TestOrderedPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the panic of a task was lost")
		}
	}()
	_ = Ordered(t.Context(), 4, 0, math.MaxInt64, func() (func(int64) (int64, error), error) {
		return func(i int64) (int64, error) {
			if i == 40 {
				panic("task 40")
			}
			return 0, nil
		}, nil
	}, func(int64, int64) (bool, error) { return false, nil })
}

func TestOrderedStaysClose(t *testing.T) {
	const workers = 3
	var begun, delivered atomic.Int64
	err := Ordered(t.Context(), workers, 0, 500, func() (func(int64) (int64, error), error) {
		return func(i int64) (int64, error) {
			begun.Add(1)
			if ahead := begun.Load() - delivered.Load(); ahead > 5*workers {
				t.Errorf("%d tasks are ahead", ahead)
			}
			if i%50 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
			return 0, nil
		}, nil
	}, func(int64, int64) (bool, error) {
		delivered.Add(1)
		return false, nil
	})
	if err != nil {
		t.Error(err)
	}
}
