package learn

import (
	"encoding/binary"
	"fmt"
	"math"

	"xuezhan/engine"
	"xuezhan/sim/column"
)

// trialsName is the only table of a directory of trials.
const trialsName = "trials"

// A row is a trial as its table has it.
type row struct {
	hand     int64 // of the plan
	decision int32
	trial    int32
	phase    engine.Phase
	action   engine.Action
	points   int32
	pay      int32
	features []byte
}

// floatBytes are the bytes of a float32.
const floatBytes = 4

// trialColumns are the columns of trials with so many features.
func trialColumns(width int) []column.Typed[*row] {
	columns := []column.Typed[*row]{
		column.Index("hand", "index of the hand in the plan: those of a round follow those of the round before, those of the holdout come last", func(r *row) *int64 { return &r.hand }),
		column.Number("decision", "", "number of the decision among those tried in the hand, from 0", func(r *row) *int32 { return &r.decision }).From(0),
		column.Number("trial", "", "number of the trial in its decision, from 0; the first is what the bot that plays trials on would do", func(r *row) *int32 { return &r.trial }).From(0).To(maxCandidates - 1),
		column.Word("phase", "kind of the decision: turn or claim", phaseNames(), func(r *row) *engine.Phase { return &r.phase }),
		column.Number("action", "", "id of the action tried, 0-141 (see engine.Action)", func(r *row) *engine.Action { return &r.action }).From(0).To(int64(engine.NumActions) - 1),
		column.Number("points", "points", "what the seat gained from the action to the end of the hand, without its pay", func(r *row) *int32 { return &r.points }),
		column.Number("pay", "points", "what the action itself brought at once, as a kong does", func(r *row) *int32 { return &r.pay }),
	}
	meaning := fmt.Sprintf("the position after the action: %d float32, little-endian, in the order of the inputs in the manifest: np.frombuffer(b\"\".join(column), \"<f4\").reshape(-1, %d)", width, width)
	return append(column.Portable(columns), column.Bytes("features", meaning, floatBytes*width, featuresPage, func(r *row) []byte { return r.features }))
}

// Columns documents the columns of trials with all inputs that a small net learns from.
func Columns() []column.Column { return column.Documented(trialColumns(len(Inputs()))) }

// phaseNames are the words of the column phase, by phase.
func phaseNames() []string {
	var names []string
	for p := range engine.PhaseOver {
		names = append(names, p.String())
	}
	return names
}

// featuresPage is the rows of a page of features.
const featuresPage = 1 << 8

// trialsTable is how trials with so many features are written.
func trialsTable(width int) column.Table {
	return column.Table{Name: trialsName, Format: StoreFormat, Layout: column.Layout{
		GroupRows: 1 << 16, PageRows: 1 << 13, ChunkRows: featuresPage, RowBytes: 10, PageBytes: featuresPage*floatBytes*int64(width) + 1,
	}}
}

// rowsOf returns data as rows; first is what the hands of the data are counted from. The
// hands of data are in order.
func rowsOf(d *Data, first int64) []*row {
	list := make([]row, d.Trials())
	refs := make([]*row, 0, len(list))
	room := make([]byte, floatBytes*len(d.X))
	decision, hand := int32(0), int64(-1)
	for _, g := range d.Groups {
		if g.Hand != hand {
			hand, decision = g.Hand, 0
		}
		for k := range g.N {
			i := int(g.First + k)
			r := &list[i]
			r.hand, r.decision, r.trial, r.phase, r.action = first+g.Hand, decision, k, g.Phase, d.Action[i]
			r.points, r.pay = int32(d.Points[i]), int32(d.Pays[i])
			r.features = room[floatBytes*d.Width*i : floatBytes*d.Width*(i+1)]
			putFloats(r.features, d.Row(i))
			refs = append(refs, r)
		}
		decision++
	}
	return refs
}

// putFloats writes numbers as little-endian float32.
func putFloats(dst []byte, numbers []float32) {
	for i, f := range numbers {
		binary.LittleEndian.PutUint32(dst[floatBytes*i:], math.Float32bits(f))
	}
}

// take appends a row that was read; first is what the data count hands from. It reports why
// the row does not follow those before.
func (d *Data) take(r *row, first int64) error {
	hand := r.hand - first
	last := len(d.Groups) - 1
	switch {
	case r.trial == 0:
		d.Groups = append(d.Groups, Group{Hand: hand, First: int32(d.Trials()), N: 1, Phase: r.phase})
	case last < 0 || d.Groups[last].Hand != hand || d.Groups[last].N != r.trial:
		return fmt.Errorf("trial %d of hand %d does not follow the one before", r.trial, r.hand)
	default:
		d.Groups[last].N++
	}
	for i := range d.Width {
		d.X = append(d.X, math.Float32frombits(binary.LittleEndian.Uint32(r.features[floatBytes*i:])))
	}
	d.Points, d.Pays, d.Action = append(d.Points, float32(r.points)), append(d.Pays, float32(r.pay)), append(d.Action, r.action)
	return nil
}
