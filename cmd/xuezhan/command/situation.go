package command

import (
	"fmt"
	"strings"

	"xuezhan/engine/fan"
	"xuezhan/engine/spell"
)

// A situationName is a word of --how and the flags that it sets.
type situationName struct {
	name string
	how  fan.Situation
}

// situations lists the words of --how. What can only be a self-draw says so.
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

func situationNames() []string {
	var names []string
	for _, s := range situations() {
		names = append(names, s.name)
	}
	return names
}

// parseSituation reads words separated by commas.
func parseSituation(text string) (fan.Situation, error) {
	var how fan.Situation
	if strings.TrimSpace(text) == "" {
		return how, nil
	}
	for _, word := range strings.Split(text, ",") {
		flags, ok := findSituation(strings.TrimSpace(word))
		if !ok {
			return how, fmt.Errorf("unknown situation %q%s; there are %s", word, spell.Hint(word, situationNames()), strings.Join(situationNames(), ", "))
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
