package sim

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// Walls says how the seats draw.
type Walls uint8

// Shared is one wall for all; with Lanes each seat draws from a lane of its
// own, so that what one seat does changes fewer of the others' draws.
const (
	Shared Walls = iota
	Lanes
)

var wallsNames = []string{"shared", "lanes"}

// String returns the name as flags and manifests write it.
func (w Walls) String() string { return wallsNames[w] }

// ParseWalls returns the walls of a name.
func ParseWalls(name string) (Walls, error) {
	for i, n := range wallsNames {
		if n == name {
			return Walls(i), nil
		}
	}
	return Shared, fmt.Errorf("unknown walls %q; there are shared, lanes", name)
}

// A Config is all that a run's outcomes depend on.
type Config struct {
	Rules rules.Rules
	Seed  uint64
	// Hands is the number of hands played alone, Games that of whole games; one
	// of the two is zero.
	Hands, Games int64
	Seats        [engine.NumSeats]policy.Spec
	Rotate       bool // turn the seating by one seat a hand, or a game
	Walls        Walls
	// Decks are explicit decks to play instead of the seed's, one a hand; nil
	// for none. Each says itself how the seats draw, so Walls stays Shared. The
	// seed still feeds the policies: a run of the decks that a seed makes is the
	// run of the seed.
	Decks []engine.Deck
	// Hand has tiles that seat 0 is dealt in every hand, at most 14; the rest is dealt at
	// random. With 14 seat 0 is the dealer. The zero value gives it none. Hands are then
	// played alone, of the seed, and without rotation.
	Hand tile.Held
	// OnFault says what happens when an external bot fails. A hand in which none does
	// is the same whatever it says.
	OnFault FaultPolicy
	// PartHands are the hands of a part, but for the last: whole blocks (see BlockHands). 0
	// is for a number that suits the number of hands and the bots.
	PartHands int64
}

// MaxHands is the most hands of a run.
const MaxHands = 1 << 40

// Validate reports the first field that cannot be played.
func (c *Config) Validate() error {
	if err := c.validate(); err != nil {
		return err
	}
	for s := range c.Seats {
		if c.Seats[s].IsZero() {
			return fmt.Errorf("sim: seat %d has no bot", s)
		}
	}
	return nil
}

// validate is Validate without the check that every seat has a bot.
func (c *Config) validate() error {
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	if (c.Hands == 0) == (c.Games == 0) {
		return errors.New("sim: a run has either hands or games")
	}
	if c.Hands < 0 || c.Games < 0 || c.TotalHands() > MaxHands || c.Games > MaxHands {
		return fmt.Errorf("sim: a run has 1 to %d hands", int64(MaxHands))
	}
	return errors.Join(c.validateDecks(), c.validateHand(), c.validateParts())
}

// validateHand checks the tiles that seat 0 is dealt.
func (c *Config) validateHand() error {
	n := c.Hand.Total()
	if n == 0 {
		return nil
	}
	for k, copies := range c.Hand.All() {
		if copies > tile.Copies {
			return fmt.Errorf("sim: the hand to deal has %d of %s", copies, k)
		}
	}
	switch {
	case n > maxStart:
		return fmt.Errorf("sim: the hand to deal has %d tiles, more than %d", n, maxStart)
	case c.Decks != nil || c.Games > 0 || c.Rotate:
		return errors.New("sim: hands of a given start are played alone, of a seed, and without rotation")
	}
	return nil
}

func (c *Config) validateDecks() error {
	if c.Decks == nil {
		return nil
	}
	if c.Hands != int64(len(c.Decks)) || c.Walls != Shared {
		return errors.New("sim: a run of decks has one hand a deck and no walls of its own")
	}
	for i := range c.Decks {
		if err := c.Decks[i].Validate(); err != nil {
			return fmt.Errorf("sim: deck %d: %w", i, err)
		}
	}
	return nil
}

// FirstDealer returns the dealer of a unit's first hand.
func (c *Config) FirstDealer(unit int64) int {
	switch {
	case c.Decks != nil:
		return c.Decks[unit].Dealer
	case c.Hand.Total() == maxStart:
		return 0
	}
	return FirstDealer(c.Seed, unit)
}

// Deck returns the deck of a hand that the given seat deals.
func (c *Config) Deck(hand int64, dealer int) engine.Deck {
	if c.Decks != nil {
		return c.Decks[hand]
	}
	d := Deck(c.Seed, hand, dealer, c.Walls)
	if c.Hand != (tile.Held{}) {
		d.Tiles = startWall(c.Seed, hand, dealer, &c.Hand)
	}
	return d
}

