package policy

// newGuard plays like value while its hand is worth something. Once the best
// discard leaves less than fold_below, what discards cost counts fold, and at all
// times more before seats that show a big hand. The cost of ending not ready stays
// part of what a hand is worth, so that there is a limit to folding.
func newGuard(p Values) Parts {
	b := newValuer(p)
	b.foldBelow, b.fold, b.loud = p.Of("fold_below"), p.Of("fold"), p.Of("loud")
	return b.bot()
}

var guardParams = append([]Param{
	{"fold_below", "worth of what the best discard leaves below which guard folds, in milli-points", 0, 20000, 200},
	{"fold", "weight of danger once guard has folded, in thousandths of its usual one", 0, 8000, 2000},
	{"loud", "further danger of seats that show a big hand, in thousandths", 0, 4000, 500},
}, valueParams...)
