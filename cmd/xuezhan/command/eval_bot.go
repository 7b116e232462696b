package command

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/sim/study"
)

// findBot reads the bot of --bot, if there is one.
func (v *evaluator) findBot(text string) error {
	if text == "" {
		return nil
	}
	spec, err := v.parseSpec(text)
	if err != nil {
		return err
	}
	v.bot = &spec
	return nil
}

// opinionSeed is the seed of what eval makes up of a table.
const opinionSeed = 1

// opine adds what the bot thinks of a position, if one was named.
func (v *evaluator) opine(e *engine.Engine, p features.Position, a *evalAnswer) error {
	if v.bot == nil {
		return nil
	}
	if a.Turn == nil {
		return fmt.Errorf("--bot chooses among the actions of a seat in its turn, which has 14 tiles, not 13")
	}
	void, ok := tile.ParseSuit(a.Void)
	if !ok {
		return fmt.Errorf("--bot: the void suit is not known")
	}
	spot := study.Spot{Own: p.Own, Void: void, Seen: p.Seen, Left: v.left}
	if err := spot.Validate(); err != nil {
		return err
	}
	var err error
	a.Bot = v.bot.String()
	a.Opinions, err = study.Opinions(e, study.FromSpot(e, spot), *v.bot, opinionSeed)
	return err
}

// printOpinions prints what a bot thinks of the actions.
func printOpinions(t table, a *evalAnswer) {
	t.row()
	t.row(a.Bot+" thinks", "worth", "wins", "danger", "chosen", "goal")
	for _, o := range a.Opinions {
		t.row(o.Action, numberText("%+.3f", o.Worth), numberText("%.3f", o.Wins), numberText("%.3f", o.Danger), fmt.Sprintf("%.0f %%", 100*o.Chosen), o.Goal)
	}
}
