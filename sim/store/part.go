package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// PartFiles are the files of one part that is being written. They belong to one
// goroutine.
type PartFiles struct {
	dir   *Dir
	part  Part
	files []*output
	ended bool
}

// Begin opens the files of a part of n units, one file a table. No part is
// begun twice.
func (d *Dir) Begin(index int, first, count int64) (*PartFiles, error) {
	p := &PartFiles{dir: d, part: Part{Index: index, First: first, Count: count}}
	for t := range d.kind.Tables {
		o, err := newOutput(d.create, d.at(d.kind.FileName(t, index)))
		if err != nil {
			p.Abort()
			return nil, err
		}
		p.files = append(p.files, o)
	}
	return p, nil
}

// Table returns the file of a table, to be written to. Errors of writing name
// the file.
func (p *PartFiles) Table(t int) io.Writer { return p.files[t] }

// Commit puts the files, with n rows each, in place and lists the part. A
// part whose files could not be put in place is gone as with Abort; one that only
// could not be listed leaves them.
func (p *PartFiles) Commit(rows ...int64) error {
	if p.ended {
		return errors.New("store: a part was ended twice")
	}
	if err := p.store(rows); err != nil {
		p.Abort()
		return err
	}
	p.ended = true
	return p.dir.list(p.part)
}

func (p *PartFiles) store(rows []int64) error {
	for t, o := range p.files {
		if err := o.settle(); err != nil {
			return err
		}
		p.part.Files = append(p.part.Files, File{p.dir.kind.FileName(t, p.part.Index), rows[t], o.bytes, o.sum()})
	}
	if err := p.dir.kind.checkPart(&p.part, p.dir.manifest.Planned); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, o := range p.files {
		if err := o.publish(); err != nil {
			return err
		}
	}
	return nil
}

// Abort removes the files. After the part's end it does nothing.
func (p *PartFiles) Abort() {
	if p.ended {
		return
	}
	p.ended = true
	for _, o := range p.files {
		o.discard()
	}
}

// DigestOfParts returns a digest for directories of one table whose rows have no other:
// that of the SHA-256 of all files in order.
func DigestOfParts(parts []Part) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p.Files[0].SHA256))
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}
