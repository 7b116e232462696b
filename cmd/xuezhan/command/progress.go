package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"xuezhan/sim/stats"
)

// How often progress is shown: on a terminal a line is written over, elsewhere one is
// added.
const (
	redrawEvery = 100 * time.Millisecond
	firstLine   = time.Second // at the latest something is heard of a command
	lineEvery   = 5 * time.Second
)

// fallbackWidth is the width of a terminal that does not tell its own.
const fallbackWidth = 80

// A progress tells on the standard error how far a command is. Any goroutine may use
// it; finish ends it.
type progress struct {
	total   int64  // of units; 0 where the end is not known
	noun    string // what is counted, such as hands
	started time.Time
	done    atomic.Int64
	before  atomic.Int64 // of these, those that an earlier process did

	mu     sync.Mutex
	status []string // how it stands, besides how far it is

	asked time.Time // when ask last did; its caller's own

	stop, stopped chan struct{}
}

// startProgress starts to tell how far a command is with its units, such as hands.
func (a *app) startProgress(total int64, noun string) *progress {
	p := &progress{total: total, noun: noun, started: time.Now(), stop: make(chan struct{}), stopped: make(chan struct{})}
	switch {
	case a.quiet:
		close(p.stopped)
	case redraws(a.err):
		go p.redraw(a.err)
	default:
		go p.lines(a.err, firstLine, lineEvery)
	}
	return p
}

// redraws reports whether a line that is written out can be written over: on a terminal
// that is not a dumb one.
func redraws(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != ""
}

// widthOf returns how many characters a line of a terminal holds.
func widthOf(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return fallbackWidth
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

// add counts units.
func (p *progress) add(units int64) { p.done.Add(units) }

// set says how many units are done in all.
func (p *progress) set(units int64) { p.done.Store(units) }

// resume says how many units an earlier process did.
func (p *progress) resume(units int64) {
	p.before.Store(units)
	p.done.Store(units)
}

// own returns the units of this process.
func (p *progress) own() int64 { return p.done.Load() - p.before.Load() }

// tell takes how things stand.
func (p *progress) tell(status []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// ask takes how things stand from a function that takes long: it is called now and then
// only.
func (p *progress) ask(status func() []string) {
	if now := time.Now(); now.Sub(p.asked) >= redrawEvery {
		p.asked = now
		p.tell(status())
	}
}

// finish ends the telling; a line that is written over is wiped off.
func (p *progress) finish() {
	close(p.stop)
	<-p.stopped
}

// seconds returns the time since the start.
func (p *progress) seconds() float64 { return time.Since(p.started).Seconds() }

// speed returns the units a second of this process so far.
func (p *progress) speed() float64 { return float64(p.own()) / p.seconds() }

// redraw draws a bar over and over, behind what it stands for. It leaves the last
// column free, in which some terminals break a line. A terminal too narrow for a bar
// has the words alone.
func (p *progress) redraw(w io.Writer) {
	defer close(p.stopped)
	end := p.total
	if end <= 0 {
		end = -1 // a spinner
	}
	room := widthOf(w) - 1
	bar := progressbar.NewOptions64(end,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(barWidth(room)),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false), // the words say what is left
		progressbar.OptionThrottle(redrawEvery/2),
		progressbar.OptionClearOnFinish(),
	)
	p.every(redrawEvery, redrawEvery, func() {
		bar.Describe(p.line(time.Since(p.started), room-barWidth(room)-barFrame))
		_ = bar.Set64(p.done.Load()) // beyond the end it says so, which is no reason to fail
	})
	_ = bar.Clear()
}

// barFrame is what the bar has around itself: " 100% |" and "|   ".
const barFrame = 12

// barWidth returns the width of a bar on a line of the given width.
func barWidth(room int) int { return min(max((room-50)/2, 1), 24) }

// lines writes a line after a time, and then again and again.
func (p *progress) lines(w io.Writer, first, interval time.Duration) {
	defer close(p.stopped)
	p.every(first, interval, func() {
		fmt.Fprintln(w, "xuezhan: "+p.line(time.Since(p.started), math.MaxInt))
	})
}

// every calls show after a time, and then again and again until the end.
func (p *progress) every(first, interval time.Duration, show func()) {
	timer := time.NewTimer(first)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			show()
			timer.Reset(interval)
		case <-p.stop:
			return
		}
	}
}

// line says how far the command is after a time, in at most width characters: what is
// said last is left out first.
func (p *progress) line(elapsed time.Duration, width int) string {
	var text strings.Builder
	for i, part := range p.parts(elapsed) {
		if i > 0 {
			part = ", " + part
		}
		if len([]rune(text.String()))+len([]rune(part)) > width {
			if i == 0 {
				return string([]rune(part)[:max(width, 0)])
			}
			break
		}
		text.WriteString(part)
	}
	return text.String()
}

// parts says how far the command is after a time, the most important first.
func (p *progress) parts(elapsed time.Duration) []string {
	done := p.done.Load()
	speed := float64(p.own()) / max(elapsed.Seconds(), 1e-9)
	rate := fmt.Sprintf("%s %s/s", stats.Grouped(int64(math.Round(speed))), p.noun)
	if speed < 10 {
		rate = fmt.Sprintf("%.2g %s/s", speed, p.noun)
	}
	p.mu.Lock()
	status := p.status
	p.mu.Unlock()
	list := []string{fmt.Sprintf("%s %s", stats.Grouped(done), p.noun), rate}
	if p.total > 0 {
		list[0] = fmt.Sprintf("%s of %s %s", stats.Grouped(done), stats.Grouped(p.total), p.noun)
	}
	if speed > 0 && done < p.total {
		left := float64(p.total-done) / speed * float64(time.Second)
		list = append(list, fmt.Sprintf("%v left", time.Duration(min(left, math.MaxInt64/2)).Round(time.Second)))
	}
	return append(list, status...)
}
