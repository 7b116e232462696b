package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

type inner struct {
	Blocks int64    `json:"blocks"`
	Level  *float64 `json:"level"`
}

// shout reads itself, from a text.
type shout string

func (s *shout) UnmarshalText(text []byte) error {
	if strings.ToUpper(string(text)) != string(text) {
		return errors.New("not loud enough")
	}
	*s = shout(text)
	return nil
}

// own reads itself by Decode.
type own struct{ in inner }

func (o *own) UnmarshalJSON(text []byte) error { return Decode(text, &o.in) }

type embedded struct {
	Word shout `json:"word,omitempty"`
}

type whole struct {
	Name string `json:"name"`
	embedded
	Seed     uint64          `json:"seed,string,omitempty"`
	Small    int8            `json:"small,omitempty"`
	Share    float64         `json:"share,omitempty"`
	Rotate   bool            `json:"rotate,omitempty"`
	Seats    [4]int          `json:"seats"`
	Names    []string        `json:"names,omitempty"`
	Stopping *inner          `json:"stopping,omitempty"`
	Own      own             `json:"own,omitzero"`
	Counts   map[string]int  `json:"counts,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"`
	Any      any             `json:"any,omitempty"`
}

const good = `{"name":"a","seats":[0,1,2,3]`

func TestDecodeAgreesWithGo(t *testing.T) {
	for _, text := range []string{
		good + `}`,
		" \r\n\t" + good + "}\r\n",
		good + `,"seed":"18446744073709551615","small":-128,"share":1.5e3,"rotate":true}`,
		good + `,"word":"LOUD","names":[],"stopping":{"blocks":1,"level":null}}`,
		good + `,"names":null,"stopping":null,"counts":null,"raw":null,"any":null}`,
		good + `,"own":{"blocks":1,"level":0.5},"counts":{"x":1,"y":-2},"raw":[{"x":1}],"any":{"z":[]}}`,
		`{"name":"\u0061\"\\ 血战","seats":[0,-0,2,3]}`,
	} {
		var got, want whole
		if err := Decode([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v, %v", text, got, want, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	tests := []struct{ text, want string }{
		{"", "column 1: the text is empty"},
		{" \n ", "column 2: the text is empty"},
		{"\xef\xbb\xbf" + good + "}", "begins with a byte order mark"},
		{"\xff\xfe{\x00", "is UTF-16"},
		{"{\x00\"\x00", "looks like UTF-16"},
		{"\x00{\x00\"", "looks like UTF-16"},
		{"{\"name\":\"\xc3\"}", "column 10: not a JSON text: a byte that is no UTF-8"},
		{"\x89PNG\r\n", "a byte that is no UTF-8"},
		{"hello", "column 1: `hello` instead of a value"},
		{`[]`, "`[]` is not a JSON object"},
		{`{`, "column 2: the text ends; a key in double quotes is expected"},
		{`{"name"`, "the text ends; a colon behind the key is expected"},
		{`{"name":`, "the text ends; a value is expected"},
		{`{"name":"a"`, "the text ends; a comma or the } that closes the object is expected"},
		{`{"name":"a`, "column 9: the string `\"a` is not closed"},
		{`{name:1}`, "column 2: `name:1}` instead of a key in double quotes"},
		{`{"name":'a'}`, "column 9: `'a'}` instead of a value"},
		{`{"name":"a",}`, "column 13: `}` instead of a key"},
		{`{"seats":[1,2`, "the ] that closes the list"},
		{`{"seats":[1 2]}`, "column 13: `2]}` instead of a comma"},
		{`{"seats":[1,]}`, "column 13: `]}` instead of a value"},
		{`{"name":"\x"}`, "column 9: a wrong escape in the string"},
		{"{\"name\":\"a\nb\"}", "line 1, column 11: a control character or the line's end within a string"},
		{good + "} x", "column 32: text after the JSON value: `x`"},
		{good + "}{}", "text after the JSON value"},
		{deep, "column 101: nested deeper than 100"},
		{good + `,"any":` + deep + "}", "nested deeper than 100"},
		{good + `,"name":"b"}`, `column 31: field "name" is duplicated`},
		{good + `,"any":{"x":1,"\u0078":2}}`, `field "x" is duplicated`},
		{good + `,"raw":[{"x":1,"x":2}]}`, `field "x" is duplicated`},
		{good + `,"Name":"b"}`, `unknown field "Name" (did you mean "name"?); fields are name, word, seed`},
		{good + `,"seat":1}`, `unknown field "seat" (did you mean "seats"?)`},
		{good + `,"stopping":{"block":1}}`, `field "stopping": unknown field "block" (did you mean "blocks"?); fields are blocks, level`},
		{`{"name":"a"}`, `column 1: field "seats" is missing`},
		{good + `,"stopping":{"level":1}}`, `column 42: field "stopping": field "blocks" is missing`},
		{`{"name":null,"seats":[0,1,2,3]}`, `column 9: field "name": null instead of a text`},
		{`{"name":1,"seats":[0,1,2,3]}`, "field \"name\": `1` is not a text in double quotes"},
		{`{"name":"a","seats":[0,1,2]}`, `field "seats": a list of 3, not of 4`},
		{`{"name":"a","seats":[0,1,2,3,4]}`, `field "seats": a list of 5, not of 4`},
		{`{"name":"a","seats":[0,1,2,"3"]}`, "column 28: field \"seats[3]\": `\"3\"` is not a whole number"},
		{`{"name":"a","seats":{}}`, "field \"seats\": `{}` is not a list"},
		{good + `,"small":128}`, "field \"small\": `128` is too large a number"},
		{good + `,"small":1.5}`, "field \"small\": `1.5` is not a whole number in plain digits"},
		{good + `,"small":1e1}`, "`1e1` is not a whole number in plain digits"},
		{good + `,"small":true}`, "`true` is not a whole number"},
		{good + `,"share":1e999}`, "`1e999` is too large a number"},
		{good + `,"share":NaN}`, "column 39: `NaN}` instead of a value"},
		{good + `,"share":"1"}`, "`\"1\"` is not a number"},
		{good + `,"seed":1}`, "field \"seed\": `1` is not in double quotes"},
		{good + `,"seed":"-1"}`, "field \"seed\": `-1` is below 0"},
		{good + `,"seed":"18446744073709551616"}`, "is too large a number"},
		{good + `,"seed":"x"}`, "field \"seed\": `x` is not a whole number"},
		{good + `,"seed":""}`, "field \"seed\": `` is not a whole number"},
		{good + `,"rotate":1}`, "field \"rotate\": `1` is not true or false"},
		{good + `,"rotate":"true"}`, "is not true or false"},
		{good + `,"word":"soft"}`, `field "word": not loud enough`},
		{good + `,"word":1}`, `field "word"`},
		{good + `,"own":{"blocks":"x","level":1}}`, "column 47: field \"own.blocks\": `\"x\"` is not a whole number"},
		{good + `,"own":{}}`, `column 37: field "own": field "blocks" is missing`},
		{good + `,"counts":{"x":1.5}}`, `field "counts.x"`},
		{good + `,"names":[1]}`, `field "names[0]"`},
		{good + `,"names":["one of more than twenty-four 血战"`, "the text ends; a comma or the ] that closes"},
		{good + `,"counts":[]}`, "field \"counts\": `[]` is not a JSON object"},
		{good + `,"rotate":null}`, `null instead of true or false`},
		{`{"name":"a","seats":null}`, `field "seats": null instead of a list`},
		{good + `,"own":{"blocks":1,"level":` + "`x\x01}}", "column 57: \"`x\\u0001}}\" instead of a value"},
		{`{"name":"a","seats":` + `"in Text aus über dreißig"}`, "`\"in Text aus über drei`… is not a list"},
		{good + `,"` + strings.Repeat("血", 30) + `":1}`, `unknown field "` + strings.Repeat("血", 26) + `"…`},
		{good + ",\"na\tme\":1}", "column 34: a control character"},
		{good + `,"word":null}`, `field "word": null instead of a text`},
		{good + ",\n \"stopping\":{\n  \"blocks\": -1.5}}", "line 3, column 13: field \"stopping.blocks\": `-1.5` is not a whole number"},
	}
	for _, tt := range tests {
		got := whole{Name: "before"}
		err := Decode([]byte(tt.text), &got)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.80q: got %v, want %s", tt.text, err, tt.want)
		}
		if got.Name != "before" {
			t.Errorf("%.80q: the destination was changed", tt.text)
		}
	}
}

// letter is a number that reads itself from a text.
type letter int

func (l *letter) UnmarshalText(text []byte) error {
	*l = letter(text[0])
	return nil
}

// list reads itself by Decode, plain by encoding/json.
type (
	list  struct{ in []int }
	plain struct{ in []int }
)

func (l *list) UnmarshalJSON(text []byte) error { return Decode(text, &l.in) }

func (p *plain) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &p.in) }

