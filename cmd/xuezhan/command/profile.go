package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
)

// profiles are files for the profiles of a run; no file for an empty name.
type profiles struct{ cpu, memory string }

// start begins what is asked for and returns what ends it and writes the files. What
// cannot be written is an error at once, so that no work is done in vain.
func (p *profiles) start(a *app) (stop func() error, err error) {
	for _, x := range []struct{ what, path string }{{"memory", p.memory}, {"CPU", p.cpu}} {
		if x.path == "" {
			continue
		}
		if err := a.replacement(x.path).Check(); err != nil {
			return nil, fmt.Errorf("%s profile: %w", x.what, err)
		}
	}
	var cpu bytes.Buffer
	if p.cpu != "" {
		if err := pprof.StartCPUProfile(&cpu); err != nil {
			return nil, fmt.Errorf("CPU profile: %w", err)
		}
	}
	return func() error { return errors.Join(p.endCPU(a, &cpu), p.writeMemory(a)) }, nil
}

func (p *profiles) endCPU(a *app, cpu *bytes.Buffer) error {
	if p.cpu == "" {
		return nil
	}
	pprof.StopCPUProfile()
	return a.replacement(p.cpu).Write(func(w io.Writer) error {
		_, err := cpu.WriteTo(w)
		return err
	})
}

func (p *profiles) writeMemory(a *app) error {
	if p.memory == "" {
		return nil
	}
	runtime.GC() // so that the profile shows what is in use
	return a.replacement(p.memory).Write(func(w io.Writer) error { return pprof.WriteHeapProfile(w) })
}
