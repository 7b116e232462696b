// Package learn fits small nets to hands, for the bot learned to play by.
//
// # Model
//
// Collect plays hands and stops at some decisions. There it tries several actions:
// each is played to the end of the hand, over the same wall and by the same bots.
// A trial is what the position looked like after the action, as features.V1 encodes
// it, and the points that the seat then gained, the action's own payment aside. The
// trials of one decision share the wall and so most of their luck: their differences
// say what the actions are worth with far less noise than the points themselves.
//
// Fit finds weights that make the loss over decisions small,
//
//	(mean error)² + Contrast · variance of the errors within the decision
//
// by ridge regression for the linear part (gonum), and by Adam (D. P. Kingma and
// J. Ba, 2015) for hidden units on top of it. Who plays by a net only compares the
// actions of one decision, hence the second term.
//
// Measure says on hands that were not learned from how far off a net is, against a
// constant and against shanten alone, and what taking its choice instead of the
// bot's gained in the trials.
//
// Everything is a function of the configuration: hands are added up in their order,
// training goes through the decisions in an order drawn from the seed, and every
// product is rounded before it is added. Only the ridge regression's last digits
// depend on the machine's architecture, through gonum.
//
// The package does not play matches; what a net is worth at the table sim/match says.
package learn
