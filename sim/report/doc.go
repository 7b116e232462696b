// Package report says what a run was worth: it tallies the outcomes of hands
// and writes what they show, with intervals, as JSON, text or Markdown.
//
// # Model
//
// A [Tally] takes batches of outcomes and keeps exact integer sums, nothing of
// the hands themselves. Tallies of different parts merge in any order to the
// same bits, so a run reports the same whether its outcomes are still in
// memory, spread over workers, or read back from a dataset. [Tally.Report]
// turns the sums into a [Report], plain data, which knows how to write itself.
//
// The independent unit is the wall: one hand where hands are played alone, one
// game where whole games are played, since the dealer of a hand follows from
// the one before. Every mean is a ratio of two sums over units, points to
// seat-hands or fan to wins, with the interval of stats.Ratio; two bots at the
// same tables are compared by stats.RatioDifference, which knows that what one
// gains the other loses.
//
// # Findings
//
// A difference is called one only where its p-value, adjusted by Holm's method
// for all differences of its kind in the report, is at most 1 − level. Else it
// is "~", and where there is too little to go by it is "too few" and no number
// is given. Intervals are not adjusted: each holds by itself.
//
// A [Comparison] sets what several runs say of the same two bots side by side.
//
// A [Study] writes and draws what a what-if study shows; the numbers are package
// study's.
//
// # Pages
//
// Page lays a report out for the package sim/report/page: the same sentences and
// tables, charts beside them, and the report itself as JSON.
//
// # Pictures
//
// Plots draws a report, or a comparison, as SVG and PNG: 800 pixels wide on a
// web page, in colours that the colour-blind can tell apart, the same bytes for
// the same numbers. Colours never speak alone: bars stand in the order of the
// key, curves differ in dashes, and where no difference is established a point
// is hollow and a cell gray.
//
// The package is not for the order of events within a hand, nor for testing
// whether runs differ from each other.
package report
