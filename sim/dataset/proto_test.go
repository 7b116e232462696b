package dataset

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

func gen(n int) (b sim.Batch) {
	r := rand.New(rand.NewPCG(1, 2))
	geo := func(p float64) int {
		k := 0
		for r.Float64() < p && k < 10 {
			k++
		}
		return k
	}
	for i := range n {
		o := sim.Outcome{Hand: int64(i), Game: int64(i), Dealer: r.IntN(4), Direction: 1 + r.IntN(3), Left: r.IntN(56), Winners: 3, Wins: 2, Actions: 60 + r.IntN(120), Trace: r.Uint64()}
		o.Exhausted = r.IntN(7) == 0
		for s := range o.Seats {
			o.Seats[s] = sim.SeatOutcome{Bot: s & 1, StartShanten: 2 + geo(.5), LongestSuit: 5 + geo(.5), Pairs: geo(.7), ExchangeSuit: tile.Suit(r.IntN(3)), Void: tile.Suit(r.IntN(3)), VoidTiles: geo(.7), VoidShanten: 2 + geo(.4),
				Milestones: engine.Milestones{Draws: uint8(r.IntN(14)), Cleared: uint8(r.IntN(6)), Ready: uint8(3 + r.IntN(10)), ReadyWide: uint8(1 + geo(.4)), ReadyLive: uint8(r.IntN(10)), Won: uint8(5 + r.IntN(9))},
				Melds: geo(.4), ConcealedKongs: geo(.05), ClaimedKongs: geo(.05), AddedKongs: geo(.1), DealIns: geo(.3), WinOrder: r.IntN(4), Ending: engine.Standing(r.IntN(3))}
			q := &o.Seats[s]
			if r.IntN(4) == 0 {
				q.Won = never
			}
			if r.IntN(5) == 0 {
				q.Milestones.Ready, q.ReadyWide, q.ReadyLive = never, 0, 0
			}
			switch r.IntN(3) {
			case 0:
				q.WinsByDiscard = 1
				q.Account[0] = 1 << geo(.4)
			case 1:
				q.WinsBySelfDraw = 1
				q.Account[1] = 6 << geo(.4)
			}
			q.Account[3] = -int32(q.DealIns) << geo(.4)
			if r.IntN(2) == 0 {
				q.Account[4] = -2 << geo(.4)
			}
			if r.IntN(4) == 0 {
				q.Account[7] = -1
			}
			if r.IntN(10) == 0 {
				q.Account[6] = 3
			}
			if r.IntN(20) == 0 {
				q.Account[10] = 1 << geo(.4)
			}
		}
		o.Wins = 2 + r.IntN(3)/2
		for k := range o.Wins {
			b.Wins = append(b.Wins, sim.Win{Hand: int64(i), Order: k + 1, Seat: r.IntN(4), From: r.IntN(4), Tile: tile.Tile(r.IntN(27)), Situation: fan.Situation(r.IntN(2)), Patterns: fan.Patterns(1<<geo(.6)) >> 1, Fan: geo(.5), Points: 1 << geo(.5), Left: r.IntN(50), Draws: r.IntN(14)})
		}
		b.Outcomes = append(b.Outcomes, o)
	}
	return b
}

type cnt int

func (c *cnt) Write(b []byte) (int, error) { *c += cnt(len(b)); return len(b), nil }

func env(k string, d int) int {
	if v, err := strconv.Atoi(os.Getenv(k)); err == nil {
		return v
	}
	return d
}

func BenchmarkProto(b *testing.B) {
	const n = 65536
	batch := gen(n)
	bots := []Bot{{"value:flush=1.3,discard=guard"}, {"fast"}}
	R := env("ROWS", 4096)
	opts := []parquet.WriterOption{parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}), parquet.MaxRowsPerRowGroup(262144), parquet.PageBufferSize(env("PAGE", 262144)), parquet.DataPageStatistics(os.Getenv("NOSTAT") == "")}
	for _, what := range []string{"convert", "hands", "seats", "wins"} {
		b.Run(what, func(b *testing.B) {
			var c cnt
			h := parquet.NewGenericWriter[HandRow](&c, opts...)
			s := parquet.NewGenericWriter[SeatRow](&c, opts...)
			w := parquet.NewGenericWriter[WinRow](&c, opts...)
			hr := make([]HandRow, 0, R)
			sr := make([]SeatRow, 0, R)
			wr := make([]WinRow, 0, R)
			for b.Loop() {
				c = 0
				h.Reset(&c)
				s.Reset(&c)
				w.Reset(&c)
				for i := range batch.Outcomes {
					if what == "hands" || what == "convert" {
						hr = append(hr, handRow(&batch.Outcomes[i]))
						if len(hr) == R {
							if what != "convert" {
								h.Write(hr)
							}
							hr = hr[:0]
						}
					}
					if what == "seats" || what == "convert" {
						for k := range 4 {
							sr = append(sr, seatRow(&batch.Outcomes[i], k, bots))
						}
						if len(sr) == R {
							if what != "convert" {
								s.Write(sr)
							}
							sr = sr[:0]
						}
					}
				}
				if what == "wins" || what == "convert" {
					for i := range batch.Wins {
						wr = append(wr, winRow(&batch.Wins[i], patNames[batch.Wins[i].Patterns%8]))
						if len(wr) == R {
							if what != "convert" {
								w.Write(wr)
							}
							wr = wr[:0]
						}
					}
				}
				h.Close()
				s.Close()
				w.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/hand")
			b.ReportMetric(float64(c)/n, "B/hand")
		})
	}
}

var patNames = []string{"", "all_pungs", "full_flush", "all_pungs,full_flush", "root", "root,d", "abc", "def"}

func TestReadSpeed(t *testing.T) {
	const n = 65536
	batch := gen(n)
	bots := []Bot{{"value:flush=1.3,discard=guard"}, {"fast"}}
	var buf bytes.Buffer
	s := parquet.NewGenericWriter[SeatRow](&buf, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}))
	var sr []SeatRow
	for i := range batch.Outcomes {
		for k := range 4 {
			sr = append(sr, seatRow(&batch.Outcomes[i], k, bots))
		}
	}
	s.Write(sr)
	s.Close()
	fmt.Println(s.Schema())
	res := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			r := parquet.NewGenericReader[SeatRow](bytes.NewReader(buf.Bytes()))
			rows := make([]SeatRow, 1024)
			for {
				if k, err := r.Read(rows); k == 0 || err != nil {
					break
				}
			}
		}
	})
	fmt.Println("read ns/hand", float64(res.NsPerOp())/n, res.MemString())
}
