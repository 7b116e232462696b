// Command build makes the page in a browser: one file, index.html, that is opened
// without a server and loads nothing.
//
//	go run ./cmd/web/build -o DIR
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"xuezhan/cmd/web/page"
)

func main() {
	dir := flag.String("o", "", "write index.html into `DIR`, which is made if need be")
	force := flag.Bool("force", false, "replace an index.html that is there")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(*dir, *force); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(dir string, force bool) error {
	path := filepath.Join(dir, "index.html")
	if _, err := os.Lstat(path); err == nil && !force {
		return fmt.Errorf("%s exists already; name another directory, or replace it with -force", path)
	}
	program, err := compile()
	if err != nil {
		return err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	starter, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Write(&b, program, starter); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB; the program in it is %.1f MB unpacked\n", path, float64(b.Len())/1e6, float64(len(program))/1e6)
	return nil
}

// compile builds the program for the browser.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "xuezhan-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "program.wasm")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "xuezhan/cmd/web")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("go build for the browser: %w", err)
	}
	return os.ReadFile(path)
}

func output(name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, os.Stderr
	err := c.Run()
	return out.Bytes(), err
}
