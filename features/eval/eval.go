// Package eval answers questions about positions that are given in text: a seat's
// tiles, the void suit, tiles seen elsewhere, how a win would come about, and for how
// many draws a lone player's exact chances are wanted.
//
// A [Case] is a question, an [Answer] what features and features/solo measure of it;
// both are plain data for JSON. An [Evaluator] keeps an engine for each rule system
// that it has met. The command line and the page in the browser answer with the same
// code, so that they say the same.
//
// The package reads no files: whoever makes an Evaluator says what the name of a rule
// system stands for.
package eval

import (
	"errors"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/features"
	"xuezhan/features/solo"
)

// An Answer is what is measured of a position.
type Answer struct {
	features.Analysis
	Draws *Draws `json:"draws,omitempty"`
}

// An Evaluator measures cases; it keeps an engine for each rule system, and a solver
// where draws are asked for. It is one goroutine's own.
type Evaluator struct {
	tables    *shape.Tables
	rules     func(name string) (rules.Rules, error)
	engines   map[string]*engine.Engine
	solvers   map[string]*solo.Solver
	maxStates int
}

// NewEvaluator returns an evaluator that finds rule systems by a function and whose
// solvers give up beyond a number of states.
func NewEvaluator(t *shape.Tables, find func(name string) (rules.Rules, error), maxStates int) *Evaluator {
	return &Evaluator{t, find, map[string]*engine.Engine{}, map[string]*solo.Solver{}, maxStates}
}

func (v *Evaluator) engine(name string) (*engine.Engine, error) {
	if e, ok := v.engines[name]; ok {
		return e, nil
	}
	r, err := v.rules(name)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(r, v.tables)
	if err != nil {
		return nil, err
	}
	v.engines[name] = e
	return e, nil
}

// Answer measures a case. The error says why there is no such position, or is a
// *solo.LimitError.
func (v *Evaluator) Answer(c Case) (Answer, error) {
	e, err := v.engine(c.Rules)
	if err != nil {
		return Answer{}, err
	}
	p, err := c.Position()
	if err != nil {
		return Answer{}, err
	}
	a := Answer{}
	if a.Analysis, err = features.Analyse(e, p); err != nil {
		return Answer{}, errors.New(strings.TrimPrefix(err.Error(), "features: ")) // whoever reads it knows no packages
	}
	a.Draws, err = v.draws(&c, &p, a.Void)
	return a, err
}
