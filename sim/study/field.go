package study

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// A Field is a mix of bots that sit at the table with the studied seat. In every hand
// each of the other seats has one of them, drawn from the study's seed with the
// chances of their weights. With a field, each hand is played once for every studied
// seat: its own bot sits there, and the field at the others. An empty field leaves
// the table to the bots of the configuration.
type Field []FieldBot

// A FieldBot is a bot of a field and how often it is drawn.
type FieldBot struct {
	Spec   policy.Spec
	Weight int // from 1
}

// MaxField is the most bots of a field, MaxWeight the greatest weight.
const (
	MaxField  = 16
	MaxWeight = 1000
)

// String returns the field as the flag has it: fast*2,value.
func (f Field) String() string {
	text := ""
	for i, b := range f {
		if i > 0 {
			text += " "
		}
		text += b.Spec.String()
		if b.Weight != 1 {
			text += fmt.Sprintf("*%d", b.Weight)
		}
	}
	return text
}

// Validate reports the first thing that no field can have.
func (f Field) Validate() error {
	if len(f) > MaxField {
		return fmt.Errorf("study: a field of %d bots, more than %d", len(f), MaxField)
	}
	for i, b := range f {
		switch {
		case b.Spec.IsZero():
			return errors.New("study: a field without a bot")
		case b.Weight < 1 || b.Weight > MaxWeight:
			return fmt.Errorf("study: the weight %d of %s in the field is not 1 to %d", b.Weight, b.Spec, MaxWeight)
		case slices.ContainsFunc(f[:i], func(o FieldBot) bool { return o.Spec.String() == b.Spec.String() }):
			return fmt.Errorf("study: %s is in the field twice", b.Spec)
		}
	}
	return nil
}

// specs returns the bots.
func (f Field) specs() []policy.Spec {
	var list []policy.Spec
	for _, b := range f {
		list = append(list, b.Spec)
	}
	return list
}

// drawn returns for each seat the index of the bot that would sit there in a hand: a
// function of the seed and the hand alone, the same in every order of the wall.
func (f Field) drawn(seed uint64, hand int64) [engine.NumSeats]int {
	var seats [engine.NumSeats]int
	total := 0
	for _, b := range f {
		total += b.Weight
	}
	// Orders of the wall use the streams below MaxOrders.
	r := rand.New(rand.NewPCG(sim.PlayoutSeed(seed, hand, MaxOrders+1), 0))
	for s := range seats {
		at := r.IntN(total)
		for at >= f[seats[s]].Weight {
			at -= f[seats[s]].Weight
			seats[s]++
		}
	}
	return seats
}

// Others are the bots of a field that play with the studied seat, in turn order from
// the next seat on: numbers from 1 in the field, 0 without one.
type Others [engine.NumSeats - 1]int

// othersOf returns the others of a seat at a table.
func othersOf(seat int, table [engine.NumSeats]int) Others {
	var o Others
	for i := range o {
		o[i] = table[(seat+i+1)%engine.NumSeats] + 1
	}
	return o
}

// A StoredFieldBot is a bot of a field as a manifest has it.
type StoredFieldBot struct {
	Spec   string `json:"spec"`
	Digest string `json:"digest"`
	Weight int    `json:"weight"`
}

// stored returns the field as a manifest has it under some rules.
func (f Field) stored(r *rules.Rules) ([]StoredFieldBot, error) {
	var list []StoredFieldBot
	for _, b := range f {
		digest, err := b.Spec.Identify(r)
		if err != nil {
			return nil, err
		}
		list = append(list, StoredFieldBot{b.Spec.String(), digest, b.Weight})
	}
	return list, nil
}

// field makes the field of a stored study again.
func (in *Inputs) field(parse func(text string) (policy.Spec, error)) (Field, error) {
	var f Field
	for _, b := range in.Field {
		spec, err := parse(b.Spec)
		if err != nil {
			return nil, err
		}
		f = append(f, FieldBot{spec, b.Weight})
	}
	return f, nil
}

// fieldBots returns the field's bots as runs have theirs.
func (in *Inputs) fieldBots() []dataset.Bot {
	var list []dataset.Bot
	for _, b := range in.Field {
		list = append(list, dataset.Bot{Spec: b.Spec, Digest: b.Digest})
	}
	return list
}
