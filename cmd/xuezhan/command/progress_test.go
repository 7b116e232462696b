package command

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"xuezhan/policy"
)

func TestProgressLine(t *testing.T) {
	known := &progress{total: 1000, noun: "hands"}
	known.add(250)
	open := &progress{noun: "hands"}
	open.add(12_000)
	open.tell([]string{"+0.123 ± 0.100 points per hand", "LLR -1.50 [-2.94, 2.94]"})
	resumed := &progress{total: 1000, noun: "samples"}
	resumed.resume(500)
	resumed.set(600)
	slow := &progress{total: 30, noun: "hands"}
	slow.add(1)
	for _, tt := range []struct {
		p     *progress
		width int
		want  string
	}{
		{&progress{total: 1000, noun: "hands"}, math.MaxInt, "0 of 1,000 hands, 0 hands/s"},
		{known, math.MaxInt, "250 of 1,000 hands, 50 hands/s, 15s left"},
		{known, 40, "250 of 1,000 hands, 50 hands/s, 15s left"},
		{known, 39, "250 of 1,000 hands, 50 hands/s"},
		{known, 20, "250 of 1,000 hands"},
		{known, 7, "250 of "},
		{known, 0, ""},
		{open, math.MaxInt, "12,000 hands, 2,400 hands/s, +0.123 ± 0.100 points per hand, LLR -1.50 [-2.94, 2.94]"},
		{open, 62, "12,000 hands, 2,400 hands/s, +0.123 ± 0.100 points per hand"},
		{resumed, math.MaxInt, "600 of 1,000 samples, 20 samples/s, 20s left"},
		{slow, math.MaxInt, "1 of 30 hands, 0.2 hands/s, 2m25s left"},
	} {
		if got := tt.p.line(5*time.Second, tt.width); got != tt.want {
			t.Errorf("width %d: got %q, want %q", tt.width, got, tt.want)
		}
	}
}

// A shared is a buffer that a test reads while a progress writes.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// wait waits, however slow the machine is, until something is written.
func (s *shared) wait() string {
	for {
		s.mu.Lock()
		text := s.b.String()
		s.mu.Unlock()
		if text != "" {
			return text
		}
		time.Sleep(time.Millisecond)
	}
}

// TestLinesAndRedraws: elsewhere than on a terminal each line stands for itself; on one
// it is written over, and wiped off at the end.
func TestLinesAndRedraws(t *testing.T) {
	for name, start := range map[string]func(*progress, io.Writer){
		"lines":  func(p *progress, w io.Writer) { p.lines(w, time.Millisecond, time.Hour) },
		"redraw": func(p *progress, w io.Writer) { p.redraw(w) },
	} {
		var out shared
		p := &progress{total: 10, noun: "hands", started: time.Now(), stop: make(chan struct{}), stopped: make(chan struct{})}
		p.add(5)
		go start(p, &out)
		out.wait()
		p.finish()
		text := out.wait()
		if !strings.Contains(text, "5 of 10 hands, ") || strings.HasPrefix(text, "xuezhan: ") != (name == "lines") {
			t.Errorf("%s: got %q", name, text)
		}
		if name == "redraw" && (strings.Contains(text, "\n") || !strings.HasPrefix(text, "\r") || !strings.HasSuffix(text, " \r")) {
			t.Errorf("%s: got %q", name, text)
		}
	}
}

// TestRedraws: what is no terminal is not written over, nor is a dumb one.
func TestRedraws(t *testing.T) {
	if redraws(io.Discard) {
		t.Error("a line would be written over where there is no terminal")
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be had: %v", err)
	}
	defer terminal.Close()
	for name, want := range map[string]bool{"xterm": true, "dumb": false, "": false} {
		t.Setenv("TERM", name)
		if got := redraws(terminal); got != want {
			t.Errorf("TERM=%s: got %t, want %t", name, got, want)
		}
	}
}

// TestQuiet: without --quiet a command that takes its time is heard of, with it not.
func TestQuiet(t *testing.T) {
	for _, quiet := range []bool{true, false} {
		var errs shared
		a := testApp(strings.NewReader(""), io.Discard, &errs, policy.NewCatalog())
		a.quiet = quiet
		p := a.startProgress(10, "hands")
		if !quiet {
			if text := errs.wait(); !strings.HasPrefix(text, "xuezhan: 0 of 10 hands") {
				t.Errorf("got %q", text)
			}
		}
		p.finish()
		if quiet && errs.b.Len() > 0 {
			t.Errorf("--quiet: got %q", errs.b.String())
		}
	}
}
