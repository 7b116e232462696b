// Package spell finds the word that was meant where a wrong one was written.
//
// It is for messages to people, "unknown field "fancap" (did you mean
// "fan_cap"?)", and never decides anything.
package spell

import (
	"fmt"
	"strings"
)

// Hint returns ` (did you mean "x"?)` for the one of the words that is nearest to
// what was written, and "" if none is near.
func Hint(written string, words []string) string {
	if meant, ok := Nearest(written, words); ok {
		return fmt.Sprintf(" (did you mean %q?)", meant)
	}
	return ""
}

// Nearest returns the first of the words that is nearest to what was written, in
// letters that are wrong, missing, too many or exchanged with their neighbour; case
// and the signs - and _ do not count. At most a third of the letters may differ. If
// no word is so near, it is the first that begins with what was written, or that is
// contained in it or contains it.
func Nearest(written string, words []string) (string, bool) {
	folded := fold(written)
	if folded == "" || len(folded) > maxLength {
		return "", false
	}
	meant, fewest := "", len(folded)/3+1
	for _, word := range words {
		if d := distance(folded, fold(word)); d < fewest {
			meant, fewest = word, d
		}
	}
	if meant != "" {
		return meant, true
	}
	return related(folded, words)
}

// maxLength bounds the words that are compared, in bytes: longer ones are no
// misspelt names.
const maxLength = 64

// The shortest words that are looked for at the beginning of others, and within.
const (
	minPrefix  = 2
	minRelated = 3
)

func related(folded string, words []string) (string, bool) {
	for _, word := range words {
		if len(folded) >= minPrefix && strings.HasPrefix(fold(word), folded) {
			return word, true
		}
	}
	if len(folded) < minRelated {
		return "", false
	}
	for _, word := range words {
		other := fold(word)
		if len(other) > minRelated && (strings.Contains(other, folded) || strings.Contains(folded, other)) {
			return word, true
		}
	}
	return "", false
}

func fold(word string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(word))
}

// distance returns how many letters have to be changed, added, removed or
// exchanged with their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			changed := last[j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			row[j] = min(changed, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
