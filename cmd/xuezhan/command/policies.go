package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine/spell"
	"xuezhan/policy"
)

type policiesOptions struct{ json bool }

func newPolicies(a *app) *cobra.Command {
	var o policiesOptions
	c := &cobra.Command{
		Use:   "policies [BOT]",
		Short: "list the bots, their parts and their parameters",
		Long: `policies lists what can sit at a table, or what there is to say of one bot. A spec
names a bot and may replace its parts and set its parameters:

  fast
  fast:win=min2,call=timeout
  big:min_fan=3,discard=fast

BOT@FILE has the parameters from a file such as 'xuezhan tune' writes, which
BOT@FILE:OPTIONS may change. learned@FILE plays by the net in a file such as 'xuezhan
learn' writes, or save_net of the Python package; learned@FILE:OPTIONS replaces parts.

exec:COMMAND is a bot in any language: a process that reads and writes a line of JSON
for each decision, or for hundreds of them at once. The comment of the package
policy/external has the protocol, the folder policy/example whole bots in Python and
in Go, and 'xuezhan policies try' tells authors how theirs does.

No shell reads the command. Blanks separate its words, and what stands between two '
or two " is taken as it is: exec:python3 bot.py --name 'two words'. In a list of bots
the command ends at the first comma or semicolon that is not quoted:
  --seats "exec:python3 bot.py --layers '64,64',fast,big,fast"

--json prints one object: bots, forms and parts. Forms are how specs name bots that
are not in the list, with what they need.`,
		Example: "  xuezhan policies\n  xuezhan policies big",
		Args:    wantArgs("[BOT]"),
		RunE: func(_ *cobra.Command, args []string) error {
			list := listPolicies(a.bots)
			if len(args) > 0 {
				if err := list.only(args[0]); err != nil {
					return err
				}
			}
			if o.json {
				return printJSON(a.out, list)
			}
			return list.print(a.out)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	c.AddCommand(newPoliciesTry(a))
	return c
}

// policyList is what policies prints.
type policyList struct {
	Bots  []listedBot  `json:"bots"`
	Forms []listedForm `json:"forms"` // how specs name bots that are not among these
	Parts []listedPart `json:"parts"`
}

type listedForm struct {
	Name  string `json:"name"`
	Doc   string `json:"meaning"`
	Needs string `json:"needs"`
}

type listedBot struct {
	Name   string        `json:"name"`
	Doc    string        `json:"meaning"`
	Params []listedParam `json:"params"`
}

type listedParam struct {
	Name    string `json:"name"`
	Doc     string `json:"meaning"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
	Default int    `json:"default"`
}

// A listedPart is a part and the values that it may have: every bot, and the
// parts that belong to none.
type listedPart struct {
	Name   string        `json:"name"`
	Values []listedValue `json:"values"`
}

type listedValue struct {
	Name string `json:"name"`
	Doc  string `json:"meaning"`
}

func listPolicies(c *policy.Catalog) policyList {
	var l policyList
	for _, d := range c.Bots() {
		b := listedBot{d.Name, d.Doc, []listedParam{}}
		for _, p := range d.Params {
			b.Params = append(b.Params, listedParam{p.Name, p.Doc, p.Min, p.Max, p.Default})
		}
		l.Bots = append(l.Bots, b)
	}
	for _, f := range policy.Forms() {
		l.Forms = append(l.Forms, listedForm(f))
	}
	for _, name := range policy.PartNames {
		l.Parts = append(l.Parts, listedPart{name, partValues(c, name)})
	}
	return l
}

// asTheBot is the meaning of a part that is named after a bot.
const asTheBot = "as the bot"

func partValues(c *policy.Catalog, part string) []listedValue {
	var values []listedValue
	for _, d := range c.Bots() {
		values = append(values, listedValue{d.Name, asTheBot})
	}
	for _, d := range policy.Singles() {
		if slot, name, _ := strings.Cut(d.Name, "="); slot == part {
			values = append(values, listedValue{name, d.Doc})
		}
	}
	return values
}

// only leaves one bot in the list, or one form, which goes by its first word too.
func (l *policyList) only(bot string) error {
	var names []string
	for _, b := range l.Bots {
		if b.Name == bot {
			l.Bots, l.Forms = []listedBot{b}, []listedForm{}
			return nil
		}
		names = append(names, b.Name)
	}
	for _, f := range l.Forms {
		if f.Name == bot || f.Name[:strings.IndexAny(f.Name, "@:")] == bot {
			l.Bots, l.Forms = []listedBot{}, []listedForm{f}
			return nil
		}
		names = append(names, f.Name)
	}
	return misused("unknown bot %q%s; bots are %s", bot, spell.Hint(bot, names), strings.Join(names, ", "))
}

func (l policyList) print(w io.Writer) error {
	t := newTable(w)
	t.row("bot", "meaning")
	for _, b := range l.Bots {
		t.row(b.Name, b.Doc)
	}
	for _, f := range l.Forms {
		t.row(f.Name, f.Doc+"; needs "+f.Needs)
	}
	t.row()
	l.printParts(t)
	t.row()
	t.row("bot", "parameter", "bounds", "default", "meaning")
	for _, b := range l.Bots {
		for _, p := range b.Params {
			t.row(b.Name, p.Name, fmt.Sprintf("%d..%d", p.Min, p.Max), p.Default, p.Doc)
		}
	}
	return t.Flush()
}

// printParts tells what a part may be: that of any bot, which needs one line, or one
// that belongs to none.
func (l policyList) printParts(t table) {
	t.row("part", "value", "meaning")
	for _, p := range l.Parts {
		t.row(p.Name, "BOT", "as that bot")
		for _, v := range p.Values {
			if v.Doc != asTheBot {
				t.row(p.Name, v.Name, v.Doc)
			}
		}
	}
}
