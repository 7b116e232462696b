package report

import (
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/match"
)

func TestResponsePage(t *testing.T) {
	c := &match.ResponseConfig{Rules: wapBattle(t), Seed: 3, Walls: sim.Lanes}
	r := NewResponse(c, &match.Response{
		Bot: "fast", Best: "value", Gain: between(1, 0.5, 1.5), ChooseBlocks: 40, Blocks: 50, Hands: 520,
		Responders: []match.Responder{{Bot: "big", Gain: between(-1, -2, 0)}, {Bot: "value", Gain: between(1.4, 0.4, 2.4)}},
	}, "v1")
	demand(t, "best response", textOf(t, r.Page()),
		"fast can be exploited for at least +1.000 [+0.500, +1.500] points per hand", "one value gains",
		"  big              -1.000 [-2.000, 0.000]\n", "  value, measured  +1.000 [+0.500, +1.500]\n", "lower bound",
		"chosen over    40 blocks of seed ", "measured over  50 blocks\n", "hands          520\n")
	demand(t, "picture", pictures(t, r.Page())["responders"], ">value, measured<")
	r.Gain = between(0.1, -0.5, 0.7)
	demand(t, "nothing established", r.Page().Headline[0], "No gain on three fast is established: value, the best responder, has +0.100")
	r.Best = "fast"
	demand(t, "nobody", r.Page().Headline[0], "None of 2 responders gained anything on three fast")
}
