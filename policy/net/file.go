package net

import (
	"encoding/json"
	"fmt"
	"io"

	"xuezhan/engine/strictjson"
	"xuezhan/features"
)

// Format is the version of the files.
const Format = 1

// MaxFile is the most bytes of a file.
const MaxFile = 1 << 20

// A file is a net as it is kept.
type file struct {
	Format   int      `json:"format"`
	Features string   `json:"features"`
	Schema   string   `json:"schema"`
	Inputs   []string `json:"inputs"`
	Weights
	History json.RawMessage `json:"history,omitempty"`
}

// Parse reads a net. The error names the field that is wrong. The history may be
// anything or absent.
func Parse(data []byte) (*Net, error) {
	if len(data) > MaxFile {
		return nil, fmt.Errorf("it has %d bytes; a net has at most %d", len(data), MaxFile)
	}
	var f file
	if err := strictjson.Decode(data, &f); err != nil {
		return nil, err
	}
	if err := f.validate(); err != nil {
		return nil, err
	}
	return New(f.Inputs, f.Weights)
}

// validate checks what says for which features the net is.
func (f *file) validate() error {
	schema := features.V1{}.Schema()
	switch {
	case f.Format != Format:
		return fmt.Errorf("field %q: it is %d; this version reads %d", "format", f.Format, Format)
	case f.Features != schema.Name:
		return fmt.Errorf("field %q: it is %q, not %q", "features", f.Features, schema.Name)
	case f.Schema != schema.Hash():
		return fmt.Errorf("field %q: the net was learned of other features, %q; those of this version are %q: learn it anew", "schema", f.Schema, schema.Hash())
	}
	return nil
}

// Write writes a net with its history, which is JSON or nil.
func (n *Net) Write(w io.Writer, history json.RawMessage) error {
	schema := features.V1{}.Schema()
	e := json.NewEncoder(w)
	return e.Encode(file{Format, schema.Name, schema.Hash(), n.names, n.weights, history})
}
