package main

/*
#include "xuezhan.h"
*/
import "C"

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"unsafe"

	"xuezhan/policy/net"
)

var errNetClosed = errors.New("the net is closed")

//export goNetOpen
func goNetOpen(path *C.char) (number C.int64_t) {
	defer caughtLong(&number)
	if path == nil {
		return C.int64_t(fail(C.XZ_WRONG, errors.New("no path")))
	}
	n, err := openNet(C.GoString(path))
	if err != nil {
		return C.int64_t(fail(C.XZ_WRONG, err))
	}
	return C.int64_t(nets.add(n))
}

// openNet reads a net from a file.
func openNet(path string) (*net.Net, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := net.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

//export goNetValues
func goNetValues(number, rows, width C.int64_t, obs, values *C.float) (status C.int) {
	defer caught(&status)
	n := nets.find(int64(number))
	switch {
	case n == nil:
		return fail(C.XZ_CLOSED, errNetClosed)
	case int(width) != n.Width():
		return fail(C.XZ_WRONG, fmt.Errorf("an observation has %d numbers; the net reads %s, which has %d", int(width), n.Features(), n.Width()))
	case rows < 0:
		return fail(C.XZ_WRONG, fmt.Errorf("%d rows", int64(rows)))
	case rows > 0 && (obs == nil || values == nil):
		return fail(C.XZ_WRONG, errors.New("no observations, or no room for values"))
	}
	x := slice[float32](unsafe.Pointer(obs), int(rows)*n.Width())
	dst := slice[float32](unsafe.Pointer(values), int(rows))
	for i := range dst {
		dst[i] = n.Value(x[i*n.Width() : (i+1)*n.Width()])
	}
	return C.XZ_OK
}

//export goNetDescribe
func goNetDescribe(number C.int64_t, dst *C.char, room C.int64_t) (size C.int64_t) {
	defer caughtLong(&size)
	n := nets.find(int64(number))
	if n == nil {
		return C.int64_t(fail(C.XZ_CLOSED, errNetClosed))
	}
	text, err := json.Marshal(struct {
		Features string   `json:"features"`
		Width    int      `json:"width"`
		Inputs   []string `json:"inputs"`
		Hidden   int      `json:"hidden"`
		Digest   string   `json:"digest"`
	}{n.Features(), n.Width(), n.Inputs(), n.Hidden(), n.Digest()})
	if err != nil {
		return C.int64_t(fail(C.XZ_FAILED, err))
	}
	return write(dst, room, text)
}

//export goNetClose
func goNetClose(number C.int64_t) (status C.int) {
	defer caught(&status)
	if nets.remove(int64(number)) == nil {
		return fail(C.XZ_CLOSED, errNetClosed)
	}
	return C.XZ_OK
}
