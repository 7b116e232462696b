package learn

import "xuezhan/features"

// Inputs are the features that a small net learns from if nothing else is said: all
// of V1 but those by kind, which help a small net little.
func Inputs() []string {
	schema := features.V1{}.Schema()
	var names []string
	for _, e := range schema.Entries[:schema.Index("own_1x")] {
		names = append(names, e.Name)
	}
	return names
}
