package env_test

import (
	"bytes"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/env"
)

// TestRecord demands that the record of a hand that ended is verified, names its seed,
// and is of that hand.
func TestRecord(t *testing.T) {
	for _, name := range rules.Names() {
		e := open(t, env.Config{Rules: preset(t, name), Rows: 2, Walls: sim.Lanes, Seats: [engine.NumSeats]policy.Spec{3: spec(t, "fast")}})
		a, actions := e.Alloc(), make([]int64, 2)
		if err := e.Reset(77, &a); err != nil {
			t.Fatal(err)
		}
		if err := e.WriteRecord(&bytes.Buffer{}, 0); err == nil {
			t.Error("a hand is recorded that has not ended")
		}
		for a.Done[0] == 0 {
			if err := e.Sample(actions); err != nil {
				t.Fatal(err)
			}
			if err := e.Step(actions, &a); err != nil {
				t.Fatal(err)
			}
		}
		var text bytes.Buffer
		if err := e.WriteRecord(&text, 0); err != nil {
			t.Fatal(err)
		}
		r, err := record.Read(&text)
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(r, tables); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r.Seed != 77 || r.Hand != 0 || r.Seats != [engine.NumSeats]string{3: "fast"} || r.Ledger != *e.Lockstep().Ended(0).Hand.Ledger() {
			t.Errorf("%s: seed %d, hand %d, seats %v", name, r.Seed, r.Hand, r.Seats)
		}
	}
	e := open(t, env.Config{Rules: preset(t, "mil")})
	if err := e.WriteRecord(&bytes.Buffer{}, 1); err == nil {
		t.Error("a row is recorded that there is not")
	}
}