// TestDecodeRefusesInto has the kinds of destination that whole lacks.
func TestDecodeRefusesInto(t *testing.T) {
	tests := []struct {
		dst        any
		text, want string
	}{
		{&[]inner{}, "[null]", `field "[0]": null instead of an object`},
		{&map[string]inner{}, `{"a":null}`, `field "a": null instead of an object`},
		{&map[string]list{}, `{"a":[1,"b"]}`, "column 9: field \"a[1]\": `\"b\"` is not a whole number"},
		{&[]float64{}, `[null]`, `field "[0]": null instead of a number`},
		{&[]letter{}, `["a",null]`, `field "[1]": null instead of a text`},
		{&[]plain{}, `[["b"]]`, `column 2: field "[0]": a string does not belong here`},
		{&map[int]int{}, `{"a":1}`, "column 1: a number does not belong here"},
		{&struct {
			Bare   int
			Out    int `json:"-"`
			hidden int
		}{}, `{"bare":1}`, `unknown field "bare" (did you mean "Bare"?); fields are Bare`},
	}
	for _, tt := range tests {
		if err := Decode([]byte(tt.text), tt.dst); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s into %T: got %v, want %s", tt.text, tt.dst, err, tt.want)
		}
	}
}

// A destination that nothing can be read into is a fault of the program.
func TestDecodeIntoNoPointer(t *testing.T) {
	for _, dst := range []any{nil, whole{}, (*whole)(nil)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T: no panic", dst)
				}
			}()
			t.Errorf("%T: got %v", dst, Decode([]byte("{}"), dst))
		}()
	}
}

