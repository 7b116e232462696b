package match

import (
	"context"

	"xuezhan/sim/store"
)

// Merge makes one directory of a match of several that each hold parts of it, such as
// shards from different machines: see store.Merge. Where the results may end the match,
// it has the blocks up to its end, as if one machine had played it, and those behind it
// are left out. Resume and Run, which find all that they need, finish it.
func Merge(ctx context.Context, dir string, c *Config, version string, from store.Shards) error {
	if err := c.Validate(); err != nil {
		return err
	}
	plan, err := planOf(from.Dirs[0], c, version)
	if err != nil {
		return err
	}
	s := c.schedule()
	if !s.endsEarly() {
		return store.Merge(ctx, dir, plan, from)
	}
	end, err := endOf(ctx, c, from.Dirs)
	if err != nil {
		return err
	}
	if end == nil {
		return store.Merge(ctx, dir, plan, from)
	}
	needed := end.parts
	if end.last != nil {
		needed--
	}
	plan.Needed = &needed
	if err := store.Merge(ctx, dir, plan, from); err != nil || end.last == nil {
		return err
	}
	w, err := Resume(ctx, dir, c, version)
	if err != nil {
		return err
	}
	defer w.Close()
	if _, ok := w.part(needed); ok || w.Finished() {
		return nil // by an earlier merge
	}
	if err := w.commit(needed, s.part(needed).First, end.last); err != nil {
		return err
	}
	return w.Close()
}

// MergeLadder is Merge for a ladder.
func MergeLadder(ctx context.Context, dir string, c *LadderConfig, version string, from store.Shards) error {
	plan, err := ladderPlanOf(from.Dirs[0], c, version)
	if err != nil {
		return err
	}
	return store.Merge(ctx, dir, plan, from)
}

// A mergedEnd is where a match ends whose results end it.
type mergedEnd struct {
	parts int
	last  []Block // of the last part, where the match ends within what is stored of it
}

// endOf returns where the match ends whose parts are in several directories; nil if a
// part is missing before it, or if it does not end before all blocks.
func endOf(ctx context.Context, c *Config, from []string) (*mergedEnd, error) {
	if c.sameBots() {
		return &mergedEnd{}, nil
	}
	var shards []*Reader
	for _, dir := range from {
		r, err := Open(dir)
		if err != nil {
			return nil, err
		}
		shards = append(shards, r)
	}
	j, err := newScore(c)
	if err != nil {
		return nil, err
	}
	for index := range c.schedule().parts() {
		blocks, err := findPart(shards, index)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || blocks == nil {
			return nil, err
		}
		for i := range blocks {
			if !j.add(&blocks[i]) {
				continue
			}
			if i+1 == len(blocks) {
				return &mergedEnd{index + 1, nil}, nil
			}
			return &mergedEnd{index + 1, blocks[:i+1]}, nil
		}
	}
	return nil, nil
}

// findPart returns the blocks of a part that one of the directories has; nil if none has
// it.
func findPart(shards []*Reader, index int) ([]Block, error) {
	for _, r := range shards {
		if p, ok := r.part(index); ok {
			return r.blocks(p)
		}
	}
	return nil, nil
}
