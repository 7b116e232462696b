package command

import (
	"strings"
	"testing"
)

// eval, replay and study discard show what a bot thinks, as text and as JSON.
func TestOpinions(t *testing.T) {
	text := fine(t, "eval", "123m456p788m99p[555m]", "--void", "s", "--bot", "value", "--left", "30")
	if !strings.Contains(text, "value thinks") || !strings.Contains(text, "ready") {
		t.Errorf("eval says %s", text)
	}
	answer := parseObject(t, fine(t, "eval", "123m456p788m99p[555m]", "--void", "s", "--bot", "guard", "--json"))
	list := answer["opinions"].([]any)
	if answer["bot"] != "guard" || len(list) != 9 || list[0].(map[string]any)["worth"] == nil {
		t.Errorf("eval says %v", answer)
	}
	text = fine(t, "replay", "--hand", "3", "--policy", "fast", "--seat", "1", "--explain", "value")
	if n := strings.Count(text, "* discard"); n < 3 || !strings.Contains(text, "worth") {
		t.Errorf("replay marks %d discards: %s", n, text)
	}
	lines := strings.Split(strings.TrimSpace(fine(t, "replay", "--hand", "3", "--policy", "fast", "--explain", "fast", "--json")), "\n")
	for _, line := range lines {
		if x := parseObject(t, line); x["bot"] != "fast" || x["played"] == "" || len(x["opinions"].([]any)) < 2 {
			t.Errorf("replay says %s", line)
		}
	}
	if len(lines) < 20 {
		t.Errorf("only %d decisions are explained", len(lines))
	}
	result := parseObject(t, fine(t, "study", "discard", "123m456p788m99p[555m]", "--void", "s", "--samples", "60", "--bot", "search:playouts=8", "--json"))
	first := result["actions"].([]any)[0].(map[string]any)
	if result["bot"] != "search:playouts=8" || first["opinion"] == nil {
		t.Errorf("study discard says %v", first)
	}
}

func TestOpinionsRefused(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"eval", "123m456p788m99p[555m]", "--bot", "valeu"}, "unknown bot"},
		{[]string{"eval", "123m456p78m99p[555m]", "--bot", "value"}, "14 tiles"},
		{[]string{"eval", "123m456p788m99p[555m]", "--bot", "random"}, "does not say what it thinks"},
		{[]string{"eval", "123m456p788m99p[555m]", "--left", "3"}, "--left is for --bot"},
		{[]string{"replay", "--hand", "3", "--explain", "random"}, "does not say what it thinks"},
		{[]string{"replay", "--hand", "3", "--explain", "value", "--verify"}, "--explain is for"},
		{[]string{"study", "discard", "123m456p788m99p[555m]", "--void", "s", "--bot", "random"}, "does not say what it thinks"},
	} {
		if r := execute(t, "", tt.args...); r.status != statusUsage || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%v: status %d, %s; want %q", tt.args, r.status, r.errs, tt.want)
		}
	}
}
