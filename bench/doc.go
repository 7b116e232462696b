// Package bench measures the program: how long evaluation and hands take, next to
// plain code that does the same, and what the program does, as one number.
//
// # The rows
//
//	Waits         kinds that complete 13 tiles, seven pairs included
//	Complete      whether 14 tiles are a win by shape
//	Score         that, and all fan of a preset
//	Shanten       of 14 tiles, seven pairs included
//	Acceptance    shanten of 13 tiles and the kinds that lower it
//	AllDiscards   the same after every discard of 14 tiles
//	BestDiscards  the discards that keep shanten at its lowest, and what they accept
//	Tables        the suit tables from a cold start
//	Load          held tiles from 27 counts, and from a list of 14
//	Analyse       of 14 tiles, with all that eval tells of them
//	Start         a new process of the program, to the answer of eval
//	Bare          one hand played at random by a bare loop: the limit of Hand
//	Hand          one hand of four equal bots, from the deck to its outcome
//	Lockstep      one choice of many hands in play at once, all of them the caller's
//	Choice        one discard by a bot that looks further than fast
//	Encode        one position as numbers for learning
//	Trials        one trial of learn, from a decision to the end of the hand
//	Part          32,768 hands on one worker, kept nowhere or stored as Parquet
//	Run           65,536 hands with their digest, on one worker and on more
//	Scale         10,000 to 1,000,000 hands stored as Parquet, on all processors
//	Machine       what no version changes: a draw of PCG, a shuffle, dependent reads
//
// The first seven are evaluation, in ns/position, on a Corpus: random tiles, and
// real ones as they come up in hands of the bot fast. In mode=throughput one
// position follows the other and the processor overlaps them, as it does where
// many are compared; in mode=dependent each waits for the answer before it.
// The corpus is larger than what a branch predictor learns by heart.
//
// by=tables is what the program uses. Each of the others is a baseline of
// package engine/enginetest/oracle: by=recursion takes tiles apart, by=map looks suits up in a map,
// by=trial draws and discards on trial. A test holds that they give the same
// answers on every position on which they are timed. The slower ones are timed
// on the first positions of the corpus, which is shuffled.
//
// Hand has the time of a hand in ns/op, with hands/s and ns/draw: hands
// of blood flow have more draws, so that the draw is what compares.
//
// Rows of evaluation, hands and parts have the least time next to the mean, as
// least-ns/position, least-ns/op and least-ns/hand: the work is done in windows
// that come again and again, and of each the shortest time counts. On a machine
// that others share, means drift with what the others do; the least is what the
// program takes when left alone, and repeats within a few percent. Ratios of these
// rows are of least times.
//
// A Ratio is a row's value over that of its base, from the same run: how many
// times as long a baseline takes as the tables, a hand of random as the bare loop,
// one of a slower bot, a choice or a trial as a hand of fast, a part with Parquet as
// one without, a preset as wap-battle, a hand of many as one of few; and how many
// times as many hands several workers play as one.
//
// # Measuring
//
//	xuezhan bench                                   all rows, some minutes
//	xuezhan bench --filter '^Shanten|^Waits'        some of them
//	go test ./bench -run '^$' -bench Hand/bot=fast  the same rows by Go's own means
//
// The output is in Go's benchmark format, so that benchstat compares two versions
// or machines. Rounds go through all rows, so that a machine that slows down does
// so for all alike:
//
//	./before bench --filter ^Hand --count 10 >old.txt   # before and after: what
//	./after bench --filter ^Hand --count 10 >new.txt    # go build made of each
//	benchstat old.txt new.txt
//
// A difference that benchstat marks with ~ is not significant. The baselines become columns
// with benchstat -col /by new.txt. Nothing else should run meanwhile: Run with
// two workers needs two idle processors, and the tables of the Shanten rows the
// second-level cache for themselves. Before and after must print the same
//
//	xuezhan bench --signature
//
// or else the versions do not do the same and their times do not compare.
//
// # When something got slow
//
// First find which rows did: evaluation (then look at engine/shape and
// engine/fan), Hand of random but not evaluation (engine: it does the least
// besides), Hand of fast or big alone (policy and features), one preset alone (a
// rule that is looked at in every turn), Part (sim/dataset), or Run (sim: digests,
// workers that wait). Then take a profile of just that:
//
//	xuezhan bench --filter '^Hand/bot=fast/rules=wap-battle' --time 10s --cpuprofile cpu.out
//	xuezhan run --hands 1e6 --out runs/x --cpuprofile cpu.out --memprofile mem.out
//	go tool pprof -top -nodecount=30 cpu.out
//	go tool pprof -list 'Engine..legalTurn' cpu.out
//	go tool pprof -http=: cpu.out
//
// In -top, flat is the time in a function itself, cum that with all it calls;
// inlined functions count for their callers only in -list. Time in
// runtime.mallocgc is a promise broken: everything from the deal to the ledger,
// and the whole of evaluation, allocates nothing (alloc_test.go). For where
// memory comes from use
//
//	go tool pprof -sample_index=alloc_space -top mem.out
//
// A small function that shows up by itself may no longer be inlined; the list of
// those that must be is in inline_test.go, and
//
//	go build -gcflags=-m ./engine/shape 2>&1 | grep 'cannot inline'
//
// says why one is not. A load that takes most of a function's time is a table that
// has outgrown the cache; the tables say how large they are. Measure again before
// believing any of it: hands per second have the last word.
//
// # The signature
//
// PlayDigests plays some hundred hands of every preset with four of each bot on
// either kind of walls, of slow bots fewer. Signature is one number for them all.
// testdata/signature.txt has what they were, and a test notices a change; after an
// intended one it is written again with
//
//	go test ./bench -run TestSignature -update
package bench
