// Package study asks what a choice is worth: it forks hands at a decision, plays
// every alternative to the end over the same wall, and compares the outcomes.
//
// Start with Run and one of the questions: FastVsBig, Call, Wait, Exchange, Void or Plan,
// which Kinds lists.
//
// # Model
//
// A hand is played by the four bots of a configuration. Before each decision of
// a studied seat the [Question] is asked whether this is one of its moments. If
// it is, the hand is copied: that is a fork. The question names its alternatives,
// each of which forces the seat's next actions, or refuses it some, and says by
// which policy the seat plays from then on. Once the hand is over every
// alternative is played to its end from the copy.
//
// Nobody at the table knows of the fork: all seats go on exactly as they would
// have gone on in the hand. A policy with memory or chance (policy.HasMemory) is
// started again with the same seed and led through the decisions of the hand up
// to the fork; others need no past. So the alternative that the bot itself chose
// ends exactly as the hand did, and its outcome is the hand's. It is always among
// the rows: where the question has no such alternative, the fork gets one more.
// Options.Check plays it nevertheless and compares.
//
// All alternatives of a fork meet the same wall and the same opponents, so that
// their difference, averaged over forks, is an unbiased estimate of what the
// choice is worth to this seat against these opponents, who do not know which
// choice was made but see what anyone sees of it.
//
// # Numbers
//
// Points are those that the seat gains from the fork to the end of the hand, an
// integer. Forks of one hand share its wall and are one unit: every mean is a
// stats.Ratio of the hand's sum to the hand's number of forks, and no sum is
// ever rounded. Where fewer than stats.MinUnits hands have forks of a kind, there
// is no number. All differences between labels, over all strata and cells of a
// result, are one family whose p-values are adjusted by Holm's method.
//
// With a precision the study ends at the end of the first part after which the
// main contrast is known that well. The interval that decides it, and that is
// then reported, is of a confidence sequence, which holds whenever one stops.
// Parts are judged in their order, so that the same study ends at the same hand
// with any number of workers.
//
// # The table
//
// Without a [Field] the bots of a configuration sit at the table, each at its seat, and
// one hand is played with forks of all studied seats. With one, each studied seat plays
// the hand by itself, its own bot among three of the field, which are drawn anew for
// every hand.
//
// # Best of several
//
// A [Race] names the best of several labels for each kind of fork. It is chosen on the
// even hands and its lead measured on the odd ones: the best of many on the hands that
// chose it always looks better than it is.
//
// # A game
//
// With Config.Game outcomes are worth what a [Game] pays for the place at its end. After
// every alternative the four bots play the hands that are left, over walls that are the
// same for all alternatives of a hand, and points are added to those before it. The main
// contrast is then told in points of the hand too, so that one sees whether the situation
// changes the choice.
//
// # A question
//
// A question is a value: labels for its alternatives, features, a function that
// recognises its moments, contrasts and strata. It is the place for all that is
// particular to it; [FastVsBig] is the model to follow:
//
//	q := &study.Question{
//		Name:     "first-kong",
//		Labels:   []string{"kong", "none"},
//		Features: []study.Feature{{Name: "left", Unit: "tiles", Doc: "tiles left in the wall"}},
//		Moment: func(m *study.Moment) bool {
//			i := slices.IndexFunc(m.Legal, isKong)
//			if i < 0 || m.Forks > 0 {
//				return false
//			}
//			m.Features[0] = int16(m.View.Left())
//			m.Force(0, 0, m.Legal[i])        // label kong, the seat's own bot
//			m.Refuse(1, 0, study.OwnKongs)   // label none, the seat's own bot
//			return true
//		},
//		Contrasts: []study.Contrast{{A: 0, B: 1}},
//		Main:      study.Group{Text: "all first kongs", Holds: study.Always},
//		Strata:    []study.Strata{study.LeftStrata(0)},
//	}
//	result, err := study.Run(ctx, &study.Config{…, Question: q}, study.Options{})
//
// Moment sees the seat's View and nothing else, so that no choice can depend on
// what the seat does not know. It may run on several goroutines at once and must
// be a function of its argument.
//
// Where the alternatives depend on what the bot did, as in the exchange, whose tiles
// are passed on one by one, Choose adds them once the hand is over. Ask makes a
// question again from its name and settings.
//
// # A position
//
// RunPosition studies one position instead of hands: a [Source] makes up hands in
// which the seat may be, from a hand in play ([FromHand]) or from a few tiles
// ([FromSpot]), and every legal action is played to the end in all of them. The unit
// is the made-up hand.
//
// The package is not for comparing bots over whole hands: that is sim/match. It
// stores nothing itself: rows go to a [Sink], and Options.Stored reads them back.
//
// # Stored studies
//
// [Create] and [Resume] keep a study in a directory, and [Open] reads it. Its table,
// forks, has a row for each alternative of each fork. Labels are columns is_*, features
// columns f_*; [Columns] documents them all.
//
//	manifest.json          kind study: the run's inputs, question, settings, labels, features, policies
//	forks-000000.parquet   a row an alternative of a fork over one wall
//
// A study with a precision may finish with fewer parts than were planned; then
// planned_parts is what it has.
package study
