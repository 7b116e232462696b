// Package tune finds better parameters for a bot by playing. Start with a Config,
// which Open turns into a Tuner; then call Train and Finish.
//
// # Methods
//
// SPSA plays the bot against itself: it plays two opposite probes around the mean
// and moves towards the better one, and a generation has as many such pairs, each on
// walls of its own, as the budget allows. CMAES lets a population meet a frozen
// opponent, all on the same walls and every generation on fresh ones, and moves a
// normal distribution towards the better half. Both return the mean, averaged over
// the last quarter of the generations, never a candidate that was lucky. SPSA gets
// more out of scores that are mostly noise: many parameters, little to gain, few
// hands. CMAES finds its way where parameters depend on each other, and is ahead
// where there is much to gain.
//
// A parameter is a whole number within bounds. Methods see its position between
// them, on a log scale if the bounds are 1000-fold or the caller says so. A position
// between two whole numbers is played as one of them; the nearer one is more likely.
// The mean is rounded to the nearest.
//
// # Walls
//
// Training, gate and holdout have walls of their own, by sim.PurposeSeed. In each
// generation the mean also meets the bot as it started; that estimates the gain
// without bias, because nothing that made the mean was played on these walls. (CMAES
// moves the mean by the same walls afterwards.) At the end the gate tests whether
// the tuned bot is better than the start, and the holdout says by how much. The
// result says whether the bot passed; the bot is written either way.
//
// # Files
//
// A tuning is kept in a directory of sim/store: a part a generation with the scores of its
// duels, then the gate and the holdout. All else follows from the scores and is written
// beside them:
//
//	history.jsonl   a line a generation: see Generation
//	parameters.svg  each parameter, and the gain, over the generations
//	tuned.json      at the end: the parameters as policy.ParseParameters reads them, and their History
//
// An interrupted tuning resumes with the generation that was in progress. It leaves the
// same files, to the byte, as one that was not interrupted, on the same kind of
// processor: others may round the last digit of a mean differently.
//
// The package is not for judging bots, which is what match is for, and it does not
// search among parts.
package tune
