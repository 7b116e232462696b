package external_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestKilledParent: a bot ends with the process that plays with it, even if that is
// killed and the bot does not heed the end of its input; but not before, whatever
// threads end.
func TestKilledParent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	parent := exec.Command(os.Args[0], "parent", file)
	parent.Stderr = os.Stderr
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = parent.Process.Kill()
		_ = parent.Wait()
	}()
	for {
		if _, err := os.Stat(file + ".ready"); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err != nil || strings.Contains(string(stat), ") Z ") {
		t.Fatalf("the bot has ended before its parent: %s %v", stat, err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	if isAlive(pid) {
		t.Errorf("process %d is left", pid)
	}
}
