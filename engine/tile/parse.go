package tile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A SyntaxError says where a text of tiles is wrong.
type SyntaxError struct {
	Text string
	Pos  int // byte of Text at which the fault is, counted from 1
	Msg  string
}

// Error names the position, in characters counted from 1, and the fault, and
// quotes the text around it.
func (e *SyntaxError) Error() string {
	from, to := max(0, e.Pos-maxQuoted), min(len(e.Text), e.Pos+maxQuoted)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if to < len(e.Text) {
		after = "…"
	}
	quoted := e.Text[from:to]
	if before+after != "" { // a cut character goes
		quoted = strings.ToValidUTF8(quoted, "")
	}
	place := utf8.RuneCountInString(e.Text[:min(len(e.Text), e.Pos-1)]) + 1
	return fmt.Sprintf("tiles %s%q%s, position %d: %s", before, quoted, after, place, e.Msg)
}

// maxQuoted is how much of a long text an error quotes on either side of the fault,
// in bytes.
const maxQuoted = 60

// Parse reads held tiles and melds, in any of the package's notations. The error is
// a *SyntaxError; a fifth copy of a kind, in held tiles and melds together, is one
// too. How many tiles there are is not checked.
func Parse(text string) (Set, error) {
	p := parser{text: text}
	if err := p.parse(); err != nil {
		return Set{}, err
	}
	return p.set, nil
}

// ParseHeld reads tiles without melds, as Parse does. At most four copies of
// a kind are allowed.
func ParseHeld(text string) (Held, error) {
	s, err := Parse(text)
	if err != nil {
		return Held{}, err
	}
	if s.Melds.N > 0 {
		return Held{}, &SyntaxError{text, 1, "melds are not allowed here"}
	}
	return s.Held, nil
}

// PlaceOf returns the position of the nth tile in a text that Parse can read, in
// bytes counted from 1; a meld counts as three tiles. With fewer tiles it is the end
// of the text.
func PlaceOf(text string, n int) int {
	p := parser{text: text, wanted: n}
	_ = p.parse() // the text can be read
	if p.wanted > 0 {
		return len(text) + 1
	}
	return p.place + 1
}

// ParseTile reads one tile: a digit and a letter.
func ParseTile(text string) (Tile, error) {
	if len(text) != 2 {
		return None, &SyntaxError{text, 1, "a tile is a digit 1-9 and a suit m, p or s"}
	}
	if text[0] < '1' || text[0] > '9' {
		return None, &SyntaxError{text, 1, "a rank is 1-9"}
	}
	s, ok := ParseSuit(text[1:])
	if !ok {
		return None, &SyntaxError{text, 2, fmt.Sprintf("unknown suit %q; suits are m, p and s", text[1])}
	}
	return Of(s, int(text[0]-'0')), nil
}

// A class says what a character is in a text of tiles.
type class uint8

const (
	unknown class = iota
	ignored       // a space, or what chooses between pictures of a glyph
	opening       // of a meld
	closing
	rank  // 1-9
	suit  // of the ranks before it
	glyph // a tile by itself
	other // a tile that Sichuan mahjong does not have
)

// A symbol is one character of a text of tiles.
type symbol struct {
	class class
	value uint8 // rank, suit or tile
	char  rune
	size  int // bytes
}

// The first characters of the Unicode block of tiles.
const (
	eastWind       = '🀀' // winds and dragons
	firstCharacter = '🀇'
	firstBamboo    = '🀐'
	firstDot       = '🀙'
	firstFlower    = '🀢'
	lastOfBlock    = '🀫'
)

const chineseDigits = "一二三四五六七八九"

// symbolAt reads the character at a byte of a text.
func symbolAt(text string, pos int) symbol {
	c, size := utf8.DecodeRuneInString(text[pos:])
	s := symbol{char: c, size: size}
	switch {
	case c >= '1' && c <= '9':
		s.class, s.value = rank, uint8(c-'0')
	case c >= '１' && c <= '９':
		s.class, s.value = rank, uint8(c-'０')
	case c >= firstCharacter && c < firstCharacter+Ranks:
		s.class, s.value = glyph, uint8(Of(Characters, 1)+Tile(c-firstCharacter))
	case c >= firstBamboo && c < firstBamboo+Ranks:
		s.class, s.value = glyph, uint8(Of(Bamboo, 1)+Tile(c-firstBamboo))
	case c >= firstDot && c < firstDot+Ranks:
		s.class, s.value = glyph, uint8(Of(Dots, 1)+Tile(c-firstDot))
	case c >= eastWind && c <= lastOfBlock:
		s.class = other
	default:
		s.class, s.value = classOf(c)
	}
	return s
}

// classOf returns what a character is that belongs to no range.
func classOf(c rune) (class, uint8) {
	switch c {
	case ' ', '\t', '\u3000', '\ufe0e', '\ufe0f':
		return ignored, 0
	case '[', '［', '【':
		return opening, 0
	case ']', '］', '】':
		return closing, 0
	case 'm', '万', '萬':
		return suit, uint8(Characters)
	case 'p', '筒', '饼', '餅':
		return suit, uint8(Dots)
	case 's', '条', '條', '索':
		return suit, uint8(Bamboo)
	case '伍': // as the tile has it
		return rank, 5
	}
	if i := strings.IndexRune(chineseDigits, c); i >= 0 {
		return rank, uint8(i/len("一") + 1)
	}
	return unknown, 0
}

