// Package door is the program as a page in a browser calls it: the name of a question
// and JSON in, JSON out.
//
//	about   {}                    the rule systems, the bots, the most draws
//	eval    a case                what xuezhan eval --json prints of it
//	advise  a Table               what each bot would play there
//	watch   {"text": records}     the hands of package viewer
//	review  a Judging             what package review says of a seat's choices
//	deal    a Deal                a State: a hand is dealt, bots have played up to the reader
//	act     {"actions": [ids]}    a State: the reader's choices, and the bots' after them
//	coach   {"bots": [specs]}     what each bot would play in the reader's place, and eval's answer
//	record  {}                    {"text": the record of the hand, once it is over}
//
// What went wrong is an object with error, and position in the case's tiles where
// there is one. A [Door] keeps one hand in play. It is one goroutine's own.
//
// Nothing here knows of browsers: package main calls it from one.
package door

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/features/eval"
	"xuezhan/features/solo"
	"xuezhan/policy"
)

// A Door answers questions.
type Door struct {
	tables    *shape.Tables
	bots      *policy.Catalog
	evaluator *eval.Evaluator
	game      *game // nil before the first deal
}

// New returns a door with the built-in bots. It builds the suit tables, which takes
// some tenths of a second in a browser.
func New() *Door {
	t := shape.New()
	return &Door{tables: t, bots: policy.NewCatalog(), evaluator: eval.NewEvaluator(t, rules.Lookup, solo.DefaultMaxStates)}
}

// Call answers a question. What it returns is JSON.
func (d *Door) Call(name string, in []byte) (out []byte) {
	defer func() {
		if p := recover(); p != nil { // the page stays alive and shows what happened
			out = marshal(eval.Failure{Error: fmt.Sprintf("the program failed: %v", p)})
		}
	}()
	answer, err := d.answer(name, in)
	if err != nil {
		return marshal(failureOf(err))
	}
	return marshal(answer)
}

func (d *Door) answer(name string, in []byte) (any, error) {
	switch name {
	case "about":
		return d.about(), nil
	case "eval":
		return d.eval(in)
	case "advise":
		return ask(in, d.advise)
	case "watch":
		return ask(in, d.watch)
	case "review":
		return ask(in, d.review)
	case "deal":
		return ask(in, d.deal)
	case "act":
		return ask(in, d.act)
	case "coach":
		return ask(in, d.coach)
	case "record":
		return d.record()
	}
	return nil, fmt.Errorf("unknown question %q", name)
}

// ask reads what a question is about and answers it.
func ask[T any](in []byte, answer func(T) (any, error)) (any, error) {
	var about T
	dec := json.NewDecoder(bytes.NewReader(in))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&about); err != nil {
		return nil, err
	}
	return answer(about)
}

// marshal writes JSON as the command line does.
func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("door: an answer that is no JSON")
	}
	return bytes.TrimSpace(b.Bytes())
}

// failureOf returns the answer to a question that had an error.
func failureOf(err error) eval.Failure {
	f := eval.NewFailure(1, nil, err)
	f.Line = 0
	return f
}

// errNoHand is the error of questions about a hand before one is dealt.
var errNoHand = errors.New("no hand is dealt")

// An about is what a page has to know before it asks.
type about struct {
	Rules    []ruleSystem `json:"rules"`
	Bots     []bot        `json:"bots"`
	MaxDraws int          `json:"max_draws"`
}

type ruleSystem struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	FanCap int    `json:"fan_cap"`
}

type bot struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

func (d *Door) about() about {
	a := about{MaxDraws: solo.MaxDraws}
	for _, p := range rules.Presets() {
		a.Rules = append(a.Rules, ruleSystem{p.Rules.Name, p.Source, p.Rules.FanCap})
	}
	for _, b := range d.bots.Bots() {
		a.Bots = append(a.Bots, bot{b.Name, b.Doc})
	}
	return a
}

// eval answers a case as the command line does.
func (d *Door) eval(in []byte) (any, error) {
	c, err := eval.ReadCase(string(in), eval.Case{})
	if err != nil {
		return nil, err
	}
	return d.evaluator.Answer(c)
}
