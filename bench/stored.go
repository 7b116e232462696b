package bench

import (
	"path/filepath"
	"testing"
	"time"

	"xuezhan/features"
	"xuezhan/sim"
	"xuezhan/sim/decisions"
)

// storedHands are the hands whose decisions are stored together, in a file.
const storedHands = 1024

// storedWindow is the number of hands that are timed together.
const storedWindow = 16

// decisionRows play hands and store the decisions of all seats, encoded in each way. One
// operation is one hand, as in the rows of hands. The least time leaves out what ends a
// file.
func (s *Suite) decisionRows() []Row {
	var rows []Row
	for _, name := range features.Names() {
		rows = append(rows, Row{"Decisions/features=" + name, fastHand, leastOf + perOp, func(b *testing.B) { s.storeDecisions(b, name) }})
	}
	return rows
}

func (s *Suite) storeDecisions(b *testing.B, name string) {
	c := hands(lookup("wap-battle"), lookupBot("fast"), storedHands)
	in, err := decisions.NewInputs(c, "bench", name, []int{0, 1, 2, 3})
	if err != nil {
		b.Fatal(err)
	}
	rows, l := int64(0), make(least, storedHands/storedWindow)
	b.ReportAllocs()
	for b.Loop() {
		n, err := s.storeDecisionsIn(filepath.Join(b.TempDir(), "d"), c, in, l)
		if err != nil {
			b.Fatal(err)
		}
		rows += n
	}
	reportEach(b, storedHands, perOp)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), perDecision)
	l.report(b, storedWindow, perOp, 0)
}

// storeDecisionsIn stores the first part of a run in a directory and returns its rows.
func (s *Suite) storeDecisionsIn(dir string, c *sim.Config, in decisions.Inputs, l least) (rows int64, err error) {
	w, err := decisions.Create(dir, c, in)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	table, err := sim.NewWorker(c, sim.Options{Tables: s.tables})
	if err != nil {
		return 0, err
	}
	part, err := w.Begin(c.Parts()[0])
	if err != nil {
		return 0, err
	}
	table.Watch(part)
	var batch sim.Batch
	began := time.Now()
	for hand := range c.Hands {
		batch.Reset()
		err := table.PlayUnit(hand, &batch)
		if err == nil {
			err = part.EndHand(&batch.Outcomes[0])
		}
		if err != nil {
			part.Abort()
			return 0, err
		}
		if (hand+1)%storedWindow == 0 {
			began = l.note(int(hand/storedWindow), began)
		}
	}
	if err := part.Commit(); err != nil {
		return 0, err
	}
	return w.Parts()[0].Files[0].Rows, nil
}
