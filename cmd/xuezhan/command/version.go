package command

import (
	"runtime"
	"runtime/debug"

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
			v := readVersion()
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
	Revision string `json:"revision"` // commit, with "+dirty" if there are changes; "unknown" without
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Dataset  int    `json:"dataset_format"`
}

// String returns version and revision, as manifests keep them.
func (v version) String() string { return v.Version + " " + v.Revision }

// readVersion reads what the build recorded. A build without version control
// information, such as by go run of a list of files, knows no revision.
func readVersion() version {
	v := version{
		Version: "(devel)", Revision: "unknown", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Dataset: dataset.Format,
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
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
	return v
}
