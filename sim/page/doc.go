// Package page is one document model for all that the program reports, and the
// writers of its formats: text for terminals, Markdown, one self-contained HTML
// page, and pictures as SVG and PNG.
//
// # Model
//
// A [Document] is plain data: an answer, [Section]s of [Figure]s and [Table]s,
// notes, and facts that identify what it is about. Start with a Document, fill in
// Headline and Sections, and call [Document.Text], [Document.Markdown],
// [Document.HTML] or [Document.Pictures].
//
// Each number stands in one table. A figure shows a [Chart] of the numbers of its
// table: [Stacks], [Bars], [Columns], [Lines], [Spots] or a [HeatMap]. Text and
// Markdown have the table; a page has the chart and, folded away, the table; a
// picture has the chart alone. A chart is described once, as data. One piece of
// code turns it into marks (it is the only place that draws axes), and the formats
// only paint these marks.
//
// The texts of numbers come from the caller, so that all formats say the same.
// Only the marks of axes are this package's own.
//
// # Texts from files
//
// Names, specs and notes may come from anybody's files. All texts are made safe
// here, for every format: control characters are quoted, markup is escaped, a name
// of more than 200 characters is cut. Tiles within a text are marked by [Tiles].
//
// # Pages
//
// [Document.HTML] gives the same bytes for the same document. The page loads
// nothing: its style sheet and its pictures are in it, and its policy forbids the
// rest. It follows the reader's choice of light or dark, fits a phone, and prints.
//
// Colours, which the colour-blind can tell apart, never speak alone: bars stand in
// the order of the key, lines differ in dashes, and what is not established is
// hollow or gray.
//
// The package computes no statistics, and it neither opens nor names files.
package page
