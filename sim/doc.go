// Package sim plays many hands: seeds and walls, seating, whole games, a pool
// of workers, and what each hand leaves behind.
//
// Everything a hand depends on comes from the run's seed and the hand's index:
// the wall, who deals, where exchanged tiles go, and the seed of each seat's
// policy, each from a stream of its own. Which worker plays a hand, and when,
// does not matter: the same configuration gives the same outcomes and the same
// digest on every machine.
//
// Start with Run, which plays a configuration part by part, a part being a fixed
// range of hands. Outcomes go to a Sink, if there is one, and to a Tally of the
// caller's; what is stored and what is counted is for other packages.
//
// A Player is what plays every hand, here and in the packages above: up to the next
// choice of its caller, from a deal or from a copy of a hand in the middle. A Worker
// plays the hands and games of a configuration by Players, one after the other or,
// with external bots, many at once in a Pool.
package sim
