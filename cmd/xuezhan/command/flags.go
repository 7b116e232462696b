package command

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xuezhan/engine/spell"
	"xuezhan/policy"
	"xuezhan/sim"
)

// maxWorkers is more goroutines than any machine has use for.
const maxWorkers = 1024

// flagError says in words of the command line what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return misused("unknown flag: -%s", name)
		}
		return misused("unknown flag: --%s%s", name, spell.Hint(name, flagNames(c)))
	}
	if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) {
		return misused("--%s: %w", wrong.GetFlag().Name, valueError(wrong))
	}
	return usageError{err}
}

// Annotations that flags may have.
const (
	// howFlag: the flag says how to play and print, and does not affect what is
	// played or stored. A resume takes all others from what is stored and refuses
	// them; the command line that resumes repeats these.
	howFlag = "how"
	// setupFlag: the flag is one of a setup.
	setupFlag = "setup"
)

// annotate defines flags and gives an annotation to each of them.
func annotate(f *pflag.FlagSet, annotation string, define func()) {
	old := map[*pflag.Flag]bool{}
	f.VisitAll(func(x *pflag.Flag) { old[x] = true })
	define()
	f.VisitAll(func(x *pflag.Flag) {
		if !old[x] {
			x.Annotations = map[string][]string{annotation: nil}
		}
	})
}

// annotated returns the names of the flags with an annotation.
func annotated(c *cobra.Command, annotation string) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, ok := f.Annotations[annotation]; ok {
			names = append(names, f.Name)
		}
	})
	return names
}

// checkResume refuses the flags that a resume takes from what is stored.
func checkResume(c *cobra.Command, stored string) (err error) {
	taken := append(annotated(c, howFlag), "resume")
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !slices.Contains(taken, f.Name) && c.InheritedFlags().Lookup(f.Name) == nil {
			err = misused("--resume takes everything from the %s; %s cannot be given", stored, dashed(f.Name))
		}
	})
	return err
}

// resumeLine returns the command line that resumes with the words given.
func resumeLine(c *cobra.Command, words ...string) string {
	return commandLine(append([]string{"xuezhan"}, words...), c, annotated(c, howFlag))
}

func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// valueError says what a flag wants instead of its value.
func valueError(wrong *pflag.InvalidValueError) error {
	wanted := ""
	switch wrong.GetFlag().Value.Type() {
	case "uint64":
		wanted = "a whole number 0 to 18446744073709551615"
	case "int":
		wanted = "a whole number in plain digits"
	case "float64":
		wanted = "a number such as 0.95"
	case "bool":
		wanted = "true or false"
	default:
		return wrong.Unwrap()
	}
	return fmt.Errorf("%q is not %s", wrong.GetValue(), wanted)
}

// checkFlags checks what is the same for the flags of every command: that what
// names a file or a directory is not empty, and the number of workers.
func checkFlags(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		what, _ := pflag.UnquoteUsage(f)
		switch {
		case err != nil:
		case (what == "FILE" || what == "DIR") && f.Value.String() == "":
			err = misused("--%s is empty; it names a %s", f.Name, map[string]string{"FILE": "file", "DIR": "directory"}[what])
		case f.Name == "workers":
			n, _ := strconv.ParseInt(f.Value.String(), 10, 64)
			err = checkRange("workers", n, maxWorkers)
		}
	})
	return err
}

// dashed returns a flag's name as it is written.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// checkRange demands that a flag is 1 to most.
func checkRange(flag string, n, most int64) error {
	if n < 1 || n > most {
		return misused("--%s %d is not 1 to %d", flag, n, most)
	}
	return nil
}

// What differences in points per hand it makes sense to ask for. A hand moves some
// hundreds of points at most, and to tell apart what differs by a ten-thousandth takes
// more blocks than a match has.
const (
	maxDifference = 1000
	minDifference = 1e-4
)

// parseMus reads the two differences MU0,MU1 that a sequential test decides between.
func parseMus(flag, text string) (mu0, mu1 float64, err error) {
	low, high, _ := strings.Cut(text, ",")
	mu0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	mu1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	switch {
	case err0 != nil || err1 != nil || math.IsNaN(mu0+mu1) || math.IsInf(mu0+mu1, 0):
		return 0, 0, misused("%s %q is not MU0,MU1 such as 0,0.1", flag, text)
	case mu0 >= mu1:
		return 0, 0, misused("%s %q: MU0, %g, is not below MU1, %g", flag, text, mu0, mu1)
	case math.Abs(mu0) > maxDifference || math.Abs(mu1) > maxDifference:
		return 0, 0, misused("%s %q: a difference is at most %d points per hand", flag, text, maxDifference)
	case mu1-mu0 < minDifference:
		return 0, 0, misused("%s %q: MU0 and MU1 are less than %g points per hand apart, which no match can tell", flag, text, minDifference)
	}
	return mu0, mu1, nil
}

// atFlag says at which flag, "-a" or "--bots", the value is wrong.
func atFlag(flag string, err error) error {
	if err == nil {
		return nil
	}
	return misused("%s: %w", flag, err)
}

// botAtFlag says from which flag a bot comes that cannot be read, which is wrong usage,
// or cannot be started, which is not.
func botAtFlag(flag string, err error) error {
	if isUsage(err) {
		return atFlag(flag, err)
	}
	return fmt.Errorf("%s: %w", flag, err)
}

func parseWalls(text string) (sim.Walls, error) {
	w, err := sim.ParseWalls(text)
	return w, atFlag("--walls", err)
}

// flagSpec reads the spec that a flag has.
func (a *app) flagSpec(flag, text string) (policy.Spec, error) {
	s, err := a.parseSpec(text)
	return s, atFlag(flag, err)
}
