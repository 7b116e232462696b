package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/sim/dataset"
)

func TestSchema(t *testing.T) {
	text := fine(t, "dataset", "schema")
	for table := range dataset.NumTables {
		for _, c := range dataset.Columns(table) {
			if !strings.Contains(text, c.Name) || !strings.Contains(text, c.Meaning) {
				t.Errorf("%s: column %s is missing", table, c.Name)
			}
		}
	}
	if one := fine(t, "dataset", "schema", "wins"); strings.Contains(one, "seats  ") || !strings.Contains(one, "wins ") {
		t.Errorf("schema wins: got %s", one)
	}
	tables := parsed(t, "dataset", "schema", "--json")["tables"].(map[string]any)
	wantKeys(t, tables, "hands", "seats", "wins")
	wantKeys(t, tables["wins"].([]any)[0].(map[string]any), "name", "type", "unit", "meaning")
}

func TestDatasetInfo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ran := parsed(t, "run", "--hands", "300", "--seats", mixed, "--out", dir, "--json")
	got := parsed(t, "dataset", "info", dir, "--verify", "--json")
	rows := got["rows"].(map[string]any)
	if got["finished"] != true || got["digest"] != ran["digest"] || rows["hands"] != 300.0 || rows["seats"] != 1200.0 {
		t.Errorf("got %v", got)
	}
	if text := fine(t, "dataset", "info", dir); !strings.Contains(text, ran["digest"].(string)) {
		t.Errorf("got %s", text)
	}
	spoil(t, filepath.Join(dir, "wins-000000.parquet"))
	r := execute(t, "", "dataset", "info", dir, "--verify")
	if r.status != statusFailed || !strings.Contains(r.errs, "wins-000000.parquet") {
		t.Errorf("spoiled: got status %d, %s", r.status, r.errs)
	}
	if r := execute(t, "", "dataset", "info", t.TempDir()); r.status != statusFailed || !strings.Contains(r.errs, "manifest.json") {
		t.Errorf("no dataset: got status %d, %s", r.status, r.errs)
	}
}

// spoil turns one byte of a file.
func spoil(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
