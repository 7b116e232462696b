package dataset

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

var tables = sync.OnceValue(shape.New)

// decisionRun returns a run of fast and big and the inputs of its decisions.
func decisionRun(t testing.TB, hands int64, name string) (*sim.Config, DecisionInputs) {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	c := &sim.Config{Rules: r, Seed: 9, Hands: hands}
	for i, text := range []string{"fast", "big"} {
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for s := i; s < engine.NumSeats; s += 2 {
			c.Seats[s] = spec
		}
	}
	in, err := NewDecisionInputs(c, "test", name, []int{0, 3})
	if err != nil {
		t.Fatal(err)
	}
	return c, in
}

// witnesses shows several witnesses the same decisions.
type witnesses []sim.Witness

func (w witnesses) Decided(hand int64, v engine.View, legal []engine.Action, a engine.Action) {
	for _, x := range w {
		x.Decided(hand, v, legal, a)
	}
}

// storePart plays and stores a part.
func storePart(t testing.TB, w *DecisionWriter, c *sim.Config, p sim.Part, beside ...sim.Witness) []sim.Outcome {
	t.Helper()
	table, err := sim.NewWorker(c, sim.Options{Tables: tables()})
	if err != nil {
		t.Fatal(err)
	}
	part, err := w.Begin(p)
	if err != nil {
		t.Fatal(err)
	}
	table.Watch(append(witnesses{part}, beside...))
	var b sim.Batch
	for hand := p.First; hand < p.First+p.Hands; hand++ {
		if err := table.PlayUnit(hand, &b); err != nil {
			t.Fatal(err)
		}
		if err := part.EndHand(&b.Outcomes[len(b.Outcomes)-1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := part.Commit(); err != nil {
		t.Fatal(err)
	}
	return b.Outcomes
}

// A seen is a decision as the test sees it.
type seen struct {
	hand   int64
	seat   int
	phase  string
	order  string
	legal  []engine.Action
	action engine.Action
	v1, v2 []float32
	planes []uint8
}

type recordSeen struct{ list []seen }

func (r *recordSeen) Decided(hand int64, v engine.View, legal []engine.Action, a engine.Action) {
	s := seen{hand, v.Seat(), v.Phase().String(), features.OrderOf(v).String(), slices.Clone(legal), a,
		make([]float32, features.V1{}.Len()), make([]float32, features.V2{}.Len()), make([]uint8, features.Planes{}.Len())}
	features.V1{}.Encode(s.v1, v)
	features.V2{}.Encode(s.v2, v)
	features.Planes{}.Encode(s.planes, v)
	r.list = append(r.list, s)
}

// readRows returns the rows of a file by the names of their columns.
func readRows(t *testing.T, path string) []map[string]parquet.Value {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, field := range file.Schema().Fields() {
		names = append(names, field.Name())
	}
	var list []map[string]parquet.Value
	reader := parquet.NewReader(file)
	defer reader.Close()
	rows := make([]parquet.Row, 64)
	for {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			named := map[string]parquet.Value{}
			for i, v := range row {
				named[names[i]] = v.Clone()
			}
			list = append(list, named)
		}
		if err != nil {
			return list
		}
	}
}

// Rows are the decisions that were made, in their order, with what the seat had in
// the end.
func TestDecisionRows(t *testing.T) {
	for _, name := range features.Names() {
		c, in := decisionRun(t, 30, name)
		dir := t.TempDir()
		w, err := CreateDecisions(dir, c, in)
		if err != nil {
			t.Fatal(err)
		}
		var r recordSeen
		outcomes := storePart(t, w, c, c.Parts()[0], &r)
		if _, err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		rows := readRows(t, filepath.Join(dir, "decisions-000000.parquet"))
		if len(rows) != len(r.list) || len(rows) < 500 {
			t.Fatalf("%s: %d rows of %d decisions", name, len(rows), len(r.list))
		}
		number := 0
		for i, row := range rows {
			if i > 0 && r.list[i].hand != r.list[i-1].hand {
				number = 0
			}
			checkRow(t, name, row, &r.list[i], number, &outcomes[r.list[i].hand])
			number++
		}
	}
}

func checkRow(t *testing.T, features string, row map[string]parquet.Value, s *seen, number int, o *sim.Outcome) {
	t.Helper()
	account := &o.Seats[s.seat].Account
	bot := []string{"fast", "big"}[s.seat%2]
	studied := s.seat == 0 || s.seat == 3
	got := fmt.Sprint(row["hand"].Int64(), row["decision"].Int32(), row["seat"].Int32(), string(row["bot"].ByteArray()), row["studied"].Boolean(),
		string(row["phase"].ByteArray()), string(row["suits"].ByteArray()), row["action"].Int32(), row["points"].Int32())
	want := fmt.Sprint(s.hand, number, s.seat, bot, studied, s.phase, s.order, int(s.action), account.Total())
	if got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	for source, points := range account {
		if got := row["points_"+engine.Source(source).String()].Int32(); got != points {
			t.Fatalf("hand %d, seat %d: %s is %d, want %d", s.hand, s.seat, engine.Source(source), got, points)
		}
	}
	for a := range engine.NumActions {
		bit := row[fmt.Sprintf("legal_%d", a/48)].Int64() >> (a % 48) & 1
		if (bit == 1) != slices.Contains(s.legal, engine.Action(a)) {
			t.Fatalf("%s has the bit %d; legal are %v", engine.Action(a), bit, s.legal)
		}
	}
	checkFeatures(t, features, row, s)
}

func checkFeatures(t *testing.T, name string, row map[string]parquet.Value, s *seen) {
	t.Helper()
	if name == "planes" {
		if got := row["planes"].ByteArray(); !slices.Equal(got, s.planes) {
			t.Fatalf("hand %d: planes differ", s.hand)
		}
		return
	}
	want := map[string][]float32{"v1": s.v1, "v2": s.v2}[name]
	got := make([]float32, len(want))
	if n, err := binary.Decode(row[name].ByteArray(), binary.LittleEndian, got); err != nil || n != len(row[name].ByteArray()) {
		t.Fatalf("hand %d: %d bytes are read, %v", s.hand, n, err)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("hand %d: %s is %v, want %v", s.hand, name, got, want)
	}
}

// A dataset that was left after some parts and gone on with ends like one that was
// not: byte for byte.
func TestDecisionsResume(t *testing.T) {
	c, in := decisionRun(t, 2100, "v1")
	parts := c.Parts()
	whole, halves := t.TempDir(), t.TempDir()
	w, err := CreateDecisions(whole, c, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		storePart(t, w, c, p)
	}
	want, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if w, err = CreateDecisions(halves, c, in); err != nil {
		t.Fatal(err)
	}
	storePart(t, w, c, parts[1])
	if _, err := w.Finish(); err == nil {
		t.Error("one part of three is all of them")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	resumed, err := ResumeDecisions(context.Background(), halves, c, in)
	if err != nil {
		t.Fatal(err)
	}
	if stored := resumed.Parts(); len(stored) != 1 || stored[0].Index != 1 || resumed.Finished() {
		t.Errorf("stored are %v", stored)
	}
	for _, i := range []int{2, 0} {
		storePart(t, resumed, c, parts[i])
	}
	if got, err := resumed.Finish(); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if a, b := readFile(t, whole), readFile(t, halves); a != b {
		t.Error("the manifests differ")
	}
}

func readFile(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, store.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDecisionInputErrors(t *testing.T) {
	c, fine := decisionRun(t, 10, "v1")
	for want, change := range map[string]func(*DecisionInputs){
		"unknown features": func(in *DecisionInputs) { in.Features = "v0" },
		"have the schema":  func(in *DecisionInputs) { in.Schema = "x" },
		"studied seats":    func(in *DecisionInputs) { in.Studied = []int{1, 1} },
		"without rotation": func(in *DecisionInputs) { in.Run.Rotate = true },
		"at least one":     func(in *DecisionInputs) { in.Run.Hands = 0 },
	} {
		in := fine
		change(&in)
		if _, err := CreateDecisions(t.TempDir(), c, in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, _, err := ReadDecisions(t.TempDir()); err == nil {
		t.Error("an empty directory has decisions")
	}
}

// BenchmarkDecisions measures playing, encoding and storing together, by one
// goroutine.
func BenchmarkDecisions(b *testing.B) {
	for _, name := range features.Names() {
		b.Run("features="+name, func(b *testing.B) {
			c, in := decisionRun(b, 1024, name)
			rows := int64(0)
			for b.Loop() {
				w, err := CreateDecisions(filepath.Join(b.TempDir(), "d"), c, in)
				if err != nil {
					b.Fatal(err)
				}
				storePart(b, w, c, c.Parts()[0])
				rows += w.Parts()[0].Files[0].Rows
				w.Close()
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
