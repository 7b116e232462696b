package store

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// tailEnding is that of the name of a tail.
const tailEnding = ".tail"

// A Tail is lines about the units of a part that is under way, such that a kill does
// not lose them all: parts may then be large even where a unit takes long. It is a file
// next to the parts, and goes once its part is committed. It belongs to one goroutine.
type Tail struct {
	path string
	file *os.File
}

// tailName returns the name of the file of a part's tail.
func (k *Kind) tailName(part int) string {
	return fmt.Sprintf("%s-%06d%s", k.Tables[0], part, tailEnding)
}

// tailOf returns the part whose tail a file is.
func (k *Kind) tailOf(name string) (part int, ok bool) {
	n, err := fmt.Sscanf(name, k.Tables[0]+"-%d"+tailEnding, &part)
	return part, n == 1 && err == nil && name == k.tailName(part)
}

// Tail opens the tail of a part that is not stored. Take is called with the lines that
// an earlier process wrote, as long as it takes them; what follows is dropped, as is a
// last line that was cut off.
func (d *Dir) Tail(part int, take func(line []byte) bool) (*Tail, error) {
	t := &Tail{path: d.at(d.kind.tailName(part))}
	var err error
	if t.file, err = openOwn(t.path); err != nil {
		return nil, failure("open", t.path, err)
	}
	if err := t.takeUp(take); err != nil {
		t.file.Close()
		return nil, err
	}
	return t, nil
}

// takeUp puts the end of the file behind the lines that are taken.
func (t *Tail) takeUp(take func(line []byte) bool) error {
	text, err := io.ReadAll(t.file)
	if err != nil {
		return failure("read", t.path, err)
	}
	size := int64(takenLines(text, take))
	if err := t.file.Truncate(size); err != nil {
		return failure("write", t.path, err)
	}
	if _, err := t.file.Seek(size, io.SeekStart); err != nil {
		return failure("write", t.path, err)
	}
	return nil
}

// takenLines hands on whole lines as long as they are taken, and returns their bytes.
func takenLines(text []byte, take func(line []byte) bool) (size int) {
	for {
		i := bytes.IndexByte(text[size:], '\n')
		if i < 0 || !take(text[size:size+i]) {
			return size
		}
		size += i + 1
	}
}

// Write appends whole lines, at once. They are not synced: what the machine loses is
// made again.
func (t *Tail) Write(lines []byte) (int, error) {
	n, err := t.file.Write(lines)
	if err != nil {
		return n, failure("write", t.path, err)
	}
	return n, nil
}

// Close ends writing. The lines stay until the part is committed.
func (t *Tail) Close() error {
	if err := t.file.Close(); err != nil {
		return failure("write", t.path, err)
	}
	return nil
}

// ReadTail hands on the lines of a part that is under way in dir, as long as they are
// taken; none if there is no tail.
func ReadTail(dir string, k Kind, part int, take func(line []byte) bool) error {
	text, err := readJournal(filepath.Join(dir, k.tailName(part)))
	if err == nil {
		takenLines(text, take)
	}
	return err
}

// Tails returns the parts that are under way, in order.
func (d *Dir) Tails() ([]int, error) {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return nil, failure("read", d.path, err)
	}
	var list []int
	for _, e := range entries {
		if part, ok := d.kind.tailOf(e.Name()); ok && !d.hasPart(part) {
			list = append(list, part)
		}
	}
	slices.Sort(list)
	return list, nil
}

// hasPart reports whether a part is stored.
func (d *Dir) hasPart(part int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stored[part]
}
