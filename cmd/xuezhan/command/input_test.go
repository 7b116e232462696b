package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/policy"
)

// TestEndlessInputs: a file without an end is refused with a message, whatever reads it.
func TestEndlessInputs(t *testing.T) {
	const endless = "/dev/zero"
	if _, err := os.Stat(endless); err != nil {
		t.Skip("there is no " + endless)
	}
	for _, line := range []string{
		"run --hands 5 --rules /dev/zero",
		"rules check /dev/zero",
		"eval 1112345678999m --rules /dev/zero",
		"run --hands 5 --policy big@/dev/zero",
		"run --hands 5 --policy learned@/dev/zero",
		"run --decks /dev/zero",
		"replay /dev/zero",
		"regress check /dev/zero",
		"report /dev/zero",
		"study discard --record /dev/zero --turn 1",
	} {
		r := execute(t, "", strings.Fields(line)...)
		if r.status != statusFailed && r.status != statusUsage || !strings.Contains(r.errs, "larger than ") && !strings.Contains(r.errs, "longer than ") {
			t.Errorf("%s: got status %d, %.300s", line, r.status, r.errs)
		}
	}
	for _, line := range []string{"eval -", "rules check -", "replay -", "run --decks -"} {
		f, err := os.Open(endless)
		if err != nil {
			t.Fatal(err)
		}
		var errs bytes.Buffer
		status := testApp(f, io.Discard, &errs, policy.NewCatalog()).execute(t.Context(), strings.Fields(line))
		_ = f.Close()
		if status == statusFine || !strings.Contains(errs.String(), "larger than ") && !strings.Contains(errs.String(), "longer than ") {
			t.Errorf("%s: got status %d, %.300s", line, status, errs.String())
		}
	}
}

// TestLimitedReader: what is within the bounds is read as it is.
func TestLimitedReader(t *testing.T) {
	read := func(text string, most int64) (string, error) {
		data, err := io.ReadAll(limited(io.NopCloser(strings.NewReader(text)), most))
		return string(data), err
	}
	for _, text := range []string{"", "one line", "two\nlines\n", strings.Repeat("x", 1000)} {
		if got, err := read(text, int64(len(text))); got != text || err != nil {
			t.Errorf("%.20q: got %.20q, %v", text, got, err)
		}
	}
	if _, err := read("12345", 4); err == nil || !strings.Contains(err.Error(), "larger than 0 MiB") {
		t.Errorf("got %v", err)
	}
	lines := strings.Repeat(strings.Repeat("x", 1<<20)+"\n", 80) // long as a whole, but no line is
	if _, err := read(lines, maxInput); err != nil {
		t.Errorf("lines that are not long: %v", err)
	}
}

// TestEvalReadsNoFiles: a line of eval's input names presets, and the rules of --rules.
func TestEvalReadsNoFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.json")
	if err := os.WriteFile(path, []byte(`{"base":"tsumo","fan_cap":5}`), 0o644); err != nil {
		t.Fatal(err)
	}
	line := `{"tiles":"1112345678999m","rules":"` + path + `"}` + "\n"
	if r := execute(t, line, "eval", "-"); !strings.Contains(r.out, `"error"`) || !strings.Contains(r.out, "presets are planet") {
		t.Errorf("a file that a line names was read: %+v", r)
	}
	if r := execute(t, line, "eval", "-", "--rules", path); strings.Contains(r.out, `"error"`) {
		t.Errorf("the rules of --rules: %+v", r)
	}
}
