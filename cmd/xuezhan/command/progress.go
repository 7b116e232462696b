package command

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// How often a bar moves, and a line is written where there is no terminal.
const (
	barEvery  = 100 * time.Millisecond
	lineEvery = 5 * time.Second
)

// A progress tells on the standard error how far a run is: with a bar on a
// terminal, elsewhere with a line now and then.
type progress struct {
	total   int64
	done    atomic.Int64
	started time.Time
	stop    chan struct{}
	stopped chan struct{}
}

func startProgress(w io.Writer, total int64) *progress {
	p := &progress{
		total: total, started: time.Now(),
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	if isTerminal(w) {
		go p.bar(w)
	} else {
		go p.lines(w, lineEvery)
	}
	return p
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width returns how many columns the terminal has that the standard output is, 0
// for another output.
func (a *app) width() int {
	f, ok := a.stdout.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// add counts hands. Any goroutine may call it.
func (p *progress) add(hands int64) { p.done.Add(hands) }

// finish ends the telling; a bar is wiped off.
func (p *progress) finish() {
	close(p.stop)
	<-p.stopped
}

func (p *progress) bar(w io.Writer) {
	defer close(p.stopped)
	bar := progressbar.NewOptions64(p.total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetItsString("hands"),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(),
		progressbar.OptionSetRenderBlankState(true),
	)
	p.every(barEvery, func() { _ = bar.Set64(p.done.Load()) })
	_ = bar.Clear() // a bar that cannot be wiped off is no reason to fail
}

func (p *progress) lines(w io.Writer, interval time.Duration) {
	defer close(p.stopped)
	p.every(interval, func() { fmt.Fprintln(w, p.line(time.Since(p.started))) })
}

// every calls show again and again until the end.
func (p *progress) every(interval time.Duration, show func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			show()
		case <-p.stop:
			return
		}
	}
}

// line says how far the run is after a time.
func (p *progress) line(elapsed time.Duration) string {
	done := p.done.Load()
	perSecond := float64(done) / elapsed.Seconds()
	text := fmt.Sprintf("xuezhan: %d of %d hands, %.0f hands/s", done, p.total, perSecond)
	if done > 0 {
		left := time.Duration(float64(p.total-done) / perSecond * float64(time.Second))
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}
