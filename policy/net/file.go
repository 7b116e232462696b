package net

import (
	"encoding/json"
	"fmt"
	"io"

	"xuezhan/engine/strictjson"
	"xuezhan/features"
)

// The formats of files: a net of one layer, and one of several.
const (
	oneLayer = 1
	layered  = 2
)

// MaxFile is the most bytes of a file.
const MaxFile = 5 << 19

// A file is a net of one layer as it is kept.
type file struct {
	head
	Weights
	History json.RawMessage `json:"history,omitempty"`
}

// A layeredFile is a net of several layers as it is kept.
type layeredFile struct {
	head
	Layers  []Layer         `json:"layers"`
	History json.RawMessage `json:"history,omitempty"`
}

// A head says what a net reads.
type head struct {
	Format   int      `json:"format"`
	Features string   `json:"features"`
	Schema   string   `json:"schema"`
	Inputs   []string `json:"inputs"`
}

// Parse reads a net. The error names the field that is wrong. The history may be
// anything or absent.
func Parse(data []byte) (*Net, error) {
	if len(data) > MaxFile {
		return nil, fmt.Errorf("it has %d bytes; a net has at most %d", len(data), MaxFile)
	}
	version := struct {
		Format int `json:"format"`
	}{oneLayer}
	if err := strictjson.DecodeSome(data, &version); err != nil {
		return nil, err
	}
	switch version.Format {
	case oneLayer:
		return parseOneLayer(data)
	case layered:
		return parseLayered(data)
	}
	return nil, fmt.Errorf("field %q: it is %d; this version reads %d and %d", "format", version.Format, oneLayer, layered)
}

func parseOneLayer(data []byte) (*Net, error) {
	var f file
	if err := strictjson.Decode(data, &f); err != nil {
		return nil, err
	}
	schema := features.V1{}.Schema()
	if f.Features != schema.Name {
		return nil, fmt.Errorf("field %q: it is %q, not %q", "features", f.Features, schema.Name)
	}
	if err := f.checkSchema(&schema); err != nil {
		return nil, err
	}
	return New(f.Inputs, f.Weights)
}

func parseLayered(data []byte) (*Net, error) {
	var f layeredFile
	if err := strictjson.Decode(data, &f); err != nil {
		return nil, err
	}
	if numbers := features.NumbersOf(f.Features); numbers != nil {
		schema := numbers.Schema()
		if err := f.checkSchema(&schema); err != nil {
			return nil, err
		}
	}
	return NewLayered(f.Features, f.Inputs, f.Layers)
}

// checkSchema checks that the net is for the features as they are now.
func (h *head) checkSchema(schema *features.Schema) error {
	if hash := schema.Hash(); h.Schema != hash {
		return fmt.Errorf("field %q: the net was learned of other features, %q; those of this version are %q: learn it anew", "schema", h.Schema, hash)
	}
	return nil
}

// Write writes a net with its history, which is JSON or nil.
func (n *Net) Write(w io.Writer, history json.RawMessage) error {
	h := head{oneLayer, n.schema.Name, n.schema.Hash(), n.names}
	e := json.NewEncoder(w)
	if n.stack == nil {
		return e.Encode(file{h, n.weights, history})
	}
	h.Format = layered
	return e.Encode(layeredFile{h, n.stack.layers, history})
}
