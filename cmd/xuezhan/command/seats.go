package command

import (
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/policy/net"
)

// parseSeats reads the specs of the four seats. They are separated by commas,
// blanks or semicolons. A comma also separates a spec's options, so a piece
// behind one that is an option and no bot, key=value without a colon before the
// equals sign, still belongs to the spec before it. An external bot's command goes
// on to the next comma or semicolon that is not quoted.
func (a *app) parseSeats(text string) ([engine.NumSeats]policy.Spec, error) {
	var seats [engine.NumSeats]policy.Spec
	specs := splitSpecs(text)
	if len(specs) != len(seats) {
		return seats, misused("--seats has %s, not 4: %s", counted(int64(len(specs)), "bot"), strings.Join(specs, " | "))
	}
	for i, spec := range specs {
		var err error
		if seats[i], err = a.flagSpec("--seats", spec); err != nil {
			return seats, err
		}
	}
	return seats, nil
}

func splitSpecs(text string) []string {
	var specs []string
	for text != "" {
		text = strings.TrimLeft(text, separators+",")
		if spec, rest, ok := policy.CutExternal(text); ok {
			specs, text = append(specs, spec), rest
			continue
		}
		built, rest := beforeExternal(text)
		specs, text = append(specs, splitBuiltIn(built)...), rest
	}
	return specs
}

// separators stand between specs, besides commas.
const separators = "; \t\n"

// beforeExternal cuts a list before the first external bot.
func beforeExternal(text string) (before, from string) {
	for i := range text {
		if _, _, ok := policy.CutExternal(text[i:]); ok && i > 0 && strings.IndexByte(separators+",", text[i-1]) >= 0 {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// splitBuiltIn splits a list of specs none of which is external.
func splitBuiltIn(text string) []string {
	var specs []string
	groups := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	for _, group := range groups {
		begun := false
		for _, piece := range strings.Split(group, ",") {
			switch {
			case begun && isOption(piece):
				specs[len(specs)-1] += "," + piece
			case piece != "":
				specs = append(specs, piece)
				begun = true
			}
		}
	}
	return specs
}

// isOption reports whether a piece is an option and not the start of a spec.
func isOption(piece string) bool {
	name, _, ok := strings.Cut(piece, "=")
	return ok && !strings.ContainsAny(name, ":@")
}

// parseSpec reads a spec: what the catalog reads, and BOT@FILE or BOT@FILE:OPTIONS
// with the bot's parameters from a file, which options may change again. What comes
// back names the parameters and no file. learned@FILE has a net from its file, and
// what comes back names the net's digest.
func (a *app) parseSpec(text string) (policy.Spec, error) {
	bot, rest, ok := strings.Cut(text, "@")
	if !ok || strings.Contains(bot, ":") {
		return a.bots.Parse(text)
	}
	path, options := cutOptions(rest)
	if path == "" {
		return policy.Spec{}, fmt.Errorf("policy %q: the name of a file is missing behind the @", text)
	}
	if bot == policy.LearnedBot {
		return a.readLearned(path, options)
	}
	s, err := a.readParameters(bot, path)
	if err != nil || options == "" {
		return s, err
	}
	return a.bots.Parse(bot + ":" + strings.Join(append(unchanged(s, options), options), ","))
}

// readLearned returns the bot that plays by the net of a file.
func (a *app) readLearned(path, options string) (policy.Spec, error) {
	data, err := a.readFile(path, maxNetFile)
	if err != nil {
		return policy.Spec{}, fmt.Errorf("net of %s: %w", policy.LearnedBot, err)
	}
	n, err := net.Parse(data)
	if err != nil {
		return policy.Spec{}, fmt.Errorf("%s: %w", path, err)
	}
	s, err := a.bots.Learned(n, options)
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
func (a *app) readParameters(bot, path string) (policy.Spec, error) {
	s, err := a.bots.Parse(bot)
	if err != nil {
		return s, err
	}
	data, err := a.readFile(path, maxSmallFile)
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
