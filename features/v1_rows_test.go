package features

import (
	"slices"
	"testing"

	"xuezhan/engine"
)

// TestRowsAreEncodedAlone: each row of a decision is what V1 encodes by itself, and is
// the row before up to where Encode says so.
func TestRowsAreEncodedAlone(t *testing.T) {
	var rows V1Rows
	kept := map[int]int{}
	eachDecision(t, 3, func(x *hand, v engine.View) {
		rows.Begin()
		p := NewProspect(v)
		before, want := make([]float32, v1Len), make([]float32, v1Len)
		for i, a := range x.e.Legal(&x.h, nil) {
			after := p.After(a)
			V1{}.EncodeProspect(want, &after)
			got, same := rows.Encode(&after)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %s: the row is not that of V1", a, v.Held())
			}
			if !slices.Equal(got[:same], before[:same]) || i == 0 && same > 0 {
				t.Fatalf("%s of %s: the row is not that before up to %d", a, v.Held(), same)
			}
			copy(before, got)
			kept[same]++
		}
	})
	if kept[0] == 0 || kept[V1Own] == 0 || kept[V1Second] == 0 {
		t.Errorf("rows were kept up to %v", kept)
	}
}
