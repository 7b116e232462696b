package main

import (
	"syscall/js"

	"xuezhan/cmd/web/door"
)

// main gives the worker a function xuezhanCall(name, text), tells it so by calling
// xuezhanReady, and stays.
func main() {
	d := door.New()
	js.Global().Set("xuezhanCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(d.Call(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("xuezhanReady")
	select {}
}
