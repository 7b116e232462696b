package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xuezhan/engine/strictjson"
)

// A Manifest is the content of manifest.json.
type Manifest struct {
	Layout   int             `json:"layout,omitempty"` // of the manifest itself; the first one did not write it
	Format   int             `json:"format"`
	Kind     string          `json:"kind,omitempty"`   // before format 2 it was not written: they are runs
	Tables   []string        `json:"tables,omitempty"` // before format 2 it was not written
	Inputs   json.RawMessage `json:"inputs"`           // all that the rows depend on, as the kind has it
	Planned  int             `json:"planned_parts"`
	Finished bool            `json:"finished"`
	Digest   string          `json:"digest,omitempty"` // of all outcomes in order
	Parts    []Part          `json:"parts,omitempty"`  // all of them, once finished
	SHA256   string          `json:"sha256,omitempty"` // of all the other members

	text []byte // that was read; nil for a manifest that was not
}

// manifestLayout is the layout of manifests that are written. Since the second a
// manifest has a digest of itself.
const manifestLayout = 2

// Altered returns how a manifest that was read differs from what was written, nil if it
// does not. One of an earlier program, which has no digest of itself, is taken as it is.
func (m *Manifest) Altered() *Difference {
	if m.text == nil || m.Layout < manifestLayout && m.SHA256 == "" {
		return nil
	}
	if sum := sumOf(m.text); sum != m.SHA256 {
		return &Difference{"SHA-256", fmt.Sprintf("%.16s…", sum), fmt.Sprintf("%.16s…", m.SHA256)}
	}
	return nil
}

