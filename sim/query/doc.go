// Package query asks questions of a stored run: which rows, by what, and what
// they come to on the mean.
//
// # Conditions
//
// A condition compares a column with a value; several must all hold.
//
//	longest_suit>=8                  numbers: = != < <= > >=
//	dealer=true                      booleans and texts: = !=
//	bot!=value:flush=1.3             what follows the comparison is the value
//	void in (m, p)                   one of several; not in: none of them
//	bot in (fast, 'value:a=1,b=2')   quotes keep commas, blanks and parentheses
//	patterns has full_flush          a name in a list of names
//	ready_at=null                    never; every other comparison with null fails
//
// A text is compared with values that it can have: another is an error, as is an
// unknown column.
//
// # Means
//
// A mean is of a number, of a boolean, or of a condition, and then a share. Its
// interval takes the hand for the unit, or the game where whole games were
// played: rows of one unit in a group are one observation, since they share a
// wall. The estimate is the ratio of two sums over units, of the values and of
// the rows ([stats.Ratio]). Only units with a row in the group count as units, and
// of fewer than MinUnits no mean is given.
//
// Rows are read once, in order, and only the columns that are asked for. Memory
// grows with the number of groups and nothing else.
package query
