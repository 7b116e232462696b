package command

import (
	"runtime"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	if got := fine(t, "version"); !strings.Contains(got, runtime.Version()) || !strings.Contains(got, "dataset format  2") {
		t.Errorf("got %s", got)
	}
	wantKeys(t, parsed(t, "version", "--json"), "version", "revision", "go", "platform", "dataset_format")
}
