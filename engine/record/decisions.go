package record

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
)

// Decisions plays a full record again, as Verify does, and tells visit of every
// decision before it is made, those without a choice too, and of the action that was
// chosen. The hand is good for the call only. The error is Verify's.
func Decisions(r *Record, t *shape.Tables, visit func(e *engine.Engine, h *engine.Hand, a engine.Action)) error {
	return replay(r, t, func(e *engine.Engine, h *engine.Hand, _ []engine.Action, a engine.Action, _ int) { visit(e, h, a) })
}
