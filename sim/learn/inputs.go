package learn

import "xuezhan/features"

// encoding is what positions are encoded by; its schema names the features.
var encoding features.V1

// Inputs are the features that a small net learns from if nothing else is said: all
// of V1 but those by kind, which help a small net little.
func Inputs() []string {
	schema := encoding.Schema()
	var names []string
	for _, e := range schema.Entries[:schema.Index("own_1x")] {
		names = append(names, e.Name)
	}
	return names
}
