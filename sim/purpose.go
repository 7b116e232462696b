package sim

// A Purpose says what hands are played for. Bots are made on some walls, let
// through on others, and measured on yet others: what was made to do well on its
// walls does less well elsewhere.
type Purpose uint8

// The purposes.
const (
	Train   Purpose = 1 + iota // hands from which a bot is made
	Gate                       // hands that decide whether it is taken
	Holdout                    // hands that say what it is worth
)

// MaxPurposeParts is the number of seeds that each purpose has.
const MaxPurposeParts = 1 << 56

// PurposeSeed returns the seed of a part of the hands that are played for a
// purpose. Parts of one purpose count from 0 and are of any number of hands each.
// For one seed no two of its results are the same, over all purposes and parts,
// because mix is a bijection; and hands of different seeds have walls from
// different streams of the generator. So no wall serves two purposes. It panics
// on parts below 0 or from MaxPurposeParts on.
func PurposeSeed(seed uint64, p Purpose, part int64) uint64 {
	if part < 0 || part >= MaxPurposeParts {
		panic("sim: part of a purpose out of range")
	}
	return mix(mix(seed) ^ (uint64(p)<<56 | uint64(part)))
}
