package eval

import (
	"fmt"
	"strings"

	"xuezhan/engine/fan"
	"xuezhan/engine/spell"
)

// A situationName is a word and the flags that it sets.
type situationName struct {
	name string
	how  fan.Situation
}

// situations lists the words. What can only be a self-draw says so.
func situations() []situationName {
	return []situationName{
		{"self-draw", fan.BySelfDraw},
		{"replacement", fan.BySelfDraw | fan.OnReplacement},
		{"robbing", fan.ByRobbing},
		{"last", fan.WallEmpty},
		{"shot", fan.AfterKong},
		{"heavenly", fan.BySelfDraw | fan.OnDeal},
		{"earthly", fan.BySelfDraw | fan.OnFirstDraw},
	}
}

// SituationNames lists the words that say how a win comes about.
func SituationNames() []string {
	var names []string
	for _, s := range situations() {
		names = append(names, s.name)
	}
	return names
}

// ParseSituation reads words that say how a win comes about, separated by commas.
func ParseSituation(text string) (fan.Situation, error) {
	var how fan.Situation
	if strings.TrimSpace(text) == "" {
		return how, nil
	}
	for _, word := range strings.Split(text, ",") {
		flags, ok := findSituation(strings.TrimSpace(word))
		if !ok {
			return how, fmt.Errorf("unknown situation %q%s; there are %s", word, spell.Hint(word, SituationNames()), strings.Join(SituationNames(), ", "))
		}
		how |= flags
	}
	return how, nil
}

func findSituation(word string) (fan.Situation, bool) {
	for _, s := range situations() {
		if s.name == word {
			return s.how, true
		}
	}
	return 0, false
}
