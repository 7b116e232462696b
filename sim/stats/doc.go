// Package stats turns numbers into statements with intervals. It knows
// numbers only: no tile, hand, bot or file.
//
// # Model
//
// An accumulator sums integer observations exactly, in 128 bits where 64 could
// overflow, and divides only when asked. Merging is therefore associative and
// commutative to the last bit: any number of workers, any order of parts and
// any resumed run report the same float64. [Moments] accumulates one number a
// unit, [Ratio] a numerator and a denominator a unit, [RatioDifference] two such
// pairs, [Proportion] successes and trials, [Histogram] counts of small
// integers. Their zero values are empty and ready; Add and Merge do not
// allocate; they are plain values, so = copies and == compares, and none is
// safe for use by two goroutines at once. [Sum], [Product] and [Cross] are the
// parts that these are made of, for callers that keep many at once.
//
// An accumulator's result is an [Interval]: the estimate, its bounds, the
// number of independent units behind it and the [Warnings] a reader should
// know. Nothing here is ever NaN. Where the data allow no bound the bound is
// infinite in Go, null in JSON, and [Interval.Defined] is false. What a comparison
// comes to is a [Finding]. The texts of intervals, such as "+1.23 ± 0.04", are here
// too, so that all packages write them alike: [Interval.Gain], [Interval.Amount],
// [Interval.Bracketed].
//
// # The unit
//
// An interval is only as honest as its unit. Hands over one wall belong
// together, so the unit is the wall (or the block), not the hand and not the
// seat: add one observation a wall, or one (numerator, denominator) pair a
// wall to a Ratio. "Average fan of a win" is the Ratio of a wall's fan to its
// wins; "points per hand of a bot that holds two seats" is the Ratio of its
// points to the seat-hands it played. Where units cannot be made independent,
// attach [DependentUnits] to the result.
//
// A paired comparison needs no type of its own: it is the Moments of one
// difference a unit. A difference of means stays an integer when the caller
// adds it multiplied by the common denominator and scales the interval back.
// A block of two hands in which A and B hold two seats each has the difference
// (A's points − B's points) / 4 points per hand: Add the sum, then
// Interval(level).Scaled(1.0/4).
//
// # Looking more than once
//
// The intervals of Moments, Ratio and Proportion hold at a number of units
// fixed beforehand. To stop on evidence use [SPRT]; to watch with no end
// planned use [ConfidenceSequence]; to ask many questions at once adjust their
// p-values with [Holm].
//
// The package is not for real-valued observations: those are scaled to
// integers first. SPRT is the exception, and is fed in order.
package stats
