// Command xuezhan plays Sichuan mahjong by the million and says what the play
// was worth.
package main

import (
	"context"
	"os"

	"xuezhan/cmd/xuezhan/command"
)

func main() {
	os.Exit(command.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
