package bench

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"xuezhan/engine/tile"
)

// readKiB are the sizes of the tables of the Machine rows that read.
var readKiB = []int{256, 1024, 3072}

// machineRows measure what the machine gives and no version of this program can
// change: without them, times of two machines do not compare.
func machineRows() []Row {
	rows := []Row{
		{Name: "Machine/what=pcg", run: drawNumbers},
		{Name: "Machine/what=shuffle", run: shuffleTiles},
	}
	for _, kib := range readKiB {
		rows = append(rows, Row{Name: fmt.Sprintf("Machine/what=read/KiB=%d", kib), run: func(b *testing.B) { readChain(b, kib) }})
	}
	return rows
}

// drawNumbers draws 64 bits an operation.
func drawNumbers(b *testing.B) {
	pcg, sum := rand.NewPCG(1, 2), uint64(0)
	for b.Loop() {
		sum += pcg.Uint64()
	}
	runtime.KeepAlive(sum)
}

// shuffleTiles orders 108 tiles by the standard library's Shuffle.
func shuffleTiles(b *testing.B) {
	var wall [tile.Total]tile.Tile
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		r.Shuffle(len(wall), func(i, j int) { wall[i], wall[j] = wall[j], wall[i] })
	}
}

// readChain follows one cycle through all places of a table, so that each read
// waits for the one before, and reports the time of a read.
func readChain(b *testing.B, kib int) {
	const reads = 1000
	order := rand.New(rand.NewPCG(1, 2)).Perm(kib * 256)
	next := make([]uint32, len(order))
	for i, from := range order {
		next[from] = uint32(order[(i+1)%len(order)])
	}
	at := uint32(0)
	for b.Loop() {
		for range reads {
			at = next[at]
		}
	}
	runtime.KeepAlive(at)
	reportEach(b, reads, "ns/read")
}
