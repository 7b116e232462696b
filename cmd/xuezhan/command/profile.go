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

// start begins what is asked for and returns what ends it. Both files are made at
// once, so that no work is done whose profile would have no place.
func (p *profiles) start() (stop func() error, err error) {
	memory, err := createNamed(p.memory)
	if err != nil {
		return nil, fmt.Errorf("memory profile: %w", err)
	}
	cpu, err := createNamed(p.cpu)
	if err != nil {
		return nil, fmt.Errorf("CPU profile: %w", err)
	}
	if cpu != nil {
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, fmt.Errorf("CPU profile: %w", errors.Join(err, cpu.Close()))
		}
	}
	return func() error { return errors.Join(endCPU(cpu), writeMemory(memory)) }, nil
}

// createNamed makes a file, none for an empty name.
func createNamed(path string) (*os.File, error) {
	if path == "" {
		return nil, nil
	}
	return os.Create(path)
}

func endCPU(f *os.File) error {
	if f == nil {
		return nil
	}
	pprof.StopCPUProfile()
	return f.Close()
}

func writeMemory(f *os.File) error {
	if f == nil {
		return nil
	}
	runtime.GC() // so that the profile shows what is in use
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}
