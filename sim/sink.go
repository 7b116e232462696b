package sim

// A Sink takes the outcomes of a run, part by part. Parts are fixed ranges of hands;
// several goroutines write them at once, each part by one.
type Sink interface {
	// Begin opens a part. No part is opened twice.
	Begin(p Part) (PartSink, error)
}

// A PartSink takes one part's batches in the order of their hands.
type PartSink interface {
	// Write stores a batch. The batch is the caller's: its memory is used again
	// once Write has returned.
	Write(b *Batch) error
	// Commit ends the part: what it has written is now complete and lasting.
	Commit() error
	// Abort drops what the part has written.
	Abort()
}

// A Part is a fixed range of a run's hands.
type Part struct {
	Index int   // from 0
	First int64 // index of the first hand
	Hands int64
}
