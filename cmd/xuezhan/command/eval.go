package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/features/eval"
	"xuezhan/features/solo"
)

type evalOptions struct {
	rules, void, how, seen string
	draws, maxStates       int
	bot                    string
	left                   int
	tiles                  tileStyle
	json                   bool
}

func newEval(a *app) *cobra.Command {
	o := evalOptions{tiles: tilesText}
	c := &cobra.Command{
		Use:   "eval TILES",
		Short: "measure a position: shanten, win, waits, discards",
		Long: `eval measures the tiles of one seat. 14 tiles, a meld counting three, are a seat in
its turn: eval prints what they are worth if they win, and the discards, best
first: lowest shanten, then most live tiles accepted, then lowest tile. 13 tiles
are a seat between turns: eval prints whether it is ready for the ready check,
what it accepts, and its waits with what each is worth.

Tiles are digits and a suit, melds stand in brackets; spaces are ignored:
  123m456p  held tiles         [555m]    a pung         [9999m]  a claimed kong
  [9999mc]  a concealed kong   [9999ma]  an added kong
They are read as 一二三万 456筒 789条 (萬 饼 餅 條 索) and as glyphs, 🀇🀈🀉[🀙🀙🀙], too.
The tile written last counts as the winning one.

The void suit, unless --void names it, is the first suit that is absent; if all
three are present, the one with which shanten is lowest, then the one with the
fewest tiles. While tiles of it are held there is no win, and only they may be
discarded. Shanten is by shape alone; acceptance is of tiles that are not seen;
a kind that the seat owns four times is no wait.

Fan are before the cap, points after it; --how adds the fan of a situation, a
self-draw's extra points are not included.

` + drawsHelp + `

--bot SPEC adds what a bot thinks of each action of a seat in its turn: the worth it
goes by in points, the wins it expects, the danger it sees, its goal. Nothing else is
known of the table, and --left says how many tiles are left in the wall: the others
are made up as in 'xuezhan study discard', which says what the actions are worth.

With - for TILES eval reads a case from each line of standard input and prints a
line of JSON for each. A case is either tiles, or a JSON object with tiles and,
if wanted, id, rules, void, how, seen, melds and draws; what it does not say is as the
flags have it, and other keys are ignored. A bad case gives an object with error
and line.`,
		Example: `  xuezhan eval '123m11p456p77p[9999mc]' --rules tsumo
  xuezhan eval 1112345678999m --seen 5m --json
  xuezhan eval '11m222333444p555p' --how self-draw,last
  xuezhan eval '124457m12337899p' --draws 3
  xuezhan eval '234589p34568s[7777p]' --void m --bot value --left 36
  echo 1112345678999m | xuezhan eval -`,
		Args: func(c *cobra.Command, args []string) error {
			return wantArgs("TILES")(c, args[:min(len(args), 1)])
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.eval(&o, strings.Join(args, " ")) },
	}
	f := c.Flags()
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.StringVar(&o.void, "void", "", "void `SUIT`: m, p or s")
	f.StringVar(&o.how, "how", "", "how a win comes about, separated by commas: "+strings.Join(eval.SituationNames(), ", "))
	f.StringVar(&o.seen, "seen", "", "`TILES` visible elsewhere")
	f.IntVar(&o.draws, "draws", 0, fmt.Sprintf("exact chances within 1 to `K` draws, at most %d", solo.MaxDraws))
	f.IntVar(&o.maxStates, "max-states", solo.DefaultMaxStates, "give --draws up beyond `N` states; a million take about 60 MB")
	f.StringVar(&o.bot, "bot", "", "add what the bot `SPEC` thinks of each action")
	f.IntVar(&o.left, "left", -1, "with --bot, `TILES` left in the wall; below 0 for all that nobody can have")
	f.Var(&o.tiles, "tiles", tilesUsage)
	f.BoolVar(&o.json, "json", false, "print JSON")
	return c
}

// validate checks what is wrong whatever the tiles are.
func (o *evalOptions) validate(a *app) error {
	if _, err := a.loadRules(o.rules); err != nil {
		return err
	}
	if _, err := eval.ParseVoid(o.void); err != nil {
		return err
	}
	if _, err := eval.ParseSituation(o.how); err != nil {
		return err
	}
	if _, err := tile.ParseHeld(o.seen); err != nil {
		return fmt.Errorf("--seen: %w", err)
	}
	if o.json && o.tiles != tilesText {
		return misused("--json writes tiles as text; --tiles is for people")
	}
	if o.bot == "" && o.left >= 0 {
		return misused("--left is for --bot")
	}
	if o.maxStates < 1 {
		return fmt.Errorf("--max-states %d is below 1", o.maxStates)
	}
	return eval.CheckDraws("--draws", o.draws)
}

// ruleset returns what finds the rules of a case: presets, and of files only the one
// of --rules, since a case is data and must not make the program read files.
func (o *evalOptions) ruleset(a *app) func(name string) (rules.Rules, error) {
	return func(name string) (rules.Rules, error) {
		if name == o.rules {
			return a.loadRules(name)
		}
		return rules.Lookup(name)
	}
}

