package command

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"xuezhan/engine/record"
)

// keys are what a reader presses: one by one in a terminal, else a line each.
type keys struct {
	in  *bufio.Reader
	tty *os.File // nil where keys cannot be read one by one
}

func newKeys(a *app) *keys {
	k := &keys{in: bufio.NewReader(a.in)}
	if f, ok := a.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		k.tty = f
	}
	return k
}

// A press is what a reader wants: to go a number of steps, to a turn, or to end.
type press struct {
	steps int
	turn  int // from 1; 0 for none
	quit  bool
}

// next waits for a press.
func (k *keys) next() press {
	if k.tty == nil {
		return pressOf(k.line())
	}
	old, err := term.MakeRaw(int(k.tty.Fd()))
	if err != nil {
		return pressOf(k.line())
	}
	defer term.Restore(int(k.tty.Fd()), old)
	return pressOf(k.word())
}

// line reads a line; the end of the input is q.
func (k *keys) line() string {
	line, err := k.in.ReadString('\n')
	if err != nil {
		return "q"
	}
	return strings.TrimSpace(line)
}

// word reads a key, or a number up to the key that ends it.
func (k *keys) word() string {
	digits := ""
	for {
		c, err := k.in.ReadByte()
		switch {
		case err != nil || c == 3: // Ctrl-C
			return "q"
		case c >= '0' && c <= '9':
			digits += string(c)
		case digits != "":
			return digits
		case c == '\x1b':
			return k.escape()
		case c == '\r' || c == '\n' || c == ' ':
			return ""
		default:
			return string(c)
		}
	}
}

// escape reads what follows an escape: an arrow is b or a blank, what else there is
// does nothing.
func (k *keys) escape() string {
	if k.in.Buffered() < 2 {
		return "q" // the key itself
	}
	var rest [2]byte
	if _, err := io.ReadFull(k.in, rest[:]); err != nil {
		return "q"
	}
	switch string(rest[:]) {
	case "[C", "[B":
		return ""
	case "[D", "[A":
		return "b"
	}
	return "?"
}

// pressOf returns what a word means. An unknown one stays.
func pressOf(word string) press {
	switch word {
	case "":
		return press{steps: 1}
	case "b":
		return press{steps: -1}
	case "q":
		return press{quit: true}
	}
	if n, err := strconv.Atoi(word); err == nil && n > 0 {
		return press{turn: n}
	}
	return press{}
}

// stepThrough shows a hand turn by turn and reports whether to end there.
func (a *app) stepThrough(o *replayOptions, r *record.Record, sight record.Visibility, k *keys) (quit bool, err error) {
	steps, err := record.RemarkedSteps(r, a.tables(), sight, o.remark(r))
	if err != nil {
		return false, err
	}
	for at := 0; at < len(steps); {
		if err := a.showStep(o, steps, at, k.tty != nil); err != nil {
			return false, err
		}
		p := k.next()
		switch {
		case p.quit:
			return true, nil
		case p.turn > 0:
			at = stepOfTurn(steps, p.turn)
		default:
			at = max(at+p.steps, 0)
		}
	}
	return false, nil
}

// showStep prints a step; in a terminal in place of the one before.
func (a *app) showStep(o *replayOptions, steps []record.Step, at int, inPlace bool) error {
	if inPlace {
		fmt.Fprint(a.out, "\x1b[H\x1b[2J")
	}
	fmt.Fprintf(a.out, "%s\n%s\n", o.tiles.show(steps[at].Text), o.tiles.show(steps[at].Table))
	if inPlace {
		fmt.Fprintf(a.out, "step %d of %d   → on, ← back, a number and Enter for a turn, q ends\n", at+1, len(steps))
	}
	return a.out.Flush()
}

// stepOfTurn returns the step of a turn, the last one if there are fewer turns.
func stepOfTurn(steps []record.Step, turn int) int {
	for i, s := range steps {
		if s.Turn == turn {
			return i
		}
	}
	return len(steps) - 1
}
