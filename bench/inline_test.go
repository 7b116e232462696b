package bench

import (
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
)

// inlined are the small functions on hot paths whose speed depends on the
// compiler putting them into their callers. One that grows too large for it, or
// is renamed, is noticed here.
var inlined = map[string]string{
	"engine/tile": `Of Unit Tile.Suit Tile.Rank Tile.Bit Kinds.Has Kinds.Len Kinds.First Kinds.Rest SuitKinds
		SuitWord.Rank SuitWord.Total SuitWord.AtLeast1 SuitWord.AtLeast2 SuitWord.AtLeast3 SuitWord.AtLeast4
		SuitWord.Odd SuitWord.Pairs SuitWord.Kinds Held.With Held.Without (*Held).Add (*Held).Remove (*Held).AddN (*Held).Count
		(*Held).HasSuit (*Melds).All Meld.Kind Meld.Tile Meld.IsKong Meld.Size compress`,
	"engine/shape": `(*index).of (*Tables).outlineOf (*Tables).completion (*rankTable).of rankSets.of (*suit).place joined
		waitsOf apart oddKinds wordsOf liveSuits place (*Tables).pairsMissing CountsOf
		(*Tables).Missing (*Tables).FlushMissing (*Tables).PungsMissing (*Tables).PairsMissing Outline.Counts`,
	"engine/fan": `Patterns.Has completesPair nonzero suitSet heldRoots twoSuits`,
	"engine": `(*Hand).Over (*Hand).Asked (*Hand).Phase (*Hand).Ledger (*Hand).nextActive (*Hand).seat (*Hand).discards (*Hand).milestone
		(*seat).clearing (*Engine).maySelfDraw put (*Engine).View (*Engine).watches
		Action.Kind Action.Tile Discard View.Held View.Melds View.Void View.Phase View.Drawn View.Offered View.Engine`,
}

var canInline = regexp.MustCompile(`^(.+\.go):\d+:\d+: can inline (\S+)`)

func TestHotFunctionsInline(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there")
	}
	args := []string{"build", "-gcflags=-m"}
	for pkg := range inlined {
		args = append(args, "./"+pkg)
	}
	build := exec.Command("go", args...)
	build.Dir = ".."
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	can := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if m := canInline.FindStringSubmatch(line); m != nil {
			can[path.Dir(m[1])+" "+m[2]] = true
		}
	}
	for pkg, names := range inlined {
		for _, name := range strings.Fields(names) {
			if !can[pkg+" "+name] {
				t.Errorf("%s in %s cannot be inlined, or is not there", name, pkg)
			}
		}
	}
}
