package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layout is the order of the packages: each may import those listed with it,
// and of third-party modules only the ones named, in its tests too. A prefix that
// ends in /... stands for all below it. What is listed is imported.
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
	{"engine/enginetest/...", "engine engine/tile engine/rules engine/shape engine/fan"},
	{"features", "engine engine/tile engine/rules engine/shape engine/fan"},
	{"features/solo", "engine engine/tile engine/shape engine/fan"},
	{"features/eval", "engine engine/tile engine/rules engine/shape engine/fan engine/spell engine/strictjson features features/solo"},
	{"policy/net", "features engine/strictjson"},
	{"policy", "engine engine/tile engine/rules engine/shape features policy/net engine/spell engine/strictjson"},
	{"policy/external", "engine engine/fan engine/tile engine/rules engine/strictjson features policy"},
	{"policy/specfile", "policy policy/net"},
	{"sim", "engine engine/tile engine/rules engine/shape engine/fan policy github.com/sourcegraph/conc/..."},
	{"sim/stats", "gonum.org/v1/gonum/..."},
	{"sim/page/tileart", "engine/tile"},
	{"sim/page", "sim/stats sim/page/tileart gonum.org/v1/plot/..."},
	{"sim/store", "engine/strictjson"},
	{"sim/column", "sim/store github.com/parquet-go/parquet-go/..."},
	{"sim/column/columntest", "sim/column sim/store"},
	{"sim/dataset", "sim/column sim/store engine engine/tile engine/rules engine/record engine/spell engine/strictjson engine/fan sim"},
	{"sim/query", "sim/column sim/dataset sim/stats sim/page"},
	{"sim/decisions", "sim/column sim/dataset sim/store engine engine/tile features sim"},
	{"sim/study", "sim/column sim/dataset sim/store engine engine/tile engine/rules engine/shape engine/fan engine/strictjson policy sim sim/stats"},
	{"sim/env", "engine engine/record engine/rules engine/shape features policy sim"},
	{"sim/review", "engine engine/tile engine/shape engine/record policy sim sim/stats"},
	{"sim/viewer", "engine engine/tile engine/rules engine/shape engine/record features sim/page/tileart sim/review"},
	{"sim/match", "sim/column sim/dataset sim/store engine engine/tile engine/rules engine/shape engine/fan engine/record policy sim sim/stats engine/strictjson"},
	{"sim/regress", "engine engine/tile engine/rules engine/shape engine/record policy sim sim/stats engine/strictjson"},
	{"sim/tune", "sim/store engine/rules engine/spell engine/strictjson engine/shape policy sim sim/stats sim/page sim/match gonum.org/v1/gonum/..."},
	{"sim/learn", "engine engine/tile engine/rules engine/shape engine/strictjson features policy policy/net sim sim/column sim/dataset sim/stats sim/store gonum.org/v1/gonum/..."},
	{"sim/report", "engine engine/rules engine/fan policy sim sim/stats sim/page sim/dataset sim/study sim/match sim/tune"},
	{"bench", "engine engine/tile engine/rules engine/shape engine/fan features policy policy/external policy/net sim sim/dataset sim/decisions sim/learn engine/enginetest/oracle"},
	{"cmd/web/door", "engine engine/tile engine/rules engine/shape engine/record features/eval features/solo policy sim sim/review sim/viewer"},
	{"cmd/web/page", "sim/page/tileart sim/viewer"},
	{"cmd/web/build", "cmd/web/page"},
	{"cmd/web", "cmd/web/door"},
	{"cmd/libxuezhan", "engine engine/rules engine/shape engine/strictjson engine/tile features policy policy/external policy/net policy/specfile sim sim/env sim/page/tileart"},
	{"cmd/xuezhan", "cmd/xuezhan/command policy"},
	{"cmd/xuezhan/command", "engine/... engine features features/eval features/solo policy policy/external policy/net policy/specfile sim sim/... bench/... github.com/spf13/... github.com/schollz/progressbar/v3 golang.org/x/term"},
}

// readersInTests are the third-party modules that tests of all packages may use: as
// second readers of what a package with the one door to them has written.
var readersInTests = []string{"github.com/parquet-go/parquet-go/..."}

// engineMustNotKnow are the standard packages that the engine must not know, nor
// those below them. Its tests may.
var engineMustNotKnow = []string{"os", "time", "log", "sync", "net", "io/fs", "context"}

func match(pattern, pkg string) bool {
	if prefix, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
	}
	return pkg == pattern
}

