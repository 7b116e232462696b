package rules_test

import (
	"fmt"
	"strings"

	"xuezhan/engine/rules"
)

// A rule variation: a preset with a few fields changed. What plays rules plays it
// (see package engine's example of the same).
func ExampleParse() {
	house, err := rules.Parse([]byte(`{"base":"wap-battle","name":"house","min_fan":1,"fan_cap":5}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	preset, _ := rules.Lookup("wap-battle")
	for _, d := range rules.Diff(&preset, &house) {
		fmt.Println(d.Field.Name, "was", d.A, "and is", d.B)
	}
	_, err = rules.Parse([]byte(`{"base":"wap-battle","fan_cup":5}`))
	what, _, _ := strings.Cut(err.Error(), ";") // then come all fields
	fmt.Println(what)
	// Output:
	// min_fan was 0 and is 1
	// fan_cap was 4 and is 5
	// rules: column 32: field "fan_cup": there is no such field (did you mean "fan_cap"?)
}

func ExampleLookup() {
	r, err := rules.Lookup("tsumo")
	fmt.Println(r.FanCap, r.Points(3), r.AfterWin, err)
	// Output:
	// 4 8 leave <nil>
}

// Fields documents every knob.
func ExampleFields() {
	r, _ := rules.Lookup("planet")
	for _, f := range rules.Fields()[:3] {
		fmt.Println(f.Name, f.Value(&r), f.Allowed)
	}
	// Output:
	// name planet text
	// exchange_tiles 3 0..4
	// exchange_one_suit true true, false
}
