package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/column/columntest"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

// filesOf returns the names and contents of a directory's files.
func filesOf(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func wantFiles(t *testing.T, name, dir string, want map[string]string) {
	t.Helper()
	got := filesOf(t, dir)
	for file := range want {
		if got[file] != want[file] {
			t.Errorf("%s: %s differs", name, file)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %d files, want %d", name, len(got), len(want))
	}
}

// A work is a match or a ladder, as the tests play either.
type work struct {
	name   string
	match  *Config
	ladder *LadderConfig
}

// works are matches of every kind, and a ladder.
func works(t *testing.T) []work {
	list := []work{
		{name: "fixed", match: configOf(t, "planet", Pairs, "fast", "big")},
		{name: "luck", match: configOf(t, "wap-flow", OneVsThree, "fast", "rare")},
		{name: "sprt", match: configOf(t, "mil", Pairs, "fast", "fast:call=never")},
		{name: "faults", match: configOf(t, "sbr", ThreeVsOne, "fast", "fast")},
		{name: "field", match: configOf(t, "tsumo", Field, "fast", "big", "timeout", "random", "rare")},
		{name: "alike", match: configOf(t, "planet", Pairs, "timeout", "timeout:discard=timeout,win=always")},
	}
	list[0].match.Blocks = 700
	list[1].match.Luck, list[1].match.Blocks = true, 150
	list[2].match.SPRT, list[2].match.Luck = &stats.SPRTConfig{Mu0: 0, Mu1: 0.3, Alpha: 0.05, Beta: 0.05}, true
	list[2].match.Blocks = 5000
	list[3].match.Bots[1] = faultyBot(t, func(f *faulty, _ []engine.Action) (engine.Action, bool) { return engine.Win, f.asked == 12 })
	list[3].match.Blocks = 150
	list[4].match.Blocks = 150
	list[5].match.Identical, list[5].match.Blocks = true, 20_000
	c := configOf(t, "wap-battle", Pairs, "fast", "big", "random")
	list = append(list, work{name: "ladder", ladder: &LadderConfig{Rules: c.Rules, Seed: 4, Walls: sim.Lanes, Bots: c.Bots, Rounds: 150}})
	list = append(list, work{name: "parts", ladder: partsOf(t, 150, "fast", "big:min_fan=3")})
	return list
}

// play plays the work in a directory that is new or was started, and returns the result
// as JSON. It plays a shard, and calls progress.
func (w work) play(ctx context.Context, t testing.TB, dir string, shard sim.Shard, progress func(hands int64)) (string, error) {
	t.Helper()
	writer, err := w.open(t, dir)
	if err != nil {
		return "", err
	}
	defer writer.Close()
	o := Options{Tables: testTables(), Workers: 3, Store: writer, Shard: shard}
	if progress != nil {
		o.Progress = func(hands int64, _ func() Status) { progress(hands) }
	}
	if w.match == nil {
		l, err := PlayLadder(ctx, w.ladder, o)
		return jsonOf(t, l), err
	}
	r, err := Run(ctx, w.match, o)
	return jsonOf(t, r), err
}

func (w work) open(t testing.TB, dir string) (*Writer, error) {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, store.ManifestName))
	switch isNew := err != nil; {
	case w.match == nil && isNew:
		return CreateLadder(dir, w.ladder, "v1")
	case w.match == nil:
		return ResumeLadder(t.Context(), dir, w.ladder, "v1")
	case isNew:
		return Create(dir, w.match, "v1")
	}
	return Resume(t.Context(), dir, w.match, "v1")
}

// must plays the work to its end.
func (w work) must(t testing.TB, dir string) string {
	t.Helper()
	result, err := w.play(t.Context(), t, dir, sim.Shard{}, nil)
	if err != nil {
		t.Fatalf("%s: %v", w.name, err)
	}
	return result
}

// merge merges shards and finishes what comes of them.
func (w work) merge(t testing.TB, dir string, shards []string) (string, error) {
	t.Helper()
	err := error(nil)
	if w.match == nil {
		err = MergeLadder(t.Context(), dir, w.ladder, "v1", store.Shards{Dirs: shards})
	} else {
		err = Merge(t.Context(), dir, w.match, "v1", store.Shards{Dirs: shards})
	}
	if err != nil {
		return "", err
	}
	return w.must(t, dir), nil
}

