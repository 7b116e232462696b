package dataset

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/sim"
)

// fuzzInputs are the inputs of a run of one part.
func fuzzInputs() Inputs {
	return Inputs{
		Version: "v1", Rules: rules.Presets()[0].Rules, Seed: 7, Walls: "shared",
		Bots: []Bot{{"fast", "a"}, {"big", "b"}}, Seats: [4]int{0, 1, 0, 1}, Hands: 8, PartHands: 8,
	}
}

// storedRun writes a run of one part to a new directory.
func storedRun(tb testing.TB) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "run")
	w, err := CreateInputs(dir, fuzzInputs(), 1)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Close()
	part, err := w.Begin(sim.Part{Index: 0, First: 0, Hands: 8})
	if err != nil {
		tb.Fatal(err)
	}
	if err := part.Write(randomBatch(rand.New(rand.NewPCG(1, 2)), 0, 8)); err != nil {
		tb.Fatal(err)
	}
	if err := part.Commit(); err != nil {
		tb.Fatal(err)
	}
	if err := w.Finish("d"); err != nil {
		tb.Fatal(err)
	}
	return dir
}

// FuzzReadPart changes bytes of a table's file, whose size stays what the manifest
// has: unless they are the same as before, it is an error.
func FuzzReadPart(f *testing.F) {
	dir := storedRun(f)
	r, err := Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	part := r.Parts()[0]
	for t := range NumTables {
		f.Add(uint8(t), uint32(0), []byte("x"))
		f.Add(uint8(t), uint32(part.Files[t].Bytes-60), []byte{0xff, 0})
	}
	f.Fuzz(func(t *testing.T, table uint8, at uint32, change []byte) {
		file := part.Files[table%uint8(NumTables)]
		path := filepath.Join(dir, file.Name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		broken := append([]byte{}, whole...)
		copy(broken[int64(at)%file.Bytes:], change)
		if err := os.WriteFile(path, broken, 0o666); err != nil {
			t.Fatal(err)
		}
		defer os.WriteFile(path, whole, 0o666)
		var failed error
		for b, err := range r.Batches(part, 3) {
			if err == nil && (len(b.Outcomes) < 1 || len(b.Outcomes) > 3) {
				t.Errorf("a batch of %d hands", len(b.Outcomes))
			}
			failed = err
		}
		if same := bytes.Equal(broken, whole); same != (failed == nil) {
			t.Errorf("%s at %d: the same as before %v, and read with %v", file.Name, int64(at)%file.Bytes, same, failed)
		}
	})
}
