package policy

import "testing"

// Only the bot whose parts all make the same one choice plays without parts.
func TestOnlyRandomIsOnePart(t *testing.T) {
	for _, d := range NewCatalog().Bots() {
		spec, err := Parse(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		_, alone := spec.New().(*random)
		if want := d.Name == "random"; alone != want {
			t.Errorf("%s plays without parts: %v, want %v", d.Name, alone, want)
		}
	}
}