// sumOf returns the SHA-256 of a manifest's text without blanks and without the member
// that has the sum.
func sumOf(text []byte) string {
	members, err := strictjson.Members(nil, text)
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, m := range members {
		if m.Key != "sha256" {
			fmt.Fprintf(h, "%q:%s\n", m.Key, compacted(m.Value))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// encode returns the text of a manifest to be written, with its sum.
func (m Manifest) encode() ([]byte, error) {
	m.Layout, m.SHA256 = manifestLayout, ""
	text, err := json.Marshal(&m)
	if err != nil {
		return nil, err
	}
	m.SHA256 = sumOf(text)
	text, err = json.MarshalIndent(&m, "", "  ")
	return append(text, '\n'), err
}

// unnamedKind is the kind of manifests that name none.
const unnamedKind = "run"

// DecodeInputs reads the inputs into what dst points to. An error says where in the
// text of the manifest it is, if the manifest was read.
func (m *Manifest) DecodeInputs(dst any) error {
	err := strictjson.Decode(m.Inputs, dst)
	if err == nil || m.text == nil {
		return err
	}
	members, unreadable := strictjson.Members(nil, m.text)
	i := slices.IndexFunc(members, func(x strictjson.Member) bool { return x.Key == "inputs" })
	if unreadable != nil || i < 0 {
		return err
	}
	return strictjson.Fail(m.text, members[i], err)
}

// ReadManifest reads the manifest of a directory of a kind. Of one that has not
// finished it lists the parts that were whole when it was read. A manifest that was
// changed after it was written is an error.
func ReadManifest(dir string, k Kind) (Manifest, error) {
	m, err := ReadAltered(dir, k)
	if err != nil {
		return m, err
	}
	return m, m.checkUnaltered(dir)
}

// checkUnaltered is Altered, for whoever reads nothing that was changed.
func (m *Manifest) checkUnaltered(dir string) error {
	if d := m.Altered(); d != nil {
		return fmt.Errorf("store: %s: it was changed after it was written: %w", filepath.Join(dir, ManifestName), d)
	}
	return nil
}

// ReadAltered is ReadManifest, but it also reads a manifest that was changed: see Altered.
func ReadAltered(dir string, k Kind) (Manifest, error) {
	m, err := readManifest(dir, &k)
	if err != nil || m.Finished {
		return m, err
	}
	path := filepath.Join(dir, JournalName)
	data, err := readJournal(path)
	if err != nil {
		return m, err
	}
	if m.Parts, err = parseJournal(data, &k, m.Planned); err != nil {
		return m, fmt.Errorf("store: %s: %w; resuming makes its part again", path, err)
	}
	return m, nil
}

// readManifest reads a manifest as it is written, without the journal.
func readManifest(dir string, k *Kind) (Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%w: no %s here", failure("read", path, err), k.Name)
	}
	if err != nil {
		return Manifest{}, failure("read", path, err)
	}
	m, err := parseManifest(data, k)
	if err != nil {
		return m, fmt.Errorf("store: %s: %w", path, err)
	}
	return m, nil
}

// KindOf returns the kind of the directory dir, such as run or study. Of what has no
// manifest it is run: reading it as one says what is wrong.
func KindOf(dir string) string {
	var head struct {
		Kind string `json:"kind"`
	}
	data, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil || json.Unmarshal(data, &head) != nil || head.Kind == "" {
		return unnamedKind
	}
	return head.Kind
}

// InWords says what a directory of a kind holds: a run, or decisions.
func InWords(kind string) string {
	switch {
	case strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz") != "":
		return fmt.Sprintf("the kind %q", kind)
	case strings.HasSuffix(kind, "s"):
		return kind
	}
	return "a " + kind
}

// readJournal returns the text of a journal, none if there is no file.
func readJournal(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failure("read", path, err)
	}
	return data, nil
}

// parseManifest reads the text of a manifest of a kind.
func parseManifest(data []byte, k *Kind) (Manifest, error) {
	var head struct {
		Layout int    `json:"layout,omitempty"`
		Format int    `json:"format"`
		Kind   string `json:"kind,omitempty"`
	}
	if err := strictjson.DecodeSome(data, &head); err != nil {
		return Manifest{}, fmt.Errorf("not a manifest, or a damaged one: %w; without it the parts cannot be used: start over in another directory", err)
	}
	if head.Kind == "" {
		head.Kind = unnamedKind
	}
	switch {
	case head.Format < 1:
		return Manifest{}, errors.New(`not a manifest: "format" is missing`)
	case head.Kind != k.Name:
		return Manifest{}, fmt.Errorf("it holds %s, not %s", InWords(head.Kind), InWords(k.Name))
	case head.Layout > manifestLayout:
		return Manifest{}, fmt.Errorf("layout %d is newer than %d, the newest that this program reads; take the program that wrote it, or a newer one", head.Layout, manifestLayout)
	case head.Format > k.Format:
		return Manifest{}, fmt.Errorf("format %d is newer than %d, the newest that this program reads; take the program that wrote it, or a newer one", head.Format, k.Format)
	}
	var m Manifest
	if err := strictjson.Decode(data, &m); err != nil {
		return Manifest{}, err
	}
	if m.Tables != nil && !slices.Equal(m.Tables, k.Tables) {
		return m, fmt.Errorf("its tables are %q, those of %s are %q", m.Tables, InWords(k.Name), k.Tables)
	}
	m.Kind, m.Tables, m.text = head.Kind, k.Tables, data
	return m, m.validate(k)
}

func (m *Manifest) validate(k *Kind) error {
	if m.Planned < 1 && !(k.EndsEarly && m.Finished && m.Planned == 0) {
		return fmt.Errorf("%d planned parts", m.Planned)
	}
	if m.Finished && len(m.Parts) != m.Planned {
		return fmt.Errorf("finished with %d parts of %d", len(m.Parts), m.Planned)
	}
	if !m.Finished && (m.Digest != "" || m.Parts != nil) {
		return errors.New("it has a digest or parts, though it is not finished")
	}
	for i := range m.Parts {
		if err := k.checkPart(&m.Parts[i], m.Planned); err != nil {
			return err
		}
		if i > 0 && m.Parts[i].Index <= m.Parts[i-1].Index {
			return fmt.Errorf("part %d is out of order", m.Parts[i].Index)
		}
	}
	return nil
}

// parseJournal reads the parts that are listed, in the order of their index. A
// last line that was cut off lists no part. The error is the first line's that
// lists none either; the parts of the others are returned with it.
func parseJournal(data []byte, k *Kind, planned int) (parts []Part, first error) {
	lines := bytes.Split(data, []byte("\n"))
	listed := map[int]bool{}
	for i, line := range lines[:len(lines)-1] {
		var p Part
		err := strictjson.Decode(line, &p)
		if err == nil {
			err = k.checkPart(&p, planned)
		}
		if err == nil && listed[p.Index] {
			err = fmt.Errorf("part %d is listed twice", p.Index)
		}
		if err != nil {
			if first == nil {
				first = fmt.Errorf("line %d: %w", i+1, err)
			}
			continue
		}
		listed[p.Index] = true
		parts = append(parts, p)
	}
	slices.SortFunc(parts, compareIndex)
	return parts, first
}
