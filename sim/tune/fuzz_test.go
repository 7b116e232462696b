package tune

import (
	"encoding/json"
	"testing"

	"xuezhan/engine/rules"
)

// FuzzParseState: what is read is of this format and is written as what reads again;
// its configuration is valid or an error.
func FuzzParseState(f *testing.F) {
	s := state{Header: Header{
		Tune: stateVersion, Method: "spsa", Bot: HeaderBot{"big", ""}, Parameters: []string{"wall"}, Logs: []string{},
		Walls: "lanes", Budget: 6000, Plan: Plan{Generations: 3, Population: 1}, Spread: 0.15, Rules: rules.Presets()[0].Rules,
	}, SPSA: &spsa{Theta: []float64{0.5}}, Settled: []float64{0}}
	text, err := json.Marshal(s)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"header":{"tune":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := parseState(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseState(written); err != nil || again.Generation != s.Generation || again.Header.Tune != stateVersion {
			t.Errorf("%s: %v", written, err)
		}
	})
}
