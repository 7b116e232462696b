package dataset

import (
	"bytes"
	"encoding/json"
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
	w, err := Create(dir, fuzzInputs(), 1)
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

// FuzzParseManifest: what is read is valid, and is written as what reads the same.
func FuzzParseManifest(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(storedRun(f), manifestName))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format":1}`))
	k := kindOfRuns()
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data, &k)
		if err != nil {
			return
		}
		written, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseManifest(written, &k)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if rewritten, err := json.Marshal(again); err != nil || !bytes.Equal(rewritten, written) {
			t.Errorf("%s, then %s: %v", written, rewritten, err)
		}
	})
}

// FuzzParseJournal: parts are in order, none twice, and all within the plan.
func FuzzParseJournal(f *testing.F) {
	line, err := json.Marshal(Part{Index: 1, First: 8, Hands: 2, Files: []File{
		{Name: fileName(Hands, 1), Rows: 2}, {Name: fileName(Seats, 1), Rows: 8}, {Name: fileName(Wins, 1)},
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(line, '\n'))
	f.Add([]byte("{}\n"))
	k := kindOfRuns()
	f.Fuzz(func(t *testing.T, data []byte) {
		parts, err := parseJournal(data, &k, 3)
		if err != nil {
			return
		}
		for i, p := range parts {
			if k.checkPart(&p, 3) != nil || i > 0 && p.Index <= parts[i-1].Index {
				t.Errorf("part %d of %+v", i, parts)
			}
		}
	})
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
