package learn

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ridge returns the weights w of scaled features, and the bias, that make
//
//	Σ over decisions [ (mean error)² + contrast · variance of errors ] + n · decay · |w|²
//
// least, where n is the number of decisions. Features and points are centred on the
// decisions' means for the second term, so that it is a sum of squares too; the bias
// is what the means leave.
func ridge(d *Data, s *scaling, contrast, decay float64) ([]float32, float32, error) {
	p := len(s.kept)
	normal, target := mat.NewSymDense(p, nil), mat.NewVecDense(p, nil)
	for first := 0; first < len(d.Groups); first += ridgeGroups {
		rows, points := ridgeRows(d, s, d.Groups[first:min(first+ridgeGroups, len(d.Groups))], contrast)
		var square mat.SymDense
		square.SymOuterK(1, rows.T())
		normal.AddSym(normal, &square)
		var product mat.VecDense
		product.MulVec(rows.T(), points)
		target.AddVec(target, &product)
	}
	for i := range p {
		normal.SetSym(i, i, normal.At(i, i)+decay*float64(len(d.Groups)))
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(normal) {
		return nil, 0, errors.New("learn: the features determine no weights; a larger decay helps")
	}
	var w mat.VecDense
	if err := cholesky.SolveVecTo(&w, target); err != nil {
		return nil, 0, err
	}
	out := make([]float32, p)
	for i := range out {
		out[i] = float32(w.AtVec(i))
	}
	return out, s.points, nil
}

// ridgeGroups are the decisions whose squares are added up at once.
const ridgeGroups = 4096

// ridgeRows returns a row for each decision's mean and one for each trial's
// deviation from it, weighted, with what they should come to.
func ridgeRows(d *Data, s *scaling, groups []Group, contrast float64) (*mat.Dense, *mat.VecDense) {
	n := 0
	for _, g := range groups {
		n += 1 + int(g.N)
	}
	p := len(s.kept)
	rows, points := mat.NewDense(n, p, nil), mat.NewVecDense(n, nil)
	at := 0
	z := make([]float32, p)
	for _, g := range groups {
		mean := rows.RawRowView(at)
		y := 0.0
		for i := range int(g.N) {
			s.apply(z, d.Row(int(g.First)+i))
			own := rows.RawRowView(at + 1 + i)
			for j, f := range z {
				own[j] = float64(f)
				mean[j] += float64(f)
			}
			y += float64(d.Points[int(g.First)+i] - s.points)
		}
		share := 1 / float64(g.N)
		for j := range mean {
			mean[j] *= share
		}
		y *= share
		points.SetVec(at, y)
		weight := math.Sqrt(contrast * share)
		for i := range int(g.N) {
			own := rows.RawRowView(at + 1 + i)
			for j := range own {
				own[j] = weight * (own[j] - mean[j])
			}
			points.SetVec(at+1+i, weight*(float64(d.Points[int(g.First)+i]-s.points)-y))
		}
		at += 1 + int(g.N)
	}
	return rows, points
}
