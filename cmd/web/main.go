//go:build !js

// Command web is the program for a page in a browser. Built for GOOS=js it answers
// the page's worker; 'go run ./cmd/web/build -o DIR' makes the page of it, one file
// that is opened without a server. See package door for what it answers.
//
// On any other system it answers lines of standard input, each a question's name, a
// blank and JSON, with a line of JSON, which is of use in tests.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"xuezhan/cmd/web/door"
)

func main() {
	d := door.New()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		name, about, _ := strings.Cut(in.Text(), " ")
		fmt.Printf("%s\n", d.Call(name, []byte(about)))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}
