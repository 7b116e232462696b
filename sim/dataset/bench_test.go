package dataset

import (
	"io"
	"math/rand/v2"
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/column"
)

// benchBatches are the hands of one part in the batches in which they are
// played.
func benchBatches(hands int) []*sim.Batch {
	r := rand.New(rand.NewPCG(3, 4))
	var batches []*sim.Batch
	for first := 0; first < hands; first += 1024 {
		batches = append(batches, randomBatch(r, int64(first), min(1024, hands-first)))
	}
	return batches
}

const benchHands = 32 << 10

// BenchmarkEncode measures a part without the disk.
func BenchmarkEncode(b *testing.B) {
	batches := benchBatches(benchHands)
	codec := column.NewCodec()
	var bytes int64
	b.ReportAllocs()
	for b.Loop() {
		var files [NumTables]io.Writer
		for i := range files {
			files[i] = &counter{}
		}
		t := newPartTables([]string{"fast", "value:flush=1.3,discard=guard"}, files, codec, benchHands)
		for _, batch := range batches {
			if err := t.write(batch); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := t.close(); err != nil {
			b.Fatal(err)
		}
		bytes = 0
		for _, f := range files {
			bytes += f.(*counter).bytes
		}
	}
	reportHands(b, bytes)
}

// A counter counts the bytes that are written to it.
type counter struct{ bytes int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}

// BenchmarkWrite measures a part with the disk: the same one again and again,
// its files replaced.
func BenchmarkWrite(b *testing.B) {
	batches := benchBatches(benchHands)
	w, err := CreateInputs(b.TempDir(), testInputs(1<<40, benchHands), 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	b.ReportAllocs()
	for b.Loop() {
		sink, err := w.Begin(sim.Part{Index: 0, First: 0, Hands: benchHands})
		if err != nil {
			b.Fatal(err)
		}
		for _, batch := range batches {
			if err := sink.Write(batch); err != nil {
				b.Fatal(err)
			}
		}
		if err := sink.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	var bytes int64
	for _, f := range w.dir.Parts()[0].Files {
		bytes += f.Bytes
	}
	reportHands(b, bytes)
}

func reportHands(b *testing.B, bytes int64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchHands, "ns/hand")
	b.ReportMetric(float64(bytes)/benchHands, "B/hand")
}

func BenchmarkRead(b *testing.B) {
	dir := b.TempDir()
	w, err := CreateInputs(dir, testInputs(benchHands, benchHands), 1)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := writeRun(w, testParts(w.inputs)); err != nil {
		b.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range r.Batches(r.Parts()[0], 1024) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchHands, "ns/hand")
}
