package door

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"xuezhan/engine/record"
	"xuezhan/sim/viewer"
)

// mostHands is how many hands of a text are shown: a page keeps all their states.
const mostHands = 100

// A Watch asks for the hands of a text of records.
type Watch struct {
	Text string `json:"text"`
}

// watch reads records and makes hands of them.
func (d *Door) watch(w Watch) (any, error) {
	hands := []*viewer.Hand{}
	for r := record.NewReader(strings.NewReader(w.Text)); len(hands) < mostHands; {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		h, err := viewer.NewHand(rec, d.tables)
		if err != nil {
			return nil, fmt.Errorf("hand %d of the text: %w", len(hands), err)
		}
		hands = append(hands, h)
	}
	if len(hands) == 0 {
		return nil, errors.New("the text has no record")
	}
	return viewer.Page{Hands: hands}, nil
}
