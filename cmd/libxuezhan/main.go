// Command libxuezhan is the engine as a C library, for Python and other languages:
//
//	go build -buildmode=c-shared -o libxuezhan.so ./cmd/libxuezhan
//
// xuezhan.h is its whole interface. Memory that crosses it is the caller's: no pointer
// of Go's leaves, and none of the caller's is kept after a call. Errors are statuses,
// with a text a thread; a panic becomes an error too.
package main

/*
#include <stdlib.h>
#include "xuezhan.h"
extern void xz_set_error(const char *what, int64_t n);
*/
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"unsafe"

	"xuezhan/engine"
	"xuezhan/sim/env"
)

func main() {}

// fail keeps the text of an error for the calling thread and returns the status.
func fail(status C.int, err error) C.int {
	text := err.Error()
	C.xz_set_error((*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.int64_t(len(text)))
	return status
}

// caught makes a panic an error.
func caught(status *C.int) {
	if p := recover(); p != nil {
		*status = fail(C.XZ_FAILED, fmt.Errorf("panic: %v", p))
	}
}

func caughtLong(status *C.int64_t) {
	if p := recover(); p != nil {
		*status = C.int64_t(fail(C.XZ_FAILED, fmt.Errorf("panic: %v", p)))
	}
}

var errClosed = errors.New("the environment is closed")

//export goCreate
func goCreate(config *C.char) (number C.int64_t) {
	defer caughtLong(&number)
	if config == nil {
		return C.int64_t(fail(C.XZ_WRONG, errors.New("no configuration")))
	}
	e, err := create([]byte(C.GoString(config)))
	if err != nil {
		return C.int64_t(fail(C.XZ_WRONG, err))
	}
	return C.int64_t(environments.add(e))
}

//export goClose
func goClose(number C.int64_t) (status C.int) {
	defer caught(&status)
	e := environments.remove(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if err := e.Close(); err != nil {
		return fail(C.XZ_FAILED, err)
	}
	return C.XZ_OK
}

//export goReset
func goReset(number C.int64_t, seed C.uint64_t, a *C.xz_arrays) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	arrays := arraysOf(e, a)
	if err := e.Reset(uint64(seed), &arrays); err != nil {
		return fail(C.XZ_FAILED, err)
	}
	return C.XZ_OK
}

//export goStep
func goStep(number C.int64_t, actions *C.int64_t, a *C.xz_arrays) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if actions == nil {
		return fail(C.XZ_WRONG, errors.New("no actions"))
	}
	arrays := arraysOf(e, a)
	err := e.Step(unsafe.Slice((*int64)(actions), e.Rows()), &arrays)
	if illegal := (*env.IllegalError)(nil); errors.As(err, &illegal) {
		return fail(C.XZ_WRONG, err)
	}
	if err != nil {
		return fail(C.XZ_FAILED, err)
	}
	return C.XZ_OK
}

//export goSample
func goSample(number C.int64_t, actions *C.int64_t) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if actions == nil {
		return fail(C.XZ_WRONG, errors.New("no room for actions"))
	}
	if err := e.Sample(unsafe.Slice((*int64)(actions), e.Rows())); err != nil {
		return fail(C.XZ_FAILED, err)
	}
	return C.XZ_OK
}

//export goAdvise
func goAdvise(number C.int64_t, bot *C.char, actions *C.int64_t) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if bot == nil || actions == nil {
		return fail(C.XZ_WRONG, errors.New("no bot, or no room for actions"))
	}
	spec, err := specs.Parse(C.GoString(bot))
	if err != nil {
		return fail(C.XZ_WRONG, err)
	}
	if err := e.Advise(spec, unsafe.Slice((*int64)(actions), e.Rows())); err != nil {
		return fail(C.XZ_WRONG, err)
	}
	return C.XZ_OK
}

