package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An Attachment is a file that is kept next to a manifest, such as decks or a net.
type Attachment struct {
	Name string
	Data []byte
}

// ReadAttachment returns the content of a file next to a manifest. The caller knows
// what it should be.
func ReadAttachment(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, failure("read", path, err)
	}
	return data, nil
}

// attach writes an attachment unless it is there already, as it may be after a
// kill. Somebody else's file is not touched.
func (d *Dir) attach(a Attachment) error {
	path := d.at(a.Name)
	old, err := os.ReadFile(path)
	switch {
	case err == nil && string(old) == string(a.Data):
		return nil
	case err == nil:
		return fmt.Errorf("store: %s is in the way; name another directory or remove it", path)
	case !errors.Is(err, fs.ErrNotExist):
		return failure("read", path, err)
	}
	return writeWhole(d.create, path, a.Data)
}