func TestDecodeSome(t *testing.T) {
	tests := []struct {
		text       string
		blocks     int64 // 7 before
		level      bool  // whether there is one; none before
		wantFailed string
	}{
		{`{}`, 7, false, ""},
		{`{"later":[1,{}],"blocks":9}`, 9, false, ""},
		{`{"blocks":9,"level":0.5,"":null}`, 9, true, ""},
		{"{\"later\":1,\n\"blocks\":\"9\"}", 7, false, "line 2, column 10: field \"blocks\": `\"9\"` is not a whole number"},
		{`{"blocks":8,"level":true}`, 7, false, "field \"level\": `true` is not a number"},
		{`[]`, 7, false, "column 1: `[]` is not a JSON object"},
		{`{"blocks":9`, 7, false, "the text ends; a comma"},
	}
	for _, tt := range tests {
		got := inner{Blocks: 7}
		err := DecodeSome([]byte(tt.text), &got)
		if got.Blocks != tt.blocks || (got.Level != nil) != tt.level {
			t.Errorf("%s: got %+v", tt.text, got)
		}
		if (err != nil) != (tt.wantFailed != "") || err != nil && !strings.Contains(err.Error(), tt.wantFailed) {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.wantFailed)
		}
	}
	var keyed struct{ Counts map[int]int }
	if err := DecodeSome([]byte(`{"Counts":{"a":1}}`), &keyed); err == nil || !strings.Contains(err.Error(), "a number does not belong here") {
		t.Errorf("got %v", err)
	}
}

