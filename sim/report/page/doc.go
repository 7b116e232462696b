// Package page writes findings as one self-contained web page: an answer, charts
// with their numbers as tables, and the same as JSON for machines.
//
// # Model
//
// A [Page] is plain data: texts, [Section]s of [Figure]s and [Table]s, and what
// its JSON is made of. A figure shows a [Chart]: [Stacks], [Bars], [Columns],
// [Lines], [Spots] or a [HeatMap]. Charts place marks; all texts of numbers come
// from the caller, who formats them as its other reports do, so that a page says
// nothing that they do not. Only the marks of axes are this package's own.
//
// [Page.Write] gives the same bytes for the same page. The page loads nothing:
// its style sheet and its pictures are in it, and its policy forbids the rest. It
// follows the reader's choice of light or dark, fits a phone, and prints.
//
// Charts are drawn 400 units wide, a phone's width, and scaled from there: their
// text stays text. Colours, which the colour-blind can tell apart, never speak
// alone: bars stand in the order of the key, lines differ in dashes, and what is
// not established is hollow or gray.
//
// The package is not for pictures as files, which the package report draws, and
// it computes no statistics.
package page
