package command

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
)

type versionOptions struct{ json bool }

func newVersion(a *app) *cobra.Command {
	var o versionOptions
	c := &cobra.Command{
		Use:     "version",
		Short:   "print the versions of the program and of what it writes",
		Example: "  xuezhan version",
		Args:    wantArgs(),
		RunE: func(*cobra.Command, []string) error {
			v := a.version()
			if o.json {
				return printJSON(a.out, v)
			}
			t := newTable(a.out)
			t.row("xuezhan", v.Version)
			t.row("revision", v.Revision)
			t.row("go", v.Go)
			t.row("platform", v.Platform)
			t.row("dataset format", v.Dataset)
			return t.Flush()
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return c
}

// A version says what program this is.
type version struct {
	Version  string `json:"version"`  // of the module, "(devel)" outside a release
	Revision string `json:"revision"` // commit, with "+dirty" if there are changes; without, the executable's digest
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Dataset  int    `json:"dataset_format"`
}

// String returns version and revision, as manifests keep them.
func (v version) String() string { return v.Version + " " + v.Revision }

// readVersion reads what the build recorded. A build without version control
// information, such as by go run, has a digest of the executable for its revision, so
// that what one program has begun is not taken for another's.
func readVersion() version {
	v := version{
		Version: "(devel)", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Dataset: dataset.Format,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.read(info)
	}
	if v.Revision == "" {
		v.Revision = executableDigest()
	}
	return v
}

// read takes what the build has recorded.
func (v *version) read(info *debug.BuildInfo) {
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	var revision, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if revision != "" {
		v.Revision = revision + dirty
	}
}

// executableDigest returns the first digits of the SHA-256 of the program's file, or
// "unknown" where it cannot be read.
func executableDigest() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "unknown"
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))[:12]
}

// addVersionFlag adds --version, which reads the version only when it is given.
func addVersionFlag(root *cobra.Command, a *app) {
	root.Version = "unread" // any text makes cobra look at the flag
	f := root.Flags().VarPF(&versionFlag{root: root, app: a}, "version", "v", "version for xuezhan")
	f.NoOptDefVal = "true"
}

// A versionFlag is a boolean flag that sets what cobra prints for it.
type versionFlag struct {
	root  *cobra.Command
	app   *app
	given bool
}

func (f *versionFlag) String() string { return strconv.FormatBool(f.given) }

func (f *versionFlag) Type() string { return "bool" }

func (f *versionFlag) Set(text string) (err error) {
	if f.given, err = strconv.ParseBool(text); f.given {
		f.root.Version = f.app.version().String()
	}
	return err
}
