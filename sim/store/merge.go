package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Missing lists the parts of a plan that no directory has.
type Missing struct {
	Planned int
	Parts   []int // ascending
	// Of is the number of shards, as far as the indexes of the parts that are there
	// tell: the step between those of a directory. 0 where they do not.
	Of int

	from []placedPart // the first part of each directory, of index −1 where it has none
}

// Error lists the parts, as ranges, and the shards that have them.
func (m *Missing) Error() string {
	text := fmt.Sprintf("%d of %d parts are missing: %s", len(m.Parts), m.Planned, strings.Join(m.ranges(), ", "))
	if shards := m.Shards(); len(shards) > 0 {
		text += "; they are of shard " + strings.Join(shards, ", ")
	}
	return text
}

// Shards returns the shards that have the missing parts, I/N each; none if the number of
// shards is not known.
func (m *Missing) Shards() []string {
	if m.Of < 2 {
		return nil
	}
	var list []string
	for _, p := range m.Parts {
		if shard := fmt.Sprintf("%d/%d", p%m.Of, m.Of); !slices.Contains(list, shard) {
			list = append(list, shard)
		}
	}
	return list
}

// A Home is a directory in which a shard's missing parts can be made: one that has
// others of them if there is one, or else any.
type Home struct{ Shard, Dir string }

// Homes returns a home for each of Shards; where the number of shards is not known, one
// whose Shard is empty.
func (m *Missing) Homes() []Home {
	shards := m.Shards()
	if shards == nil {
		return []Home{{"", m.from[0].dir}}
	}
	var list []Home
	for _, shard := range shards {
		h := Home{shard, m.from[0].dir}
		for _, p := range m.from {
			if p.Index >= 0 && fmt.Sprintf("%d/%d", p.Index%m.Of, m.Of) == shard {
				h.Dir = p.dir
				break
			}
		}
		list = append(list, h)
	}
	return list
}

// stepOf returns the greatest number by which all indexes of parts differ, 0 for fewer
// than two parts.
func stepOf(parts []Part) (step int) {
	for i := range parts {
		for a, b := step, parts[i].Index-parts[0].Index; ; a, b = b, a%b {
			if b == 0 {
				step = a
				break
			}
		}
	}
	return step
}

// mostRanges bounds the ranges that an error lists.
const mostRanges = 12

// ranges returns the parts in words, such as 3, 5–9, 12 to 60 by 8.
func (m *Missing) ranges() []string {
	var list []string
	for i := 0; i < len(m.Parts); {
		if len(list) == mostRanges {
			return append(list, fmt.Sprintf("and %d more", len(m.Parts)-i))
		}
		n, step := run(m.Parts[i:])
		first, last := m.Parts[i], m.Parts[i+n-1]
		switch {
		case step == 1:
			list = append(list, fmt.Sprintf("%d–%d", first, last))
		case n >= leastRun:
			list = append(list, fmt.Sprintf("%d to %d by %d", first, last, step))
		default:
			n = 1
			list = append(list, fmt.Sprint(first))
		}
		i += n
	}
	return list
}

// leastRun is how many parts with a step above 1 are listed as one range.
const leastRun = 4

// run returns how many of some numbers, from the first on, are the same step apart.
func run(numbers []int) (n, step int) {
	if len(numbers) < 2 {
		return len(numbers), 0
	}
	step = numbers[1] - numbers[0]
	for n = 2; n < len(numbers) && numbers[n]-numbers[n-1] == step; n++ {
	}
	return n, step
}

// Shards are directories that each hold parts of one plan.
type Shards struct {
	Dirs []string // at least one
	// Refer: what is merged refers to the files where they are, by symbolic links, also on
	// another file system. It is good for as long as they stay there.
	Refer bool
}

// Merge makes one directory of several that each hold parts of the same plan, such as
// shards played on different machines. Their manifests must agree with the plan, as for
// Resume; parts that two of them have must be equal; no part may be missing, which is a
// *Missing; and every file must be as it was written. The parts are linked, or copied
// where the file system has no links between the two, unless they are referred to.
//
// The directory then has all parts and is not finished: resume it to finish it. If it
// exists already, by an earlier Merge that was killed, what it has is kept.
func Merge(ctx context.Context, path string, plan Plan, from Shards) error {
	parts, err := gather(&plan, from.Dirs)
	if err != nil {
		return err
	}
	d, err := openMerged(ctx, path, plan)
	if err != nil {
		return err
	}
	defer d.Close()
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.stored[p.Index] {
			continue
		}
		if err := d.adopt(p.dir, p.Part, from.Refer); err != nil {
			return err
		}
	}
	return d.Close()
}

