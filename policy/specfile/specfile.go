// Package specfile reads the specs of bots that name files: learned@FILE, which plays
// by the net of a file, and BOT@FILE, which has its parameters from one. Start with
// Reader. Specs without a file are read by policy.Catalog itself.
package specfile

import (
	"fmt"
	"slices"
	"strings"

	"xuezhan/policy"
	"xuezhan/policy/net"
)

// The greatest sizes of files, in bytes.
const (
	MaxNet        = 64 << 20
	MaxParameters = 1 << 20
)

// A Reader reads specs with the bots of a catalog.
type Reader struct {
	Bots *policy.Catalog
	// Read returns the content of a file of at most n bytes, or an error that
	// names it.
	Read func(path string, most int64) ([]byte, error)
}

// Parse reads a spec: what the catalog reads, and BOT@FILE or BOT@FILE:OPTIONS
// with the bot's parameters from a file, which options may change again. What comes
// back names the parameters and no file. learned@FILE has a net from its file, and
// what comes back names the net's digest.
func (r *Reader) Parse(text string) (policy.Spec, error) {
	bot, rest, ok := strings.Cut(text, "@")
	if !ok || strings.Contains(bot, ":") {
		return r.Bots.Parse(text)
	}
	path, options := cutOptions(rest)
	if path == "" {
		return policy.Spec{}, fmt.Errorf("policy %q: the name of a file is missing behind the @", text)
	}
	if bot == policy.LearnedBot {
		return r.readLearned(path, options)
	}
	s, err := r.readParameters(bot, path)
	if err != nil || options == "" {
		return s, err
	}
	return r.Bots.Parse(bot + ":" + strings.Join(append(unchanged(s, options), options), ","))
}

// readLearned returns the bot that plays by the net of a file.
func (r *Reader) readLearned(path, options string) (policy.Spec, error) {
	data, err := r.Read(path, MaxNet)
	if err != nil {
		return policy.Spec{}, fmt.Errorf("net of %s: %w", policy.LearnedBot, err)
	}
	n, err := net.Parse(data)
	if err != nil {
		return policy.Spec{}, fmt.Errorf("%s: %w", path, err)
	}
	s, err := r.Bots.Learned(n, options)
	if err != nil {
		return s, fmt.Errorf("%s@%s: %w", policy.LearnedBot, path, err)
	}
	return s, nil
}

// cutOptions cuts a path from the options behind it: at its last colon, if what
// follows is key=value.
func cutOptions(text string) (path, options string) {
	if i := strings.LastIndexByte(text, ':'); i >= 0 && strings.Contains(text[i:], "=") {
		return text[:i], text[i+1:]
	}
	return text, ""
}

// readParameters returns the bot with the parameters of a file. The error names
// the file, and the field that is wrong.
func (r *Reader) readParameters(bot, path string) (policy.Spec, error) {
	s, err := r.Bots.Parse(bot)
	if err != nil {
		return s, err
	}
	data, err := r.Read(path, MaxParameters)
	if err != nil {
		return s, fmt.Errorf("parameters of %s: %w", bot, err)
	}
	p, err := policy.ParseParameters(data)
	if err == nil && p.Bot != bot {
		err = fmt.Errorf("field %q: it is %q, not %q", "bot", p.Bot, bot)
	}
	if err == nil {
		s, err = s.With(p.Values)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// unchanged returns a spec's parameters, as options, that the options do not name.
func unchanged(s policy.Spec, options string) []string {
	var named []string
	for _, o := range strings.Split(options, ",") {
		key, _, _ := strings.Cut(o, "=")
		named = append(named, key)
	}
	var list []string
	values := s.Values()
	for _, p := range s.Bot().Params {
		if !slices.Contains(named, p.Name) {
			list = append(list, fmt.Sprintf("%s=%d", p.Name, values[p.Name]))
		}
	}
	return list
}
