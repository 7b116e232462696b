package study

import "xuezhan/sim/stats"

// MaxMaximFeatures is the most features that rules look at.
const MaxMaximFeatures = 4

// Maxims are a family of simple rules of thumb for the main contrast; the
// best is chosen. A maxim says where to do what label B stands for; elsewhere A is done.
type Maxims struct {
	Features []int // that the maxims look at, at most MaxMaximFeatures
	Family   []Maxim
	Never    string // what to do where no maxim gains: "take every win"
}

// A Maxim holds where all its bounds do.
type Maxim struct {
	Text   string
	Bounds []Bound
}

// A Bound is the least and greatest value that a maxim allows one of the
// features in Maxims.Features.
type Bound struct {
	Feature  int // index into Maxims.Features
	Min, Max int16
}

// An offer is what a maxim needs to know of a fork.
type offer struct {
	hand     int64
	features [MaxMaximFeatures]int16
	cell     int16 // of the map, −1 for none
	gain     int64 // points of B less those of A
}

func (t *tally) offer(hand int64, f *Features, gain int64) offer {
	o := offer{hand: hand, cell: int16(t.cell(f)), gain: gain}
	for i, feature := range t.Maxims.Features {
		o.features[i] = f[feature]
	}
	return o
}

func (m *Maxim) holds(o *offer) bool {
	for _, b := range m.Bounds {
		if v := o.features[b.Feature]; v < b.Min || v > b.Max {
			return false
		}
	}
	return true
}

// bestMaxim returns the index of the maxim that gains most on the even hands, of
// equal ones the first, and −1 if none gains anything.
func bestMaxim(family []Maxim, offers []offer) int {
	best, most := -1, int64(0)
	for i := range family {
		gain := int64(0)
		for j := range offers {
			if o := &offers[j]; o.hand%2 == 0 && family[i].holds(o) {
				gain += o.gain
			}
		}
		if gain > most {
			best, most = i, gain
		}
	}
	return best
}

// gainingCells returns the cells of the map in which B is worth more on the even
// hands, if there are enough.
func gainingCells(cells int, offers []offer) []bool {
	gains, units, last := make([]int64, cells), make([]int, cells), make([]int64, cells)
	for i := range offers {
		o := &offers[i]
		if o.hand%2 != 0 || o.cell < 0 {
			continue
		}
		gains[o.cell] += o.gain
		if units[o.cell] == 0 || last[o.cell] != o.hand {
			units[o.cell]++
			last[o.cell] = o.hand
		}
	}
	list := make([]bool, cells)
	for c := range list {
		list[c] = gains[c] > 0 && units[c] >= stats.MinUnits
	}
	return list
}

// A trial is what a maxim and the map are worth on the odd hands, per fork.
type trial struct {
	maxim, cells, against stats.Ratio // against: the maxim's less the map's
	used                  stats.Ratio // share of forks in which the maxim holds
}

// tryMaxim plays by a maxim, nil for none, and by the map on the odd hands. The
// offers are in the order of hands.
func tryMaxim(m *Maxim, gaining []bool, offers []offer) trial {
	var t trial
	for len(offers) > 0 {
		hand := offers[0].hand
		var gain, cells, used, n int64
		for ; len(offers) > 0 && offers[0].hand == hand; offers = offers[1:] {
			o := &offers[0]
			n++
			if m != nil && m.holds(o) {
				gain += o.gain
				used++
			}
			if o.cell >= 0 && gaining[o.cell] {
				cells += o.gain
			}
		}
		if hand%2 == 1 {
			t.maxim.Add(gain, n)
			t.cells.Add(cells, n)
			t.against.Add(gain-cells, n)
			t.used.Add(used, n)
		}
	}
	return t
}
