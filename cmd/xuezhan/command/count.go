package command

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A count is a flag for a large whole number: 1000000, 1_000_000 or 1e6.
type count int64

// String returns the number in plain digits.
func (c *count) String() string { return strconv.FormatInt(int64(*c), 10) }

// Type names the flag's value in help texts.
func (*count) Type() string { return "N" }

// Set reads a number.
func (c *count) Set(text string) error {
	if strings.ContainsAny(text, "eE.") && !strings.ContainsAny(text, "xX_") {
		f, err := strconv.ParseFloat(text, 64)
		if err == nil && f == math.Trunc(f) && math.Abs(f) > 1<<53 {
			return fmt.Errorf("%q is too large", text)
		}
		if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return fmt.Errorf("%q is not a whole number such as 1e6", text)
		}
		*c = count(f)
		return nil
	}
	n, err := strconv.ParseInt(text, 0, 64)
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%q is too large", text)
	}
	if err != nil {
		return fmt.Errorf("%q is not a whole number such as 1000000, 1_000_000 or 1e6", text)
	}
	*c = count(n)
	return nil
}
