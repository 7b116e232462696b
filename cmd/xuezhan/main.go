// Command xuezhan plays Sichuan mahjong by the million and says what the play
// was worth.
package main

import (
	"os"

	"xuezhan/cmd/xuezhan/command"
	"xuezhan/policy"
)

func main() {
	os.Exit(command.Main(policy.NewCatalog()))
}
