package command

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	if got := fine(t, "version"); !strings.Contains(got, runtime.Version()) || !strings.Contains(got, "dataset format  2") {
		t.Errorf("got %s", got)
	}
	if got, want := fine(t, "--version"), "xuezhan version "+testVersion().String()+"\n"; got != want {
		t.Errorf("--version: got %q, want %q", got, want)
	}
	wantKeys(t, parsed(t, "version", "--json"), "version", "revision", "go", "platform", "dataset_format")
}

// A program that its build has told no revision is known by its file: two different
// ones have different versions, one has always the same.
func TestVersionWithoutRevision(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := read(t, own)
	sum := sha256.Sum256(data)
	want := "sha256:" + hex.EncodeToString(sum[:6])
	if got := executableDigest(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var stamped version
	stamped.read(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}})
	if stamped.Revision != "abc+dirty" {
		t.Errorf("got %q", stamped.Revision)
	}
	// Tests are built without a revision, and so is what go run builds.
	if v := readVersion(); v.Revision != want || v.String() != "(devel) "+want {
		t.Errorf("got %q, want the revision %s", v, want)
	}
}