// A listed is a package as go list tells of it.
type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// path returns the package's path within the module.
func (p *listed) path() string { return strings.TrimPrefix(p.ImportPath, "xuezhan/") }

func listPackages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "xuezhan/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// placeOf returns the package's line of the layout, −1 if it has none.
func placeOf(pkg string) int {
	return slices.IndexFunc(layout, func(l struct{ pkg, imports string }) bool { return match(l.pkg, pkg) })
}

// TestLayout holds the plan of the house against what the packages import.
func TestLayout(t *testing.T) {
	for _, p := range listPackages(t) {
		i := placeOf(p.path())
		if i < 0 {
			t.Errorf("package %s has no place in the layout", p.path())
			continue
		}
		allowed := strings.Fields(layout[i].imports)
		for _, imp := range p.Imports {
			if err := checkImport(p.path(), imp, allowed); err != nil {
				t.Error(err)
			}
		}
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			if err := checkTestImport(p.path(), imp, allowed); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLayoutIsUsed demands that a package imports what its line lists.
func TestLayoutIsUsed(t *testing.T) {
	imported := make([][]string, len(layout)) // by line
	for _, p := range listPackages(t) {
		if i := placeOf(p.path()); i >= 0 {
			imported[i] = slices.Concat(imported[i], p.Imports)
		}
	}
	for i, l := range layout {
		for _, allowed := range strings.Fields(l.imports) {
			used := func(imp string) bool { return match(allowed, strings.TrimPrefix(imp, "xuezhan/")) }
			if !slices.ContainsFunc(imported[i], used) {
				t.Errorf("%s may import %s and does not: take it off the layout", l.pkg, allowed)
			}
		}
	}
}

// TestLayoutNotices proves that the checks can fail.
func TestLayoutNotices(t *testing.T) {
	allowed := strings.Fields("engine/tile github.com/one/...")
	for _, tt := range []struct {
		pkg, imp string
		inTests  bool
		want     string // part of the error, empty for none
	}{
		{"engine/shape", "xuezhan/engine/tile", false, ""},
		{"engine/shape", "math/bits", false, ""},
		{"engine/shape", "os", false, "must not know"},
		{"engine/shape", "os/exec", false, "must not know"},
		{"engine", "net/http", false, "must not know"},
		{"engine", "sync/atomic", false, "must not know"},
		{"engine/shape", "os", true, ""},
		{"engine/enginetest/referee", "os", false, ""},
		{"sim", "os/signal", false, ""},
		{"sim", "xuezhan/sim/dataset", false, "does not allow"},
		{"sim", "xuezhan/sim/dataset", true, ""},
		{"sim", "xuezhan/engine/tile", false, ""},
		{"sim", "github.com/one/two", false, ""},
		{"sim", "github.com/other/two", false, "does not allow"},
		{"sim", "github.com/other/two", true, "does not allow"},
	} {
		check := checkImport
		if tt.inTests {
			check = checkTestImport
		}
		err := check(tt.pkg, tt.imp, allowed)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s imports %s, tests %v: got %v, want %q", tt.pkg, tt.imp, tt.inTests, err, tt.want)
		}
	}
}

// checkImport returns what is wrong with an import of a package, nil for nothing.
func checkImport(pkg, imp string, allowed []string) error {
	if isStandard(imp) {
		if match("engine/...", pkg) && !match("engine/enginetest/...", pkg) &&
			slices.ContainsFunc(engineMustNotKnow, func(banned string) bool { return match(banned+"/...", imp) }) {
			return fmt.Errorf("%s imports %s, which the engine must not know", pkg, imp)
		}
		return nil
	}
	own := strings.TrimPrefix(imp, "xuezhan/")
	if !slices.ContainsFunc(allowed, func(a string) bool { return match(a, own) }) {
		return fmt.Errorf("%s imports %s, which the layout does not allow", pkg, own)
	}
	return nil
}

// checkTestImport is checkImport for a package's tests, which may import the standard
// library, all that is ours, and readersInTests.
func checkTestImport(pkg, imp string, allowed []string) error {
	isReader := func(pattern string) bool { return match(pattern, imp) }
	if isStandard(imp) || strings.HasPrefix(imp, "xuezhan/") || slices.ContainsFunc(readersInTests, isReader) {
		return nil
	}
	return checkImport(pkg, imp, allowed)
}

// isStandard reports whether a package is of the standard library: the first part of
// its path has no dot, as those of third-party modules have, and is not ours.
func isStandard(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return first != "xuezhan" && !strings.Contains(first, ".")
}
