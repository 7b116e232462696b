package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadmeInChinese holds the Chinese README's commands, names in code, links and
// numbers of speed against the English one's.
func TestReadmeInChinese(t *testing.T) {
	english, chinese := readText(t, "../../README.md"), readText(t, "../../README.zh.md")
	for _, part := range []struct {
		what    string
		pattern *regexp.Regexp
		sorted  bool // the languages may have them in another order
	}{
		{"blocks of commands", regexp.MustCompile("(?s)```.*?```"), false},
		{"names in code", regexp.MustCompile("`[^`\n]+`"), true},
		{"links", regexp.MustCompile(`\]\(([^)]+)\)`), true},
		{"numbers in tables", regexp.MustCompile(`\| [\d.,]+×?(?: /[^|\n]*)? \|`), false},
	} {
		want, got := found(part.pattern, english, part.sorted), found(part.pattern, chinese, part.sorted)
		for _, only := range []struct {
			where string
			list  []string
		}{{"README.md", without(want, got)}, {"README.zh.md", without(got, want)}} {
			for _, x := range only.list {
				t.Errorf("%s: only %s has %s", part.what, only.where, x)
			}
		}
		if !t.Failed() && !slices.Equal(want, got) {
			t.Errorf("%s stand in another order", part.what)
		}
	}
}

// elsewhere are links that only one of the two has: to each other, and to the terms.
var elsewhere = []string{"](README.md)", "](README.zh.md)", "](engine/doc.go)"}

// found returns what a pattern finds in a text.
func found(pattern *regexp.Regexp, text string, sorted bool) []string {
	var list []string
	for _, m := range pattern.FindAllString(strings.ReplaceAll(text, "|", "||"), -1) { // a bar for each of two cells
		if !slices.Contains(elsewhere, m) {
			list = append(list, m)
		}
	}
	if sorted {
		slices.Sort(list)
	}
	return list
}

// without returns what a list has more often than another.
func without(list, other []string) []string {
	rest := slices.Clone(other)
	var more []string
	for _, x := range list {
		if i := slices.Index(rest, x); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			more = append(more, x)
		}
	}
	return more
}
