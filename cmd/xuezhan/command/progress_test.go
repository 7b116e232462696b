package command

import (
	"strings"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	p := &progress{total: 1000}
	if got, want := p.line(time.Second), "xuezhan: 0 of 1000 hands, 0 hands/s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.add(250)
	if got, want := p.line(5*time.Second), "xuezhan: 250 of 1000 hands, 50 hands/s, 15s left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressWritesLinesWhereThereIsNoTerminal(t *testing.T) {
	var out strings.Builder
	p := &progress{total: 10, started: time.Now(), stop: make(chan struct{}), stopped: make(chan struct{})}
	p.add(5)
	go p.lines(&out, time.Millisecond)
	time.Sleep(30 * time.Millisecond)
	p.finish()
	if !strings.HasPrefix(out.String(), "xuezhan: 5 of 10 hands, ") {
		t.Errorf("got %q", out.String())
	}
}

func TestFastRunsAreSilent(t *testing.T) {
	if r := execute(t, "", "run", "--hands", "100"); r.status != statusFine || r.errs != "" {
		t.Errorf("got status %d, %q", r.status, r.errs)
	}
}

func TestBarIsWipedOff(t *testing.T) {
	var out strings.Builder
	p := &progress{total: 10, started: time.Now(), stop: make(chan struct{}), stopped: make(chan struct{})}
	p.add(5)
	go p.bar(&out)
	time.Sleep(250 * time.Millisecond)
	p.finish()
	if !strings.Contains(out.String(), "5/10") || !strings.HasSuffix(out.String(), "\r") {
		t.Errorf("got %q", out.String())
	}
}