// reviewed returns the result that what is stored comes to, as JSON.
func (w work) reviewed(t testing.TB, dir string) string {
	t.Helper()
	if w.match == nil {
		r, err := OpenLadder(dir)
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Review(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return jsonOf(t, v.Ladder)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.Review(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return jsonOf(t, v.Result)
}

// What is stored is the result, whoever plays it: with one worker and three, and in a
// process that ends anywhere and is resumed.
func TestStored(t *testing.T) {
	ends := 6
	if testing.Short() {
		ends = 2
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, w := range works(t) {
		calm := filepath.Join(t.TempDir(), "calm")
		want := w.must(t, calm)
		files := filesOf(t, calm)
		if got := w.reviewed(t, calm); got != want {
			t.Errorf("%s: reviewed: got %s, want %s", w.name, got, want)
		}
		hands := handsOf(t, want)
		for range ends {
			dir := filepath.Join(t.TempDir(), "killed")
			w.endEarly(t, dir, rng.Int64N(hands), rng)
			if rng.IntN(2) == 0 { // and once more
				w.endEarly(t, dir, rng.Int64N(hands), rng)
			}
			if got := w.must(t, dir); got != want {
				t.Errorf("%s: got %s, want %s", w.name, got, want)
			}
			wantFiles(t, w.name, dir, files)
		}
		// What is complete stays as it is.
		if got := w.must(t, calm); got != want {
			t.Errorf("%s: finished: got %s, want %s", w.name, got, want)
		}
		wantFiles(t, w.name, calm, files)
	}
}

// handsOf returns the hands of a result.
func handsOf(t testing.TB, result string) (n int64) {
	t.Helper()
	if _, err := fmt.Sscanf(result[strings.Index(result, `"hands":`):], `"hands":%d`, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// endEarly plays the work until some hands are played, and then cuts what a kill may cut.
func (w work) endEarly(t testing.TB, dir string, hands int64, rng *rand.Rand) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := w.play(ctx, t, dir, sim.Shard{}, func(n int64) {
		if n >= hands {
			cancel()
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%s: %v", w.name, err)
	}
	tails, _ := filepath.Glob(filepath.Join(dir, "*.tail"))
	for _, path := range tails {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text[:len(text)-rng.IntN(len(text)/2+1)], 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// One shard, three and eight, merged in any order, are the work without shards: its
// files and its result, also where the results end it.
func TestShards(t *testing.T) {
	for _, w := range works(t) {
		whole := filepath.Join(t.TempDir(), "whole")
		want := w.must(t, whole)
		counts := []int{1, 3, 8}
		if testing.Short() {
			counts = []int{3}
		}
		for _, of := range counts {
			name := fmt.Sprintf("%s in %d", w.name, of)
			var dirs []string
			for i := range of {
				dir := filepath.Join(t.TempDir(), "shard")
				if _, err := w.play(t.Context(), t, dir, sim.Shard{Index: i, Of: of}, nil); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				dirs = append(dirs, dir)
				_ = w.reviewed(t, dir)
			}
			slices.Reverse(dirs)
			out := filepath.Join(t.TempDir(), "out")
			for range 2 {
				got, err := w.merge(t, out, dirs)
				if err != nil || got != want {
					t.Errorf("%s: got %s, %v; want %s", name, got, err, want)
				}
				wantFiles(t, name, out, filesOf(t, whole))
			}
		}
	}
}

// A match that is watched has no shards, and what is missing is named.
func TestShardErrors(t *testing.T) {
	w := works(t)[0]
	dir := filepath.Join(t.TempDir(), "shard")
	if _, err := w.play(t.Context(), t, dir, sim.Shard{Index: 1, Of: 3}, nil); err != nil {
		t.Fatal(err)
	}
	_, err := w.merge(t, filepath.Join(t.TempDir(), "out"), []string{dir})
	if missing := (*store.Missing)(nil); !errors.As(err, &missing) || fmt.Sprint(missing.Parts) != "[0 2 3 5]" {
		t.Errorf("got %v", err)
	}
	w.match.Watch = true
	if _, err := w.play(t.Context(), t, filepath.Join(t.TempDir(), "watched"), sim.Shard{Index: 1, Of: 3}, nil); !errors.Is(err, ErrShardWatch) {
		t.Errorf("got %v", err)
	}
	if _, err := Run(t.Context(), works(t)[0].match, Options{Workers: 1, Shard: sim.Shard{Of: 2}}); err == nil {
		t.Error("a shard that is stored nowhere")
	}
}

// A part whose file is damaged is played again, whatever follows it.
func TestDamagedPart(t *testing.T) {
	for _, w := range works(t) {
		dir := filepath.Join(t.TempDir(), "dir")
		want := w.must(t, dir)
		files := filesOf(t, dir)
		for name := range files {
			if !strings.HasSuffix(name, ".parquet") {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte("damaged"), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := w.must(t, dir); got != want {
				t.Errorf("%s: %s: got %s, want %s", w.name, name, got, want)
			}
			wantFiles(t, w.name, dir, files)
		}
	}
}

// What is stored by a bot that plays differently under the same name is not resumed: the
// first block of every part, and the first and the last of the part under way, tell.
func TestResumeRefusesOtherPlay(t *testing.T) {
	for _, w := range works(t)[:1] {
		dir := filepath.Join(t.TempDir(), "dir")
		w.endEarly(t, dir, 1000, rand.New(rand.NewPCG(3, 3)))
		changed := *w.match
		changed.Bots = slices.Clone(w.match.Bots)
		changed.Bots[1].New = botOf(t, "timeout").New
		files := filesOf(t, dir)
		other := work{name: w.name, match: &changed}
		_, err := other.play(t.Context(), t, dir, sim.Shard{}, nil)
		if err == nil || !strings.Contains(err.Error(), "the replay of block") || !strings.Contains(err.Error(), "this program or a bot has changed") {
			t.Errorf("got %v", err)
		}
		for name := range files {
			if strings.HasSuffix(name, ".parquet") && filesOf(t, dir)[name] != files[name] {
				t.Errorf("%s was changed", name)
			}
		}
		changed.Seed++
		_, err = Resume(t.Context(), dir, &changed, "v1")
		if m := (*store.Mismatch)(nil); !errors.As(err, &m) || m.Field != "seed" {
			t.Errorf("another seed: got %v", err)
		}
	}
}

// A million hands are some fifty parts and ten million two hundred, and a short match is
// parts enough for shards.
func TestPartsOf(t *testing.T) {
	for _, tt := range []struct{ units, hands, parts int64 }{
		{1, 2, 1}, {128, 2, 1}, {129, 2, 2}, {1000, 2, 8}, {10_000, 2, 50}, {500_000, 2, 50}, {250_000, 4, 50},
		{5_000_000, 2, 200}, {100, 552, 50}, {MaxBlocks, 2, MaxBlocks / 100_000},
	} {
		size := partUnits(tt.units, tt.hands)
		if parts := (tt.units + size - 1) / size; parts < tt.parts || parts > tt.parts+tt.parts/100+1 {
			t.Errorf("%d units of %d hands: %d parts of %d, want %d", tt.units, tt.hands, parts, size, tt.parts)
		}
	}
}

// What is read back is what was played.
func TestBlocksReadBack(t *testing.T) {
	c := works(t)[3].match // with faults
	c.Luck = true
	c.Design, c.Blocks = Pairs, 300
	w := work{name: "faults and luck", match: c}
	dir := filepath.Join(t.TempDir(), "dir")
	w.must(t, dir)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := newTestPlayer(t, c)
	next, faults := int64(0), 0
	for got, err := range r.Blocks() {
		if err != nil {
			t.Fatal(err)
		}
		if want := p.play(next); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		if b, ok, err := r.Block(next); next%97 == 0 && (!ok || err != nil || !reflect.DeepEqual(b, got)) {
			t.Errorf("block %d: got %+v, %v, %v", next, b, ok, err)
		}
		next, faults = next+1, faults+len(got.Faults)
	}
	if next != c.Blocks || faults == 0 {
		t.Errorf("got %d blocks with %d faults", next, faults)
	}
	for _, number := range []int64{-1, c.Blocks} {
		if _, ok, err := r.Block(number); ok || err != nil {
			t.Errorf("block %d: %v, %v", number, ok, err)
		}
	}
}

// verified verifies what is stored, with replays.
func (w work) verified(t testing.TB, dir string) *store.Findings {
	t.Helper()
	v := Verification{Sample: 20, Seed: 2, Verification: store.Verification{Limit: 10}}
	var replayer *Replayer
	var err error
	var verify func(context.Context, Verification) (*store.Findings, error)
	if w.match == nil {
		r, openErr := OpenLadderToVerify(dir)
		if openErr != nil {
			t.Fatal(openErr)
		}
		replayer, err = NewLadderReplayer(w.ladder, testTables())
		verify = r.Verify
	} else {
		r, openErr := OpenToVerify(dir)
		if openErr != nil {
			t.Fatal(openErr)
		}
		replayer, err = NewReplayer(w.match, testTables())
		verify = r.Verify
	}
	if err != nil {
		t.Fatal(err)
	}
	defer replayer.Close()
	v.Replay = replayer.Unit
	f, err := verify(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What is stored verifies, and each changed row has a fault.
func TestVerify(t *testing.T) {
	for _, w := range works(t) {
		dir := filepath.Join(t.TempDir(), "dir")
		result := w.must(t, dir)
		f := w.verified(t, dir)
		if f.Count > 0 || f.Hands != handsOf(t, result) || f.Replayed == 0 {
			t.Errorf("%s: %d hands, %d replayed, %v", w.name, f.Hands, f.Replayed, f.Faults)
		}
	}
	for _, w := range []work{works(t)[0], works(t)[6]} {
		dir := filepath.Join(t.TempDir(), "dir")
		w.must(t, dir)
		s := &stored{}
		if w.match == nil {
			r, err := OpenLadder(dir)
			if err != nil {
				t.Fatal(err)
			}
			s = &r.stored
		} else {
			r, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			s = &r.stored
		}
		begin := func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
			c := &partCheck{stored: s, next: p.First}
			return c.rows, func(*store.Findings) {}
		}
		columntest.Changes(t, dir, s.manifest.Parts[0], s.Table().Columns, begin, []columntest.Change{
			{Name: "another number", Column: s.schedule.unit(), Edit: columntest.Set(s.schedule.unit(), 5, 77)},
			{Name: "points that do not sum to zero", Column: "points_0_0", Edit: columntest.Set("points_0_0", 9, 1000)},
			{Name: "points of a bot", Column: "points_a", Edit: columntest.Set("points_a", 7, 1000)},
			{Name: "a fault that is not counted", Column: "fault_count", Edit: columntest.Set("fault_count", 3, 1)},
			{Name: "another seating", Column: "seating", Edit: columntest.WordAt("seating", 2, "CCCC")},
			{Name: "no list of faults", Column: "faults", Edit: columntest.WordAt("faults", 2, "many")},
			{Name: "faults of nobody", Column: "points_0_0", Edit: columntest.WordAt("faults", 2, `[{"hand":0,"seat":0,"bot":7,"action":0,"what":"x"}]`)},
		})
	}
}

// The lines of blocks are golden: digests are of them, and records of earlier programs
// have them.
func TestBlockLine(t *testing.T) {
	b := Block{Number: 17, Hands: 2}
	b.Points[0], b.Points[1] = [4]int32{8, -2, -4, -2}, [4]int32{0, 0, 3, -3}
	if got, want := string(appendUnit(nil, []Block{b})), `{"block":17,"points":[[8,-2,-4,-2],[0,0,3,-3]]}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b.Luck = [2]int64{-1500000, 20}
	b.Faults = []Fault{{Hand: 1, Seat: 2, Bot: 1, Action: 33, What: "illegal: win in the phase turn"}}
	want := `{"block":17,"points":[[8,-2,-4,-2],[0,0,3,-3]],"luck":[-1500000,20],"faults":[{"hand":1,"seat":2,"bot":1,"action":33,"what":"illegal: win in the phase turn"}]}`
	if got := string(appendUnit(nil, []Block{b, b})); got != want+"\t"+want+"\n" {
		t.Errorf("got %s, want %s twice", got, want)
	}
	if got, err := parseBlock([]byte(want), 2, 2); err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// FuzzTail: no line of a tail leads to a block that is none of the part.
func FuzzTail(f *testing.F) {
	f.Add([]byte(`{"block":0,"points":[[8,-2,-4,-2],[0,0,3,-3]]}` + "\n"))
	f.Add([]byte(`{"block":1,"points":[[8,-2,-4,-2],[0,0,3,-3]]}` + "\t{}\n"))
	c := configOf(f, "planet", Pairs, "fast", "big")
	f.Fuzz(func(t *testing.T, text []byte) {
		s := c.schedule()
		r := tailReader{schedule: s, part: s.part(0)}
		for _, line := range bytes.Split(text, []byte{'\n'}) {
			if !r.take(line) {
				break
			}
		}
		for i := range r.blocks {
			if b := &r.blocks[i]; b.Number != int64(i) || b.check(2) != nil || b.Hands != 2 {
				t.Errorf("got %+v", b)
			}
		}
	})
}
