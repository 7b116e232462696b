package learn

import "math"

// A scaling brings features to mean 0 and deviation 1. Features that do not vary
// are left out.
type scaling struct {
	kept      []int     // columns of the data
	mean, dev []float32 // by kept column
	points    float32   // mean points
}

// scalingOf measures the columns of data.
func scalingOf(d *Data) *scaling {
	sum, squares := make([]float64, d.Width), make([]float64, d.Width)
	for i := range d.Points {
		for j, f := range d.Row(i) {
			sum[j] += float64(f)
			squares[j] += float64(float64(f) * float64(f))
		}
	}
	s := &scaling{}
	n := float64(d.Trials())
	for j := range sum {
		mean := sum[j] / n
		variance := squares[j]/n - float64(mean*mean)
		if variance > 1e-9 {
			s.kept = append(s.kept, j)
			s.mean = append(s.mean, float32(mean))
			s.dev = append(s.dev, float32(math.Sqrt(variance)))
		}
	}
	points := 0.0
	for _, y := range d.Points {
		points += float64(y)
	}
	s.points = float32(points / n)
	return s
}

// apply writes the scaled features of a row to dst.
func (s *scaling) apply(dst, row []float32) {
	for i, j := range s.kept {
		dst[i] = (row[j] - s.mean[i]) / s.dev[i]
	}
}

// raw turns weights of scaled features into weights of the features themselves:
// what the scaling subtracts goes into the bias.
func (s *scaling) raw(w []float32, bias float32) ([]float32, float32) {
	out := make([]float32, len(w))
	b := float64(bias)
	for i, x := range w {
		out[i] = x / s.dev[i]
		b -= float64(float64(out[i]) * float64(s.mean[i]))
	}
	return out, float32(b)
}
