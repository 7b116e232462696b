package main

import (
	"sync"

	"xuezhan/policy/net"
	"xuezhan/sim/env"
)

// A registry numbers what callers keep, since no pointer of Go's may leave.
type registry[T any] struct {
	mu   sync.Mutex
	last int64
	byID map[int64]*T
}

var (
	environments = registry[env.Env]{byID: map[int64]*env.Env{}}
	nets         = registry[net.Net]{byID: map[int64]*net.Net{}}
)

func (r *registry[T]) add(x *T) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.byID[r.last] = x
	return r.last
}

// find returns what has a number, nil if nothing has.
func (r *registry[T]) find(number int64) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[number]
}

func (r *registry[T]) remove(number int64) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.byID[number]
	delete(r.byID, number)
	return x
}
