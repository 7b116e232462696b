package record_test

import (
	"fmt"
	"os"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// sorted is a deck without chance: all tiles in order.
func sorted() engine.Deck {
	d := engine.Deck{Direction: rules.Right}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	return d
}

// A hand is recorded by an observer, written, read back and verified.
func Example() {
	preset, _ := rules.Lookup("sbr")
	tables := shape.New()
	plain, _ := engine.New(preset, tables)
	var recorder record.Recorder
	e := plain.Observed(&recorder, engine.AllEvents)

	deck := sorted()
	var h engine.Hand
	e.Deal(&h, &deck)
	for !h.Over() {
		e.Apply(&h, e.Legal(&h, nil)[0]) // no strategy at all
	}

	var text strings.Builder
	_ = record.Write(&text, &record.Record{
		Rules: preset, Deck: deck, Visibility: record.Full,
		Events: recorder.Events(), Ledger: *h.Ledger(),
	})
	r, err := record.Read(strings.NewReader(text.String()))
	fmt.Println(len(r.Events), err, record.Verify(r, tables))

	wrong := strings.Replace(text.String(), `"event":"draw","seat":1,"tile":"5p"`, `"event":"draw","seat":1,"tile":"6p"`, 1)
	r, _ = record.Read(strings.NewReader(wrong))
	fmt.Println(record.Verify(r, tables))
	// Output:
	// 156 <nil> <nil>
	// line 60: expected {"event":"draw","seat":1,"tile":"5p"}, found {"event":"draw","seat":1,"tile":"6p"}
}

func ExampleWriteDecks() {
	_ = record.WriteDecks(os.Stdout, []engine.Deck{sorted()})
	// Output:
	// dealer=0 direction=right 1m1m1m1m2m2m2m2m3m3m3m3m4m4m4m4m5m5m5m5m6m6m6m6m7m7m7m7m8m8m8m8m9m9m9m9m1p1p1p1p2p2p2p2p3p3p3p3p4p4p4p4p5p 5p5p5p6p6p6p6p7p7p7p7p8p8p8p8p9p9p9p9p1s1s1s1s2s2s2s2s3s3s3s3s4s4s4s4s5s5s5s5s6s6s6s6s7s7s7s7s8s8s8s8s9s9s9s9s
}

func ExampleReadDecks() {
	_, err := record.ReadDecks(strings.NewReader("# too short\ndealer=2 direction=left 1m2m3m\n"))
	fmt.Println(err)
	// Output: line 2, column 31: 3 tiles; a deck has 108
}

func ExampleKnowledge() {
	preset, _ := rules.Lookup("planet")
	e, _ := engine.New(preset, shape.New())
	deck := sorted()
	var h engine.Hand
	e.Deal(&h, &deck)
	e.Apply(&h, e.Legal(&h, nil)[0])
	fmt.Print(record.Knowledge(e.View(&h, 0), [engine.NumSeats]string{"fast", "big", "fast", "big"}))
	// Output:
	// seat 0, phase exchange, dealer 0, 55 tiles left, passes on 1m
	// seat      policy  points  void  holds            melds  river
	// 0 dealer  fast    +0      -     23456789m12345p
	// 1         big     +0      -     13 tiles
	// 2         fast    +0      -     13 tiles
	// 3         big     +0      -     13 tiles
}
