package store

import "testing"

func TestCompare(t *testing.T) {
	for _, tt := range []struct{ stored, now, want string }{
		{`{"a":1,"b":[1,2]}`, `{ "a": 1, "b": [1, 2] }`, ""},
		{`{"b":2,"a":1}`, `{"a":1,"b":2}`, ""},
		{`{"version":"v1","seed":"1"}`, `{"version":"v2","seed":"2"}`, `version: stored "v1", now "v2"`},
		{`{"bots":[{"spec":"fast","digest":"0"},{"spec":"big","digest":"1"}]}`, `{"bots":[{"spec":"fast","digest":"0"},{"spec":"big","digest":"2"}]}`, `bots[1].digest: stored "1", now "2"`},
		{`{"bots":["a"]}`, `{"bots":["a","b"]}`, `bots[1]: stored nothing, now "b"`},
		{`{"bots":["a","b"]}`, `{"bots":["a"]}`, `bots[1]: stored "b", now nothing`},
		{`{"a":{"b":1}}`, `{"a":{"b":1,"c":null}}`, `a.c: stored nothing, now null`},
		{`{"a":{"b":1,"c":true}}`, `{"a":{"b":1}}`, `a.c: stored true, now nothing`},
		{`{"a":[]}`, `{"a":null}`, `a: stored [], now null`},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, `a: stored 9007199254740993, now 9007199254740992`},
		{`{"a":"\u001b[2J"}`, `{"a":""}`, `a: stored "\x1b[2J", now ""`},
	} {
		got := ""
		if err := Compare([]byte(tt.stored), []byte(tt.now)); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, %s:\ngot  %s\nwant %s", tt.stored, tt.now, got, tt.want)
		}
	}
}
