//go:build !amd64

package net

func addRows(sums, rows []float32, places []int32, x []float32) {
	addRowsPlain(sums, rows, places, x)
}
