package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// provenance is what every page of results says of itself.
var provenance = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"a command that makes it again", regexp.MustCompile(`\b(xuezhan|go run \./cmd/xuezhan|go test) [a-z./-]`)},
	{"its seed, or why it has none", regexp.MustCompile(`(?i)\bseeds? |--seed \d`)},
	{"the revision it was made at", regexp.MustCompile(`(?i)\brevision [0-9a-f]{7}\b`)},
}

func TestResultsSayHowTheyWereMade(t *testing.T) {
	pages, err := filepath.Glob("../../results/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no page of results: %v", err)
	}
	for _, page := range pages {
		text := readText(t, page)
		for _, p := range provenance {
			if !p.pattern.MatchString(text) {
				t.Errorf("%s does not name %s", page, p.what)
			}
		}
	}
}

// maxReadme is how many lines a newcomer is asked to read.
const maxReadme = 150

func TestReadmeIsShort(t *testing.T) {
	if got := strings.Count(readText(t, "../../README.md"), "\n"); got > maxReadme {
		t.Errorf("README.md has %d lines, want at most %d", got, maxReadme)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
