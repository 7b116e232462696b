package sim

import (
	"context"
	"sync"

	"github.com/sourcegraph/conc/pool"
)

// Ordered does the tasks first, first+1, … below end on several goroutines and
// delivers their results one at a time in this order, whichever is done first. It is
// for work whose end depends on the results: deliver stops it by returning true, and
// tasks with higher numbers, and some of them may be under way, are then dropped. An
// end of math.MaxInt64 is never reached.
//
// Each goroutine calls newTask once for a function of its own, which may keep state.
// The first error, of newTask, of a task or of deliver, ends everything and is
// returned. When the context ends, no further task is started, and its error is
// returned; what was delivered is still a prefix. A task that panics makes Ordered
// panic.
//
// At most four tasks a goroutine are under way or wait for an earlier one, so
// that one slow task does not fill the memory.
func Ordered[T any](
	ctx context.Context, workers int, first, end int64,
	newTask func() (func(i int64) (T, error), error),
	deliver func(i int64, result T) (stop bool, err error),
) error {
	workers = max(workers, 1)
	o := &ordered[T]{
		next: first, due: first, end: end, ahead: int64(4 * workers),
		ready: map[int64]T{}, deliver: deliver,
	}
	o.moved.L = &o.mu
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	for range workers {
		p.Go(func(ctx context.Context) error { return o.work(ctx, newTask) })
	}
	if err := p.Wait(); err != nil {
		return err
	}
	if o.stopped || o.due >= end {
		return nil
	}
	return ctx.Err()
}

// TaskSize returns how many units a task should have so that all workers are busy to
// the end of their work even where a unit takes long: at least 1, and at most what
// is as good as more where units are quick.
func TaskSize(units int64, workers int, most int64) int64 {
	return min(max(units/(tasksAhead*int64(max(workers, 1))), 1), most)
}

// tasksAhead is the number of tasks that each worker should get.
const tasksAhead = 16

// An ordered is the state that the goroutines of Ordered share.
type ordered[T any] struct {
	mu      sync.Mutex
	moved   sync.Cond   // signals progress of due and of stopped
	next    int64       // the first task that is not started
	due     int64       // the task whose result is delivered next
	end     int64       // the first number after the tasks
	ahead   int64       // how far tasks may be ahead of due
	ready   map[int64]T // results that wait for an earlier one
	stopped bool
	deliver func(int64, T) (bool, error)
}

func (o *ordered[T]) work(ctx context.Context, newTask func() (func(int64) (T, error), error)) (err error) {
	failed := true // by a panic, unless work gets to its end
	defer func() {
		if failed || err != nil {
			o.stop()
		}
	}()
	err = o.do(ctx, newTask)
	failed = false
	return err
}

func (o *ordered[T]) do(ctx context.Context, newTask func() (func(int64) (T, error), error)) error {
	task, err := newTask()
	if err != nil {
		return err
	}
	for {
		i, ok := o.begin(ctx)
		if !ok {
			return nil
		}
		result, err := task(i)
		if err != nil {
			return err
		}
		if err := o.finish(i, result); err != nil {
			return err
		}
	}
}

// begin returns the next task, once it is not too far ahead, and false if there
// is none left. It cannot wait forever: the next task in order is under way.
func (o *ordered[T]) begin(ctx context.Context) (int64, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !o.stopped && ctx.Err() == nil && o.next < o.end && o.next >= o.due+o.ahead {
		o.moved.Wait()
	}
	if o.stopped || ctx.Err() != nil || o.next >= o.end {
		return 0, false
	}
	o.next++
	return o.next - 1, true
}

// finish delivers a result and those that have waited for it, or lets it wait.
func (o *ordered[T]) finish(i int64, result T) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ready[i] = result
	defer o.moved.Broadcast()
	for !o.stopped {
		r, ok := o.ready[o.due]
		if !ok {
			return nil
		}
		delete(o.ready, o.due)
		stop, err := o.deliver(o.due, r)
		o.due++
		o.stopped = stop || err != nil
		if err != nil {
			return err
		}
	}
	return nil
}

func (o *ordered[T]) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stopped = true
	o.moved.Broadcast()
}
