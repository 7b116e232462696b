package command

import (
	"strings"

	"xuezhan/engine"
	"xuezhan/policy"
)

// parseSeats reads the specs of the four seats. They are separated by commas,
// blanks or semicolons. A comma also separates a spec's options, so a piece
// behind one that is an option and no bot, key=value without a colon before the
// equals sign, still belongs to the spec before it.
func (a *app) parseSeats(text string) ([engine.NumSeats]policy.Spec, error) {
	var seats [engine.NumSeats]policy.Spec
	specs := splitSpecs(text)
	if len(specs) != len(seats) {
		return seats, misused("--seats has %d bots, not 4: %s", len(specs), strings.Join(specs, " | "))
	}
	for i, spec := range specs {
		var err error
		if seats[i], err = a.bots.Parse(spec); err != nil {
			return seats, usageError{err}
		}
	}
	return seats, nil
}

func splitSpecs(text string) []string {
	var specs []string
	groups := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == ' ' || r == '\t' || r == '\n' })
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
	return ok && !strings.Contains(name, ":")
}