func TestManyKeys(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, `,"k%d":0`, i)
	}
	var m map[string]int
	if err := Decode([]byte("{"+b.String()[1:]+"}"), &m); err != nil || len(m) != 100_000 {
		t.Errorf("got %d, %v", len(m), err)
	}
	if err := Decode([]byte("{"+b.String()[1:]+`,"k7":0}`), &m); err == nil || !strings.Contains(err.Error(), `"k7" is duplicated`) {
		t.Errorf("got %v", err)
	}
}

func TestMembers(t *testing.T) {
	text := []byte(" {\"b\": [1, {}] ,\n\"a\":\"x\"}")
	members, err := Members(nil, text)
	if err != nil || len(members) != 2 {
		t.Fatalf("got %v, %v", members, err)
	}
	for i, want := range []string{"b=[1, {}]", `a="x"`} {
		if got := members[i].Key + "=" + string(members[i].Value); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got, want := Fail(text, members[1], errors.New("no")).Error(), `line 2, column 5: field "a": no`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"", "[]", "1", `{"a":1,"a":2}`, `{"a":{"b":1,"b":1}}`} {
		if m, err := Members(nil, []byte(bad)); err == nil {
			t.Errorf("%s: got %v", bad, m)
		}
	}
}

// doubled reports whether an object has a key twice, or values are nested too
// deep, by encoding/json's tokens.
func doubled(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	type level struct {
		keys  map[string]bool // nil for a list
		isKey bool
	}
	var open []level
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return false
		}
		if err != nil {
			return true
		}
		if n := len(open); n > 0 && open[n-1].keys != nil {
			if key, ok := tok.(string); ok && open[n-1].isKey {
				if open[n-1].keys[key] {
					return true
				}
				open[n-1].keys[key], open[n-1].isKey = true, false
				continue
			}
			open[n-1].isKey = true
		}
		switch tok {
		case json.Delim('{'):
			open = append(open, level{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > MaxDepth {
			return true
		}
	}
}

// What check accepts is what encoding/json does without doubled keys; what Decode
// accepts it reads as encoding/json does, and reads again from what it has read.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"", "{}", good + "}", good + `,"seed":"1","own":{"blocks":1,"level":0.5},"any":[1,"\u0078",{}]}`,
		good + `,"any":{"x":1,"\u0078":2}}`, good + `,"stopping":{"blocks":-1,"level":1e-3},"counts":{"x":1}}`, "[[[1,2],[]]]", "\xef\xbb\xbf{}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want := json.Valid(text) && utf8.Valid(text) && Encoding(text) == "" && !doubled(text)
		if err := check(text); (err == nil) != want {
			t.Errorf("check: got %v, want accepted %v", err, want)
		}
		var got, loose, again whole
		if err := Decode(text, &got); err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Column < 1 || len(e.Msg) == 0 {
				t.Fatalf("got %#v", err)
			}
			return
		}
		if err := json.Unmarshal(text, &loose); err != nil || !reflect.DeepEqual(got, loose) {
			t.Errorf("got %+v, encoding/json %+v, %v", got, loose, err)
		}
		got.Own = own{inner{1, new(float64)}} // it does not write itself
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte(`"own":{}`), []byte(`"own":{"blocks":1,"level":0}`), 1)
		if err := Decode(text, &again); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	})
}

func ExampleDecode() {
	var options struct {
		Bot   string `json:"bot"`
		Hands int    `json:"hands"`
	}
	fmt.Println(Decode([]byte(`{"bot": "fast", "hand": 100}`), &options))
	fmt.Println(Decode([]byte(`{"bot": "fast", "hands": 1.5}`), &options))
	// Output:
	// column 17: unknown field "hand" (did you mean "hands"?); fields are bot, hands
	// column 26: field "hands": `1.5` is not a whole number in plain digits
}
