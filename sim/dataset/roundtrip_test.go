package dataset

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// readPart returns all batches of a part as one.
func readPart(r *Reader, p store.Part, hands int) (*sim.Batch, error) {
	all := new(sim.Batch)
	for b, err := range r.Batches(p, hands) {
		if err != nil {
			return nil, err
		}
		all.Outcomes = append(all.Outcomes, b.Outcomes...)
		all.Wins = append(all.Wins, b.Wins...)
	}
	return all, nil
}

func TestRoundTrip(t *testing.T) {
	// More seats than a row group holds, parts of unequal size, batches that
	// do not divide them.
	in := testInputs(column.Narrow.GroupRows/engine.NumSeats+1000, column.Narrow.GroupRows/engine.NumSeats+300)
	dir := filepath.Join(t.TempDir(), "new", "run")
	parts := testParts(in)
	w, err := CreateInputs(dir, in, len(parts))
	if err != nil {
		t.Fatal(err)
	}
	want, err := writeRun(w, parts)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Finished() || r.Digest() != "digest of 2" || r.Planned() != 2 || len(r.Parts()) != 2 {
		t.Errorf("got finished %v, digest %q, %d parts", r.Finished(), r.Digest(), len(r.Parts()))
	}
	if got := r.Inputs(); !reflect.DeepEqual(got, in) {
		t.Errorf("inputs: got %+v, want %+v", got, in)
	}
	checkMetadata(t, dir)
	for i, p := range r.Parts() {
		if err := column.VerifyPart(dir, p); err != nil {
			t.Error(err)
		}
		got, err := readPart(r, p, 3000)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Outcomes, want[i].Outcomes) {
			t.Errorf("part %d: outcomes differ", i)
		}
		if !slices.Equal(got.Wins, want[i].Wins) {
			t.Errorf("part %d: wins differ", i)
		}
	}
}

// Every value a column can hold comes back, and so does a part without wins.
func TestRoundTripExtremes(t *testing.T) {
	var b sim.Batch
	for v := range 255 {
		o := sim.Outcome{Hand: int64(v), Trace: 1<<64 - 1 - uint64(v)}
		for s := range o.Seats {
			o.Seats[s].Milestones = engine.Milestones{
				Draws: uint8(v), Cleared: uint8(v), Ready: uint8(v), ReadyWide: uint8(v), ReadyLive: uint8(254 - v), Won: uint8(v),
			}
			o.Seats[s].GamePoints = (v - 100) << 20
			o.Seats[s].Account[v%int(engine.NumSources)] = int32(v-100) << 20
		}
		b.Outcomes = append(b.Outcomes, o)
	}
	plain := slices.Clone(b.Outcomes)
	for v := range b.Outcomes {
		b.Outcomes[v].Hand += 255
		b.Outcomes[v].Wins = 1
		b.Wins = append(b.Wins, sim.Win{Hand: int64(v) + 255, Situation: fan.Situation(v & 127), Patterns: fan.Patterns(v * 514)})
	}
	in := testInputs(510, 255)
	dir := t.TempDir()
	w, err := CreateInputs(dir, in, 2)
	if err != nil {
		t.Fatal(err)
	}
	parts := testParts(in)
	for i, b := range []*sim.Batch{{Outcomes: plain}, &b} {
		if err := writePart(w, parts[i], b); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []*sim.Batch{{Outcomes: plain}, &b} {
		got, err := readPart(r, r.Parts()[i], 100)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("part %d differs", i)
		}
	}
	w.Close()
}

// What is stored depends neither on the order of parts, nor on goroutines, nor
// on how a part is cut into batches.
func TestSameFiles(t *testing.T) {
	in := testInputs(15000, 2500) // seats take more than a page
	parts := testParts(in)
	store := func(dir string, workers, batch int) {
		w, err := CreateInputs(dir, in, len(parts))
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for k := range workers {
			wg.Go(func() {
				for i := len(parts) - 1 - k; i >= 0; i -= workers {
					p := parts[i]
					whole := randomBatch(rand.New(rand.NewPCG(7, uint64(i))), p.First, int(p.Hands))
					if err := writeInBatches(w, p, whole, batch); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if err := w.Finish("same"); err != nil {
			t.Error(err)
		}
	}
	a, b := t.TempDir(), t.TempDir()
	store(a, 1, 2500)
	store(b, 3, 77)
	names := listDir(t, a)
	if got := listDir(t, b); !slices.Equal(got, names) {
		t.Fatalf("got %v, want %v", got, names)
	}
	if want := 3*len(parts) + 1; len(names) != want {
		t.Errorf("%d files, want %d: %v", len(names), want, names)
	}
	for _, name := range names {
		x, _ := os.ReadFile(filepath.Join(a, name))
		y, _ := os.ReadFile(filepath.Join(b, name))
		if string(x) != string(y) {
			t.Errorf("%s differs", name)
		}
	}
}

func writeInBatches(w *Writer, p sim.Part, whole *sim.Batch, hands int) error {
	sink, err := w.Begin(p)
	if err != nil {
		return err
	}
	wins := whole.Wins
	for outcomes := range slices.Chunk(whole.Outcomes, hands) {
		n := 0
		for i := range outcomes {
			n += outcomes[i].Wins
		}
		if err := sink.Write(&sim.Batch{Outcomes: outcomes, Wins: wins[:n]}); err != nil {
			return err
		}
		wins = wins[n:]
	}
	return sink.Commit()
}

func listDir(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestInputsJSON(t *testing.T) {
	in := testInputs(100, 10)
	in.Rules.Name, in.Rules.FanCap = "house", 7
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"seed":"9223372036854775809"`) {
		t.Errorf("the seed is no text in %s", data)
	}
	var got Inputs
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, in) {
		t.Errorf("got %+v, want %+v", got, in)
	}
	changed := strings.Replace(string(data), `"fan_cap":7`, `"fan_cap":6`, 1)
	if err := json.Unmarshal([]byte(changed), &got); err == nil || !strings.Contains(err.Error(), "rules_hash") {
		t.Errorf("changed rules: got %v", err)
	}
}

func ExampleOpen() {
	dir, _ := os.MkdirTemp("", "dataset")
	defer os.RemoveAll(dir)
	in := testInputs(2000, 1000)
	w, _ := CreateInputs(dir, in, 2)
	writeRun(w, testParts(in))

	r, err := Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	hands, points := 0, 0
	for _, p := range r.Parts() {
		for b, err := range r.Batches(p, 256) {
			if err != nil {
				fmt.Println(err)
				return
			}
			for i := range b.Outcomes {
				hands++
				points += b.Outcomes[i].Seats[0].GamePoints
			}
		}
	}
	fmt.Println(hands, "hands")
	// Output: 2000 hands
}
