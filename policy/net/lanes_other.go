//go:build !amd64

package net

func addRows(block *[blockLanes]float32, rows []float32, places []int32, x []float32) {
	addRowsPlain(block, rows, places, x)
}
