package sim

import "xuezhan/engine"

// A Witness is shown the choices of hands. A decision without a choice is none.
type Witness interface {
	// Decided is called once a seat has chosen and before its action is played. The
	// hand is the index of the hand; neither the view nor the slice may be kept.
	Decided(hand int64, v engine.View, legal []engine.Action, a engine.Action)
}
