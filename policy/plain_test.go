package policy

import "testing"

// Only bots whose parts all make the same one choice play without parts.
func TestWholes(t *testing.T) {
	for _, d := range NewCatalog().Bots() {
		spec, err := Parse(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		_, mixed := spec.New().(*Bot)
		if want := d.Name == "random" || d.Name == "search"; mixed == want {
			t.Errorf("%s plays without parts: %v, want %v", d.Name, !mixed, want)
		}
	}
}
