package command

import (
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim/study"
)

// newStudyQuestion makes the command of a kind of question: first the flags of its
// own options, then those that all have.
func newStudyQuestion(a *app, k study.Kind) *cobra.Command {
	var o studyOptions
	c := &cobra.Command{
		Use: k.Name, Short: k.Short, Example: k.Example, Args: wantArgs(),
		Long: k.Long + "\n" + studyText,
	}
	addOptions(c, &k)
	o.flags(c, &k)
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := o.validate(a, c)
		if err != nil {
			return err
		}
		if config.Question, err = a.ask(c, &k); err != nil {
			return err
		}
		if err := config.Validate(); err != nil {
			return usageError{err}
		}
		return a.startStudy(c, &o, config)
	}
	return c
}

// optionFlag returns the name of an option's flag.
func optionFlag(o *study.Option) string { return strings.ReplaceAll(o.Name, "_", "-") }

func addOptions(c *cobra.Command, k *study.Kind) {
	f := c.Flags()
	for i := range k.Options {
		switch o := &k.Options[i]; o.Type {
		case study.Number:
			f.Int(optionFlag(o), o.Default, o.Doc)
		case study.Switch:
			f.Bool(optionFlag(o), false, o.Doc)
		case study.Bot:
			f.String(optionFlag(o), "", o.Doc)
		}
	}
}

// ask makes a question from the flags of its options.
func (a *app) ask(c *cobra.Command, k *study.Kind) (*study.Question, error) {
	values := map[string]string{}
	for i := range k.Options {
		o := &k.Options[i]
		text := c.Flags().Lookup(optionFlag(o)).Value.String()
		if err := a.checkOption(o, text); err != nil {
			return nil, err
		}
		values[o.Name] = text
	}
	q, err := k.Ask(values, a.parseSpec)
	if err != nil {
		return nil, usageError{err}
	}
	return q, nil
}

// checkOption checks what an option's flag has.
func (a *app) checkOption(o *study.Option, text string) error {
	switch o.Type {
	case study.Number:
		n, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return misused("--%s: %w", optionFlag(o), err)
		case n >= 0 && n <= o.Most:
		case o.Most == math.MaxInt:
			return misused("--%s %d is below 0", optionFlag(o), n)
		default:
			return misused("--%s %d is not 0 to %d", optionFlag(o), n, o.Most)
		}
	case study.Bot:
		if text != "" {
			_, err := a.flagSpec("--"+optionFlag(o), text)
			return err
		}
	}
	return nil
}
