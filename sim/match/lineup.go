package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"xuezhan/sim"
	"xuezhan/sim/store"
)

// A lineup plays the units of a schedule in order, stores them and hands them to a judge.
// Units that are stored already are read instead.
type lineup struct {
	*schedule
	options  Options
	judge    func(unit []Block) (over bool)
	progress func()

	perPart int64           // tasks of a part
	perTask int64           // units of a task
	tails   map[int][]Block // of parts under way, by an earlier process

	tail   *store.Tail // of the part under way; nil for none
	blocks []Block     // of the part under way
	lines  []byte      // of the units of a task
	ends   []int       // of each of them, in lines
	digest *digest
	parts  int // that are over
	over   bool
}

func newLineup(s *schedule, o Options, judge func(unit []Block) bool) *lineup {
	l := &lineup{schedule: s, options: o, judge: judge, digest: newDigest(), tails: map[int][]Block{}}
	l.perTask = min(l.taskUnits(&o), s.size)
	l.perPart = (s.size + l.perTask - 1) / l.perTask
	return l
}

// play plays until the judge says that it is over, or all units of the shard are played,
// and then finishes what is stored, unless it is a shard of more.
func (l *lineup) play(ctx context.Context) error {
	if err := l.findTails(); err != nil {
		return err
	}
	players := players{config: l.config, options: l.options}
	newTask := func() (func(int64) ([]Block, error), error) {
		p, err := players.open()
		if err != nil {
			return nil, err
		}
		return func(i int64) ([]Block, error) { return l.task(p, i) }, nil
	}
	err := sim.Ordered(ctx, l.options.Workers, 0, l.shardParts(l.options.Shard)*l.perPart, newTask, l.deliver)
	if l.tail != nil {
		err = errors.Join(err, l.tail.Close())
	}
	if err = errors.Join(err, players.close()); err != nil {
		return err
	}
	return l.finish()
}

// finish finishes what is stored, unless it is a shard of more.
func (l *lineup) finish() error {
	if l.options.Store == nil || l.options.Shard.Of > 1 {
		return nil
	}
	return l.options.Store.finish(l.parts, l.digest.text())
}

// findTails reads what parts under way have.
func (l *lineup) findTails() error {
	w := l.options.Store
	if w == nil {
		return nil
	}
	list, err := w.dir.Tails()
	for _, part := range list {
		var blocks []Block
		if err == nil {
			blocks, err = w.stored.tail(part)
		}
		l.tails[part] = blocks
	}
	return err
}

// at returns the part of a task, and the units of the part that are the task's: from
// first to end−1.
func (l *lineup) at(task int64) (part sim.Part, first, end int64) {
	part = l.part(shardPart(l.options.Shard, task/l.perPart))
	first = min(part.First+task%l.perPart*l.perTask, part.First+part.Hands)
	return part, first, min(first+l.perTask, part.First+part.Hands)
}

// isStored reports whether a part is stored.
func (l *lineup) isStored(part int) (p store.Part, ok bool) {
	if l.options.Store == nil {
		return p, false
	}
	return l.options.Store.part(part)
}

// task returns the blocks of a task: those of a part that is stored come with its first
// task. What is read is confirmed by the replay of its first unit, and a tail by its last
// one too.
func (l *lineup) task(p *player, i int64) ([]Block, error) {
	part, first, end := l.at(i)
	if listed, ok := l.isStored(part.Index); ok {
		if first > part.First {
			return nil, nil
		}
		blocks, err := l.options.Store.stored.blocks(listed)
		if err == nil {
			err = p.confirm(l.schedule, blocks[:l.schedule.blocks])
		}
		return blocks, err
	}
	tail := l.tails[part.Index]
	known := l.known(part)
	from, to := min(first, known), min(end, known)
	blocks := tail[(from-part.First)*int64(l.schedule.blocks) : (to-part.First)*int64(l.schedule.blocks)]
	if first == part.First && len(blocks) > 0 {
		n := l.schedule.blocks
		if err := errors.Join(p.confirm(l.schedule, tail[:n]), p.confirm(l.schedule, tail[len(tail)-n:])); err != nil {
			return nil, err
		}
	}
	if first = max(first, known); first >= end {
		return blocks, nil
	}
	played, err := p.playUnits(l.schedule, first, end)
	return append(blocks[:len(blocks):len(blocks)], played...), err
}

