package match

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// A memory is a file in memory. Writes beyond its room fail, and a part of what
// did not fit is written: a kill at some moment.
type memory struct {
	data []byte
	at   int
	room int // 0 for no limit
}

func (m *memory) Read(p []byte) (int, error) {
	if m.at >= len(m.data) {
		return 0, io.EOF
	}
	n := copy(p, m.data[m.at:])
	m.at += n
	return n, nil
}

var errKilled = errors.New("killed")

func (m *memory) Write(p []byte) (n int, err error) {
	if m.room > 0 && m.at+len(p) > m.room {
		p, err = p[:max(m.room-m.at, 0)], errKilled
	}
	m.data = append(m.data[:m.at], p...)
	m.at += len(p)
	return len(p), err
}

func (m *memory) Seek(offset int64, whence int) (int64, error) {
	if whence != io.SeekStart {
		return 0, errors.New("not from the start")
	}
	m.at = int(offset)
	return offset, nil
}

func (m *memory) Truncate(size int64) error {
	m.data = m.data[:size]
	return nil
}

// recorded plays a match into a file.
func recorded(t *testing.T, c *Config, m *memory) (Result, error) {
	t.Helper()
	h, err := NewHeader(c, "v1", "sig")
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRecord(m, h)
	if err != nil {
		return Result{}, err
	}
	return Run(t.Context(), c, Options{Tables: testTables(), Workers: 2, Record: r})
}

// newBotOf makes bots of the catalog and, by name, the test's.
func newBotOf(t *testing.T, c *Config) func(HeaderBot) (Bot, error) {
	return func(h HeaderBot) (Bot, error) {
		for _, b := range c.Bots {
			if b.Spec == h.Spec {
				return b, nil
			}
		}
		return Bot{}, fmt.Errorf("no bot %q", h.Spec)
	}
}

// resume resumes a record.
func resume(t *testing.T, c *Config, m *memory) (Result, error) {
	t.Helper()
	m.at = 0
	r, h, err := OpenRecord(m)
	if err != nil {
		return Result{}, err
	}
	got, err := h.Config(newBotOf(t, c), "v1", "sig")
	if err != nil {
		return Result{}, err
	}
	return Run(t.Context(), got, Options{Tables: testTables(), Workers: 3, Record: r})
}

// recordedMatches are matches of every kind.
func recordedMatches(t *testing.T) map[string]*Config {
	list := map[string]*Config{
		"fixed":  configOf(t, "planet", Pairs, "fast", "big"),
		"luck":   configOf(t, "wap-flow", OneVsThree, "fast", "rare"),
		"sprt":   configOf(t, "mil", Pairs, "fast", "timeout"),
		"faults": configOf(t, "sbr", ThreeVsOne, "fast", "fast"),
		"field":  configOf(t, "tsumo", Field, "fast", "big", "timeout", "random", "rare"),
	}
	list["luck"].Luck = true
	list["sprt"].SPRT = &stats.SPRTConfig{Mu0: 0, Mu1: 0.5, Alpha: 0.05, Beta: 0.05}
	list["sprt"].Luck, list["sprt"].Blocks = true, 500
	list["faults"].Bots[1] = faultyBot(t, func(f *faulty, _ []engine.Action) (engine.Action, bool) { return engine.Win, f.asked == 12 })
	list["faults"].Watch = true
	return list
}

