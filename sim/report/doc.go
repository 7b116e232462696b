// Package report says what results are worth: each result of the program becomes a
// page.Document, which writes itself as text, Markdown, a web page or pictures.
//
// Start with [NewRunTally], add the batches of a run, and call [RunTally.Summary]
// and [RunSummary.Page]. Other results are there already and only laid out here:
// [Match], [Tuning], [Tuned], [Ladder], [Study], [Position], [Comparison], [Scaling]
// and [Trial] each have a Page.
//
// # Model
//
// A [Tally] takes batches of outcomes and keeps exact integer sums, nothing of
// the hands themselves. Tallies of different parts merge in any order to the
// same bits, so a run reports the same whether its outcomes are still in
// memory, spread over workers, or read back from a dataset. [Tally.Report]
// turns the sums into a [Report], plain data.
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
// The package is not for the order of events within a hand, nor for testing
// whether runs differ from each other.
package report
