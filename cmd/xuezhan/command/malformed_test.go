package command

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The corpus of bad input: a file for each door in testdata/malformed, where a door
// is a kind of input. A case is a group of lines; blank lines stand between cases.
//
//	# a rules file with a field that is misspelt       what is wrong
//	file r.json `{"base":"mil","fancap":5}`            a file, before the command
//	$ rules check r.json                               the command, without xuezhan
//	1 r.json "column 15" `did you mean "fan_cap"?`     exit status; what is said
//
// Words are separated by blanks; one in double quotes or backquotes is a string of
// Go. What may stand before the command:
//
//	file NAME TEXT [*N] ...       a new file of the texts, each N times
//	dir NAME                      an empty directory
//	sample NAME                   a sample, under its name; see malformedSamples
//	edit NAME replace OLD NEW     of a file: the first OLD becomes NEW
//	edit NAME until OLD NEW       NEW instead of the first OLD and all behind it
//	edit NAME cut N               keep the first N bytes; −N: drop the last N
//	edit NAME flip N              flip the lowest bit of byte N; −N: from the end
//	edit NAME append TEXT [*N]    the text, N times, at the end
//	edit NAME lines A B           keep only the lines A to B, counted from 1
//	edit NAME remove              remove the file
//	stdin TEXT [*N] ...           what the command reads; none without it
//
// To add a case, write it in the file of its door. To add a door, write a file and
// put its least number of cases into malformedDoors; to add a sample, put the
// command that makes it into malformedSamples.
//
// Of every case the test demands: the exit status; nothing on the standard output;
// a message that begins with "xuezhan: ", says what the case wants it to say, is at
// most maxMessageLines lines, and has nothing in it of Go's own errors; and that not
// a byte of any file has changed, none is new and none is gone.

// malformedDoors are the doors and how many cases each has at least.
var malformedDoors = map[string]int{
	"flags":      270,
	"specs":      30,
	"rules":      40,
	"parameters": 25,
	"tiles":      30,
	"decks":      25,
	"records":    30,
	"manifests":  30,
	"parts":      12,
	"baselines":  18,
	"matches":    20,
	"tunes":      18,
	"nets":       35,
	"stores":     45,
}

// malformedTotal is how many cases there are at least.
const malformedTotal = 780

// malformedSamples are the commands that make the samples, in the order in which
// they are run, in one directory.
var malformedSamples = []string{
	"rules show tsumo --json > rules.json",
	"deck --seed 7 --hands 3 -o decks.txt",
	"run --hands 40 --seats fast,big,fast,big --out run",
	"replay --run run --hand 3 --hands 2 --json > record.jsonl",
	"replay --run run --hand 3 --seat 1 --json > seat.jsonl",
	"regress record --rules tsumo --hands 20 -o baseline",
	"regress record --decks decks.txt -o deckline",
	"match -a fast -b big --blocks 6 --out match",
	"ladder --bots fast,big,random --rounds 6 --out ladder",
	"tune spsa --bot big --budget 6000 --out tune",
	"learn --hands 60 --holdout 20 --rounds 1 --hidden 2 --epochs 1 -o net.json",
	"dataset decisions --hands 40 --out decisions",
	"study call --hands 40 --out study",
}