// A placedPart is a part and the directory that has it.
type placedPart struct {
	Part
	dir string
}

// gather returns all parts of a plan, in order, from directories that agree with it.
func gather(plan *Plan, from []string) ([]placedPart, error) {
	needed := plan.Parts
	if plan.Needed != nil {
		needed = *plan.Needed
	}
	found := make([]*placedPart, needed)
	missing := Missing{Planned: needed, Of: -1}
	for _, dir := range from {
		m, err := ReadManifest(dir, plan.Kind)
		if err != nil {
			return nil, err
		}
		if err := plan.compare(dir, &m); err != nil {
			return nil, fmt.Errorf("store: %s belongs to other work: %w", dir, err)
		}
		missing.note(dir, m.Parts)
		for _, p := range m.Parts {
			if p.Index >= needed {
				break
			}
			switch other := found[p.Index]; {
			case other == nil:
				found[p.Index] = &placedPart{p, dir}
			case !slices.Equal(other.Files, p.Files):
				return nil, fmt.Errorf("store: part %d of %s is not that of %s: one of the two was damaged, or played by another program", p.Index, dir, other.dir)
			}
		}
	}
	var parts []placedPart
	for i, p := range found {
		if p == nil {
			missing.Parts = append(missing.Parts, i)
			continue
		}
		parts = append(parts, *p)
	}
	if missing.Parts != nil {
		return nil, &missing
	}
	return parts, nil
}

// note takes in the parts of a directory.
func (m *Missing) note(dir string, parts []Part) {
	first := placedPart{Part{Index: -1}, dir}
	if len(parts) > 0 {
		first.Part = parts[0]
	}
	m.from = append(m.from, first)
	if step := stepOf(parts); step > 0 && (m.Of < 0 || m.Of == step) {
		m.Of = step
	} else if step > 0 {
		m.Of = 0
	}
}

// openMerged starts the directory of a merge, or resumes it.
func openMerged(ctx context.Context, path string, plan Plan) (*Dir, error) {
	if _, err := os.Stat(filepath.Join(path, ManifestName)); err == nil {
		return Resume(ctx, path, plan)
	}
	return Create(path, plan)
}

// adopt takes a part's files from another directory.
func (d *Dir) adopt(from string, p Part, refer bool) error {
	if err := checkFiles(from, &p); err != nil {
		return fmt.Errorf("store: %s: part %d: %w", from, p.Index, err)
	}
	if d.journal == nil {
		return fmt.Errorf("store: %s is finished", d.path)
	}
	for _, f := range p.Files {
		take := d.take
		if refer {
			take = d.refer
		}
		if err := take(filepath.Join(from, f.Name), f); err != nil {
			return err
		}
	}
	return d.list(p)
}

// refer gives a file its name here, by a symbolic link.
func (d *Dir) refer(from string, listed File) error {
	target, err := filepath.Abs(from)
	if err != nil {
		return failure("refer to", from, err)
	}
	to := d.at(listed.Name)
	os.Remove(to + temporary) // of a merge that was killed
	if err := os.Symlink(target, to+temporary); err != nil {
		return failure("refer to", from, err)
	}
	return outputOf(nil, to, to+temporary).publish()
}

// take links a file, or copies it, and gives it its name once it is whole.
func (d *Dir) take(from string, listed File) error {
	to := d.at(listed.Name)
	if target, err := filepath.EvalSymlinks(from); err == nil {
		from = target // of a directory whose files are referred to
	}
	if err := os.Link(from, to+temporary); err == nil {
		return outputOf(nil, to, to+temporary).publish()
	}
	source, err := OpenPart(from)
	if err != nil {
		return failure("read", from, err)
	}
	defer source.Close()
	o, err := newOutput(d.create, to)
	if err != nil {
		return err
	}
	return o.finish(func(w io.Writer) error {
		_, err := io.Copy(w, source)
		if err == nil && o.sum() != listed.SHA256 {
			err = errors.New("store: " + from + " has changed while it was copied")
		}
		return err
	}, o.publish)
}
