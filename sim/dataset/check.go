package dataset

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

// checkHands is the number of hands that are checked at a time.
const checkHands = 1024

// A checker checks the rows of one part after the other. Of each it reads hands
// and seats in step, noting what the wins must come to, then the wins.
type checker struct {
	*Reader
	audit    *Audit
	findings *Findings
	chosen   []int64 // hands to replay that are still to come

	columns struct { // what makes rows of replays
		hands []column[*sim.Outcome]
		seats []column[seat]
		wins  []column[*sim.Win]
	}

	hands, seats, wins sheet
	running            [engine.NumSeats]int64 // points of the game so far

	current store.Part
	claimed []claim   // of each hand of the part, what hands and seats say of its wins
	counted []claim   // the same from the wins
	replays []sim.Win // of the part's replayed hands, in order
	again   []int64   // those hands
}

func newChecker(r *Reader, a *Audit, f *Findings) *checker {
	c := &checker{Reader: r, audit: a, findings: f, chosen: r.choose(a)}
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

// A sheet is rows of a table under check.
type sheet struct {
	file     string
	first    int64 // row in the file of the first one
	vectors  []Vector
	findings *Findings
}

// column returns the values of a column.
func (s *sheet) column(name string) []int64 { return s.vector(name).Values }

func (s *sheet) vector(name string) *Vector {
	i := slices.IndexFunc(s.vectors, func(v Vector) bool { return v.Column.Name == name })
	if i < 0 {
		panic("dataset: a check of a column that is not there")
	}
	return &s.vectors[i]
}

// fault notes that a value is not what it must be.
func (s *sheet) fault(column string, row int, want, why string) {
	s.say(column, row, s.vector(column).Text(row), want, why)
}

// want notes a number that is not what it must be.
func (s *sheet) want(column string, values []int64, row int, want int64, why string) {
	if values[row] != want {
		s.fault(column, row, strconv.FormatInt(want, 10), why)
	}
}

func (s *sheet) say(column string, row int, stored, want, why string) {
	at, hand := s.first+int64(row), s.column("hand")[row]
	if stored == "" {
		stored = "null or empty"
	}
	s.findings.add(Fault{s.file, &at, &hand, column, stored, want, why})
}

// part checks a part, of which only the rows of whole files can be.
func (c *checker) part(ctx context.Context, p store.Part) error {
	if !auditFiles(c.dir, p, c.findings) {
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
	c.findings.add(c.unreadable(err))
	return nil
}

// unreadable is the fault of a file that cannot be read, though it is what was
// written.
func (c *checker) unreadable(err error) Fault {
	text := err.Error()
	for t, f := range c.current.Files {
		if path := filepath.Join(c.dir, f.Name); strings.Contains(text, path) {
			text = strings.TrimPrefix(text, path+": ")
			return Fault{File: f.Name, Stored: text, Want: "readable", Why: "every column of " + Table(t).String() + " is read"}
		}
	}
	return Fault{File: store.ManifestName, Stored: text, Want: "readable", Why: "every part is read"}
}

func (c *checker) tell(hands int64) {
	if c.audit.Progress != nil {
		c.audit.Progress(hands)
	}
}

// open opens a table of the part with all its columns.
func (c *checker) open(t Table) (*vectorReader, error) {
	columns := Columns(t)
	lexicons := make([]lexicon, len(columns))
	for i := range columns {
		if t == Seats && columns[i].Name == "bot" {
			columns[i].Words = c.bots
		}
	}
	return openVectors(c.dir, c.current.Files[t], columns, lexicons)
}

// sheetOf returns the next n rows of a table.
func (c *checker) sheetOf(t Table, r *vectorReader, n int) (sheet, error) {
	file := c.current.Files[t]
	first := file.Rows - r.left
	vectors, err := r.read(n)
	return sheet{file.Name, first, vectors, c.findings}, err
}

// handsAndSeats checks the tables hands and seats.
func (c *checker) handsAndSeats(ctx context.Context) error {
	hands, err := c.open(Hands)
	if err != nil {
		return err
	}
	defer hands.close()
	seats, err := c.open(Seats)
	if err != nil {
		return err
	}
	defer seats.close()
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
	c.hands.ranges()
	c.seats.ranges()
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
	defer wins.close()
	last := winPlace{hand: -1}
	for wins.left > 0 {
		if c.wins, err = c.sheetOf(Wins, wins, int(min(wins.left, scanRows))); err != nil {
			return err
		}
		c.wins.ranges()
		c.winIndexes(&last)
		c.ways()
		c.count()
		c.replayWins()
	}
	c.compareClaims()
	return nil
}

// ranges checks that every value is one that its column may hold.
func (s *sheet) ranges() {
	for i := range s.vectors {
		if v := &s.vectors[i]; v.Column.Type == "text" {
			s.words(v)
		} else {
			s.numbers(v)
		}
	}
}

func (s *sheet) numbers(v *Vector) {
	lo, hi := int64(Null+1), int64(1<<63-1)
	switch c := &v.Column; {
	case c.Type == "uint64":
		return
	case c.Min != nil:
		lo = *c.Min
	}
	if v.Column.Max != nil {
		hi = *v.Column.Max
	}
	for row, x := range v.Values {
		if (x < lo || x > hi) && !(x == Null && v.Column.Nullable) {
			s.fault(v.Column.Name, row, v.Column.allowed(), "the range of the column")
		}
	}
}

func (s *sheet) words(v *Vector) {
	known := make([]bool, len(v.Words))
	for i, w := range v.Words {
		known[i] = v.Column.knows(w)
	}
	for row, x := range v.Values {
		if x == Null || !known[x] {
			s.fault(v.Column.Name, row, v.Column.allowed(), "the values of the column")
		}
	}
}

// knows reports whether a text is one that the column may hold.
func (c *Column) knows(word string) bool {
	if c.Words != nil {
		return slices.Contains(c.Words, word)
	}
	_, ok := parsePatterns(word)
	return ok
}

// allowed says what a column may hold.
func (c *Column) allowed() string {
	switch {
	case c.Words != nil:
		return "one of " + strings.Join(c.Words, " ")
	case c.Type == "text":
		return "names of patterns"
	case c.Min != nil && c.Max != nil:
		return fmt.Sprintf("%d to %d", *c.Min, *c.Max)
	case c.Min != nil:
		return fmt.Sprintf("%d or more", *c.Min)
	case c.Max != nil:
		return fmt.Sprintf("%d or less", *c.Max)
	}
	return "a number"
}
