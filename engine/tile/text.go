package tile

import "fmt"

// A Set is what one seat owns: held tiles and declared melds. Last is the
// held tile that was written last, None where no tile is held.
type Set struct {
	Held  Held
	Melds Melds
	Last  Tile
}

// Size returns the number of tiles in the set where every meld counts three:
// 13 between turns, 14 in one.
func (s *Set) Size() int { return s.Held.Total() + 3*int(s.Melds.N) }

// String writes the set in the package's notation, held tiles ascending and
// then the melds.
func (s *Set) String() string {
	text := s.Held.String()
	for _, m := range s.Melds.All() {
		text += m.String()
	}
	return text
}

// String writes the tiles ascending, "123m55p".
func (h Held) String() string {
	var b []byte
	for s := Characters; s < NoSuit; s++ {
		if h[s] == 0 {
			continue
		}
		for r := range Ranks {
			for range h[s].Rank(r) {
				b = append(b, '1'+byte(r))
			}
		}
		b = append(b, suitLetters[s])
	}
	return string(b)
}

// A SyntaxError says where a text of tiles is wrong.
type SyntaxError struct {
	Text string
	Pos  int // byte of Text at which the fault stands, counted from 1
	Msg  string
}

// Error names the position and the fault, and quotes the text around it.
func (e *SyntaxError) Error() string {
	from, to := max(0, e.Pos-maxQuoted), min(len(e.Text), e.Pos+maxQuoted)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if to < len(e.Text) {
		after = "…"
	}
	return fmt.Sprintf("tiles %s%q%s, position %d: %s", before, e.Text[from:to], after, e.Pos, e.Msg)
}

// maxQuoted is how much of a long text an error quotes on either side of the fault.
const maxQuoted = 60

// Parse reads held tiles and melds. The error is a *SyntaxError; a fifth copy
// of a kind, in held tiles and melds together, is one too. How many tiles
// there are is not checked.
func Parse(text string) (Set, error) {
	p := parser{text: text}
	p.set.Last = None
	for p.pos < len(text) {
		if err := p.next(); err != nil {
			return Set{}, err
		}
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

// ParseTile reads one tile.
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

type parser struct {
	text string
	pos  int
	set  Set
	all  Held // held tiles and melds together
}

func (p *parser) fail(pos int, format string, args ...any) error {
	return &SyntaxError{p.text, pos + 1, fmt.Sprintf(format, args...)}
}

// next reads one run of digits with its suit, one meld, or one space.
func (p *parser) next() error {
	switch c := p.text[p.pos]; {
	case c == ' ' || c == '\t':
		p.pos++
		return nil
	case c == '[':
		return p.meld()
	case c >= '1' && c <= '9':
		return p.run()
	default:
		return p.fail(p.pos, "unexpected %q; tiles are digits 1-9 followed by m, p or s", c)
	}
}

// digits moves over digits and spaces and returns where the digits stand.
func (p *parser) digits() []int {
	var at []int
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		if c >= '1' && c <= '9' {
			at = append(at, p.pos)
		} else if c != ' ' {
			break
		}
	}
	return at
}

// suit reads the letter that ends a run of digits.
func (p *parser) suit() (Suit, error) {
	if p.pos == len(p.text) {
		return NoSuit, p.fail(p.pos, "the suit m, p or s is missing")
	}
	s, ok := ParseSuit(p.text[p.pos : p.pos+1])
	if !ok {
		return NoSuit, p.fail(p.pos, "unknown suit %q; suits are m, p and s", p.text[p.pos])
	}
	p.pos++
	return s, nil
}

func (p *parser) run() error {
	at := p.digits()
	s, err := p.suit()
	if err != nil {
		return err
	}
	for _, i := range at {
		t := Of(s, int(p.text[i]-'0'))
		if err := p.count(t, i); err != nil {
			return err
		}
		p.set.Held.Add(t)
		p.set.Last = t
	}
	return nil
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
	p.pos++
	at := p.digits()
	if len(at) != 3 && len(at) != 4 {
		return p.fail(open, "a meld has three or four tiles, not %d", len(at))
	}
	s, err := p.suit()
	if err != nil {
		return err
	}
	for _, i := range at {
		if p.text[i] != p.text[at[0]] {
			return p.fail(i, "a meld has tiles of one kind")
		}
	}
	kind, err := p.meldKind(len(at))
	if err != nil {
		return err
	}
	if p.set.Melds.N == MaxMelds {
		return p.fail(open, "a fifth meld")
	}
	t := Of(s, int(p.text[at[0]]-'0'))
	for _, i := range at {
		if err := p.count(t, i); err != nil {
			return err
		}
	}
	p.set.Melds.Append(MakeMeld(kind, t))
	return nil
}

// meldKind reads what stands between the suit and the closing bracket.
func (p *parser) meldKind(size int) (MeldKind, error) {
	kind := Pung
	if size == 4 {
		kind = ClaimedKong
		if p.pos < len(p.text) && (p.text[p.pos] == 'c' || p.text[p.pos] == 'a') {
			kind = ConcealedKong
			if p.text[p.pos] == 'a' {
				kind = AddedKong
			}
			p.pos++
		}
	}
	if p.pos == len(p.text) || p.text[p.pos] != ']' {
		return 0, p.fail(p.pos, "the meld's closing ] is missing")
	}
	p.pos++
	return kind, nil
}
