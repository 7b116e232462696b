package policy

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// valueAt returns value's outlook on tiles, and the tiles, with bamboo void. Of
// each kind at most n copies are unseen.
func valueAt(t *testing.T, preset, tiles string, left, copies int) (*valuer, *outlook, *hand) {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, suitTables())
	if err != nil {
		t.Fatal(err)
	}
	own, err := tile.Parse(tiles)
	if err != nil {
		t.Fatal(err)
	}
	b := newValuer(defaults(valueParams))
	o := &outlook{view: e.View(new(engine.Hand), 0), rules: e.Rules(), payers: engine.NumSeats - 1}
	for k := tile.AllKinds; k != 0; k = k.Rest() {
		melds := own.Melds.Tiles()
		o.unseen.AddN(k.First(), min(copies, tile.Copies-own.Held.Count(k.First())-melds.Count(k.First())))
	}
	b.judge(o, left)
	h := &hand{tiles: tilesOf(e, own), all: own.Melds}
	h.readMelds()
	return b, o, h
}

func tilesOf(e *engine.Engine, own tile.Set) tiles {
	return tiles{e.Tables(), own.Held, int(own.Melds.N), tile.Bamboo}
}

// What value takes and what it declines of wins on a discard.
func TestValueWinOrPass(t *testing.T) {
	for _, x := range []struct {
		name, preset, tiles  string
		left, copies, points int
		passes               bool
	}{
		{"a cheap win on a wide wait, early", "wap-battle", "234567m23456p88p", 44, 3, 1, true},
		{"the same late", "wap-battle", "234567m23456p88p", 6, 1, 1, false},
		{"a cheap win on a narrow wait", "wap-battle", "123456m24p99922p", 12, 1, 1, false},
		{"a flush on a narrow wait", "wap-battle", "111222333m46m88m", 24, 1, 4, false},
		{"the most that is paid, on a narrow wait", "planet", "111222333m46m88m", 30, 1, 8, false},
	} {
		b, o, h := valueAt(t, x.preset, x.tiles, x.left, x.copies)
		f := offer{taken: b.taken(o, h, tile.None, x.points), passed: b.worth(o, h)}
		b.fitOffer(&f, o, h, x.points, false)
		if got := b.isDeclined(&f); got != x.passes {
			t.Errorf("%s: taken %d, passed %d: declines is %t", x.name, f.taken, f.passed, got)
		}
	}
}

// More tiles to win on, a longer wall and a dearer hand are worth more.
func TestValueWorth(t *testing.T) {
	for _, x := range []struct {
		name               string
		less, more         string
		leftLess, leftMore int
	}{
		{"two sides rather than the middle", "123456m456p22p68p", "123456m456p22p67p", 30, 30},
		{"a long wall", "123456m456p22p67p", "123456m456p22p67p", 8, 40},
		{"ready", "123456m45p22p67p9p", "123456m456p22p67p", 30, 30},
		{"a flush", "123456m456p22p67p", "1234564562267m", 30, 30},
		{"a kong", "123456m22p67p[555p]", "123456m22p67p[5555p]", 30, 30},
		{"void tiles gone", "12345m4567p2p1s2s3s", "12345m4567p2p9m9m9p", 50, 50},
	} {
		b, o, h := valueAt(t, "wap-battle", x.less, x.leftLess, 3)
		less := b.worth(o, h)
		b, o, h = valueAt(t, "wap-battle", x.more, x.leftMore, 3)
		if more := b.worth(o, h); more <= less {
			t.Errorf("%s: %s is worth %d, %s %d", x.name, x.less, less, x.more, more)
		}
	}
}

// The odds rise with what is accepted, and none is more than certain.
func TestOddsRise(t *testing.T) {
	for others := 1; others < engine.NumSeats; others++ {
		for left := range wallTilesLeft {
			o := oddsFor(rules.Leave, others, left)
			for m := 1; m <= mostMissing; m++ {
				last := 0
				for a := 0; a < 1600; a += 7 {
					p := o.chance(&o.win, m, a)
					if p < last || p > 1<<oddsBits {
						t.Fatalf("%d others, %d left, %d missing, %d accepted: %d after %d", others, left, m, a, p, last)
					}
					last = p
				}
			}
		}
	}
}

// What lacks more is as likely to end not ready, or likelier.
func TestUnreadyRises(t *testing.T) {
	for others := 1; others < engine.NumSeats; others++ {
		for left := range wallTilesLeft {
			for _, o := range []*odds{oddsFor(rules.Leave, others, left), oddsFor(rules.Stay, others, left)} {
				for m := 2; m < mostMissing; m++ {
					for i := range o.unready[m] {
						if o.unready[m][i] < o.unready[m-1][i] {
							t.Fatalf("%d others, %d left: %d after %d for %d missing", others, left, o.unready[m][i], o.unready[m-1][i], m+1)
						}
					}
				}
			}
		}
	}
}

// Tiles after which only dead kinds complete a hand count for nothing.
func TestDeadEnds(t *testing.T) {
	b, o, h := valueAt(t, "wap-battle", "234589m34568p[7777m]", 36, 4)
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	var l leaving
	x.without(&l, tile.Of(tile.Characters, 2))
	g := target{goal: goal{anyGroups, both}, accepted: -1}
	if got, want := x.acceptedNow(&g, 2, &l), (4+3+3)*o.draw[0]; got != want {
		t.Errorf("accepts %d, want 7p, 8m and 9m, %d", got, want)
	}
}

// wallTilesLeft is one more than the most tiles in the wall.
const wallTilesLeft = 56
