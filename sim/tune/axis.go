package tune

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"xuezhan/engine/spell"
	"xuezhan/policy"
)

// An axis is a parameter as tuners see it: a position from 0, its lower bound, to 1,
// its upper one. Between them values grow evenly or, on a log scale, by the same
// factor over the same distance. For parameters that may be 0 it is the value plus 1
// that grows this way.
type axis struct {
	name     string
	min, max int
	log      bool
}

// logRatio is the smallest ratio of the bounds at which a parameter gets a log scale
// by default.
const logRatio = 1000

// axesOf returns the axes of a bot's parameters by their names; no names mean all
// that have more than one value. logs are the names of those with a log scale, nil
// where the bounds are to say it.
func axesOf(d policy.Description, names, logs []string) ([]axis, error) {
	var axes []axis
	if names == nil {
		for _, p := range d.Params {
			if p.Min < p.Max {
				names = append(names, p.Name)
			}
		}
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("tune: parameter %q is duplicated", name)
		}
		p, err := paramOf(d, name)
		if err != nil {
			return nil, err
		}
		a := axis{name: name, min: p.Min, max: p.Max}
		a.log = logs == nil && a.min >= 0 && a.max+a.offset() >= logRatio*(a.min+a.offset())
		axes = append(axes, a)
	}
	for _, name := range logs {
		i := slices.IndexFunc(axes, func(a axis) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("tune: log scale for %q, which is not tuned", name)
		}
		if axes[i].min < 0 {
			return nil, fmt.Errorf("tune: parameter %q may be below 0 and has no log scale", name)
		}
		axes[i].log = true
	}
	if len(axes) == 0 {
		return nil, fmt.Errorf("tune: %s has no parameters to tune", d.Name)
	}
	return axes, nil
}

func paramOf(d policy.Description, name string) (policy.Param, error) {
	var all []string
	for _, p := range d.Params {
		if p.Name == name && p.Min == p.Max {
			return p, fmt.Errorf("tune: parameter %q has one value", name)
		}
		if p.Name == name {
			return p, nil
		}
		all = append(all, p.Name)
	}
	return policy.Param{}, fmt.Errorf("tune: unknown parameter %q%s; parameters of %s are %s", name, spell.Hint(name, all), d.Name, strings.Join(all, ", "))
}

// offset is what is added to values before a logarithm is taken.
func (a axis) offset() int {
	if a.min == 0 {
		return 1
	}
	return 0
}

// value returns the value at a position, not yet rounded.
func (a axis) value(x float64) float64 {
	low, high := float64(a.min), float64(a.max)
	if !a.log {
		return low + x*(high-low)
	}
	o := float64(a.offset())
	return min(max((low+o)*math.Pow((high+o)/(low+o), x)-o, low), high)
}

// position returns the position of a value; it is the inverse of value.
func (a axis) position(v float64) float64 {
	low, high := float64(a.min), float64(a.max)
	if !a.log {
		return (v - low) / (high - low)
	}
	o := float64(a.offset())
	return math.Log((v+o)/(low+o)) / math.Log((high+o)/(low+o))
}

// grid returns the distance between two whole numbers near a position.
func (a axis) grid(x float64) float64 {
	if !a.log {
		return 1 / float64(a.max-a.min)
	}
	v := math.Round(a.value(x))
	if v >= float64(a.max) {
		v--
	}
	return a.position(v+1) - a.position(v)
}

// played returns the whole number that is played at a position: one of the two next
// to its value. The nearer one is more likely, so that the mean over uniform u in
// [0, 1) is the value. What tuners see of a bot with whole-number parameters is
// thereby a function without steps.
func (a axis) played(x, u float64) int { return a.whole(a.value(x) + u) }

// whole returns the whole number at or below v that is within the bounds.
func (a axis) whole(v float64) int { return min(max(int(math.Floor(v)), a.min), a.max) }

// nearest returns the whole numbers nearest to the values at the positions.
func nearest(axes []axis, x []float64) []int {
	v := make([]int, len(x))
	for i, a := range axes {
		v[i] = a.played(x[i], 0.5)
	}
	return v
}

// clamped returns x within 0 and 1.
func clamped(x float64) float64 { return min(max(x, 0), 1) }
