package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xuezhan/sim/store"
)

// Plots draws the report into a directory, which it makes if need be, each
// picture as SVG and as PNG, and returns the files it wrote. What the pictures
// call the run, its rules say, is up to the caller. Pictures of the same names
// are replaced; the same report gives the same bytes.
//
// There are points-by-cause, fan, points, wins-by-draw and tempo, of all bots, of
// each bot A-by-suit-and-shanten, and of every two that met
// A-against-B-by-longest-suit, with the number of pairs beside it, and
// A-against-B-by-suit-and-pairs. A picture that would be empty is not drawn.
func (r *Report) Plots(dir, run string) ([]string, error) {
	return save(dir, r.pictures(run))
}

// pictures returns those that have something to show.
func (r *Report) pictures(run string) []picture {
	g := gallery{Report: r, about: legible(run) + ": " + count(r.Hands) + " hands"}
	list := []picture{g.causes(), g.fan(), g.points(), g.winDraws(), g.tempo()}
	names := stems(r.Bots)
	for i := range r.Bots {
		list = append(list, g.openings(i, names[i]+"-by-suit-and-shanten"))
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		stem := names[d.IndexA] + "-against-" + names[d.IndexB]
		list = append(list, g.byStart(d, stem+"-by-longest-suit"), g.bySuitAndPairs(d, stem+"-by-suit-and-pairs"))
	}
	return slices.DeleteFunc(list, func(p picture) bool { return len(p.panels) == 0 })
}

// A gallery draws the pictures of a report.
type gallery struct {
	*Report
	about string // the run, for the line under the titles
}

// level returns how pictures name their intervals.
func level(l float64) string { return fmt.Sprintf("%.4g %% intervals", 100*l) }

// stems returns a different file name for each bot: its spec where all but
// letters and digits is a dash, with a number where that is not enough.
func stems(bots []Bot) []string {
	var list []string
	taken := map[string]bool{} // in small letters: some file systems know no others
	for i := range bots {
		stem := sanitized(bots[i].Policy)
		name := stem
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d", stem, n)
		}
		taken[strings.ToLower(name)] = true
		list = append(list, name)
	}
	return list
}

// sanitized returns a spec as part of a file name.
func sanitized(spec string) string {
	const most = 40
	words := strings.FieldsFunc(spec, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9')
	})
	name := strings.Join(words, "-")
	if len(name) > most {
		name = strings.TrimRight(name[:most], "-")
	}
	if name == "" {
		return "bot"
	}
	return name
}

// save writes pictures in every format and returns the files.
func save(dir string, list []picture) ([]string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("report: pictures: %w", err)
	}
	var files []string
	for _, p := range list {
		for _, f := range formats {
			path := filepath.Join(dir, p.name+f.extension)
			if err := (store.Output{Path: path, Force: true}).Write(func(w io.Writer) error { return f.write(p, w) }); err != nil {
				return files, fmt.Errorf("report: picture %s: %w", path, err)
			}
			files = append(files, path)
		}
	}
	return files, nil
}
