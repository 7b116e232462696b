package dataset

import (
	"errors"
	"io"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// partTables write the tables of one part. They hold some megabytes of
// buffers, and what row groups under way come to once packed, whatever the
// size of the part.
type partTables struct {
	hands *column.Writer[*sim.Outcome]
	seats *column.Writer[seat]
	wins  *column.Writer[*sim.Win]

	handRows []*sim.Outcome
	seatRows []seat
	winRows  []*sim.Win
}

// newPartTables returns the writers of at most so many hands, and any
// number of wins, to one file a table.
func newPartTables(bots []string, files [NumTables]io.Writer, codec *column.Codec, hands int64) *partTables {
	return &partTables{
		hands: column.NewWriter(files[Hands], tableOf(Hands), handColumns(), codec, hands),
		seats: column.NewWriter(files[Seats], tableOf(Seats), seatColumns(bots), codec, hands*engine.NumSeats),
		wins:  column.NewWriter(files[Wins], tableOf(Wins), winColumns(), codec, column.Narrow.PageRows),
	}
}

// tableOf returns how a table is written.
func tableOf(t Table) column.Table {
	return column.Table{Name: t.String(), Format: Format, Layout: column.Narrow}
}

// handChunk is the hands whose rows are written together.
const handChunk = column.ChunkRows / engine.NumSeats

func (t *partTables) write(b *sim.Batch) error {
	for first := 0; first < len(b.Outcomes); first += handChunk {
		if err := t.writeHands(b.Outcomes[first:min(first+handChunk, len(b.Outcomes))]); err != nil {
			return err
		}
	}
	t.winRows = t.winRows[:0]
	for i := range b.Wins {
		t.winRows = append(t.winRows, &b.Wins[i])
	}
	return t.wins.Write(t.winRows)
}

func (t *partTables) writeHands(outcomes []sim.Outcome) error {
	t.handRows, t.seatRows = t.handRows[:0], t.seatRows[:0]
	for i := range outcomes {
		o := &outcomes[i]
		t.handRows = append(t.handRows, o)
		for s := range o.Seats {
			t.seatRows = append(t.seatRows, seat{o, &o.Seats[s], s})
		}
	}
	if err := t.hands.Write(t.handRows); err != nil {
		return err
	}
	return t.seats.Write(t.seatRows)
}

// close ends the files and returns the rows of each.
func (t *partTables) close() (rows [NumTables]int64, err error) {
	for _, end := range []func() error{t.hands.Close, t.seats.Close, t.wins.Close} {
		if err := end(); err != nil {
			return rows, err
		}
	}
	return [NumTables]int64{t.hands.Rows(), t.seats.Rows(), t.wins.Rows()}, nil
}

// A partWriter is one part that is being written.
type partWriter struct {
	files  *store.PartFiles
	tables *partTables // nil once the part has ended
}

// Write stores a batch, as sim.PartSink says.
func (p *partWriter) Write(b *sim.Batch) error {
	if p.tables == nil {
		return errors.New("dataset: a batch after the part's end")
	}
	return p.tables.write(b)
}

// Commit puts the part in place, as sim.PartSink says. A part whose files could
// not be is gone as with Abort; one that only could not be listed keeps them.
func (p *partWriter) Commit() error {
	if p.tables == nil {
		return errors.New("dataset: a part was ended twice")
	}
	rows, err := p.tables.close()
	p.tables = nil
	if err != nil {
		p.files.Abort()
		return err
	}
	return p.files.Commit(rows[:]...)
}

// Abort removes the part's files, as sim.PartSink says. After the part's end
// it does nothing.
func (p *partWriter) Abort() {
	p.tables = nil
	p.files.Abort()
}
