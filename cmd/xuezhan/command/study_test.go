package command

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestStudyContract: the fields that a study's JSON has, the same for any number
// of workers, and whether own choices are played again or not.
func TestStudyContract(t *testing.T) {
	line := []string{"study", "fast-vs-big", "--hands", "1500", "--seats", "fast,big,fast,rare", "--study", "0,3", "--json"}
	text := fine(t, line...)
	object := parseObject(t, text)
	wantKeys(t, object, "version", "question", "doc", "settings", "features", "policies", "rules", "rules_hash", "seed", "walls",
		"seats", "studied", "playouts", "level", "planned_hands", "hands", "precision", "precision_reached", "hands_with_forks", "forks",
		"digest", "main", "main_forks", "alternatives", "contrasts", "strata", "map", "maxim", "notes")
	if again := fine(t, append(line, "--workers", "3", "--check")...); again != text {
		t.Error("with three workers and a check the study is another")
	}
	if object["hands"] != 1500.0 || object["precision_reached"] != false {
		t.Errorf("hands %v, precision reached %v", object["hands"], object["precision_reached"])
	}
}

// TestStudyLists: without a question the questions are listed.
func TestStudyLists(t *testing.T) {
	text := fine(t, "study")
	for _, q := range []string{"call ", "fast-vs-big ", "wait "} {
		if !strings.Contains("\n"+text, "\n"+q) {
			t.Errorf("%q is not listed in %s", q, text)
		}
	}
}

// TestStudyFormats: the answer comes first, and pictures change nothing of it.
func TestStudyFormats(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pictures")
	text := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo")
	if with := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--plots", dir); with != text {
		t.Error("with pictures another text is printed")
	}
	if !strings.HasPrefix(text, "a pung or a kong: call it or pass?") || !strings.Contains(text, "digest") {
		t.Errorf("the text is %.200s", text)
	}
	if md := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--format", "md"); !strings.HasPrefix(md, "**a pung or a kong") {
		t.Errorf("the Markdown is %.200s", md)
	}
	files := readDir(t, dir)
	for _, name := range []string{"call-map.png", "call-map.svg", "call-by-call.svg", "call-by-tiles-left.png"} {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestStudyPrecision: a study that reaches its precision plays no more hands.
func TestStudyPrecision(t *testing.T) {
	object := parsed(t, "study", "wait", "--hands", "20000", "--precision", "0.3", "--json")
	if object["precision_reached"] != true || object["hands"].(float64) >= 20000 {
		t.Errorf("precision reached %v after %v hands", object["precision_reached"], object["hands"])
	}
}
