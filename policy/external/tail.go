package external

import (
	"bytes"
	"sync"
)

// maxTail is the number of bytes kept of what a bot writes on its standard error.
const maxTail = 4096

// A tail keeps the end of what is written to it. Any goroutine may use it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write takes all of p.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	p = p[max(n-maxTail, 0):]
	t.text = append(t.text[max(len(t.text)+len(p)-maxTail, 0):], p...)
	return n, nil
}

// lastLine returns the last line that is not blank, empty if there is none.
func (t *tail) lastLine() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	return bytes.Clone(text[bytes.LastIndexByte(text, '\n')+1:])
}
