package external

import "strconv"

// maxQuote is the number of bytes that messages quote of a line.
const maxQuote = 80

// maxError is the number of bytes that messages quote of the end of a bot's
// standard error, where paths and what is wrong with them need room.
const maxError = 240

// quoted returns a line as messages quote it: shortened, with control characters
// and what is no text escaped.
func quoted(line []byte) string { return strconv.Quote(shortened(line)) }

// quotedEnd returns the end of a line as messages quote it.
func quotedEnd(line []byte) string {
	if n := len(line); n > maxError {
		return strconv.Quote("…" + string(line[n-maxError:]))
	}
	return strconv.Quote(string(line))
}

func shortened(line []byte) string {
	if len(line) > maxQuote {
		return string(line[:maxQuote]) + "…"
	}
	return string(line)
}
