package command

import (
	"strconv"
	"strings"

	"xuezhan/sim/study"
)

// parseField reads the bots of a field, which are separated as those of --seats are.
// *N after a bot is its weight.
func (a *app) parseField(text string) (study.Field, error) {
	var f study.Field
	for _, piece := range splitSpecs(text) {
		b := study.FieldBot{Weight: 1}
		spec, weight, weighted := cutWeight(piece)
		if weighted {
			var err error
			if b.Weight, err = strconv.Atoi(weight); err != nil {
				return nil, misused("--field %s: the weight %q is not a whole number", piece, weight)
			}
		}
		var err error
		if b.Spec, err = a.flagSpec("--field", spec); err != nil {
			return nil, err
		}
		f = append(f, b)
	}
	if err := f.Validate(); err != nil {
		return nil, usageError{err}
	}
	return f, nil
}

// cutWeight cuts the weight off a bot of a field.
func cutWeight(piece string) (spec, weight string, ok bool) {
	i := strings.LastIndexByte(piece, '*')
	if i < 0 {
		return piece, "", false
	}
	return piece[:i], piece[i+1:], true
}
