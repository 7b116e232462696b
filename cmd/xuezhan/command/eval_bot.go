package command

import (
	"errors"
	"fmt"
	"io"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features/eval"
	"xuezhan/sim/study"
)

// evalOpinions is what --bot adds to a position.
type evalOpinions struct {
	Bot      string          `json:"bot"`
	Opinions []study.Opinion `json:"opinions"`
}

// opinionSeed is the seed of what eval makes up of a table.
const opinionSeed = 1

// opine asks a bot about a position that was measured.
func (a *app) opine(o *evalOptions, c *eval.Case, measured *eval.Answer) (*evalOpinions, error) {
	bot, err := a.parseSpec(o.bot)
	if err != nil {
		return nil, err
	}
	if measured.Turn == nil {
		return nil, errors.New("--bot is about the actions of a seat in its turn, which has 14 tiles, not 13")
	}
	p, err := c.Position()
	if err != nil {
		return nil, err
	}
	void, ok := tile.ParseSuit(measured.Void)
	if !ok {
		return nil, errors.New("--bot wants to know the void suit; name it with --void")
	}
	spot := study.Spot{Own: p.Own, Void: void, Seen: p.Seen, Left: o.left}
	if err := spot.Validate(); err != nil {
		return nil, err
	}
	r, err := a.loadRules(c.Rules)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(r, a.tables())
	if err != nil {
		return nil, err
	}
	list, err := study.Opinions(e, study.FromSpot(e, spot), bot, opinionSeed)
	return &evalOpinions{bot.String(), list}, err
}

// print writes opinions as a table.
func (o *evalOpinions) print(w io.Writer) error {
	t := newTable(w)
	t.row(o.Bot+" thinks", "worth", "wins", "danger", "chosen", "goal")
	for _, x := range o.Opinions {
		t.row(x.Action, numberText("%+.3f", x.Worth), numberText("%.3f", x.Wins), numberText("%.3f", x.Danger), fmt.Sprintf("%.0f %%", 100*x.Chosen), x.Goal)
	}
	return t.Flush()
}
