package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/sim"
)

type deckOptions struct {
	seed  uint64
	hands count
	walls string
	start startFlag
	out   string
}

func newDeck(a *app) *cobra.Command {
	o := deckOptions{hands: 1}
	c := &cobra.Command{
		Use:   "deck",
		Short: "print the decks that a seed makes",
		Long: `deck prints the decks of a run's hands as text, a line each: who deals, where
exchanged tiles go, and the 108 tiles in the order of the wall, the first 53 of
which are dealt. What follows a # is a comment.

'xuezhan run --decks FILE' plays them. With the seed, the walls and the number of
hands that they were made from, it plays the same hands as the run without --decks.

--hand TILES deals a start to seat 0 and all other tiles at random.`,
		Example: `  xuezhan deck --seed 7
  xuezhan deck --seed 7 --hands 100 --walls lanes -o decks.txt
  xuezhan deck --hand 123456789m1133p --hands 20`,
		Args: wantArgs(),
	}
	f := c.Flags()
	f.SortFlags = false
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.Var(&o.hands, "hands", "decks to print")
	f.StringVar(&o.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	o.start.flag(f, handFlag)
	f.StringVarP(&o.out, "output", "o", "", "write them to the new `FILE` instead")
	c.RunE = func(*cobra.Command, []string) error { return a.deck(&o) }
	return c
}

func (a *app) deck(o *deckOptions) error {
	walls, err := parseWalls(o.walls)
	if err != nil {
		return usageError{err}
	}
	if err := checkRange("hands", int64(o.hands), sim.MaxHands); err != nil {
		return err
	}
	write := func(w io.Writer) error { return writeDecks(w, o, walls) }
	if o.out == "" || o.out == "-" {
		return write(a.out)
	}
	if err := a.document(o.out).Write(write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%d decks in %s\n", o.hands, o.out)
	return err
}

func writeDecks(w io.Writer, o *deckOptions, walls sim.Walls) error {
	if _, err := fmt.Fprintf(w, "# seed %d, walls %s, hands 0 to %d\n", o.seed, walls, o.hands-1); err != nil {
		return err
	}
	c := sim.Config{Seed: o.seed, Walls: walls, Hand: o.start.Held}
	for hand := range int64(o.hands) {
		deck := c.Deck(hand, c.FirstDealer(hand))
		if err := record.WriteDecks(w, []engine.Deck{deck}); err != nil {
			return err
		}
	}
	return nil
}

// readDecks reads a text of at least one deck.
func (a *app) readDecks(path string) ([]engine.Deck, error) {
	f, err := a.open(path, maxInput)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	decks, err := record.ReadDecks(f)
	if err == nil && len(decks) == 0 {
		err = errors.New("no decks")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(path), err)
	}
	return decks, nil
}

// useDecks has a run play the decks of a file.
func (a *app) useDecks(c *sim.Config, path string) (err error) {
	if c.Decks, err = a.readDecks(path); err != nil {
		return err
	}
	c.Hands = int64(len(c.Decks))
	return c.Validate()
}