type parser struct {
	text string
	pos  int
	set  Set
	all  Held // held tiles and melds together

	// PlaceOf: how many tiles are still to pass, and where the last one was.
	wanted, place int
}

// A mark is a rank or a tile, and its position.
type mark struct {
	pos   int
	value uint8
}

func (p *parser) fail(pos int, format string, args ...any) error {
	return &SyntaxError{p.text, pos + 1, fmt.Sprintf(format, args...)}
}

// parse reads all of the text.
func (p *parser) parse() error {
	p.set.Last = None
	for p.pos < len(p.text) {
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}

// peek returns the symbol at the position; its class is unknown at the end.
func (p *parser) peek() symbol {
	if p.pos == len(p.text) {
		return symbol{}
	}
	return symbolAt(p.text, p.pos)
}

// next reads one run of ranks with its suit, one glyph, one meld, or one space.
func (p *parser) next() error {
	switch s := p.peek(); s.class {
	case ignored:
		p.pos += s.size
		return nil
	case opening:
		return p.meld()
	case rank:
		return p.run()
	case glyph:
		at := p.pos
		p.pos += s.size
		return p.hold(Tile(s.value), at)
	case other:
		return p.fail(p.pos, "%q is not a tile of Sichuan mahjong, which has characters, dots and bamboo", s.char)
	default:
		return p.fail(p.pos, "unexpected %q; tiles are digits 1-9 followed by m, p or s, or as 一二三万, or glyphs", s.char)
	}
}

// marks moves over symbols of a class and what is ignored between them, and
// returns their values.
func (p *parser) marks(c class) []mark {
	var list []mark
	for p.pos < len(p.text) {
		s := p.peek()
		switch s.class {
		case c:
			list = append(list, mark{p.pos, s.value})
		case ignored:
		default:
			return list
		}
		p.pos += s.size
	}
	return list
}

// suit reads the suit that ends a run of ranks.
func (p *parser) suit() (Suit, error) {
	s := p.peek()
	switch {
	case p.pos == len(p.text):
		return NoSuit, p.fail(p.pos, "the suit m, p or s is missing")
	case s.class != suit:
		return NoSuit, p.fail(p.pos, "unknown suit %q; suits are m, p and s", s.char)
	}
	p.pos += s.size
	return Suit(s.value), nil
}

func (p *parser) run() error {
	ranks := p.marks(rank)
	s, err := p.suit()
	if err != nil {
		return err
	}
	for _, m := range ranks {
		if err := p.hold(Of(s, int(m.value)), m.pos); err != nil {
			return err
		}
	}
	return nil
}

// hold adds a held tile.
func (p *parser) hold(t Tile, pos int) error {
	if err := p.count(t, pos); err != nil {
		return err
	}
	p.pass(1, pos)
	p.set.Held.Add(t)
	p.set.Last = t
	return nil
}

// pass counts n tiles at a position towards the one that PlaceOf wants.
func (p *parser) pass(n, pos int) {
	if p.wanted > 0 {
		p.place = pos
		p.wanted -= n
	}
}

func (p *parser) count(t Tile, pos int) error {
	if p.all.Count(t) == Copies {
		return p.fail(pos, "a fifth copy of %s", t)
	}
	p.all.Add(t)
	return nil
}

func (p *parser) meld() error {
	open := p.pos
	p.pos += p.peek().size
	tiles, err := p.meldTiles(open)
	if err != nil {
		return err
	}
	t := tiles[0].value
	for _, m := range tiles {
		if m.value != t {
			return p.fail(m.pos, "a meld has tiles of one kind")
		}
	}
	kind, err := p.meldKind(len(tiles))
	if err != nil {
		return err
	}
	if p.set.Melds.N == MaxMelds {
		return p.fail(open, "a fifth meld")
	}
	for _, m := range tiles {
		if err := p.count(Tile(t), m.pos); err != nil {
			return err
		}
	}
	p.pass(3, open)
	p.set.Melds.Append(MakeMeld(kind, Tile(t)))
	return nil
}

// meldTiles reads the three or four tiles of a meld, as ranks with a suit or as
// glyphs.
func (p *parser) meldTiles(open int) ([]mark, error) {
	tiles := p.marks(glyph)
	byRank := len(tiles) == 0
	if byRank {
		tiles = p.marks(rank)
	}
	if len(tiles) != 3 && len(tiles) != 4 {
		return nil, p.fail(open, "a meld has three or four tiles, not %d", len(tiles))
	}
	if !byRank {
		return tiles, nil
	}
	s, err := p.suit()
	for i := range tiles {
		tiles[i].value = uint8(Of(s, int(tiles[i].value)))
	}
	return tiles, err
}

// meldKind reads the end of a meld, from its tiles to the closing bracket.
func (p *parser) meldKind(size int) (MeldKind, error) {
	kind := Pung
	if size == 4 {
		kind = ClaimedKong
		switch s := p.peek(); s.char {
		case 'c':
			kind = ConcealedKong
			p.pos += s.size
		case 'a':
			kind = AddedKong
			p.pos += s.size
		}
	}
	s := p.peek()
	if s.class != closing {
		return 0, p.fail(p.pos, "the meld's closing ] is missing")
	}
	p.pos += s.size
	return kind, nil
}