// unitHands returns the hands of a unit: what must be played in order, and what
// is independent of other units. It is a hand, or a whole game.
func (c *Config) unitHands() int64 {
	if c.Games > 0 {
		return int64(c.Rules.HandsPerGame)
	}
	return 1
}

func (c *Config) units() int64 { return max(c.Hands, c.Games) }

// TotalHands returns the number of hands of the run.
func (c *Config) TotalHands() int64 { return c.units() * c.unitHands() }

// blockUnits is the number of units of a block: the range over which a digest is
// taken. A part is a multiple of it.
const blockUnits = 1024

// Blocks of a part. What is lost of a part by a kill takes a few seconds to play.
const (
	usualParts  = 16  // of a run of up to a million hands of quick bots: some 50 files
	usualBlocks = 64  // of a part, up to there
	manyParts   = 66  // of a run of up to ten million: some 200 files
	mostBlocks  = 192 // of a part

	slowParts  = 64 // of a run of slow bots
	slowBlocks = 32
)

// Parts returns the run's parts. Their size depends on the number of hands and on
// whether PartHands says it or a bot is slow.
func (c *Config) Parts() []Part {
	blocks := (c.units() + blockUnits - 1) / blockUnits
	perPart := c.partBlocks(blocks)
	var parts []Part
	for first := int64(0); first < blocks; first += perPart {
		from, to := first*blockUnits, min((first+perPart)*blockUnits, c.units())
		parts = append(parts, Part{len(parts), from * c.unitHands(), (to - from) * c.unitHands()})
	}
	return parts
}

// partBlocks returns the blocks of a part of a run of so many.
func (c *Config) partBlocks(blocks int64) int64 {
	if c.PartHands > 0 {
		return max(c.PartHands/(blockUnits*c.unitHands()), 1)
	}
	for _, s := range c.Seats {
		if s.IsSlow() {
			return SmallPart(c.units()) / blockUnits
		}
	}
	usual := min(up(blocks, usualParts), usualBlocks)
	return max(usual, min(up(blocks, manyParts), mostBlocks))
}

// up returns the quotient rounded up.
func up(a, b int64) int64 { return (a + b - 1) / b }

// SmallPart returns the hands of a part, of a run of so many hands, each of which takes
// long: because of slow bots, or because it is forked.
func SmallPart(hands int64) int64 {
	return min(max(up(hands, blockUnits)/slowParts, 1), slowBlocks) * blockUnits
}

// validateParts checks the hands of a part.
func (c *Config) validateParts() error {
	block := blockUnits * c.unitHands()
	if n := c.PartHands; n < 0 || n%block != 0 && n < c.TotalHands() {
		return fmt.Errorf("sim: parts of %d hands; blocks have %d", n, block)
	}
	return nil
}

// Bots returns the different specs among the seats, in the order of the seats:
// what SeatOutcome.Bot counts.
func (c *Config) Bots() []string {
	var bots []string
	for _, s := range c.specs() {
		bots = append(bots, s.String())
	}
	return bots
}

// specs returns what Bots names.
func (c *Config) specs() []policy.Spec {
	var specs []policy.Spec
	for s := range c.Seats {
		if c.botOf(s) == len(specs) {
			specs = append(specs, c.Seats[s])
		}
	}
	return specs
}

// hasExternal reports whether a bot is external.
func (c *Config) hasExternal() bool {
	return slices.ContainsFunc(c.Seats[:], policy.Spec.IsExternal)
}

// botOf returns the index among the run's bots of the spec listed at a seat.
func (c *Config) botOf(seat int) int {
	bot := 0
	for s := range seat + 1 {
		isNew := true
		for q := range s {
			if c.Seats[q].String() == c.Seats[s].String() {
				isNew = false
			}
		}
		if c.Seats[s].String() == c.Seats[seat].String() {
			return bot
		}
		if isNew {
			bot++
		}
	}
	return bot
}

// Bot returns the index among the run's bots of the one that sits at a seat in
// a hand.
func (c *Config) Bot(seat int, hand int64) int {
	return c.botOf(c.seatAt(seat, hand/c.unitHands()))
}

// SeatSpec returns the spec that sits at a seat in a hand.
func (c *Config) SeatSpec(seat int, hand int64) policy.Spec {
	return c.Seats[c.seatAt(seat, hand/c.unitHands())]
}

// seatAt returns which listed spec sits at a seat in a unit.
func (c *Config) seatAt(seat int, unit int64) int {
	if !c.Rotate {
		return seat
	}
	return int((int64(seat) + unit) % engine.NumSeats)
}
