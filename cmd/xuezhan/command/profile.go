package command

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
)

// profiles are files for the profiles of a run; no file for an empty name.
type profiles struct{ cpu, memory string }

// start begins what is asked for and returns what ends it.
func (p *profiles) start() (stop func() error, err error) {
	if p.cpu == "" {
		return p.writeMemory, nil
	}
	f, err := os.Create(p.cpu)
	if err != nil {
		return nil, fmt.Errorf("CPU profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("CPU profile: %w", err)
	}
	return func() error {
		pprof.StopCPUProfile()
		return errors.Join(f.Close(), p.writeMemory())
	}, nil
}

func (p *profiles) writeMemory() error {
	if p.memory == "" {
		return nil
	}
	f, err := os.Create(p.memory)
	if err != nil {
		return fmt.Errorf("memory profile: %w", err)
	}
	runtime.GC() // so that the profile shows what is in use
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}
