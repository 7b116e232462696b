package bench

import (
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

var sink int

func BenchmarkEval(b *testing.B) {
	tables := shape.New()
	c, err := NewCorpus(tables)
	if err != nil {
		b.Fatal(err)
	}
	r, _ := rules.Lookup("tsumo")
	sc := fan.NewScorer(r, tables)
	wb, _ := rules.Lookup("wap-battle")
	sw := fan.NewScorer(wb, tables)
	run := func(name string, ps []Position, f func(p *Position) int) {
		b.Run(name+"/mode=throughput", func(b *testing.B) {
			i, sum := 0, 0
			for b.Loop() {
				sum += f(&ps[i&(CorpusSize-1)])
				i++
			}
			sink += sum
		})
		b.Run(name+"/mode=dependent", func(b *testing.B) {
			i := 0
			for b.Loop() {
				i += 1 + f(&ps[i&(CorpusSize-1)])>>40
			}
			sink += i
		})
	}
	for _, x := range []struct {
		name     string
		p14, p13 []Position
	}{{"random", c.Random14, c.Random13}, {"real", c.Real14, c.Real13}} {
		run("waits/corpus="+x.name, x.p13, func(p *Position) int { return int(tables.Waits(p.Held, int(p.Melds.N), p.Void)) })
		run("shanten/corpus="+x.name, x.p14, func(p *Position) int { return tables.Shanten(p.Held, int(p.Melds.N), p.Void) + 1 })
		run("accept/corpus="+x.name, x.p13, func(p *Position) int {
			n, k := tables.Acceptance(p.Held, int(p.Melds.N), p.Void)
			return n + int(k) + 1
		})
		run("discards/corpus="+x.name, x.p14, func(p *Position) int {
			var room [14]shape.Option
			among := p.Held.Kinds() &^ tile.SuitKinds(p.Void)
			n, o := tables.BestDiscards(p.Held, int(p.Melds.N), p.Void, among, room[:0])
			return n + 1 + len(o)
		})
	}
	run("win/corpus=mixed/rules=tsumo", c.Mixed14, func(p *Position) int {
		r, _ := sc.Score(&p.Held, &p.Melds, p.Last, 0)
		return r.Points
	})
	run("win/corpus=mixed/rules=wap-battle", c.Mixed14, func(p *Position) int {
		r, _ := sw.Score(&p.Held, &p.Melds, p.Last, 0)
		return r.Points
	})
}