// makeSamples makes the samples in a new directory and returns it.
func makeSamples(t *testing.T) string {
	t.Helper()
	record := string(read(t, "testdata/before/match.jsonl")) // as earlier versions wrote them
	t.Chdir(t.TempDir())
	for _, line := range malformedSamples {
		args, file, toFile := strings.Cut(line, " > ")
		r := execute(t, "", strings.Fields(args)...)
		if r.status > statusUsage || r.errs != "" {
			t.Fatalf("%s: status %d, %s", line, r.status, r.errs)
		}
		if !toFile {
			continue
		}
		if err := os.WriteFile(file, []byte(r.out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "match.jsonl", record)
	return dir
}

// A malformedCase is one case of the corpus.
type malformedCase struct {
	name, place string     // "rules.txt:12"
	steps       [][]string // words of the lines before the command
	args        []string
	status      int
	wants       []string
}

func TestMalformed(t *testing.T) {
	corpus, err := filepath.Abs("testdata/malformed")
	if err != nil {
		t.Fatal(err)
	}
	doors := readDoors(t, corpus)
	samples := makeSamples(t)
	total := 0
	for door, least := range malformedDoors {
		cases := doors[door]
		if total += len(cases); len(cases) < least {
			t.Errorf("%s: %d cases, want at least %d", door, len(cases), least)
		}
		for _, c := range cases {
			t.Run(c.place, func(t *testing.T) { c.check(t, samples) })
		}
		delete(doors, door)
	}
	for door := range doors {
		t.Errorf("the door %s is not in malformedDoors", door)
	}
	if total < malformedTotal {
		t.Errorf("%d cases, want at least %d", total, malformedTotal)
	}
}

// readDoors reads the files of a corpus.
func readDoors(t *testing.T, corpus string) map[string][]malformedCase {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(corpus, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus in %s: %v", corpus, err)
	}
	doors := map[string][]malformedCase{}
	seen := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		door := strings.TrimSuffix(filepath.Base(path), ".txt")
		cases, err := parseMalformed(filepath.Base(path), string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			key := fmt.Sprint(c.steps, c.args)
			if seen[key] != "" {
				t.Errorf("%s is the same as %s", c.place, seen[key])
			}
			seen[key] = c.place
		}
		doors[door] = cases
	}
	return doors
}

// parseMalformed reads the cases of a file.
func parseMalformed(file, text string) ([]malformedCase, error) {
	var cases []malformedCase
	var c malformedCase
	for i, line := range strings.Split(text, "\n") {
		place := fmt.Sprintf("%s:%d", file, i+1)
		words, err := splitWords(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		switch {
		case len(words) == 0:
			if c.args != nil {
				return nil, fmt.Errorf("%s: the case before has no exit status", place)
			}
			c = malformedCase{}
		case strings.HasPrefix(line, "#"):
			c.name = strings.TrimSpace(line[1:])
		case words[0] == "$":
			c.args, c.place = words[1:], place
		case c.args == nil:
			c.steps = append(c.steps, words)
		default:
			if c.status, err = strconv.Atoi(words[0]); err != nil || c.status == statusFine || len(words) < 2 {
				return nil, fmt.Errorf("%s: an exit status other than 0, and what is said, are wanted", place)
			}
			c.wants = words[1:]
			cases = append(cases, c)
			c.args, c.steps = nil, nil
		}
	}
	return cases, nil
}

// splitWords splits a line at blanks, but not within strings.
func splitWords(line string) ([]string, error) {
	var words []string
	if strings.HasPrefix(line, "#") {
		return []string{line}, nil
	}
	for line = strings.TrimLeft(line, " \t"); line != ""; line = strings.TrimLeft(line, " \t") {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil || line[0] == '\'' {
			word, rest, _ := strings.Cut(line, " ")
			if strings.ContainsAny(word[:1], "\"`") {
				return nil, fmt.Errorf("the string %s is not closed", word)
			}
			words, line = append(words, word), rest
			continue
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		words, line = append(words, word), line[len(quoted):]
	}
	return words, nil
}

// check runs a case in a directory of its own.
func (c *malformedCase) check(t *testing.T, samples string) {
	t.Chdir(t.TempDir())
	in := ""
	for _, step := range c.steps {
		if step[0] == "stdin" {
			in = repeated(t, step[1:])
		} else if err := c.prepare(t, samples, step); err != nil {
			t.Fatalf("%v: %v", step, err)
		}
	}
	before := snapshot(t)
	r := execute(t, in, c.args...)
	c.checkMessage(t, r)
	after := snapshot(t)
	for name, text := range before {
		if now, ok := after[name]; !ok || now != text {
			t.Errorf("%s was changed or removed", name)
		}
		delete(after, name)
	}
	for name := range after {
		t.Errorf("%s was left behind", name)
	}
}

// prepare does what a line before the command says.
func (c *malformedCase) prepare(t *testing.T, samples string, step []string) error {
	switch name := step[1]; step[0] {
	case "file":
		return os.WriteFile(name, []byte(repeated(t, step[2:])), 0o666)
	case "dir":
		return os.Mkdir(name, 0o777)
	case "sample":
		return copySample(filepath.Join(samples, name), name)
	case "edit":
		return edit(t, name, step[2], step[3:])
	}
	return fmt.Errorf("there is no such step")
}

// copySample copies a file, or a directory with what is in it.
func copySample(from, to string) error {
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// repeated joins texts, each as often as the *N behind it says.
func repeated(t *testing.T, words []string) string {
	t.Helper()
	var b strings.Builder
	for i, word := range words {
		if strings.HasPrefix(word, "*") && i > 0 {
			n, err := strconv.Atoi(word[1:])
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(strings.Repeat(words[i-1], n-1))
			continue
		}
		b.WriteString(word)
	}
	return b.String()
}

// withoutSum returns a manifest as earlier programs wrote it, so that a change of it is
// judged by what it changes. TestManifestLeaves is about manifests with sums.
func withoutSum(text string) string {
	return regexp.MustCompile(`\n *"layout": \d+,|,\n *"sha256": "[0-9a-f]*"(\n\})`).ReplaceAllString(text, "$1")
}

// edit changes a file.
func edit(t *testing.T, name, how string, words []string) error {
	if how == "remove" {
		return os.Remove(name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			t.Fatal(err)
		}
		if n < 0 {
			n += len(text)
		}
		return n
	}
	if filepath.Base(name) == "manifest.json" {
		text = []byte(withoutSum(string(text)))
	}
	changed := slices.Clone(text)
	switch how {
	case "replace":
		changed = bytes.Replace(text, []byte(words[0]), []byte(words[1]), 1)
	case "until": // the text before some words, and others in the place of the rest
		before, _, _ := bytes.Cut(text, []byte(words[0]))
		changed = append(slices.Clone(before), words[1]...)
	case "cut":
		changed = text[:number(0)]
	case "flip":
		changed[number(0)] ^= 1
	case "append":
		changed = append(changed, repeated(t, words)...)
	case "lines":
		changed = bytes.Join(bytes.SplitAfter(text, []byte("\n"))[number(0)-1:number(1)], nil)
	default:
		return fmt.Errorf("there is no such edit")
	}
	if bytes.Equal(changed, text) {
		return fmt.Errorf("the edit changes nothing")
	}
	return os.WriteFile(name, changed, 0o666)
}

// snapshot returns the names of all there is below the working directory, and what
// is in the files.
func snapshot(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			found[path+"/"] = ""
			return err
		}
		text, err := os.ReadFile(path)
		found[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// What a message must not be longer than.
const (
	maxMessageLines = 3
	maxMessageBytes = 2500 // a list of all fields of the rules is 1700
)

// internals are words of Go's own errors, which say nothing to whom they reach.
var internals = []string{
	"panic", "goroutine", "fault in the program", ".go:", "strconv.", ": json: ", "reflect", "runtime error",
	"%!", "<nil>", "UnmarshalType", "invalid character", "unexpected end of JSON", "unexpected EOF", "looking for beginning",
	"int64", "uint64", "float64", "map[", "[]byte", "Go struct", "Go value", "parquet.", "*errors", "EOF",
	": open ", ": stat ", ": lstat ",
}

// checkMessage checks all that a bad command line leaves behind but files.
func (c *malformedCase) checkMessage(t *testing.T, r result) {
	t.Helper()
	said := fmt.Sprintf("%s\n$ xuezhan %s\n%s", c.name, strings.Join(c.args, " "), r.errs)
	if r.status != c.status {
		t.Errorf("%s\nstatus %d, want %d", said, r.status, c.status)
	}
	if r.out != "" {
		t.Errorf("%s\nprinted %.200q", said, r.out)
	}
	if !strings.HasPrefix(r.errs, "xuezhan: ") || !strings.HasSuffix(r.errs, "\n") {
		t.Errorf("%s\ndoes not begin with xuezhan: or has no end", said)
	}
	if n := strings.Count(r.errs, "\n"); n > maxMessageLines || len(r.errs) > maxMessageBytes {
		t.Errorf("%.1000s\nis %d lines, %d bytes", said, n, len(r.errs))
	}
	for _, want := range c.wants {
		if !strings.Contains(r.errs, want) {
			t.Errorf("%s\ndoes not say %s", said, want)
		}
	}
	for _, word := range internals {
		if strings.Contains(r.errs, word) && !strings.Contains(strings.Join(c.args, " "), word) {
			t.Errorf("%s\nhas %q in it", said, word)
		}
	}
}
