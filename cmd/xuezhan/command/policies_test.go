package command

import (
	"strings"
	"testing"

	"xuezhan/policy"
)

func TestPolicies(t *testing.T) {
	text := fine(t, "policies")
	for _, d := range policy.NewCatalog().Bots() {
		if !strings.Contains(text, d.Name) || !strings.Contains(text, d.Doc) {
			t.Errorf("bot %s is missing", d.Name)
		}
		for _, p := range d.Params {
			if !strings.Contains(text, p.Name) || !strings.Contains(text, p.Doc) {
				t.Errorf("parameter %s is missing", p.Name)
			}
		}
	}
	for _, word := range append([]string{"never", "min3"}, policy.PartNames...) {
		if !strings.Contains(text, word) {
			t.Errorf("%s is missing", word)
		}
	}
}

// One bot is told of alone.
func TestPoliciesOfOneBot(t *testing.T) {
	text := fine(t, "policies", "big")
	for _, want := range []string{"goes for flushes", "min_fan", "win       min2    declines"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "fold_below") || strings.Contains(text, "exec:") {
		t.Errorf("other bots in\n%s", text)
	}
	if got := parsed(t, "policies", "big", "--json"); len(got["bots"].([]any)) != 1 {
		t.Errorf("got %v", got["bots"])
	}
}

// Every value that is listed for a part can be named in a spec.
func TestListedPartsExist(t *testing.T) {
	for _, part := range listPolicies(policy.NewCatalog()).Parts {
		for _, v := range part.Values {
			if _, err := policy.Parse("fast:" + part.Name + "=" + v.Name); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestPoliciesJSON(t *testing.T) {
	got := parsed(t, "policies", "--json")
	wantKeys(t, got, "bots", "forms", "parts")
	bot := got["bots"].([]any)[3].(map[string]any)
	wantKeys(t, bot, "name", "meaning", "params")
	wantKeys(t, bot["params"].([]any)[0].(map[string]any), "name", "meaning", "min", "max", "default")
}

// The bots that no list can have, since they are made from what a spec names, are in
// all of them.
func TestPoliciesForms(t *testing.T) {
	text, forms := fine(t, "policies"), parsed(t, "policies", "--json")["forms"].([]any)
	wrong := []string{
		execute(t, "", "policies", "nobody").errs,
		execute(t, "", "run", "--policy", "nobody").errs,
	}
	for i, want := range []struct{ name, word, needs string }{
		{"learned@FILE", "learned", "xuezhan learn"}, {"exec:COMMAND", "exec", "policy/external"},
	} {
		form := forms[i].(map[string]any)
		if form["name"] != want.name || !strings.Contains(form["needs"].(string), want.needs) {
			t.Errorf("got %v, want %s", form, want.name)
		}
		alone := fine(t, "policies", want.word)
		if strings.Contains(alone, "goes for flushes") {
			t.Errorf("other bots in\n%s", alone)
		}
		for _, s := range append(wrong, text, alone, fine(t, "policies", want.name)) {
			if !strings.Contains(s, want.name) {
				t.Errorf("no %s in %s", want.name, s)
			}
		}
		if !strings.Contains(text, want.needs) {
			t.Errorf("no %q in\n%s", want.needs, text)
		}
	}
}
