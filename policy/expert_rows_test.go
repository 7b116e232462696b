package policy

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

var (
	expertRows  = flag.String("expertrows", "", "file to which rows for expert's nets are appended")
	expertRules = flag.String("expertrules", "wap-battle", "preset of the rows")
	expertBot   = flag.String("expertbot", "value", "bot that plays the hands of the rows")
	expertField = flag.String("expertfield", "value", "bot at every second seat; it makes no rows unless it is the same")
	expertFrom  = flag.Uint64("expertfrom", 0, "first hand of the rows")
	expertHands = flag.Uint64("experthands", 0, "hands of the rows")
)

// expertSeed is the first seed of the hands that the nets are fitted to.
const expertSeed = 1 << 41

// TestExpertRows plays hands, and at some decisions two actions to the end over the same
// wall: the usual one and another. It writes what the net reads of both, and by how much
// the other was better.
func TestExpertRows(t *testing.T) {
	if *expertRows == "" {
		t.Skip("run with -expertrows FILE")
	}
	r, err := rules.Lookup(*expertRules)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Parse(*expertBot)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(*expertRows, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	field, err := Parse(*expertField)
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, spec, field)
	e := &expert{valuer: newValuer(defaults(valueParams)), window: 3000}
	rows := 0
	for seed := *expertFrom; seed < *expertFrom+*expertHands; seed++ {
		rng := rand.New(rand.NewPCG(seed, 77))
		d := randomDeck(expertSeed+seed, true)
		x.deal(&d, seed)
		for !x.h.Over() {
			a := x.next()
			if x.h.Asked()%2 == 1 && *expertField != *expertBot {
				x.e.Apply(&x.h, a)
				continue
			}
			if kind := x.candidates(e, a); kind != noDecision && e.n > 1 && rng.Float64() < rowRates[kind] {
				x.row(t, out, e, a, kind, seed, rng)
				rows++
			}
			x.e.Apply(&x.h, a)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	fmt.Println(rows, "rows of", numTraits, "traits")
}

// The kinds of decisions, and how many of them become rows.
const (
	noDecision = iota
	ownTurn
	claimed
	winOffered
)

var rowRates = [...]float64{ownTurn: 0.15, claimed: 0.5, winOffered: 1}

// candidates has expert look at a decision, the action that is taken first.
func (x *table) candidates(e *expert, a engine.Action) (kind int) {
	v := x.e.View(&x.h, x.h.Asked())
	e.taste = tasteOf(0)
	switch phase := x.h.Phase(); {
	case len(x.legal) < 2 || v.IsLocked(v.Seat()):
		return noDecision
	case slices.Contains(x.legal, engine.Win):
		if phase == engine.PhaseRob || phase == engine.PhaseTurn && v.Drawn() == tile.None || !e.offered(v) {
			return noDecision
		}
		if e.list[0].action == engine.Win != (a == engine.Win) {
			e.list[0], e.list[1] = e.list[1], e.list[0]
		}
		return winOffered
	case phase == engine.PhaseTurn:
		e.turn(v, x.legal)
		kind = ownTurn
	case phase == engine.PhaseClaim:
		e.claim(v, x.legal)
		kind = claimed
	}
	for i := range e.list[:e.n] {
		if e.list[i].action == a {
			e.list[0], e.list[i] = e.list[i], e.list[0]
			return kind
		}
	}
	return noDecision
}

// row plays the action and another one, and writes a row.
func (x *table) row(t *testing.T, out *bufio.Writer, e *expert, a engine.Action, kind int, seed uint64, rng *rand.Rand) {
	other := &e.list[1+rng.IntN(e.n-1)]
	seat := x.h.Asked()
	gain := x.playOn(other.action, seat) - x.playOn(a, seat)
	var row [3 + 2*numTraits]int16
	row[0], row[1], row[2] = int16(gain), int16(kind)+int16(seed%16)<<4, int16(e.n)
	for i := range numTraits {
		row[3+i] = int16(min(max(e.list[0].traits[i], -32767), 32767))
		row[3+numTraits+i] = int16(min(max(other.traits[i], -32767), 32767))
	}
	if err := binary.Write(out, binary.LittleEndian, &row); err != nil {
		t.Fatal(err)
	}
}
