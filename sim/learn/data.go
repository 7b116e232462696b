package learn

import (
	"slices"

	"xuezhan/engine"
)

// Data is decisions in the order of their hands, with the actions tried at each.
type Data struct {
	Width  int       // features of a trial
	X      []float32 // features, trial by trial
	Points []float32 // what each trial gained from its action on
	Pays   []float32 // what the action itself paid at once
	Action []engine.Action
	Groups []Group
}

// A Group is one decision: the trials First to First+N−1; the first is
// what the bot that plays the trials on would do.
type Group struct {
	Hand     int64
	First, N int32
	Phase    engine.Phase // turn or claim
}

// Trials returns the number of trials.
func (d *Data) Trials() int { return len(d.Points) }

// Row returns the features of a trial. They are the data's.
func (d *Data) Row(i int) []float32 { return d.X[i*d.Width : (i+1)*d.Width] }

// of returns the decisions of a phase. Their trials are the data's.
func (d *Data) of(p engine.Phase) *Data {
	some := *d
	some.Groups = slices.DeleteFunc(slices.Clone(d.Groups), func(g Group) bool { return g.Phase != p })
	return &some
}

// add appends the decisions of others, whose trials are counted from 0.
func (d *Data) add(o *Data) {
	first := int32(len(d.Points))
	d.X = append(d.X, o.X...)
	d.Points = append(d.Points, o.Points...)
	d.Pays = append(d.Pays, o.Pays...)
	d.Action = append(d.Action, o.Action...)
	for _, g := range o.Groups {
		g.First += first
		d.Groups = append(d.Groups, g)
	}
}
