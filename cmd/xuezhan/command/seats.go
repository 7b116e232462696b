package command

import (
	"strings"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/policy/specfile"
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

// splitBuiltIn splits a list of specs without external ones.
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

// parseSpec reads a spec, which may name a file: see package specfile.
func (a *app) parseSpec(text string) (policy.Spec, error) {
	r := specfile.Reader{Bots: a.bots, Read: a.readFile}
	return r.Parse(text)
}