// deliver takes the blocks of a task.
func (l *lineup) deliver(i int64, blocks []Block) (over bool, err error) {
	part, first, end := l.at(i)
	taken := l.judgeUnits(blocks)
	switch listed, isStored := l.isStored(part.Index); {
	case l.options.Store == nil || len(blocks) == 0:
	case isStored:
		l.parts++
		err = l.checkEnd(&listed, taken < len(blocks))
	default:
		if err = l.keep(part, blocks[:taken]); err == nil && (l.over || end == part.First+part.Hands) {
			err = l.commit(part)
		}
	}
	if err == nil && l.options.Progress != nil && end > first && !l.isRead(part, end) {
		l.progress()
	}
	return l.over, err
}

// isRead reports whether the units of a part below end were stored by an earlier process.
func (l *lineup) isRead(part sim.Part, end int64) bool {
	_, isStored := l.isStored(part.Index)
	return isStored || end <= l.known(part)
}

// known returns the first unit of a part under way that its tail does not have.
func (l *lineup) known(part sim.Part) int64 {
	return part.First + int64(len(l.tails[part.Index])/l.schedule.blocks)
}

// judgeUnits hands units to the judge until it is over, and returns the number of their
// blocks. What is stored has its digest continued.
func (l *lineup) judgeUnits(blocks []Block) (taken int) {
	n := l.schedule.blocks
	l.lines, l.ends = l.lines[:0], l.ends[:0]
	for ; taken < len(blocks) && !l.over; taken += n {
		unit := blocks[taken : taken+n]
		if l.options.Store != nil {
			l.lines = appendUnit(l.lines, unit)
			l.ends = append(l.ends, len(l.lines))
		}
		l.over = l.judge(unit)
	}
	l.digest.Write(l.lines)
	return taken
}

// checkEnd reports that a stored part does not end with the match.
func (l *lineup) checkEnd(p *store.Part, more bool) error {
	switch {
	case more:
		return fmt.Errorf("match: part %d continues after the end of the match", p.Index)
	case !l.over && p.Count < l.part(p.Index).Hands:
		return fmt.Errorf("match: part %d ends before the match is over", p.Index)
	}
	return nil
}

// keep adds units to the part under way, and to its tail those that are new there.
func (l *lineup) keep(part sim.Part, blocks []Block) error {
	n := l.schedule.blocks
	if l.tail == nil {
		t := tailReader{schedule: l.schedule, part: part}
		var err error
		if l.tail, err = l.options.Store.dir.Tail(part.Index, t.take); err != nil {
			return err
		}
		if len(t.blocks) != len(l.tails[part.Index]) {
			return fmt.Errorf("match: the tail of part %d was changed under way", part.Index)
		}
	}
	known := (len(l.tails[part.Index]) - len(l.blocks)) / n // of these units
	l.blocks = append(l.blocks, blocks...)
	if known = max(known, 0); known >= len(l.ends) {
		return nil
	}
	from := 0
	if known > 0 {
		from = l.ends[known-1]
	}
	_, err := l.tail.Write(l.lines[from:])
	return err
}

// commit stores the part under way.
func (l *lineup) commit(part sim.Part) error {
	err := l.tail.Close()
	l.tail = nil
	if err == nil {
		err = l.options.Store.commit(part.Index, part.First, l.blocks)
	}
	l.blocks = l.blocks[:0]
	l.parts++
	return err
}

// confirm replays a unit that is stored and compares it. If it differs, the program or a
// bot has changed, and its blocks must not be mixed with others. A unit in which an
// external bot failed is not compared: the bot may have been late.
func (p *player) confirm(s *schedule, unit []Block) error {
	number := unit[0].Number
	again, err := p.playUnits(s, number, number+1)
	if err != nil {
		return err
	}
	if s.external && (hasFaults(unit) || hasFaults(again)) {
		return nil
	}
	if !bytes.Equal(appendUnit(nil, again), appendUnit(nil, unit)) {
		return fmt.Errorf("match: %w", sim.ReplayDiffers(s.unit(), number))
	}
	return nil
}

// hasFaults reports whether a bot failed in one of the blocks.
func hasFaults(blocks []Block) bool {
	return slices.ContainsFunc(blocks, func(b Block) bool { return len(b.Faults) > 0 })
}
