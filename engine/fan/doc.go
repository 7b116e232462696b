// Package fan says what a winning hand is worth: its patterns, their fan and
// the base points under a rule system.
//
// Start with NewScorer and its method Score; Items lists what the fan are for.
//
// A hand may be read in more than one way: as groups and a pair, with or
// without all of them pungs, or as seven pairs. What the rules give for each
// reading does not depend on the hand but on a few facts about it, so a Scorer
// works all of them out beforehand: eight facts, 256 combinations, and for each
// the best reading's fan and patterns. Roots, and how the win came about, are
// the same in every reading and are added.
//
// Which seat pays whom is not this package's matter.
package fan
