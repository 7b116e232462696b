package strictjson

import (
	"bytes"
	"fmt"
	"strconv"
)

// Uint64 is a number of 64 bits that JSON has as a text, "9007199254740993", because
// many readers of JSON know no whole numbers beyond 2^53. A plain number is read too:
// older files have it.
type Uint64 uint64

// MarshalText writes the digits.
func (n Uint64) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(n), 10), nil }

// UnmarshalJSON reads the digits, in double quotes or not.
func (n *Uint64) UnmarshalJSON(value []byte) error {
	digits := value
	if text, ok := bytes.CutPrefix(value, []byte{'"'}); ok {
		digits, _ = bytes.CutSuffix(text, []byte{'"'})
	}
	x, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a whole number 0 to 18446744073709551615", excerpt(value))
	}
	*n = Uint64(x)
	return nil
}
