package rules

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPresetsAreValid(t *testing.T) {
	hashes := map[string]string{}
	for _, p := range Presets() {
		if err := p.Rules.Validate(); err != nil {
			t.Errorf("%s: %v", p.Rules.Name, err)
		}
		h := p.Rules.Hash()
		if other, ok := hashes[h]; ok {
			t.Errorf("%s and %s have the same hash", p.Rules.Name, other)
		}
		hashes[h] = p.Rules.Name
	}
}

func TestLookup(t *testing.T) {
	for _, name := range append(Names(), "planet-blood-battle-v1") {
		if _, err := Lookup(name); err != nil {
			t.Error(err)
		}
	}
	_, err := Lookup("riichi")
	if err == nil || !strings.Contains(err.Error(), "wap-flow") {
		t.Errorf("Lookup of an unknown name: got %v, want the list of presets", err)
	}
	if _, err := Lookup(""); err == nil {
		t.Error("Lookup of an empty name succeeded")
	}
}

func TestParse(t *testing.T) {
	r, err := Parse([]byte(`{"base":"tsumo","fan_cap":5,"next_dealer":"rotate","heavenly_limit":false}`))
	if err != nil {
		t.Fatal(err)
	}
	want := tsumo()
	want.Name, want.FanCap, want.Dealer, want.Heavenly = "tsumo+", 5, Rotate, false
	if r != want {
		t.Errorf("got %+v, want %+v", r, want)
	}
	same, err := Parse([]byte(`{"base":"planet-blood-battle-v1"}`))
	if err != nil || same != planet() {
		t.Errorf("base alone: got %+v, %v", same, err)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{``, "JSON object"},
		{`[]`, "JSON object"},
		{`{`, "column 2: the text ends"},
		{`{"fan_cap":3}`, `"base" is missing`},
		{`{"base":"nope"}`, "presets are planet"},
		{`{"base":7}`, `"base": wrong value 7`},
		{`{"base":"mil","base":"sbr"}`, "is duplicated"},
		{`{"base":"mil","cap":5}`, `field "cap": there is no such field (did you mean "fan_cap"?)`},
		{`{"base":"mil","fan_cap":"5"}`, `"fan_cap": wrong value "5"; allowed are 0..16`},
		{`{"base":"mil","fan_cap":2.5}`, `"fan_cap": wrong value 2.5`},
		{`{"base":"mil","fan_cap":17}`, `"fan_cap": 17 is out of range; allowed are 0..16`},
		{`{"base":"mil","fan_cap":-1}`, `"fan_cap": -1 is out of range`},
		{`{"base":"mil","fan_cap":null}`, "null"},
		{`{"base":"mil","fan_cap":[1]}`, `"fan_cap": wrong value [`},
		{`{"base":"mil","fan_cap":1} x`, "text after"},
		{`{"base":"mil","multiple_wins":1}`, `"multiple_wins": wrong value 1; allowed are true, false`},
		{`{"base":"mil","passed_win":"maybe"}`, "allowed are none, until_draw, higher_fan"},
		{`{"base":"mil","passed_win":2}`, `"passed_win": wrong value 2`},
		{`{"base":"mil","exchange_tiles":5}`, "0..4"},
		{`{"base":"mil","name":""}`, "not a name"},
		{`{"base":"mil","name":5}`, `"name": wrong value 5`},
		{`{"base":"mil","ready_check_winners_collect":true}`, `needs "after_win": "stay"`},
		{`{"base":"mil","ready_check":false}`, `"flower_pig_pays_ready_check"`},
		{`{"base":"mil","sacred_discard_covers_robbing":true}`, `needs "sacred_discard"`},
		{`{"base":"planet","shot_after_kong_by_robbing":true}`, `needs "shot_after_kong_fan"`},
		{`{"base":"mil","flower_pig_pays_winners":true}`, `needs "flower_pig_points"`},
		{`{"base":"tsumo","seven_pairs_fan":0}`, `"terminal_seven_pairs_fan"`},
		{`{"base":"tsumo","terminal_seven_pairs_fan":1}`, `needs at least "seven_pairs_fan"`},
		{`{"base":"tsumo","golden_hook_fan":1,"all_pungs_fan":2}`, `needs at least "all_pungs_fan"`},
		{`{"base":"tsumo","jiang_pungs_fan":1}`, `"jiang_pungs_fan"`},
		{`{"base":"tsumo","seven_pairs_quads":false}`, `"dragon_seven_pairs"`},
		{`{"base":"tsumo","min_fan":5}`, `"min_fan": cannot be played as set; it needs at least as much "fan_cap"`},
		{`{"base":"tsumo","flower_pig_amount":"most"}`, "allowed are fixed, larger"},
	}
	for _, tt := range tests {
		_, err := Parse([]byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Parse(%s): got %v, want an error with %q", tt.text, err, tt.want)
		}
	}
}

