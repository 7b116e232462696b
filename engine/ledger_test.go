package engine

import (
	"strings"
	"testing"
)

// A source is whole: it has its words, is booked by some cause from the side
// its sign says, and its counterpart's counterpart is the source itself.
func TestSources(t *testing.T) {
	var received, paid [NumSources]bool
	for _, c := range causes {
		received[c.received], paid[c.paid] = true, true
		if c.received.Counterpart() != c.paid {
			t.Errorf("cause %s books on %s and %s, which are no counterparts", c.name, c.received, c.paid)
		}
	}
	for s := range NumSources {
		if s.Title() == "" || s.Meaning() == "" || s.Column() != "points_"+s.String() {
			t.Errorf("source %d (%s): the title is %q, the meaning %q, the column %q", s, s, s.Title(), s.Meaning(), s.Column())
		}
		if got := s.Counterpart().Counterpart(); got != s {
			t.Errorf("%s: the counterpart's counterpart is %s", s, got)
		}
		if got := s.Counterpart().Sign(); got != -s.Sign() {
			t.Errorf("%s: the sign is %d, the counterpart's %d", s, s.Sign(), got)
		}
		if (s.Sign() != Paid) != received[s] || (s.Sign() != Received) != paid[s] {
			t.Errorf("%s: the sign is %d, but received is %t, paid %t", s, s.Sign(), received[s], paid[s])
		}
		if negative := strings.HasSuffix(s.Meaning(), ", negative"); negative != (s.Sign() == Paid) {
			t.Errorf("%s: the sign is %d, the meaning %q", s, s.Sign(), s.Meaning())
		}
		if either := strings.HasSuffix(s.Meaning(), ", either way"); either != (s.Sign() == Either) {
			t.Errorf("%s: the sign is %d, the meaning %q", s, s.Sign(), s.Meaning())
		}
	}
}

func TestSourceGroups(t *testing.T) {
	seen := map[Source]bool{}
	names := map[string]bool{}
	for _, g := range SourceGroups() {
		if g.Name == "" || g.Title == "" || names[g.Name] {
			t.Errorf("group %q, %q", g.Name, g.Title)
		}
		names[g.Name] = true
		for _, s := range g.Sources {
			if seen[s] {
				t.Errorf("%s is in two groups", s)
			}
			seen[s] = true
		}
	}
	if len(seen) != int(NumSources) {
		t.Errorf("%d of %d sources are in groups", len(seen), NumSources)
	}
}
