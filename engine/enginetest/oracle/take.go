package oracle

import "xuezhan/engine/tile"

// A group is a run or a pung; a kong counts as a pung.
type group struct {
	first int // its lowest kind
	isRun bool
}

func (g group) isPung() bool  { return !g.isRun }
func (g group) isJiang() bool { return !g.isRun && isJiang(g.first) }

func (g group) hasTerminal() bool {
	return isTerminal(g.first) || g.isRun && isTerminal(g.first+2)
}

func isTerminal(k int) bool { return k%tile.Ranks == 0 || k%tile.Ranks == tile.Ranks-1 }
func isJiang(k int) bool    { return k%3 == 1 }

// A taker takes held tiles apart into groups and a pair in every way there is.
// The groups may begin with declared ones.
type taker struct {
	held   Counts
	groups [maxGroups]group
	taken  int // of the groups, so far
	pair   int
	each   func() // called for every way, with groups and pair taken
}

// takeApart tries every pair.
func (t *taker) takeApart() {
	for k := range t.held {
		if t.held[k] < 2 {
			continue
		}
		t.held[k] -= 2
		t.pair = k
		t.takeGroups(0)
		t.held[k] += 2
	}
}

// takeGroups tries all that the lowest tile, at k or above, can belong to.
func (t *taker) takeGroups(k int) {
	for k < len(t.held) && t.held[k] == 0 {
		k++
	}
	if k == len(t.held) {
		t.each()
		return
	}
	if t.held[k] >= 3 {
		t.held[k] -= 3
		t.take(group{k, false})
		t.held[k] += 3
	}
	if startsRun(k) && t.held[k+1] > 0 && t.held[k+2] > 0 {
		t.held.addRun(k, -1)
		t.take(group{k, true})
		t.held.addRun(k, 1)
	}
}

func (t *taker) take(g group) {
	t.groups[t.taken] = g
	t.taken++
	t.takeGroups(g.first)
	t.taken--
}

// all reports whether all groups taken are such.
func (t *taker) all(such func(group) bool) bool {
	for _, g := range t.groups[:t.taken] {
		if !such(g) {
			return false
		}
	}
	return true
}
