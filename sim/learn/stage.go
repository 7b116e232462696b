package learn

import "xuezhan/sim"

// A stage is hands that one player plays: those of a round, or of the holdout.
type stage struct {
	purpose sim.Purpose
	number  int64 // part of the purpose
	first   int64 // of its hands among those of the plan
	hands   int64
	part    int // its first part
}

// Part sizes, in hands: a part of the largest plans takes some seconds with a bot that
// thinks, and a plan has some fifty parts.
const (
	leastPartHands = 512
	mostPartHands  = 8192
	stageParts     = 48
)

// partHands returns the hands of a part of the stage; the last may have fewer.
func (s *stage) partHands() int64 {
	return min(max((s.hands+stageParts-1)/stageParts, leastPartHands), mostPartHands)
}

// parts returns the number of the stage's parts.
func (s *stage) parts() int { return int((s.hands + s.partHands() - 1) / s.partHands()) }

// stages returns the rounds of the plan and its holdout, in order.
func (p *Plan) stages() []stage {
	var list []stage
	first, part := int64(0), 0
	add := func(purpose sim.Purpose, number, hands int64) {
		s := stage{purpose, number, first, hands, part}
		list = append(list, s)
		first += hands
		part += s.parts()
	}
	for round := range p.Rounds {
		add(sim.Train, int64(round), p.Hands)
	}
	add(sim.Holdout, 0, p.Holdout)
	return list
}

// list returns the parts of a stage.
func (s *stage) list() []sim.Part {
	var list []sim.Part
	size := s.partHands()
	for i := range s.parts() {
		done := int64(i) * size
		list = append(list, sim.Part{Index: s.part + i, First: s.first + done, Hands: min(size, s.hands-done)})
	}
	return list
}

// Parts returns the parts in which the plan's hands are stored. The hands of a round come
// before those of the next, and those of the holdout last.
func (p *Plan) Parts() []sim.Part {
	var list []sim.Part
	for _, s := range p.stages() {
		list = append(list, s.list()...)
	}
	return list
}

// stageOf returns the number of the stage that has a part.
func (p *Plan) stageOf(part int) int {
	at := 0
	for i, s := range p.stages() {
		if part >= s.part {
			at = i
		}
	}
	return at
}
