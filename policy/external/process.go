package external

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

const (
	// maxLine is the longest line that a bot may write, in bytes.
	maxLine = 1 << 16
	// linger is how long one that has closed its pipes may take to end, so that
	// it can be said that it has.
	linger = 300 * time.Millisecond
)

// A process is a bot that runs. Three goroutines serve its pipes, so that
// neither side ever waits for the other to read first.
type process struct {
	cmd       *exec.Cmd
	questions chan []byte
	wrote     chan error // whether the question was written
	lines     chan line
	stopping  chan struct{} // what it writes is dropped
	exited    chan struct{}
	status    error // once exited
	errors    tail
	silent    chan struct{} // its standard error is at its end
	ends      []*os.File    // ours
	serving   sync.WaitGroup
	timer     *time.Timer
}

// A line is what a bot wrote, without its end.
type line struct {
	text []byte
	err  error // why it is none
}

var (
	errTorn = errors.New("ended its output within a line")
	errLong = fmt.Errorf("wrote a line longer than %d bytes", maxLine)
)

// start starts a command.
func start(command []string) (*process, error) {
	p := &process{
		cmd: exec.Command(command[0], command[1:]...), timer: time.NewTimer(0),
		questions: make(chan []byte), wrote: make(chan error, 1), lines: make(chan line, 1),
		stopping: make(chan struct{}), exited: make(chan struct{}), silent: make(chan struct{}),
	}
	inGroup(p.cmd)
	var theirs []*os.File
	defer func() { closeAll(theirs) }()
	for i := range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(p.ends)
			return nil, err
		}
		if i == 0 {
			r, w = w, r
		}
		p.ends, theirs = append(p.ends, r), append(theirs, w)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	if err := p.launch(); err != nil {
		closeAll(p.ends)
		return nil, err
	}
	p.serving.Go(func() { p.write(p.ends[0]) })
	p.serving.Go(func() { p.read(p.ends[1]) })
	p.serving.Go(func() {
		defer close(p.silent)
		_, _ = io.Copy(&p.errors, p.ends[2])
	})
	return p, nil
}

// launch starts the command and waits for its end in a goroutine. Both happen on one
// thread that lives as long as the bot: on Linux a bot that is to end with its parent
// ends with the thread that started it (see inGroup).
func (p *process) launch() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.status = p.cmd.Wait()
			close(p.exited)
		}
	}()
	return <-started
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// write writes one question after the other, and closes the bot's input behind
// the last.
func (p *process) write(w *os.File) {
	defer w.Close()
	for q := range p.questions {
		_, err := w.Write(q)
		p.wrote <- err
	}
}

// read hands on the bot's lines and, once it is stopping, drops them.
func (p *process) read(r *os.File) {
	defer close(p.lines)
	in := bufio.NewReaderSize(r, maxLine)
	for {
		text, err := in.ReadSlice('\n')
		l := line{text: append([]byte(nil), text...)}
		switch {
		case err == nil:
			l.text = l.text[:len(l.text)-1]
		case err == bufio.ErrBufferFull:
			l.err = errLong
		case len(text) == 0:
			return
		default:
			l.err = errTorn
		}
		select {
		case p.lines <- l:
		case <-p.stopping:
			_, _ = io.Copy(io.Discard, in)
			return
		}
	}
}

// ask puts a question, a line with its end, and returns the line that answers it.
// what names the answer in the error of a bot that is late: "has not WHAT within …".
// The error says what the bot did. The question is not used once ask and stop have
// returned.
func (p *process) ask(question []byte, limit time.Duration, what string) ([]byte, error) {
	select {
	case l, ok := <-p.lines:
		if !ok {
			return nil, p.gone("its output")
		}
		return nil, fault(l, "wrote a line that nothing was asked for")
	default:
	}
	p.timer.Reset(limit)
	p.questions <- question
	select {
	case l, ok := <-p.lines:
		return p.early(l, ok)
	case err := <-p.wrote:
		if err != nil {
			return nil, p.gone("its input")
		}
	case <-p.timer.C:
		return nil, p.late("has not read its question", limit)
	}
	select {
	case l, ok := <-p.lines:
		return p.answer(l, ok)
	case <-p.exited:
		return p.lastWords()
	case <-p.timer.C:
		return nil, p.late("has not "+what, limit)
	}
}

// lastWords takes the answer of a bot that has ended, which may still be on its way.
// Where neither it nor the end of the output comes, a child holds the pipe.
func (p *process) lastWords() ([]byte, error) {
	p.timer.Reset(linger)
	select {
	case l, ok := <-p.lines:
		return p.answer(l, ok)
	case <-p.timer.C:
		return nil, p.withErrors(fmt.Errorf("has ended (%s) without an answer, and a process that it started holds its output open", p.ending()))
	}
}

// ending says how a bot has ended.
func (p *process) ending() string {
	if p.status != nil {
		return p.status.Error()
	}
	return "exit status 0"
}

func (p *process) answer(l line, ok bool) ([]byte, error) {
	if !ok {
		return nil, p.gone("its output")
	}
	if l.err != nil {
		return nil, fault(l, "")
	}
	return l.text, nil
}

// early takes a line that was read before the question was known to be written.
// The bot may just have been quick; if not, it writes without reading.
func (p *process) early(l line, ok bool) ([]byte, error) {
	if !ok || l.err != nil {
		return p.answer(l, ok)
	}
	select {
	case err := <-p.wrote:
		if err != nil {
			return nil, p.gone("its input")
		}
		return l.text, nil
	case <-p.timer.C:
		return nil, fault(l, "wrote a line before it had read its question")
	}
}

// fault returns the error of a line.
func fault(l line, what string) error {
	if l.err != nil {
		what = l.err.Error()
	}
	return fmt.Errorf("%s: %s", what, quoted(l.text))
}

// gone returns the error of a bot that has closed a pipe: that it has ended, if
// it has.
func (p *process) gone(pipe string) error {
	p.timer.Reset(linger)
	select {
	case <-p.exited:
		select { // its last words may still be on their way
		case <-p.silent:
		case <-p.timer.C:
		}
		return p.withErrors(fmt.Errorf("has ended (%s)", p.ending()))
	case <-p.timer.C:
		return p.withErrors(fmt.Errorf("has closed %s", pipe))
	}
}

// late returns the error of a bot that has used up its time. It names the flag of the
// command line that gives it more.
func (p *process) late(what string, limit time.Duration) error {
	return p.withErrors(fmt.Errorf("%s within %v (--bot-timeout gives it more time)", what, limit))
}

// withErrors adds the last line that the bot wrote on its standard error.
func (p *process) withErrors(err error) error {
	if last := p.errors.lastLine(); len(last) > 0 {
		return fmt.Errorf("%w; its standard error ends with %s", err, quotedEnd(last))
	}
	return err
}

// stop closes the bot's input, waits for a time for it to end by itself, and then
// ends it with all that it started. Nothing of it is left afterwards.
func (p *process) stop(grace time.Duration) {
	close(p.questions)
	close(p.stopping)
	p.timer.Reset(grace)
	select {
	case <-p.exited:
	case <-p.timer.C:
	}
	killGroup(p.cmd)
	<-p.exited
	for _, f := range p.ends { // what has left its group may still hold the others
		_ = f.SetDeadline(time.Now())
	}
	p.serving.Wait()
	closeAll(p.ends)
}