func (a *app) eval(o *evalOptions, tiles string) error {
	if err := o.validate(a); err != nil {
		return usageError{err}
	}
	v := eval.NewEvaluator(a.tables(), o.ruleset(a), o.maxStates)
	defaults := eval.Case{Rules: o.rules, Void: o.void, How: o.how, Seen: o.seen, Draws: o.draws}
	if tiles == "-" {
		if o.tiles != tilesText {
			return misused("the answers to - are JSON; --tiles is for people")
		}
		if o.bot != "" {
			return misused("--bot is for one position, not for -")
		}
		return a.evalLines(v, defaults)
	}
	defaults.Tiles = tiles
	result, err := v.Answer(defaults)
	if limit := (*solo.LimitError)(nil); errors.As(err, &limit) {
		return err
	}
	var opinions *evalOpinions
	if err == nil && o.bot != "" {
		opinions, err = a.opine(o, &defaults, &result)
	}
	if err != nil {
		return usageError{err}
	}
	if o.json {
		return printJSON(a.out, struct {
			eval.Answer
			*evalOpinions
		}{result, opinions})
	}
	var text strings.Builder
	if err := printAnalysis(&text, &result); err != nil {
		return err
	}
	if opinions != nil {
		fmt.Fprintln(&text)
		if err := opinions.print(&text); err != nil {
			return err
		}
	}
	_, err = io.WriteString(a.out, o.tiles.show(text.String()))
	return err
}

func printAnalysis(w io.Writer, a *eval.Answer) error {
	t := newTable(w)
	t.row("rules", a.Rules)
	t.row("tiles", strings.TrimSpace(a.Tiles+" "+strings.Join(a.Melds, " ")))
	t.row("void", a.Void)
	t.row("shanten", a.Shanten)
	if a.Pause != nil {
		printPause(t, a.Pause)
	} else {
		printTurn(t, a.Turn)
	}
	if a.Draws != nil {
		printDraws(t, a.Draws)
	}
	return t.Flush()
}

func printPause(t table, p *features.Pause) {
	t.row("ready", map[bool]string{true: "yes", false: "no"}[p.Ready])
	t.row("accepts", acceptedText(p.Accepted))
	if len(p.Waits) == 0 {
		t.row("waits", "none")
		return
	}
	t.row()
	t.row("wait", "live", "fan", "points", "patterns")
	for _, x := range p.Waits {
		if x.BelowMin {
			t.row(x.Tile, x.Live, x.Fan, "no win", patternsText(x.Win))
		} else {
			t.row(x.Tile, x.Live, x.Fan, x.Points, patternsText(x.Win))
		}
	}
}

func printTurn(t table, turn *features.Turn) {
	switch {
	case turn.BelowMin != nil:
		t.row("win", fmt.Sprintf("no: complete, but %d fan are fewer than a win needs (%s)", turn.BelowMin.Fan, patternsText(*turn.BelowMin)))
	case turn.Win == nil:
		t.row("win", "no")
	default:
		t.row("win", fmt.Sprintf("%d fan, %d points: %s", turn.Win.Fan, turn.Win.Points, patternsText(*turn.Win)))
	}
	t.row()
	t.row("discard", "shanten", "live", "accepts")
	for _, d := range turn.Discards {
		t.row(d.Tile, d.Shanten, d.Live, strings.Join(d.Acceptance, " "))
	}
}

func acceptedText(a features.Accepted) string {
	if len(a.Acceptance) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s (%d live)", strings.Join(a.Acceptance, " "), a.Live)
}

func patternsText(w features.Win) string {
	if len(w.Patterns) == 0 {
		return "no pattern"
	}
	var texts []string
	for _, p := range w.Patterns {
		texts = append(texts, fmt.Sprintf("%s %d", p.Name, p.Fan))
	}
	return strings.Join(texts, ", ")
}

// An evalResult is a line of eval's answer to a line of its input.
type evalResult struct {
	ID json.RawMessage `json:"id,omitempty"`
	eval.Answer
}

// evalLines measures the cases of the input line by line. Answers are held back
// only while there is input left to read at once, so that a program on the other
// end may wait for each.
func (a *app) evalLines(v *eval.Evaluator, defaults eval.Case) error {
	in := bufio.NewReader(&limitedReader{r: a.in, left: math.MaxInt64, most: math.MaxInt64})
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("standard input: %w", err)
		}
		if line == "" {
			return nil
		}
		if err := printJSON(a.out, evalLine(v, n, strings.TrimSpace(line), defaults)); err != nil {
			return err
		}
		if in.Buffered() == 0 {
			if err := a.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// evalLine returns what eval prints for one line.
func evalLine(v *eval.Evaluator, n int, text string, defaults eval.Case) any {
	c, err := eval.ReadCase(text, defaults)
	if err != nil {
		return eval.NewFailure(n, c.ID, err)
	}
	a, err := v.Answer(c)
	if err != nil {
		return eval.NewFailure(n, c.ID, err)
	}
	return evalResult{c.ID, a}
}
