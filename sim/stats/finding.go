package stats

// A Finding is what the comparison of two alternatives A and B comes to. Its text
// is the same in JSON, tables and pages.
type Finding string

// The findings.
const (
	BetterA      Finding = "a"
	BetterB      Finding = "b"
	NoDifference Finding = "~"       // no difference is established
	TooFew       Finding = "too few" // there is too little data to compare
)

// FindingOf returns the better one where the p-value of a difference A − B is at
// most alpha, else NoDifference.
func FindingOf(difference, p, alpha float64) Finding {
	switch {
	case p > alpha || difference == 0:
		return NoDifference
	case difference > 0:
		return BetterA
	}
	return BetterB
}

// Finding returns what the interval of a difference A − B says by itself: the
// better one where it does not cover 0, and TooFew with fewer than MinUnits units
// or without bounds.
func (i Interval) Finding() Finding {
	switch {
	case i.N < MinUnits || !i.Defined():
		return TooFew
	case i.Lo > 0:
		return BetterA
	case i.Hi < 0:
		return BetterB
	}
	return NoDifference
}

// Established reports whether one of the two is better.
func (f Finding) Established() bool { return f == BetterA || f == BetterB }

// Name returns the name of the better one of a and b, or the finding's text where
// no difference is established.
func (f Finding) Name(a, b string) string {
	switch f {
	case BetterA:
		return a
	case BetterB:
		return b
	}
	return string(f)
}
