package external

import "strconv"

// maxQuote is the number of bytes that messages quote of a line.
const maxQuote = 80

// quoted returns a line as messages quote it: shortened, with control characters
// and what is no text escaped.
func quoted(line []byte) string { return strconv.QuoteToASCII(shortened(line)) }

func shortened(line []byte) string {
	if len(line) > maxQuote {
		return string(line[:maxQuote]) + "…"
	}
	return string(line)
}
