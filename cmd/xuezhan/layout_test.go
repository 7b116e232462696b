package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layout is the order of the packages: each may import those listed with it,
// and of third-party modules only the ones named. A prefix that ends in /...
// stands for all below it.
var layout = []struct {
	pkg     string
	imports string
}{
	{"engine/spell", ""},
	{"engine/strictjson", "engine/spell"},
	{"engine/tile", ""},
	{"engine/rules", "engine/spell engine/strictjson"},
	{"engine/shape", "engine/tile"},
	{"engine/fan", "engine/tile engine/rules engine/shape"},
	{"engine", "engine/tile engine/rules engine/shape engine/fan"},
	{"engine/record", "engine engine/tile engine/rules engine/shape engine/fan engine/spell engine/strictjson"},
	{"engine/enginetest/...", "engine engine/tile engine/rules engine/shape engine/fan engine/enginetest/..."},
	{"features", "engine engine/tile engine/rules engine/shape engine/fan"},
	{"features/solo", "engine engine/tile engine/rules engine/shape engine/fan"},
	{"policy/net", "features engine/strictjson"},
	{"policy", "engine engine/tile engine/rules engine/shape engine/fan features policy/net engine/spell engine/strictjson"},
	{"policy/external", "engine engine/tile engine/rules engine/strictjson policy"},
	{"sim", "engine engine/record engine/tile engine/rules engine/shape engine/fan features policy github.com/sourcegraph/conc/..."},
	{"sim/stats", "gonum.org/v1/gonum/..."},
	{"sim/dataset", "engine engine/tile engine/rules engine/spell engine/strictjson engine/shape engine/fan features policy sim sim/study github.com/parquet-go/parquet-go/..."},
	{"sim/dataset/query", "sim/dataset sim/stats"},
	{"sim/study", "engine engine/tile engine/rules engine/shape engine/fan features policy sim sim/stats"},
	{"sim/report/page", ""},
	{"sim/report", "engine engine/tile engine/rules engine/shape engine/fan sim sim/stats sim/study sim/report/page gonum.org/v1/... golang.org/x/image/..."},
	{"sim/match", "engine engine/tile engine/rules engine/shape engine/fan features policy sim sim/stats engine/strictjson"},
	{"sim/regress", "engine engine/tile engine/rules engine/shape engine/fan engine/record policy sim sim/stats engine/strictjson"},
	{"sim/tune", "engine engine/tile engine/rules engine/spell engine/strictjson engine/shape engine/fan policy sim sim/stats sim/match gonum.org/v1/gonum/..."},
	{"sim/learn", "engine engine/tile engine/rules engine/shape features policy policy/net sim sim/stats gonum.org/v1/gonum/..."},
	{"bench/plain", "engine/tile engine/rules engine/fan"},
	{"bench", "engine engine/tile engine/rules engine/shape engine/fan features policy sim sim/dataset bench/plain"},
	{"cmd/xuezhan", "cmd/xuezhan/command policy"},
	{"cmd/xuezhan/command", "engine/... engine features features/solo policy policy/external policy/net sim sim/... bench/... github.com/spf13/... github.com/schollz/progressbar/v3 golang.org/x/term"},
}

// engineMustNotKnow are the standard packages that the engine must not know.
var engineMustNotKnow = []string{"os", "time", "log", "sync", "net", "io/fs", "context"}

func match(pattern, pkg string) bool {
	if prefix, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
	}
	return pkg == pattern
}

// TestLayout holds the plan of the house against what the packages import.
func TestLayout(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "xuezhan/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(words[0], "xuezhan/")
		i := slices.IndexFunc(layout, func(l struct{ pkg, imports string }) bool { return match(l.pkg, pkg) })
		if i < 0 {
			t.Errorf("package %s has no place in the layout", pkg)
			continue
		}
		allowed := strings.Fields(layout[i].imports)
		for _, imp := range words[1:] {
			checkImport(t, pkg, imp, allowed)
		}
	}
}

func checkImport(t *testing.T, pkg, imp string, allowed []string) {
	t.Helper()
	own, isOwn := strings.CutPrefix(imp, "xuezhan/")
	if !isOwn && !strings.Contains(strings.Split(imp, "/")[0], ".") {
		if strings.HasPrefix(pkg, "engine") && !strings.HasPrefix(pkg, "engine/enginetest") && slices.Contains(engineMustNotKnow, imp) {
			t.Errorf("%s imports %s, which the engine must not know", pkg, imp)
		}
		return
	}
	if !slices.ContainsFunc(allowed, func(a string) bool { return match(a, own) }) {
		t.Errorf("%s imports %s, which the layout does not allow", pkg, own)
	}
}
