package policy

// newGuard plays like value while its hand is worth something. Once the best
// discard leaves less than fold_below, it holds what it is worth against danger:
// the cost of a discard counts fold, more before seats that show a big hand. What
// ending not ready or with the void suit costs is part of a hand's worth, so
// that it gives up no more than the danger is worth.
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
