package learn

import (
	"errors"
	"math"

	"xuezhan/policy/net"
	"xuezhan/sim/stats"
)

// A Predictor says what a trial will gain from its action on. The row has all
// features of V1; those that the data lack are 0.
type Predictor interface {
	Value(row []float32) float32
}

// A Constant predicts the same for every trial.
type Constant float32

// Value returns the constant.
func (c Constant) Value([]float32) float32 { return float32(c) }

// MeanOf returns the constant that fits data best.
func MeanOf(d *Data) Constant { return Constant(scalingOf(d).points) }

// ByShanten predicts by shanten alone: the mean of the trials that had it.
type ByShanten struct {
	index int         // of the feature
	means [16]float32 // from shanten −1 on
}

// FitShanten fits the means to data. Names are those of the data's columns. A
// shanten that no trial has gets the mean of all.
func FitShanten(d *Data, names []string) (*ByShanten, error) {
	b := &ByShanten{index: encoding.Schema().Index("shanten")}
	column := -1
	for j, name := range names {
		if name == "shanten" {
			column = j
		}
	}
	if column < 0 {
		return nil, errors.New("learn: the data have no shanten")
	}
	var sums, counts [len(b.means)]float64
	for i, y := range d.Points {
		k := b.step(d.Row(i)[column])
		sums[k] += float64(y)
		counts[k]++
	}
	all := MeanOf(d)
	for k := range b.means {
		b.means[k] = float32(all)
		if counts[k] > 0 {
			b.means[k] = float32(sums[k] / counts[k])
		}
	}
	return b, nil
}

func (b *ByShanten) step(shanten float32) int { return min(max(int(shanten)+1, 0), len(b.means)-1) }

// Value returns the mean at the row's shanten.
func (b *ByShanten) Value(row []float32) float32 { return b.means[b.step(row[b.index])] }

// A Quality is how well a predictor does. Intervals have the hand as their unit.
type Quality struct {
	Name string `json:"name"`
	// Error is the mean squared error of a trial, in squared points.
	Error stats.Interval `json:"error"`
	// BelowConstant and BelowShanten are by how much it is less than that of the best
	// constant, and of shanten alone, on the same trials.
	BelowConstant stats.Interval `json:"below_constant"`
	BelowShanten  stats.Interval `json:"below_shanten"`
	// Within is the mean squared error of the difference of a trial to the decision's
	// first.
	Within stats.Interval `json:"within"`
	// Gain is what a decision gained on average by taking the trial that the predictor
	// says is best instead of the first, in points.
	Gain stats.Interval `json:"gain"`
}

// A Named is a predictor with its name.
type Named struct {
	Name string
	Predictor
}

// Level is the level of all intervals of a Quality.
const Level = 0.95

// unit is the fraction of a point, and of a squared one, that sums count in.
const unit = 1000

// Measure says how well predictors do on data, which they were not fitted to. The
// first is the constant, the second shanten alone. Names are those of the data's
// columns.
func Measure(d *Data, names []string, predictors []Named) []Quality {
	if len(d.Groups) == 0 {
		return nil
	}
	m := meter{data: d, indexes: indexesOf(names), row: make([]float32, encoding.Len()), predictors: predictors}
	m.tallies = make([]tally, len(predictors))
	for first := 0; first < len(d.Groups); {
		end := first
		for end < len(d.Groups) && d.Groups[end].Hand == d.Groups[first].Hand {
			end++
		}
		m.hand(d.Groups[first:end])
		first = end
	}
	var list []Quality
	for i := range predictors {
		list = append(list, m.tallies[i].quality(predictors[i].Name))
	}
	return list
}

func indexesOf(names []string) []int {
	schema := encoding.Schema()
	var indexes []int
	for _, name := range names {
		indexes = append(indexes, schema.Index(name))
	}
	return indexes
}

// A meter adds up the errors of predictors, hand by hand.
type meter struct {
	data       *Data
	indexes    []int
	row        []float32
	predictors []Named
	tallies    []tally
	values     [][maxCandidates]float32 // by predictor, of the trials of one decision
}

// A tally is the errors of one predictor.
type tally struct {
	err, constant, shanten, within, gain stats.Ratio
}

// sums are what one hand adds to a tally.
type sums struct {
	err, within, gain        float64
	trials, pairs, decisions int64
}

// hand adds up the decisions of one hand.
func (m *meter) hand(groups []Group) {
	m.values = append(m.values[:0], make([][maxCandidates]float32, len(m.predictors))...)
	all := make([]sums, len(m.predictors))
	for _, g := range groups {
		m.predict(g)
		for i := range all {
			all[i].add(m.data, g, m.values[i][:g.N])
		}
	}
	for i := range all {
		s, t := &all[i], &m.tallies[i]
		t.err.Add(scaled(s.err), s.trials)
		t.constant.Add(scaled(all[0].err-s.err), s.trials)
		t.shanten.Add(scaled(all[1].err-s.err), s.trials)
		t.within.Add(scaled(s.within), s.pairs)
		t.gain.Add(scaled(s.gain), s.decisions)
	}
}

// predict asks every predictor about the trials of a decision.
func (m *meter) predict(g Group) {
	for k := range int(g.N) {
		for j, f := range m.data.Row(int(g.First) + k) {
			m.row[m.indexes[j]] = f
		}
		for i := range m.predictors {
			m.values[i][k] = m.predictors[i].Value(m.row)
		}
	}
}

// add adds the errors of the values of a decision's trials.
func (s *sums) add(d *Data, g Group, values []float32) {
	first := int(g.First)
	best := 0
	for k, v := range values {
		e := float64(v - d.Points[first+k])
		s.err += float64(e * e)
		if k > 0 {
			e -= float64(values[0] - d.Points[first])
			s.within += float64(e * e)
		}
		if v+d.Pays[first+k] > values[best]+d.Pays[first+best] {
			best = k
		}
	}
	s.gain += float64(d.Points[first+best] + d.Pays[first+best] - d.Points[first] - d.Pays[first])
	s.trials += int64(g.N)
	s.pairs += int64(g.N) - 1
	s.decisions++
}

func scaled(x float64) int64 { return int64(math.Round(x * unit)) }

func (t *tally) quality(name string) Quality {
	in := func(r stats.Ratio) stats.Interval { return r.Interval(Level).Scaled(1.0 / unit) }
	return Quality{name, in(t.err), in(t.constant), in(t.shanten), in(t.within), in(t.gain)}
}

var _ Predictor = (*net.Net)(nil)
