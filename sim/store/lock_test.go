package store

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// holderVariable makes the test's program one that holds a lock.
const holderVariable = "STORE_TEST_HOLDS"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holderVariable); dir != "" {
		l, err := takeLock(dir)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("held")
		for { // until killed; a lock that nothing refers to is closed with its file
			time.Sleep(time.Second)
			runtime.KeepAlive(l)
		}
	}
	os.Exit(m.Run())
}

// startHolder starts a process that holds a directory's lock.
func startHolder(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), holderVariable+"="+dir)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the holder says %q", line)
	}
	return c
}

// The second to write on a file is told who the first is, and nothing is left of a lock
// that was released.
func TestLockFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	release, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = LockFile(path)
	wantError(t, err, path, fmt.Sprintf("process %d since 2", os.Getpid()), "write another file")
	release()
	release()
	if release, err = LockFile(path); err != nil {
		t.Fatal(err)
	}
	release()
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// The second to write a directory is told who the first is. When the first is
// killed, its lock is gone.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	d := createNotes(t, dir, noteParts)
	addNote(t, d, 0)
	d.Close()
	holder := startHolder(t, dir)
	before := contents(t, dir)
	who := fmt.Sprintf("process %d since 2", holder.Process.Pid)
	_, err := Resume(t.Context(), dir, notesPlan("me", noteParts))
	wantError(t, err, dir, "being written by "+who, "wait for its end")
	_, err = Create(dir, Plan{Kind: notes, Parts: 1})
	wantError(t, err, dir, who)
	wantSameFiles(t, contents(t, dir), before)

	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	holder.Wait()
	if _, err := os.Stat(filepath.Join(dir, lockName)); err != nil {
		t.Error("the holder's file should have stayed")
	}
	d = resumeNotes(t, dir)
	_, err = Resume(t.Context(), dir, notesPlan("me", noteParts)) // one process excludes itself too
	wantError(t, err, fmt.Sprintf("process %d", os.Getpid()))
	d.Close()
	for name := range contents(t, dir) {
		if strings.Contains(name, lockName) {
			t.Errorf("%s was left", name)
		}
	}
}
