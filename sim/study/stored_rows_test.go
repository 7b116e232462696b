package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// studyInputs are those of a study of n hands in parts.
func studyInputs(hands, partHands int64) Inputs {
	preset, err := rules.Lookup("wap-battle")
	if err != nil {
		panic(err)
	}
	run := dataset.Inputs{
		Version: "test", Rules: preset, Seed: 1<<63 + 1, Walls: "lanes", Hands: hands, PartHands: partHands,
		Bots:  []dataset.Bot{{Spec: "fast", Digest: "00"}, {Spec: "value:flush=1.3,discard=guard", Digest: "11"}},
		Seats: [engine.NumSeats]int{0, 1, 0, 1},
	}
	return Inputs{
		Run: run, Question: "any", Settings: []Setting{{Name: "a", Value: "b"}},
		Labels:   []string{"take", "keep pairs", "third", "a", "b", "c", "d", "e", "f", "g", "h", "i"},
		Features: []Feature{{Name: "left", Unit: "tiles", Doc: "left"}, {Name: "x", Doc: "x"}},
		Policies: []StoredPolicy{{"chase", "big", "0"}}, Studied: []int{0, 2}, Orders: 2, Level: 0.95,
	}
}

// createStudyInputs stores a study of inputs in n parts.
func createStudyInputs(dir string, in Inputs, parts int) (*Writer, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	return create(dir, in, store.Plan{Kind: storeKind(), Inputs: in, Parts: parts})
}

// anyRow returns a row with something in every field.
func anyRow(rng *rand.Rand, hand int64, fork, number int) Row {
	r := Row{
		Hand: hand, Fork: fork, Seat: rng.IntN(4), Bot: rng.IntN(2), Order: rng.IntN(2), Step: rng.IntN(300), Number: number,
		Own: rng.IntN(2) == 0,
	}
	r.Labels, r.Policy, r.NForced, r.Refused = uint16(rng.IntN(1<<12)), rng.IntN(2), rng.IntN(MaxForced+1), Actions(rng.IntN(1<<10))
	for i := range r.NForced {
		r.Forced[i] = engine.Action(rng.IntN(engine.NumActions))
	}
	r.Features[0], r.Features[1] = int16(rng.IntN(56)), int16(rng.IntN(1<<16)-1<<15)
	for i := range r.Account {
		r.Account[i] = int32(rng.IntN(2000) - 1000)
	}
	r.Wins, r.Standing, r.Left, r.Actions = rng.IntN(3), engine.Standing(rng.IntN(4)), rng.IntN(56), rng.IntN(400)
	r.First = FirstWin{Fan: -1}
	if r.Wins > 0 {
		r.First = FirstWin{Fan: rng.IntN(9), Points: rng.IntN(1000), Left: rng.IntN(56), Situation: fan.Situation(rng.IntN(128))}
	}
	return r
}

// TestForksRoundTrip: rows come back as they were written, of hands without forks too.
func TestForksRoundTrip(t *testing.T) {
	in := studyInputs(5000, 2000)
	dir := filepath.Join(t.TempDir(), "study")
	w, err := createStudyInputs(dir, in, 3)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	want := make([][]Row, 2)
	for i := range want {
		part := sim.Part{Index: i, First: int64(i) * 2000, Hands: 2000}
		p, err := w.Begin(part)
		if err != nil {
			t.Fatal(err)
		}
		for hand := part.First; hand < part.First+part.Hands; hand++ {
			var rows []Row
			for n := range rng.IntN(4) {
				rows = append(rows, anyRow(rng, hand, n/2, n%2))
			}
			if err := p.Write(rows); err != nil {
				t.Fatal(err)
			}
			want[i] = append(want[i], rows...)
		}
		if err := p.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(2, "digest"); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Finished() || r.Planned() != 2 || r.Digest() != "digest" || store.KindOf(dir) != StoreKind || fmt.Sprint(r.Inputs()) != fmt.Sprint(in) {
		t.Errorf("finished %v after %d parts, digest %q, inputs %+v", r.Finished(), r.Planned(), r.Digest(), r.Inputs())
	}
	for i := range want {
		var got []Row
		for rows, err := range r.Rows(sim.Part{Index: i}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rows...)
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("part %d: rows differ", i)
		}
	}
	if r.Rows(sim.Part{Index: 2}) != nil {
		t.Error("a part that is not stored has rows")
	}
	checkResume(t, dir, in)
}

// checkResume damages the second part: resuming keeps the first alone.
func checkResume(t *testing.T, dir string, in Inputs) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "forks-000001.parquet"), []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	w, err := resume(context.Background(), dir, in, store.Plan{Kind: storeKind(), Inputs: in, Parts: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if w.Finished() || len(w.Parts()) != 1 || len(w.Redone()) != 1 || w.Rows(sim.Part{Index: 0}) == nil || w.Rows(sim.Part{Index: 1}) != nil {
		t.Errorf("finished %v, parts %v, redone %v", w.Finished(), w.Parts(), w.Redone())
	}
}

// TestStudyKinds: a study is not read as a run, and no run as a study; inputs that no
// study can have are refused.
func TestStudyKinds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	w, err := createStudyInputs(dir, studyInputs(100, 100), 1)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := dataset.Open(dir); err == nil || !strings.Contains(err.Error(), "it holds a study, not a run") {
		t.Errorf("got %v", err)
	}
	if store.KindOf(t.TempDir()) != dataset.RunKind {
		t.Error("a directory without a manifest is taken for something else than a run")
	}
	for _, change := range []func(*Inputs){
		func(in *Inputs) { in.Run.Rotate = true },
		func(in *Inputs) { in.Orders = 0 },
		func(in *Inputs) { in.Studied = []int{2, 1} },
		func(in *Inputs) { in.Studied = nil },
		func(in *Inputs) { in.Labels = make([]string, MaxLabels+1) },
	} {
		in := studyInputs(100, 100)
		change(&in)
		if _, err := createStudyInputs(filepath.Join(t.TempDir(), "x"), in, 1); err == nil {
			t.Errorf("inputs %+v are accepted", in)
		}
	}
}

// TestForksGolden pins the columns.
func TestForksGolden(t *testing.T) {
	var b strings.Builder
	in := studyInputs(1, 1)
	seen := map[string]bool{}
	for _, c := range Columns(in.Labels[:2], in.Features) {
		fmt.Fprintf(&b, "%s %s %v %s\n", c.Name, c.Type, c.Nullable, c.Unit)
		if seen[c.Name] || c.Meaning == "" {
			t.Errorf("column %s is there twice or has no meaning", c.Name)
		}
		seen[c.Name] = true
	}
	path := filepath.Join("testdata", "forks.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("columns are other than in %s; if that is meant, change StoreFormat where a reader would err, and use -update", path)
	}
}
