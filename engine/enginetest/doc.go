// Package enginetest has what every rule system must pass: a conformance suite
// that plays hands at random and looks at every state, and perft, the number of
// legal action sequences from a position, which pins legality as a whole.
//
// The suite demands what holds under any rules; what a rule is worth in points
// is judged by the packages below it, which read the rules again and share no
// code with the engine.
package enginetest
