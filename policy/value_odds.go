package policy

import "xuezhan/engine/rules"

const (
	mostMissing  = 7  // goals that lack more are out of reach
	mostAccepted = 15 // the last point of the scale of acceptance
	oddsBits     = 13 // chances are counted in 2^−13
	wallSteps    = 14 // of four tiles each
)

// A curve has the chances of what lacks 1 to mostMissing tiles, by the points
// of the scale of acceptance.
type curve [mostMissing][mostAccepted + 1]uint16

// odds are what becomes of a seat's tiles, with as many others in play and as
// long a wall: chances to win, or in blood flow the number of wins to expect, and
// chances to end not ready with an empty wall.
type odds struct{ win, unready curve }

// acceptedStep is the distance of the scale's points, in sixteenths of a tile,
// by the number of tiles that are missing.
var acceptedStep = [mostMissing + 1]int{0, 24, 36, 56, 80, 96, 96, 96}

// stepInverse divides by the steps: x/step is x·inverse / 2³² for all x below 2²⁵,
// since the inverse is too large by less than one and the steps are below 2⁷.
var stepInverse = func() (inverse [mostMissing + 1]int64) {
	for m := 1; m <= mostMissing; m++ {
		inverse[m] = 1<<32/int64(acceptedStep[m]) + 1
	}
	return inverse
}()

// chance reads a curve between the points of its scale.
func (o *odds) chance(c *curve, missing, accepted int) int {
	step, inverse := acceptedStep[missing], stepInverse[missing]
	row := &c[missing-1]
	i := int(int64(accepted) * inverse >> 32)
	if i >= mostAccepted {
		return int(row[mostAccepted])
	}
	low, high := int(row[i]), int(row[i+1])
	part := int64(accepted - i*step)
	if high < low {
		return low - int(int64(low-high)*part*inverse>>32)
	}
	return low + int(int64(high-low)*part*inverse>>32)
}

// oddsFor returns the odds with as many others in play and tiles in the wall, read
// between the steps.
func oddsFor(after rules.AfterWin, others, left int) *odds {
	if after == rules.Stay {
		return &flowOddsAt[left]
	}
	return &battleOddsAt[max(others, 1)-1][left]
}

// The odds for every length of the wall.
var (
	battleOddsAt = func() (all [len(battleOdds)][fullWall]odds) {
		for i := range all {
			all[i] = everyLength(&battleOdds[i])
		}
		return all
	}()
	flowOddsAt = everyLength(&flowOdds)
)

// everyLength reads the odds of steps for every length of the wall. Those of a step
// hold in its middle; between two middles they change evenly.
func everyLength(steps *[wallSteps]odds) (all [fullWall]odds) {
	for left := range all {
		i := min(max((2*left-3)/8, 0), wallSteps-2)
		part := min(max(2*left-3-8*i, 0), 8) // of 8: how far the length is beyond the middle of the step
		between(&all[left].win, &steps[i].win, &steps[i+1].win, part)
		between(&all[left].unready, &steps[i].unready, &steps[i+1].unready, part)
		all[left].unready.rise()
	}
	return all
}

// rise mends the chances to end not ready of what lacks more tiles than was ever seen
// so late, for which the table has less than for what lacks a tile less: half of the
// chance to become ready is taken to be left.
func (c *curve) rise() {
	for m := 2; m < mostMissing; m++ {
		for a, nearer := range c[m-1] {
			if c[m][a] < nearer {
				c[m][a] = nearer + (1<<oddsBits-nearer)/2
			}
		}
	}
}

// between fills in a curve that is n eighths of the way from one to another.
func between(dst, from, to *curve, part int) {
	for m := range dst {
		for a := range dst[m] {
			x, y := int(from[m][a]), int(to[m][a])
			dst[m][a] = uint16(x + (y-x)*part/8)
		}
	}
}

// stepOddsFor returns the odds of the step that a length of the wall falls into.
func stepOddsFor(after rules.AfterWin, others, left int) *odds {
	step := min(left/4, wallSteps-1)
	if after == rules.Stay {
		return &flowOdds[step]
	}
	return &battleOdds[max(others, 1)-1][step]
}

// share returns the part of an amount that falls to a curve's chance.
func (o *odds) share(c *curve, missing, accepted, amount int) int {
	return int(int64(amount) * int64(o.chance(c, missing, accepted)) >> oddsBits)
}

// A reach is the chance of a goal of a form, of both suits or of one, against
// that of any groups of both suits which lack as much, in thousandths.
type reach [2][numForms][mostMissing]int32

// reachFor returns the reach of goals, in blood flow or in blood battle.
func reachFor(after rules.AfterWin) *reach {
	if after == rules.Stay {
		return &flowReach
	}
	return &battleReach
}

// of returns the reach of a goal.
func (r *reach) of(g goal, missing int) int {
	return int(r[min(g.use, 1)][g.form][missing-1])
}
