package door

import (
	"context"
	"fmt"
	"io"
	"strings"

	"xuezhan/engine/record"
	"xuezhan/sim/review"
)

// A Judging asks for the review of a seat in one of the hands of a text of records.
type Judging struct {
	Text   string `json:"text"`
	Hand   int    `json:"hand"` // index in the text, from 0
	Seat   int    `json:"seat"`
	By     string `json:"by"`
	Worlds int64  `json:"worlds"`
}

// level is the nominal coverage of the intervals of a review.
const level = 0.95

// review judges the choices of a seat as xuezhan review does with its first seed.
func (d *Door) review(j Judging) (any, error) {
	rec, err := recordAt(j.Text, j.Hand)
	if err != nil {
		return nil, err
	}
	by, err := d.bots.Parse(j.By)
	if err != nil {
		return nil, err
	}
	c := &review.Config{By: by, Worlds: j.Worlds, Seed: 1, Level: level}
	return review.Run(context.Background(), c, rec, j.Seat, review.Options{Tables: d.tables, Workers: 1})
}

// recordAt returns the record with an index in a text.
func recordAt(text string, index int) (*record.Record, error) {
	r := record.NewReader(strings.NewReader(text))
	for n := 0; ; n++ {
		rec, err := r.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("the text has no hand %d", index)
		}
		if err != nil || n == index {
			return rec, err
		}
	}
}