// A match that is killed anywhere and resumed ends with the file and the result of
// one that was not.
func TestResume(t *testing.T) {
	cuts := 12
	if testing.Short() {
		cuts = 4
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for name, c := range recordedMatches(t) {
		var whole memory
		want, err := recorded(t, c, &whole)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		header := strings.IndexByte(string(whole.data), '\n') + 1
		for range cuts {
			killed := memory{room: header + rng.IntN(len(whole.data)-header)}
			if _, err := recorded(t, c, &killed); !errors.Is(err, errKilled) {
				t.Fatalf("%s: got error %v", name, err)
			}
			killed.room = 0
			if rng.IntN(2) == 0 { // and once more
				killed.room = header + rng.IntN(len(whole.data)-header)
				_, _ = resume(t, c, &killed)
				killed.room = 0
			}
			got, err := resume(t, c, &killed)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if jsonOf(t, got) != jsonOf(t, want) {
				t.Errorf("%s: got %s, want %s", name, jsonOf(t, got), jsonOf(t, want))
			}
			if string(killed.data) != string(whole.data) {
				t.Errorf("%s: the file of the match that was killed differs", name)
			}
		}
		// A record that is complete stays as it is.
		before := string(whole.data)
		if got, err := resume(t, c, &whole); err != nil || jsonOf(t, got) != jsonOf(t, want) || string(whole.data) != before {
			t.Errorf("%s: the complete record: %v, %s", name, err, jsonOf(t, got))
		}
	}
}

func TestRecordErrors(t *testing.T) {
	c := configOf(t, "planet", Pairs, "fast", "big")
	c.Blocks = 40
	var whole memory
	if _, err := recorded(t, c, &whole); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole.data), "\n")
	replaced := func(i int, text string) string {
		l := append([]string{}, lines...)
		l[i] = text
		return strings.Join(l, "")
	}
	tests := []struct{ name, data, want string }{
		{"empty", "", "not the header"},
		{"torn header", lines[0][:50], "not the header"},
		{"other file", "{}\n", "not the header"},
		{"format", strings.Replace(lines[0], `"match":1`, `"match":9`, 1), "format 9"},
		{"missing block", replaced(5, ""), "line 6: block 5 where 4 is expected"},
		{"garbage", replaced(5, "xyz\n"), "line 6"},
		{"field", replaced(5, `{"block":4,"points":[[0,0,0,0],[0,0,0,0]],"more":1}`+"\n"), "line 6"},
		{"hands", replaced(5, `{"block":4,"points":[[0,0,0,0]]}`+"\n"), "not a block"},
		{"fault", replaced(5, `{"block":4,"points":[[0,0,0,0],[0,0,0,0]],"faults":[{"hand":0,"seat":0,"bot":7,"action":0,"what":"x"}]}`+"\n"), "bot 7"},
		{"other result", replaced(5, `{"block":4,"points":[[900,-900,0,0],[0,0,0,0]]}`+"\n"), "another result"},
		{"behind the result", string(whole.data) + lines[5], "after the result"},
		{"signature", strings.Replace(string(whole.data), `"signature":"sig"`, `"signature":"x"`, 1), "other behaviour"},
		{"digest", strings.Replace(string(whole.data), `"digest":""`, `"digest":"x"`, 1), "differs from the record's"},
		{"rules", strings.Replace(string(whole.data), `"fan_cap":`, `"fan_cap":1`, 1), "rules"},
		{"bot", strings.Replace(string(whole.data), `"spec":"big"`, `"spec":"bug"`, 1), `no bot "bug"`},
		{"design", strings.Replace(string(whole.data), `"design":"pairs"`, `"design":"x"`, 1), "unknown design"},
		{"walls", strings.Replace(string(whole.data), `"walls":"lanes"`, `"walls":"x"`, 1), "unknown walls"},
		{"algorithm", strings.Replace(string(whole.data), wallAlgorithm, "x", 1), "walls by"},
	}
	for _, tt := range tests {
		_, err := resume(t, c, &memory{data: []byte(tt.data)})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// A record of a bot that plays differently under the same name is not resumed, and
// stays as it was: whatever the bot does differently, wherever the change shows.
func TestResumeRefusesOtherPlay(t *testing.T) {
	c := configOf(t, "planet", Pairs, "fast", "big")
	c.Blocks = 60
	var whole memory
	if _, err := recorded(t, c, &whole); err != nil {
		t.Fatal(err)
	}
	changed := *c
	changed.Bots = slices.Clone(c.Bots)
	changed.Bots[1].New = botOf(t, "timeout").New
	first := strings.SplitAfterN(string(whole.data), "\n", 3)
	for name, data := range map[string]string{
		"one block": first[0] + first[1],
		"torn":      first[0] + first[1] + first[2][:200],
		"whole":     string(whole.data),
		"no block":  first[0],
	} {
		m := memory{data: []byte(data)}
		_, err := resume(t, &changed, &m)
		if name == "no block" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), "the replay of block 0 differs from the record") {
			t.Errorf("%s: got error %v", name, err)
		}
		if string(m.data) != data {
			t.Errorf("%s: the record was changed", name)
		}
	}
}

