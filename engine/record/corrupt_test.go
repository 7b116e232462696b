package record

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// example reads the hand of the package comment.
func example(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/example.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A corruption changes the lines of a good record.
type corruption struct {
	name string
	line int // at which it has to be found, 0 for any
	edit func(lines []string) []string
}

// The lines of the example that the corruptions change.
const (
	lineDeal     = 10
	lineExchange = 55
	lineVoid     = 67
	lineDiscard  = 71
	lineDraw     = 72
)

// at replaces text in one line.
func at(line int, old, new string) func([]string) []string {
	return func(l []string) []string {
		if !strings.Contains(l[line-1], old) {
			panic(fmt.Sprintf("line %d has no %s: %s", line, old, l[line-1]))
		}
		l[line-1] = strings.Replace(l[line-1], old, new, 1)
		return l
	}
}

// find returns the line of the first event that contains a text.
func find(lines []string, text string) int {
	for i, l := range lines {
		if strings.Contains(l, text) {
			return i + 1
		}
	}
	panic("no line has " + text)
}

func drop(line int) func([]string) []string {
	return func(l []string) []string { return append(l[:line-1:line-1], l[line:]...) }
}

func double(line int) func([]string) []string {
	return func(l []string) []string { return append(append(l[:line:line], l[line-1]), l[line:]...) }
}

func swap(line int) func([]string) []string {
	return func(l []string) []string { l[line-1], l[line] = l[line], l[line-1]; return l }
}

func corruptions(good []string) []corruption {
	answer := find(good, `"answer"`)
	meld := find(good, `"meld":"[999s]"`)
	kong := find(good, `"[7777pc]"`)
	pay := find(good, `"concealed_kong"`)
	replacement := find(good, `"replacement"`)
	win := find(good, `"event":"win"`)
	lastWin := find(good, `"last_discard"`)
	exhausted := find(good, `"exhausted"`)
	end := find(good, `"event":"end"`)
	ledger := end + 1
	return []corruption{
		{"header is no JSON", 1, at(1, `{"format"`, `{format`)},
		{"header is a list", 1, func(l []string) []string { l[0] = "[1]"; return l }},
		{"header is empty", 1, func(l []string) []string { l[0] = ""; return l }},
		{"other format", 1, at(1, "xuezhan-hand", "mjai")},
		{"no format", 1, at(1, `"format":"xuezhan-hand",`, "")},
		{"later version", 1, at(1, `"version":1`, `"version":2`)},
		{"version 0", 1, at(1, `"version":1`, `"version":0`)},
		{"version is a text", 1, at(1, `"version":1`, `"version":"1"`)},
		{"no version", 1, at(1, `"version":1,`, "")},
		{"unknown visibility", 1, at(1, `"full"`, `"half"`)},
		{"visibility with a deck", 1, at(1, `"full"`, `"seat 1"`)},
		{"unknown header field", 1, at(1, `"seed"`, `"sead"`)},
		{"doubled header field", 1, at(1, `"dealer":0`, `"dealer":0,"dealer":0`)},
		{"field in other case", 1, at(1, `"dealer"`, `"Dealer"`)},
		{"null seats", 1, at(1, `"walls":"shared"`, `"walls":null`)},
		{"rules hash", 1, at(1, "33f7ffd851a04986", "33f7ffd851a04987")},
		{"rules changed", 1, at(1, `"changes":{}`, `"changes":{"fan_cap":5}`)},
		{"unknown rule", 1, at(1, `"changes":{}`, `"changes":{"fan_cup":5}`)},
		{"unknown preset", 1, at(1, `"base":"planet"`, `"base":"mars"`)},
		{"no rules", 1, at(1, `"rules"`, `"rulez"`)},
		{"rules field missing", 1, at(1, `"changes":{},`, ``)},
		{"rules of another preset", 1, at(1, `"base":"planet"`, `"base":"sbr"`)},
		{"negative seed", 1, at(1, `"seed":"4645"`, `"seed":"-1"`)},
		{"seed is a number", 1, at(1, `"seed":"4645"`, `"seed":4645`)},
		{"seed without hand", 1, at(1, `"hand":5,`, "")},
		{"seat 4 deals", 1, at(1, `"dealer":0`, `"dealer":4`)},
		{"unknown direction", 1, at(1, `"direction":"right"`, `"direction":"random"`)},
		{"unknown walls", 1, at(1, `"shared"`, `"split"`)},
		{"three seats", 1, at(1, `"fast","fast",`, `"fast",`)},
		{"five copies in the deck", 1, at(1, "1p3p7m", "1p3p3p")},
		{"unknown tile in the deck", 1, at(1, "1p3p7m", "1p3z7m")},
		{"short deck", 1, at(1, "1p3p7m", "1p3p")},
		{"long deck", 1, at(1, "1p3p7m", "1p3p7m7m")},
		{"no deck", 1, at(1, `"deck"`, `"dack"`)},
		{"another dealer", 2, at(1, `"dealer":0`, `"dealer":1`)},
		{"another direction", lineExchange, at(1, `"direction":"right"`, `"direction":"left"`)},
		{"another kind of walls", 0, at(1, `"shared"`, `"lanes"`)},
		{"dealt tiles exchanged in the deck", 3, at(1, "1p3p7m", "1p7m3p")},
		{"wall's tiles exchanged in the deck", lineDraw, at(1, " 8m6p", " 6p8m")},

		{"deal of another tile", lineDeal, at(lineDeal, `"tile":"`, `"tile":"1m","x":"`)},
		{"deal of tile 0m", lineDeal, func(l []string) []string { l[lineDeal-1] = `{"event":"deal","seat":0,"tile":"0m"}`; return l }},
		{"deal to the next seat", lineDeal, func(l []string) []string {
			l[lineDeal-1] = strings.Replace(l[lineDeal-1], `"seat":0`, `"seat":1`, 1)
			return l
		}},
		{"deal without a tile", lineDeal, func(l []string) []string { l[lineDeal-1] = `{"event":"deal","seat":0}`; return l }},
		{"deal missing", 0, drop(lineDeal)},
		{"deal twice", lineDeal + 1, double(lineDeal)},
		{"deals exchanged", lineDeal, swap(lineDeal)},
		{"seat is a text", lineDeal, at(lineDeal, `"seat":0`, `"seat":"0"`)},
		{"seat 4", lineDeal, at(lineDeal, `"seat":0`, `"seat":4`)},
		{"seat 0.5", lineDeal, at(lineDeal, `"seat":0`, `"seat":0.5`)},
		{"seat twice", lineDeal, at(lineDeal, `"seat":0`, `"seat":0,"seat":0`)},
		{"empty line", lineDeal, func(l []string) []string { l[lineDeal-1] = ""; return l }},
		{"not an object", lineDeal, func(l []string) []string { l[lineDeal-1] = "7"; return l }},
		{"open object", lineDeal, at(lineDeal, "}", "")},
		{"two objects", lineDeal, at(lineDeal, "}", "}{}")},
		{"unknown event", lineDeal, at(lineDeal, `"deal"`, `"dael"`)},
		{"event is a number", lineDeal, at(lineDeal, `"deal"`, `1`)},
		{"no event", lineDeal, at(lineDeal, `"event"`, `"evant"`)},
		{"other event", lineDeal, at(lineDeal, `"deal"`, `"draw"`)},
		{"not UTF-8 key", lineDeal, at(lineDeal, `"seat"`, "\"\xff\"")},

		{"exchange of a tile not held", lineExchange, at(lineExchange, `"3m"`, `"4m"`)},
		{"exchange to another seat", lineExchange, at(lineExchange, `"to":1`, `"to":2`)},
		{"exchange missing", 0, drop(lineExchange)},
		{"exchange out of order", lineExchange + 1, swap(lineExchange)},
		{"void suit of another seat", lineVoid, at(lineVoid, `"seat":0`, `"seat":1`)},
		{"unknown suit", lineVoid, at(lineVoid, `"m"`, `"x"`)},
		{"another void suit", 0, at(lineVoid, `"m"`, `"s"`)},
		{"void with a tile", lineVoid, at(lineVoid, `"suit"`, `"tile":"1m","suit"`)},
		{"void missing", lineVoid + 3, drop(lineVoid + 3)},

		{"discard of a tile not held", lineDiscard, at(lineDiscard, `"7m"`, `"9p"`)},
		{"discard that keeps the void suit", lineDiscard, at(lineDiscard, `"7m"`, `"1p"`)},
		{"discard by another seat", lineDiscard, at(lineDiscard, `"seat":0`, `"seat":2`)},
		{"discard missing", lineDiscard, drop(lineDiscard)},
		{"discard twice", lineDiscard + 1, double(lineDiscard)},
		{"discard with a void suit", lineDiscard, at(lineDiscard, `"tile"`, `"void":"m","tile"`)},
		{"discard and draw exchanged", lineDiscard, swap(lineDiscard)},
		{"draw of another tile", lineDraw, at(lineDraw, `"8m"`, `"9m"`)},
		{"draw by another seat", lineDraw, at(lineDraw, `"seat":1`, `"seat":2`)},
		{"draw missing", lineDraw, drop(lineDraw)},
		{"draw as replacement", lineDraw, at(lineDraw, `}`, `,"replacement":true}`)},
		{"replacement as draw", replacement, at(replacement, `,"replacement":true`, ``)},
		{"replacement is a number", replacement, at(replacement, `true`, `1`)},

		{"unknown answer", answer, at(answer, `"pung"`, `"chow"`)},
		{"answer that is not legal", answer, at(answer, `"pung"`, `"kong"`)},
		{"another answer", meld, at(answer, `"pung"`, `"pass"`)},
		{"answer to another tile", answer, at(answer, `"9s"`, `"8s"`)},
		{"answer by another seat", answer, at(answer, `"seat":2`, `"seat":1`)},
		{"answer missing", answer, drop(answer)},
		{"meld of another kind", meld, at(meld, `[999s]`, `[888s]`)},
		{"meld that is none", meld, at(meld, `[999s]`, `999s`)},
		{"meld of two kinds", meld, at(meld, `[999s]`, `[998s]`)},
		{"meld as kong", meld, at(meld, `[999s]`, `[9999s]`)},
		{"meld from another seat", meld, at(meld, `"from":3`, `"from":0`)},
		{"meld missing", meld, drop(meld)},
		{"kong of a kind not held", kong, at(kong, `7777p`, `6666p`)},
		{"kong added to no pung", kong, at(kong, `pc]`, `pa]`)},
		{"kong of unknown kind", kong, at(kong, `[7777pc]`, `[----]`)},

		{"wrong amount", pay, at(pay, `"points":2`, `"points":3`)},
		{"amount 0", pay, at(pay, `"points":2`, `"points":0`)},
		{"amount too large", pay, at(pay, `"points":2`, `"points":99999999999`)},
		{"wrong payer", pay, at(pay, `"from":0`, `"from":2`)},
		{"wrong cause", pay, at(pay, `concealed_kong`, `added_kong`)},
		{"unknown cause", pay, at(pay, `concealed_kong`, `rain`)},
		{"payment missing", pay, drop(pay)},
		{"payment twice", pay + 1, double(pay)},
		{"payments exchanged", pay, swap(pay)},

		{"win by another seat", win, at(win, `"seat":1`, `"seat":3`)},
		{"win as self-draw", win, at(win, `[],"fan"`, `["self_draw"],"fan"`)},
		{"unknown situation", win, at(win, `[],"fan"`, `["luck"],"fan"`)},
		{"wrong fan", win, at(win, `"fan":0`, `"fan":1`)},
		{"wrong base", win, at(win, `"points":1`, `"points":2`)},
		{"wrong pattern", lastWin, at(lastWin, `last_discard`, `last_tile`)},
		{"unknown pattern", lastWin, at(lastWin, `last_discard`, `pinfu`)},
		{"pattern twice", lastWin, at(lastWin, `"last_discard"`, `"last_discard","last_discard"`)},
		{"patterns are a text", lastWin, at(lastWin, `["last_discard"]`, `"last_discard"`)},
		{"win missing", win, drop(win)},

		{"not exhausted", exhausted, drop(exhausted)},
		{"exhausted early", lineDraw, func(l []string) []string { l[lineDraw-1] = `{"event":"exhausted"}`; return l }},
		{"no end", end, drop(end)},
		{"end twice", end + 1, double(end)},
		{"end early", lineDraw, func(l []string) []string { l[lineDraw-1] = `{"event":"end"}`; return l }},
		{"events after a cut", lineDraw + 1, func(l []string) []string { return append(l[:lineDraw:lineDraw], l[len(l)-2:]...) }},

		{"ledger by another source", ledger, at(ledger, `"kongs":6`, `"self_draws":6`)},
		{"ledger with other points", ledger, at(ledger, `"kongs":6`, `"kongs":7`)},
		{"ledger with other sums", ledger, at(ledger, `[0,-1,-5,6]`, `[0,-1,-4,6]`)},
		{"ledger that does not sum to 0", ledger, func(l []string) []string {
			return at(ledger, `[0,-1,-5,6]`, `[0,-1,-5,7]`)(at(ledger, `"kongs":6`, `"kongs":7`)(l))
		}},
		{"ledger of other seats", ledger, func(l []string) []string {
			l[ledger-1] = `{"event":"ledger","accounts":[{},{},{},{}],"points":[0,0,0,0]}`
			return l
		}},
		{"ledger of three seats", ledger, at(ledger, `,{"kongs":6}`, ``)},
		{"ledger without accounts", ledger, at(ledger, `"accounts"`, `"acounts"`)},
		{"unknown source", ledger, at(ledger, `"kongs":6`, `"gongs":6`)},
		{"ledger missing", ledger, drop(ledger)},
		{"torn ledger", ledger, func(l []string) []string { return append(l[:ledger-1], l[ledger-1][:40]) }},
		{"ledger without its line's end", ledger, func(l []string) []string { return l[:ledger] }},
		{"text after the ledger", ledger + 1, func(l []string) []string { return append(l[:ledger], "x", "") }},
		{"another record after it", ledger + 1, func(l []string) []string { return append(l[:ledger:ledger], l...) }},
		{"header in the middle", lineDraw, func(l []string) []string { l[lineDraw-1] = l[0]; return l }},
		{"a line of a megabyte", lineDraw, at(lineDraw, `"8m"`, `"`+strings.Repeat("8m", 1<<19)+`"`)},
		{"lines with nothing but braces", lineDraw, func(l []string) []string { l[lineDraw-1] = "{}"; return l }},
	}
}

func TestCorrupted(t *testing.T) {
	good := example(t)
	if err := readAndVerify(good); err != nil {
		t.Fatalf("the good record: %v", err)
	}
	list := corruptions(strings.Split(good, "\n"))
	if len(list) < 60 {
		t.Errorf("only %d corruptions", len(list))
	}
	for _, c := range list {
		bad := strings.Join(c.edit(strings.Split(good, "\n")), "\n")
		err := readAndVerify(bad)
		var f *Fault
		switch {
		case bad == good:
			t.Errorf("%s: changes nothing", c.name)
		case err == nil:
			t.Errorf("%s: accepted", c.name)
		case !errors.As(err, &f) || f.Line < 1:
			t.Errorf("%s: no line in %v", c.name, err)
		case c.line != 0 && f.Line != c.line:
			t.Errorf("%s: found in line %d, not %d: %v", c.name, f.Line, c.line, err)
		}
	}
}

// TestEveryTornText cuts the example at every byte.
func TestEveryTornText(t *testing.T) {
	good := example(t)
	step := 1
	if testing.Short() {
		step = 17
	}
	for cut := 0; cut < len(good); cut += step {
		var f *Fault
		if _, err := Read(strings.NewReader(good[:cut])); !errors.As(err, &f) {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
	}
}

func readAndVerify(text string) error {
	r, err := Read(strings.NewReader(text))
	if err != nil {
		return err
	}
	return Verify(r, tables())
}

// TestComment finds the worked example of the package comment in the example.
func TestComment(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(example(t), "\n")
	r, err := Read(strings.NewReader(example(t)))
	if err != nil {
		t.Fatal(err)
	}
	next, found := 0, 0
	for _, line := range strings.Split(string(doc), "\n") {
		line, ok := strings.CutPrefix(line, "//\t")
		switch {
		case !ok:
		case line[0] == '{':
			found++
			for next < len(lines) && !elided(line).MatchString(lines[next]) {
				next++
			}
			if next == len(lines) {
				t.Fatalf("the example has no line %s, or not there", line)
			}
		case strings.HasPrefix(line, "dealer="):
			found++
			if deck := string(AppendDeck(nil, &r.Deck)); !elided(line).MatchString(deck) {
				t.Errorf("the deck is %s, not %s", deck, line)
			}
		}
	}
	if found < 15 {
		t.Errorf("the comment has %d lines of an example", found)
	}
}

// elided matches a text in which … stands for anything.
func elided(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), "…", ".*") + "$")
}

func FuzzRead(f *testing.F) {
	f.Add(example(f))
	for i, p := range rules.Presets() {
		full := play(f, p.Rules, uint64(i))
		f.Add(text(f, full))
		f.Add(text(f, Redact(full, Seat(i%engine.NumSeats))))
	}
	f.Fuzz(func(t *testing.T, in string) {
		r, err := Read(strings.NewReader(in))
		if err != nil {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Line < 1 {
				t.Fatalf("no line in %v", err)
			}
			return
		}
		// What is read can be written, and reads the same.
		written := text(t, r)
		again, err := Read(strings.NewReader(written))
		if err != nil {
			t.Fatalf("written again: %v", err)
		}
		if text(t, again) != written {
			t.Fatal("written twice it differs")
		}
		if r.Visibility == Full {
			_ = Verify(r, tables()) // must not panic
		}
		_, _ = Steps(r, tables(), r.Visibility)
	})
}
