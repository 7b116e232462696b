// Package page makes the page in a browser: one HTML file with the program, its
// worker, its script and its style in it, which loads nothing.
package page

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"

	"xuezhan/sim/page/tileart"
	"xuezhan/sim/viewer"
)

var (
	//go:embed index.html
	text string
	//go:embed app.css
	style string
	//go:embed words.js
	words string
	//go:embed engine.js
	engine string
	//go:embed analyse.js
	analyse string
	//go:embed watch.js
	watch string
	//go:embed play.js
	play string
	//go:embed app.js
	app string
	//go:embed worker.js
	worker string
)

// Write writes the page with a program for GOOS=js and the script of Go that starts
// such programs, wasm_exec.js.
func Write(w io.Writer, program, starter []byte) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(program); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	source, err := json.Marshal(string(starter) + worker) // escapes what could end the element
	if err != nil {
		return err
	}
	script := viewer.Script() + "const workerSource = " + string(source) + "\n" + words + engine + analyse + watch + play + app
	_, err = strings.NewReplacer("{style}", viewer.Style()+style, "{symbols}", tileart.Symbols(),
		"{program}", base64.StdEncoding.EncodeToString(packed.Bytes()), "{script}", script).WriteString(w, text)
	return err
}
