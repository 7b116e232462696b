package dataset

import (
	"context"
	"path/filepath"
	"strings"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// checkHands is the number of hands that are checked at a time.
const checkHands = 1024

// A checker verifies the rows of one part after the other. Of each it reads hands
// and seats in step, noting what the wins must come to, then the wins.
type checker struct {
	*Reader
	options  *Verification
	findings *store.Findings
	chosen   []int64 // hands to replay that are still to come

	columns struct { // what makes rows of replays
		hands []column.Typed[*sim.Outcome]
		seats []column.Typed[seat]
		wins  []column.Typed[*sim.Win]
	}

	hands, seats, wins column.Sheet
	running            [engine.NumSeats]int64 // points of the game so far

	current store.Part
	claimed []claim   // of each hand of the part, what hands and seats say of its wins
	counted []claim   // the same from the wins
	replays []sim.Win // of the part's replayed hands, in order
	again   []int64   // those hands
}

func newChecker(r *Reader, v *Verification, f *store.Findings) *checker {
	c := &checker{Reader: r, options: v, findings: f, chosen: r.choose(v)}
	c.columns.hands, c.columns.seats, c.columns.wins = handColumns(), seatColumns(r.bots), winColumns()
	return c
}

// A claim is what is said of a hand's wins.
type claim struct {
	wins, left int64
	seats      [engine.NumSeats]winCounts
}

// winCounts are a seat's wins and what others won by it, and the points of both.
type winCounts struct {
	discard, selfDraw, robbing, dealIns              int64
	discardPoints, robbingPoints, dealtPoints, draws int64
}

// part verifies a part, of which only the rows of whole files can be.
func (c *checker) part(ctx context.Context, p store.Part) error {
	if !column.VerifyFiles(c.dir, p, c.findings) {
		c.findings.Skipped += p.Count
		c.tell(p.Count)
		return nil
	}
	c.current = p
	c.claimed = make([]claim, p.Count)
	c.counted = make([]claim, p.Count)
	c.replays, c.again = c.replays[:0], c.again[:0]
	err := c.handsAndSeats(ctx)
	if err == nil {
		err = c.allWins()
	}
	if err == nil {
		c.findings.Hands += p.Count
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.findings.Add(c.unreadable(err))
	return nil
}

// unreadable is the fault of a file that cannot be read, though it is what was
// written.
func (c *checker) unreadable(err error) store.Fault {
	text := err.Error()
	for t, f := range c.current.Files {
		if path := filepath.Join(c.dir, f.Name); strings.Contains(text, path) {
			text = strings.TrimPrefix(text, path+": ")
			return store.Fault{File: f.Name, Stored: text, Want: "readable", Why: "every column of " + Table(t).String() + " is read"}
		}
	}
	return store.Fault{File: store.ManifestName, Stored: text, Want: "readable", Why: "every part is read"}
}

func (c *checker) tell(hands int64) {
	if c.options.Progress != nil {
		c.options.Progress(hands)
	}
}

// open opens a table of the part with all its columns.
func (c *checker) open(t Table) (*column.VectorReader, error) {
	columns := Columns(t)
	lexicons := make([]column.Lexicon, len(columns))
	for i := range columns {
		if t == Seats && columns[i].Name == "bot" {
			columns[i].Words = c.bots
		}
	}
	return column.OpenVectors(c.dir, c.current.Files[t], columns, lexicons)
}

// sheetOf returns the next n rows of a table.
func (c *checker) sheetOf(t Table, r *column.VectorReader, n int) (column.Sheet, error) {
	file := c.current.Files[t]
	first := file.Rows - r.Left()
	vectors, err := r.Read(n)
	return column.Sheet{File: file.Name, First: first, Vectors: vectors, Findings: c.findings}, err
}

// handsAndSeats checks the tables hands and seats.
func (c *checker) handsAndSeats(ctx context.Context) error {
	hands, err := c.open(Hands)
	if err != nil {
		return err
	}
	defer hands.Close()
	seats, err := c.open(Seats)
	if err != nil {
		return err
	}
	defer seats.Close()
	for done := int64(0); done < c.current.Count; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := int(min(checkHands, c.current.Count-done))
		if c.hands, err = c.sheetOf(Hands, hands, n); err != nil {
			return err
		}
		if c.seats, err = c.sheetOf(Seats, seats, engine.NumSeats*n); err != nil {
			return err
		}
		c.checkHands(c.current.First + done)
		done += int64(n)
		c.tell(int64(n))
	}
	return nil
}

// checkHands checks rows of hands and seats, of which the first hand is given.
func (c *checker) checkHands(first int64) {
	c.hands.Ranges()
	c.seats.Ranges()
	c.handIndexes(first)
	c.seatIndexes(first)
	c.seating(first)
	c.zeroSums()
	c.causes()
	c.gamePoints()
	c.winners()
	c.milestones()
	c.opening()
	c.claims(first)
	c.replayHands(first)
}

// allWins checks the table wins, and what the others say of it.
func (c *checker) allWins() error {
	wins, err := c.open(Wins)
	if err != nil {
		return err
	}
	defer wins.Close()
	last := winPlace{hand: -1}
	for wins.Left() > 0 {
		if c.wins, err = c.sheetOf(Wins, wins, int(min(wins.Left(), column.ScanRows))); err != nil {
			return err
		}
		c.wins.Ranges()
		c.winIndexes(&last)
		c.ways()
		c.count()
		c.replayWins()
	}
	c.compareClaims()
	return nil
}
