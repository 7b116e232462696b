package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// The greatest sizes of inputs, in bytes. What is larger is refused as soon as that is
// known: a device such as /dev/zero has no end.
const (
	maxSmallFile = 1 << 20  // rules, parameters of a bot
	maxInput     = 4 << 30  // baselines, decks, records, matches
	maxInputLine = 64 << 20 // of any of these: the header of a match has whole nets
)

// nameOf returns how messages call what open opens.
func nameOf(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// open opens a file for reading; "-" is the standard input. Reading fails beyond the
// greatest size.
func (a *app) open(path string, most int64) (io.ReadCloser, error) {
	if path == "-" {
		return limited(io.NopCloser(a.in), most), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return limited(f, most), nil
}

// readFile reads a whole file of at most limit bytes; "-" is the standard input.
func (a *app) readFile(path string, most int64) ([]byte, error) {
	f, err := a.open(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(path), err)
	}
	return data, nil
}

// limited returns a file whose reading fails beyond the greatest size, or where a line
// is longer than any may be.
func limited(f io.ReadCloser, most int64) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{&limitedReader{r: f, left: most, most: most}, f}
}

// A limitedReader reads what has a greatest size, as a whole and by line.
type limitedReader struct {
	r          io.Reader
	left, most int64
	line       int64 // bytes since the last line end
}

// Read reads on. It may hand out the bytes that are too many, with an error.
func (b *limitedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.left -= int64(n)
	if i := bytes.LastIndexByte(p[:n], '\n'); i >= 0 {
		b.line = int64(n - i - 1)
	} else {
		b.line += int64(n)
	}
	switch {
	case b.left < 0:
		return n, fmt.Errorf("it is larger than %s, the most that such a file may have", sizeText(b.most))
	case b.line > maxInputLine:
		return n, fmt.Errorf("it has a line longer than %s", sizeText(maxInputLine))
	}
	return n, err
}

// sizeText returns a number of bytes, of whole MiB, in words.
func sizeText(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
