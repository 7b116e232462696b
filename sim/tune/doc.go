// Package tune finds better parameters for a bot by playing.
//
// # Methods
//
// SPSA plays the bot against itself: of two opposite probes about the mean the
// better one says where to go, and a generation has as many such pairs, each on
// walls of its own, as the budget allows. CMAES lets a population meet a frozen
// opponent, all on the same walls and every generation on fresh ones, and moves a
// normal distribution towards the better half. Both return the mean, averaged over
// the last quarter of the generations, never a candidate that was lucky. SPSA gets
// more out of scores that are mostly noise: many parameters, little to gain, few
// hands. CMAES finds its way where parameters depend on each other, and is ahead
// where there is much to gain.
//
// A parameter is a whole number within bounds. Methods see its place between them,
// on a log scale if the bounds are 1000-fold or the caller says so, and a place
// that is no whole number is played as one of the two next to it, the nearer the
// likelier. The mean is rounded to the nearest.
//
// # Walls
//
// Training, gate and holdout have walls of their own, by sim.PurposeSeed. In each
// generation the mean also meets the bot as it started; that estimates the gain
// without bias, because nothing that made the mean was played on these walls. (CMAES
// moves the mean by the same walls afterwards.) At the end the tuned bot has to
// pass the gate, which is to be better than the start, and the holdout says by how
// much it is. Whether it has passed is told, and does not keep the bot back.
//
// # Files
//
// A run is kept in a directory, whose files are replaced whole after every
// generation:
//
//	state.json      the header, all that the vector depends on, and where the run stands
//	history.jsonl   a line a generation: see Generation
//	parameters.svg  each parameter, and the gain, over the generations
//	tuned.json      at the end: the parameters as policy.ParseParameters reads them, and their History
//
// A run that is broken off anywhere goes on with the generation that was under
// way and leaves the same files, to the byte, as one that was not, on the same kind
// of processor: others may round the last digit of a mean another way.
//
// The package is not for judging bots, which is what match is for, and it does not
// search among parts.
package tune
