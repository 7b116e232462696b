package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xuezhan/engine/rules"
)

func newRules(a *app) *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "rules",
		Short: "list, show, compare and check rule systems",
		Long: `A rule system is a preset or a rules file: a JSON object whose "base" names a
preset and whose other keys change fields of it.

  {"base": "tsumo", "name": "tsumo-5", "fan_cap": 5}`,
		Example: `  xuezhan rules show tsumo
  xuezhan rules diff wap-battle wap-flow`,
	}, newRulesList(a), newRulesShow(a), newRulesDiff(a), newRulesCheck(a))
}

// rulesOptions are those of all four commands.
type rulesOptions struct{ json bool }

func (o *rulesOptions) flags(c *cobra.Command) *cobra.Command {
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return c
}

func newRulesList(a *app) *cobra.Command {
	var o rulesOptions
	return o.flags(&cobra.Command{
		Use:     "list",
		Short:   "list the presets",
		Example: "  xuezhan rules list",
		Args:    wantArgs(),
		RunE:    func(*cobra.Command, []string) error { return listRules(a.out, o.json) },
	})
}

// A listedPreset is a preset as rules list prints it.
type listedPreset struct {
	Name   string `json:"name"`
	Alias  string `json:"alias,omitempty"`
	Hash   string `json:"rules_hash"`
	Source string `json:"source"`
}

func listRules(w io.Writer, asJSON bool) error {
	var list []listedPreset
	for _, p := range rules.Presets() {
		list = append(list, listedPreset{p.Rules.Name, p.Alias, p.Rules.Hash(), p.Source})
	}
	if asJSON {
		return printJSON(w, map[string]any{"presets": list})
	}
	t := newTable(w)
	t.row("name", "hash", "source")
	for _, p := range list {
		t.row(p.Name, p.Hash, p.Source)
	}
	return t.Flush()
}

func newRulesShow(a *app) *cobra.Command {
	var o rulesOptions
	return o.flags(&cobra.Command{
		Use:   "show RULES",
		Short: "print every field of a rule system, what it means and what is allowed",
		Long: `show prints every field of a preset or a rules file: its value, what is allowed,
and what it means. With --json it prints a rules file.`,
		Example: `  xuezhan rules show tsumo
  xuezhan rules show tsumo --json`,
		Args: wantArgs("RULES"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.loadRules(args[0])
			if err != nil {
				return err
			}
			return showRules(a.out, &r, o.json)
		},
	})
}

func showRules(w io.Writer, r *rules.Rules, asJSON bool) error {
	if asJSON {
		return printRulesFile(w, r)
	}
	fmt.Fprintf(w, "rules_hash %s\n\n", r.Hash())
	t := newTable(w)
	t.row("field", "value", "allowed", "meaning")
	for _, f := range rules.Fields() {
		t.row(f.Name, f.Value(r), f.Allowed, f.Doc)
	}
	return t.Flush()
}

// printRulesFile prints rules as a file that rules.Parse reads. All fields are
// written, so the base makes no difference; it is the nearest preset.
func printRulesFile(w io.Writer, r *rules.Rules) error {
	file, err := r.File(nearestPreset(r).Name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", file)
	return err
}

// nearestPreset returns the preset that differs from r in the fewest fields.
func nearestPreset(r *rules.Rules) rules.Rules {
	var nearest rules.Rules
	fewest := -1
	for _, p := range rules.Presets() {
		if n := len(rules.Diff(&p.Rules, r)); fewest < 0 || n < fewest {
			nearest, fewest = p.Rules, n
		}
	}
	return nearest
}

func newRulesDiff(a *app) *cobra.Command {
	var o rulesOptions
	return o.flags(&cobra.Command{
		Use:     "diff A B",
		Short:   "print the fields in which two rule systems differ",
		Example: "  xuezhan rules diff sbr mil",
		Args:    wantArgs("A", "B"),
		RunE: func(_ *cobra.Command, args []string) error {
			x, err := a.loadRules(args[0])
			if err != nil {
				return err
			}
			y, err := a.loadRules(args[1])
			if err != nil {
				return err
			}
			return diffRules(a.out, &x, &y, o.json)
		},
	})
}

// A fieldDifference is a field as rules diff prints it.
type fieldDifference struct {
	Field string `json:"field"`
	A     any    `json:"a"`
	B     any    `json:"b"`
	Doc   string `json:"meaning"`
}

func differences(x, y *rules.Rules) []fieldDifference {
	list := []fieldDifference{}
	for _, d := range rules.Diff(x, y) {
		list = append(list, fieldDifference{d.Field.Name, d.A, d.B, d.Field.Doc})
	}
	return list
}

func diffRules(w io.Writer, x, y *rules.Rules, asJSON bool) error {
	list := differences(x, y)
	if asJSON {
		return printJSON(w, map[string]any{"a": x.Name, "b": y.Name, "differences": list})
	}
	if len(list) == 0 {
		fmt.Fprintf(w, "%s and %s are the same rules\n", x.Name, y.Name)
		return nil
	}
	t := newTable(w)
	t.row("field", x.Name, y.Name, "meaning")
	for _, d := range list {
		t.row(d.Field, d.A, d.B, d.Doc)
	}
	return t.Flush()
}

func newRulesCheck(a *app) *cobra.Command {
	var o rulesOptions
	return o.flags(&cobra.Command{
		Use:   "check FILE",
		Short: "check a rules file",
		Long: `check reads a rules file, - for standard input, and says what is wrong with it:
an unknown field, a wrong type, a value out of range or fields that contradict
each other. Of a good one it prints the name, the hash, and how it differs from
the nearest preset.`,
		Example: "  xuezhan rules show tsumo --json | xuezhan rules check -",
		Args:    wantArgs("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.checkRules(args[0])
			if err != nil {
				return err
			}
			return printChecked(a.out, &r, o.json)
		},
	})
}

func (a *app) checkRules(path string) (rules.Rules, error) {
	data, err := a.readFile(path, maxSmallFile)
	if err != nil {
		return rules.Rules{}, err
	}
	r, err := rules.Parse(data)
	if err != nil {
		return r, fmt.Errorf("%s: %w", nameOf(path), err)
	}
	return r, nil
}

func printChecked(w io.Writer, r *rules.Rules, asJSON bool) error {
	preset := nearestPreset(r)
	if asJSON {
		return printJSON(w, map[string]any{
			"rules": r.Name, "rules_hash": r.Hash(), "nearest": preset.Name, "differences": differences(&preset, r),
		})
	}
	fmt.Fprintf(w, "%s is good; rules_hash %s\n\n", r.Name, r.Hash())
	return diffRules(w, &preset, r, false)
}