// Every field can be written, read back and changes the hash.
func TestEveryFieldRoundTrips(t *testing.T) {
	for _, p := range Presets() {
		data, err := json.Marshal(p.Rules)
		if err != nil {
			t.Fatal(err)
		}
		file := `{"base":"planet",` + string(data[1:])
		got, err := Parse([]byte(file))
		if err != nil || got != p.Rules {
			t.Errorf("%s: got %+v, %v", p.Rules.Name, got, err)
		}
	}
}

// Fields that are newer than stored rules change neither what presets hash to
// nor what is written of them, and rules without them are read.
func TestNewerFields(t *testing.T) {
	hashes := map[string]string{
		"planet": "33f7ffd851a04986", "wap-battle": "5f47ffaad43d9683", "wap-flow": "51accbac759f426d", "tsumo": "792e862abda33ce4", "sbr": "eb5d312029161543", "mil": "fdca7e7f796e1937",
	}
	for _, p := range Presets() {
		if got, want := p.Rules.Hash(), hashes[p.Rules.Name]; got != want {
			t.Errorf("%s: the hash is %s, want %s", p.Rules.Name, got, want)
		}
		r := p.Rules
		r.Name, r.MinFan, r.PigAmount = "house", 1, LargerPig
		for _, x := range []Rules{p.Rules, r} {
			data, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			if newer := strings.Contains(string(data), `"min_fan":1`) && strings.Contains(string(data), `"flower_pig_amount":"larger"`); newer != (x == r) {
				t.Errorf("%s: written %s", x.Name, data)
			}
			var read Rules
			if err := json.Unmarshal(data, &read); err != nil || read != x {
				t.Errorf("%s: read %+v, %v", x.Name, read, err)
			}
			file, err := x.File("planet")
			if err != nil || !strings.Contains(string(file), `"min_fan":`) {
				t.Errorf("%s: the file is %s, %v", x.Name, file, err)
			}
			if read, err = Parse(file); err != nil || read != x {
				t.Errorf("%s: parsed %+v, %v", x.Name, read, err)
			}
		}
		if r.Hash() == p.Rules.Hash() {
			t.Errorf("%s: the hash ignores the newer fields", r.Name)
		}
	}
}

func TestDiff(t *testing.T) {
	a, b := wapBattle(), wapFlow()
	var names []string
	for _, d := range Diff(&a, &b) {
		names = append(names, d.Field.Name)
	}
	if got, want := strings.Join(names, " "), "after_win ready_check_winners_collect"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFieldsAreDocumented(t *testing.T) {
	for _, f := range Fields() {
		if f.Name == "" || f.Doc == "" || f.Allowed == "" {
			t.Errorf("field %+v lacks a name, a comment or its allowed values", f)
		}
	}
}

func TestPoints(t *testing.T) {
	r := planet()
	for fan, want := range []int{1, 2, 4, 8, 8, 8} {
		if got := r.Points(fan); got != want {
			t.Errorf("%d fan: got %d points, want %d", fan, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"base":"tsumo","fan_cap":5}`))
	f.Add([]byte(`{"base":"mil","passed_win":"none"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if err == nil && r.Validate() != nil {
			t.Errorf("Parse(%q) returned invalid rules", data)
		}
	})
}

// FuzzUnmarshal: what is read is valid, and is written as what reads the same.
func FuzzUnmarshal(f *testing.F) {
	for _, p := range Presets() {
		data, err := json.Marshal(p.Rules)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r, again Rules
		if r.UnmarshalJSON(data) != nil {
			if r != (Rules{}) {
				t.Errorf("%q is refused, but changed the rules", data)
			}
			return
		}
		written, err := json.Marshal(r)
		if err != nil || again.UnmarshalJSON(written) != nil || again != r || r.Validate() != nil {
			t.Errorf("%q is written %q and read as %+v", data, written, again)
		}
	})
}

func TestEnumNames(t *testing.T) {
	tests := []struct {
		got  interface{ String() string }
		want string
	}{
		{Random, "random"}, {Right, "right"}, {Opposite, "opposite"}, {Left, "left"},
		{NoLock, "none"}, {UntilDraw, "until_draw"}, {HigherFan, "higher_fan"},
		{Leave, "leave"}, {Stay, "stay"}, {Back, "back"}, {Front, "front"},
		{LatePaid, "paid"}, {LateUnpaid, "unpaid"}, {LateIllegal, "illegal"},
		{ShapeOnly, "shape_only"}, {ExcludeOwned, "exclude_owned"}, {ExcludeConcealed, "exclude_concealed"},
		{FixedPig, "fixed"}, {LargerPig, "larger"},
		{NoRefund, "none"}, {RefundPayers, "payers"}, {RefundReadyOrWon, "ready_or_won"},
		{FirstWinner, "first_winner"}, {Rotate, "rotate"}, {StayDealer, "stay"},
		{ByPoints, "points"}, {ByPlacePoints, "place_points"},
	}
	for _, tt := range tests {
		if got := tt.got.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
