package command

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRunOfAStart demands that a run of a start says what it is worth, is stored with it,
// reported, resumed, verified and replayed alike, and not resumed with another.
func TestRunOfAStart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	const hand = "123456789m1133p"
	first := fine(t, "run", "--hands", "1500", "--hand", hand, "--out", dir)
	if !strings.HasPrefix(first, hand+" is worth +") || !strings.Contains(first, hand+" for seat 0") {
		t.Errorf("the run says %s", first)
	}
	if got := fine(t, "report", dir); timeless(got) != timeless(first) {
		t.Errorf("the report says %s", got)
	}
	if got := parsed(t, "report", dir, "--json"); got["hand"] != hand || len(got["seats"].([]any)) != 4 {
		t.Errorf("the JSON has hand %v", got["hand"])
	}
	fine(t, "dataset", "verify", dir)
	if got := fine(t, "replay", "--run", dir, "--hand", "7", "--seat", "0"); !strings.Contains(got, hand) {
		t.Errorf("hand 7 does not begin with the start: %.400s", got)
	}
	stored := fine(t, "replay", "--run", dir, "--hand", "7")
	if again := fine(t, "replay", "--hand", "7", "--dealt", hand); again != stored {
		t.Error("--dealt plays another hand 7")
	}
	shard := []string{"run", "--hands", "1500", "--shard", "0/1", "--out", dir}
	if r := execute(t, "", append(shard, "--hand", "123456789m1134p")...); r.status != statusUsage || !strings.Contains(r.errs, "hand: stored") {
		t.Errorf("another start: status %d, %s", r.status, r.errs)
	}
}

// TestStudyOfAStart demands that a study of a start studies the seat that is dealt it,
// and that every fork is of that seat.
func TestStudyOfAStart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	got := parsed(t, "study", "void", "--hands", "60", "--hand", "123456789m1133p", "--out", dir, "--json")
	if seats := got["studied"].([]any); len(seats) != 1 || seats[0].(float64) != 0 {
		t.Errorf("studied are %v", seats)
	}
	fine(t, "dataset", "verify", dir)
	if all := parsed(t, "study", "void", "--hands", "60", "--hand", "123456789m1133p", "--studied", "0,1,2,3", "--json"); len(all["studied"].([]any)) != 4 {
		t.Errorf("studied are %v", all["studied"])
	}
}

// TestStartFlag demands an error that names the flag of what is no start.
func TestStartFlag(t *testing.T) {
	for _, x := range [][]string{
		{"run", "--hand", "11111m"}, {"run", "--hand", ""}, {"run", "--hand", "123456789m123456p"}, {"run", "--hand", "123m[555p]"},
		{"run", "--hand", "123m", "--rotate"}, {"run", "--hand", "123m", "--games", "2"}, {"study", "void", "--hand", "x"}, {"deck", "--hand", "0m"},
		{"replay", "--hand", "1", "--dealt", "1"},
	} {
		if r := execute(t, "", x...); r.status != statusUsage || r.errs == "" {
			t.Errorf("%v: status %d, %s", x, r.status, r.errs)
		}
	}
}
