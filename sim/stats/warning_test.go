package stats

import (
	"encoding/json"
	"testing"
)

func TestWarningTextRoundTrip(t *testing.T) {
	var all Warnings
	seen := map[string]bool{}
	for w := range warnings {
		text, err := w.MarshalText()
		var back Warning
		if err != nil || back.UnmarshalText(text) != nil || back != w {
			t.Errorf("%d: %q, %v, back %d", w, text, err, back)
		}
		if w.Sentence() == "" || seen[w.String()] {
			t.Errorf("%q: no sentence or a code used twice", w)
		}
		seen[w.String()] = true
		all = all.With(w)
	}
	data, err := json.Marshal(all)
	var back Warnings
	if err != nil || json.Unmarshal(data, &back) != nil || back != all {
		t.Errorf("%s, %v read back as %v", data, err, back)
	}
	if data, _ := json.Marshal(Warnings(0)); string(data) != "[]" {
		t.Errorf("empty set = %s", data)
	}
}

func TestWarningUnknown(t *testing.T) {
	if _, err := warnings.MarshalText(); err == nil || warnings.String() != "unknown-warning" {
		t.Error("an unknown warning has a text")
	}
	var w Warning
	if err := w.UnmarshalText([]byte("rainy")); err == nil {
		t.Error("an unknown code is read")
	}
	panics(t, "stats: unknown warning", func() { Warnings(0).With(warnings) })
	for range Warnings(3).All() {
		break // an early stop must not panic
	}
}