//export goAfter
func goAfter(number, room C.int64_t, offset *C.int32_t, action *C.int64_t, pay *C.float, obs unsafe.Pointer) (n C.int64_t) {
	defer caughtLong(&n)
	e := environments.find(int64(number))
	if e == nil {
		return C.int64_t(fail(C.XZ_CLOSED, errClosed))
	}
	if offset == nil || action == nil {
		return C.int64_t(e.Candidates())
	}
	a := env.After{
		Offset: unsafe.Slice((*int32)(offset), e.Rows()+1),
		Action: unsafe.Slice((*int64)(action), max(int(room), 0)),
		Pay:    slice[float32](unsafe.Pointer(pay), max(int(room), 0)),
		Obs:    observationsOf(e, obs, max(int(room), 0)),
	}
	candidates, err := e.After(&a)
	if short := (*env.ShortError)(nil); errors.As(err, &short) {
		return C.int64_t(fail(C.XZ_SHORT, err))
	}
	if err != nil {
		return C.int64_t(fail(C.XZ_FAILED, err))
	}
	return C.int64_t(candidates)
}

//export goFinal
func goFinal(number C.int64_t, obs unsafe.Pointer) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if err := e.Final(observationsOf(e, obs, e.Rows())); err != nil {
		return fail(C.XZ_WRONG, err)
	}
	return C.XZ_OK
}

//export goObserve
func goObserve(number, row C.int64_t, seat C.int32_t, obs unsafe.Pointer) (status C.int) {
	defer caught(&status)
	e := environments.find(int64(number))
	if e == nil {
		return fail(C.XZ_CLOSED, errClosed)
	}
	if err := e.Observe(int(row), int(seat), observationsOf(e, obs, 1)); err != nil {
		return fail(C.XZ_WRONG, err)
	}
	return C.XZ_OK
}

//export goRecord
func goRecord(number, row C.int64_t, dst *C.char, room C.int64_t) (n C.int64_t) {
	defer caughtLong(&n)
	e := environments.find(int64(number))
	if e == nil {
		return C.int64_t(fail(C.XZ_CLOSED, errClosed))
	}
	var text bytes.Buffer
	if err := e.WriteRecord(&text, int(row)); err != nil {
		return C.int64_t(fail(C.XZ_WRONG, err))
	}
	return write(dst, room, text.Bytes())
}

//export goDescribe
func goDescribe(what, dst *C.char, room C.int64_t) (n C.int64_t) {
	defer caughtLong(&n)
	if what == nil {
		return C.int64_t(fail(C.XZ_WRONG, errors.New("nothing to describe")))
	}
	text, err := describe(C.GoString(what))
	if err != nil {
		return C.int64_t(fail(C.XZ_WRONG, err))
	}
	return write(dst, room, text)
}

// write copies a text to the caller's memory if it fits, and returns its length.
func write(dst *C.char, room C.int64_t, text []byte) C.int64_t {
	if dst != nil && len(text) <= int(room) {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(dst)), int(room)), text)
	}
	return C.int64_t(len(text))
}

// arraysOf returns the caller's arrays. Their lengths follow from the environment.
func arraysOf(e *env.Env, a *C.xz_arrays) env.Arrays {
	if a == nil {
		return env.Arrays{}
	}
	n := e.Rows()
	return env.Arrays{
		Seat:   slice[int8](unsafe.Pointer(a.seat), n),
		Mask:   slice[uint8](unsafe.Pointer(a.mask), n*engine.NumActions),
		Obs:    observationsOf(e, a.obs, n),
		Reward: slice[float32](unsafe.Pointer(a.reward), n*engine.NumSeats),
		Done:   slice[uint8](unsafe.Pointer(a.done), n),
		Hand:   slice[int64](unsafe.Pointer(a.hand), n),
	}
}

// observationsOf returns the caller's array as n observations.
func observationsOf(e *env.Env, p unsafe.Pointer, n int) (o env.Observations) {
	n *= e.Features().Width()
	if e.Features().AreNumbers() {
		o.Floats = slice[float32](p, n)
	} else {
		o.Bytes = slice[uint8](p, n)
	}
	return o
}

// slice returns n numbers of the caller's memory, nil without any.
func slice[T any](p unsafe.Pointer, n int) []T {
	if p == nil {
		return nil
	}
	return unsafe.Slice((*T)(p), n)
}
