package match

import (
	"math"

	"xuezhan/sim/stats"
)

// An additive estimates how strong bots are from tables at which the company
// changes. The model: a bot's points at a table are what it is worth, less the
// mean worth of all who sit there, plus what the wall does. Worths are points
// per hand and add up to zero over the bots. They are fitted by least squares
// over all seats, so with s_i seats of bot i among T at a table, and p_i the
// points of those seats, the worths θ solve
//
//	Σ p_i = Σ ( s_i·θ_i − s_i·Σ_j s_j·θ_j / T )    over all tables, for each i
//
// (H. Scheffé, Journal of the American Statistical Association 47, 1952, is the
// case of two bots a table). Every bot's points at a table turned round are
// those of the same wall, so what the wall gives to a seat falls out. What it
// does beyond that is common to all tables over the wall: the wall is the
// independent unit, and the errors are those of sums by wall (the sandwich of
// K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986).
type additive struct {
	bots    int
	walls   int64
	classes []*class
}

// A class is the walls over which the same company has played.
type class struct {
	members  []int       // the bots
	normal   [][]float64 // the equations' coefficients for one wall
	walls    int64
	sums     []int64   // of the members' points
	products [][]int64 // of their points by wall, multiplied pairwise
}

// newClass adds a class of walls: seats[k][i] says how many seats members[i]
// has at table k, over all hands there.
func (a *additive) newClass(members []int, seats [][]int) *class {
	n := len(members)
	c := &class{members: members, normal: square[float64](n), sums: make([]int64, n), products: square[int64](n)}
	for _, table := range seats {
		total := 0
		for _, s := range table {
			total += s
		}
		for i, s := range table {
			c.normal[i][i] += float64(s)
			for j, q := range table {
				c.normal[i][j] -= float64(s*q) / float64(total)
			}
		}
	}
	a.classes = append(a.classes, c)
	return c
}

func square[T any](n int) [][]T {
	m := make([][]T, n)
	for i := range m {
		m[i] = make([]T, n)
	}
	return m
}

// add takes a wall: the members' points over all its tables.
func (a *additive) add(c *class, points []int64) {
	a.walls++
	c.walls++
	for i, p := range points {
		c.sums[i] += p
		for j, q := range points {
			c.products[i][j] += p * q
		}
	}
}

// A fit is the fitted model.
type fit struct {
	worths     []float64
	covariance [][]float64
	walls      int64
}

// fit solves the model. It is nil as long as the bots have not all been
// compared, through others at least.
func (a *additive) fit() *fit {
	normal, right := square[float64](a.bots), make([]float64, a.bots)
	for _, c := range a.classes {
		for i, m := range c.members {
			right[m] += float64(c.sums[i])
			for j, o := range c.members {
				normal[m][o] += float64(c.walls) * c.normal[i][j]
			}
		}
	}
	for i := range normal {
		for j := range normal {
			normal[i][j]++ // the worths add up to zero
		}
	}
	inverse := inverted(normal)
	if inverse == nil || a.walls < 2 {
		return nil
	}
	f := &fit{worths: times(inverse, right), walls: a.walls}
	f.covariance = a.sandwich(inverse, f.worths)
	return f
}

// sandwich returns the covariance of the worths from the residual sums of each
// wall, r = p − normal·θ.
func (a *additive) sandwich(inverse [][]float64, worths []float64) [][]float64 {
	middle := square[float64](a.bots)
	for _, c := range a.classes {
		own := make([]float64, len(c.members))
		for i, m := range c.members {
			own[i] = worths[m]
		}
		mean := times(c.normal, own)
		for i, m := range c.members {
			for j, o := range c.members {
				middle[m][o] += float64(c.products[i][j]) - float64(c.sums[i])*mean[j] -
					mean[i]*float64(c.sums[j]) + float64(c.walls)*mean[i]*mean[j]
			}
		}
	}
	w := float64(a.walls)
	out := square[float64](a.bots)
	for i := range out {
		row := times(middle, inverse[i])
		for j := range out {
			out[i][j] = dot(row, inverse[j]) * w / (w - 1)
		}
	}
	return out
}

// worth returns a bot's worth: its points per hand above the mean of all bots.
func (f *fit) worth(bot int, level float64) stats.Interval {
	return f.interval(f.worths[bot], f.covariance[bot][bot], level)
}

// difference returns how much more one bot is worth than another.
func (f *fit) difference(a, b int, level float64) stats.Interval {
	v := f.covariance[a][a] + f.covariance[b][b] - 2*f.covariance[a][b]
	return f.interval(f.worths[a]-f.worths[b], v, level)
}

func (f *fit) interval(value, variance, level float64) stats.Interval {
	return studentInterval(value, math.Sqrt(max(variance, 0)), f.walls, float64(f.walls-1), level)
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// times returns a matrix times a vector.
func times(m [][]float64, v []float64) []float64 {
	out := make([]float64, len(m))
	for i := range m {
		out[i] = dot(m[i], v)
	}
	return out
}

// inverted returns the inverse of a symmetric positive definite matrix, which it
// overwrites, by Gauss and Jordan's elimination; nil if it has none.
func inverted(m [][]float64) [][]float64 {
	n := len(m)
	out := square[float64](n)
	for i := range out {
		out[i][i] = 1
	}
	for k := range n {
		if m[k][k] < 1e-9 {
			return nil
		}
		scale(m[k], out[k], 1/m[k][k])
		for i := range n {
			if i != k {
				subtract(m[i], m[k], out[i], out[k], m[i][k])
			}
		}
	}
	return out
}

func scale(a, b []float64, by float64) {
	for j := range a {
		a[j] *= by
		b[j] *= by
	}
}

func subtract(a, from, b, other []float64, times float64) {
	for j := range a {
		a[j] -= times * from[j]
		b[j] -= times * other[j]
	}
}