// A change that does not show in the first block is found in the others, if it shows
// in any.
func TestVerifyLooksBeyondTheFirst(t *testing.T) {
	c := configOf(t, "planet", Pairs, "fast", "big")
	p := newTestPlayer(t, c)
	s := newSample(c.Seed)
	for number := range int64(50) {
		b := p.play(number)
		if number > 0 {
			b.Points[0][0]++
		}
		s.add(&b)
	}
	if len(s.blocks) != 1+verifyBlocks || s.blocks[0].Number != 0 {
		t.Fatalf("got %d blocks from %d on", len(s.blocks), s.blocks[0].Number)
	}
	if err := p.verify(&s.blocks[0]); err != nil {
		t.Error(err)
	}
	err := s.verify(c, Options{Tables: testTables()})
	want := fmt.Sprintf("the replay of block %d differs", s.blocks[1].Number)
	if err == nil || !strings.Contains(err.Error(), want) || s.blocks[1].Number == 0 {
		t.Errorf("got error %v, want %q", err, want)
	}
}

// All blocks after the first have the same probability to be in the sample.
func TestSampleIsFair(t *testing.T) {
	const blocks, samples = 10, 3000
	var counts [blocks]int
	for seed := range uint64(samples) {
		s := newSample(seed)
		for number := range int64(blocks) {
			s.add(&Block{Number: number})
		}
		for _, b := range s.blocks {
			counts[b.Number]++
		}
	}
	if counts[0] != samples {
		t.Errorf("the first block is in %d of %d samples", counts[0], samples)
	}
	for number, got := range counts[1:] {
		if want := samples * verifyBlocks / (blocks - 1); got < want-150 || got > want+150 { // 5 deviations
			t.Errorf("block %d is in %d samples, want some %d", number+1, got, want)
		}
	}
}

// With no signature known, the version must be the same.
func TestVersionMatters(t *testing.T) {
	c := configOf(t, "planet", Pairs, "fast", "big")
	h, err := NewHeader(c, "v1", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Config(newBotOf(t, c), "v2", ""); err == nil {
		t.Error("another version resumes")
	}
	got, err := h.Config(newBotOf(t, c), "v1", "")
	if err != nil || got.Rules != c.Rules || got.Seed != c.Seed || got.Walls != c.Walls || got.Blocks != c.Blocks {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The lines of records are golden: they must stay readable.
func TestBlockLine(t *testing.T) {
	b := Block{Number: 17, Hands: 2}
	b.Points[0], b.Points[1] = [4]int32{8, -2, -4, -2}, [4]int32{0, 0, 3, -3}
	if got, want := string(b.appendLine(nil)), `{"block":17,"points":[[8,-2,-4,-2],[0,0,3,-3]]}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b.Luck = [2]int64{-1500000, 20}
	b.Faults = []Fault{{Hand: 1, Seat: 2, Bot: 1, Action: 33, What: "illegal: win in the phase turn"}}
	want := `{"block":17,"points":[[8,-2,-4,-2],[0,0,3,-3]],"luck":[-1500000,20],"faults":[{"hand":1,"seat":2,"bot":1,"action":33,"what":"illegal: win in the phase turn"}]}` + "\n"
	if got := string(b.appendLine(nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzOpenRecord(f *testing.F) {
	c := configOf(f, "planet", Pairs, "fast", "big")
	h, err := NewHeader(c, "v1", "sig")
	if err != nil {
		f.Fatal(err)
	}
	var m memory
	if _, err := NewRecord(&m, h); err != nil {
		f.Fatal(err)
	}
	f.Add(m.data, []byte(`{"block":0,"points":[[8,-2,-4,-2],[0,0,3,-3]]}`+"\n"))
	f.Add(m.data, []byte(`{"result":{}}`+"\n"))
	f.Fuzz(func(t *testing.T, header, rest []byte) {
		r, _, err := OpenRecord(&memory{data: append(append([]byte{}, header...), rest...)})
		if err != nil {
			return
		}
		for b, err := range r.whole() {
			if err == nil && b.Hands != r.hands {
				t.Errorf("a block of %d hands", b.Hands)
			}
		}
	})
}
