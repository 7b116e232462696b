package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"xuezhan/engine/rules"
	"xuezhan/policy/net"
)

// Digest returns a digest of all that sets the spec's bot: its text, which names what
// differs from the defaults and the net it plays by, and the defaults of every bot in
// it. It tells two versions of the program apart in which the same text plays
// differently because a default has changed. An external bot is known by its command
// alone: see Identify.
func (s Spec) Digest() string {
	if s.IsExternal() {
		return digestOf(s.String(), "")
	}
	text := s.String()
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(":,=", r) })
	var defaults strings.Builder
	for _, d := range s.catalog.Bots() {
		if !slices.Contains(words, d.Name) {
			continue
		}
		for _, p := range d.Params {
			fmt.Fprintf(&defaults, "%s.%s=%d\n", d.Name, p.Name, p.Default)
		}
	}
	return digestOf(text+"\n", defaults.String())
}

// Identify is Digest, but an external bot is started for it under some rules: to its
// command the digest adds the name and version that the bot gives itself.
func (s Spec) Identify(r *rules.Rules) (string, error) {
	if !s.IsExternal() {
		return s.Digest(), nil
	}
	name, err := s.Greet(r)
	if err != nil {
		return "", err
	}
	return digestOf(s.String()+"\n", name), nil
}

// Greet starts the external bot of the spec under some rules and returns the name and
// version that it gives itself.
func (s Spec) Greet(r *rules.Rules) (name string, err error) {
	b := s.Open(r)
	name, err = b.Greet()
	if err := errors.Join(err, b.Close()); err != nil {
		return "", fmt.Errorf("the bot %s %w", s, err)
	}
	return name, nil
}

func digestOf(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		io.WriteString(h, t)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// WithNetsOf returns a copy of the catalog that also reads those of the specs' texts
// whose bots play by nets. Read returns the file of the net with a digest.
func (c *Catalog) WithNetsOf(texts []string, read func(digest string) ([]byte, error)) (*Catalog, error) {
	for _, text := range texts {
		digest, ok := NetDigest(text)
		if !ok {
			continue
		}
		n, err := readNet(digest, read)
		if err != nil {
			return nil, fmt.Errorf("the net of %s: %w", text, err)
		}
		c = c.WithNets(n)
	}
	return c, nil
}

func readNet(digest string, read func(digest string) ([]byte, error)) (*net.Net, error) {
	file, err := read(digest)
	if err != nil {
		return nil, err
	}
	n, err := net.Parse(file)
	if err != nil {
		return nil, err
	}
	if got := n.Digest(); got != digest {
		return nil, fmt.Errorf("the file has the digest %s", got)
	}
	return n, nil
}

// NetFile returns the digest and the file of the net that the spec's bot plays by; no
// file if it plays by none. WithNetsOf reads it back.
func (s Spec) NetFile() (digest string, file []byte, err error) {
	if s.net == nil {
		return "", nil, nil
	}
	var b bytes.Buffer
	err = s.net.Write(&b, nil)
	return s.net.Digest(), b.Bytes(), err
}
