package tile

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	for _, x := range []struct{ text, want, last string }{
		{"", "", "--"},
		{"   ", "", "--"},
		{"123m456p", "123m456p", "6p"},
		{"321m", "123m", "1m"},
		{"1m 2m3 4p", "12m34p", "4p"},
		{"1 2 3m\t4s", "123m4s", "4s"},
		{"9s1m", "1m9s", "1m"},
		{"678m12377p[9999m][4444pc]", "678m12377p[9999m][4444pc]", "7p"},
		{"[555m]", "[555m]", "--"},
		{"[555m]1p", "1p[555m]", "1p"},
		{"1p[555m]", "1p[555m]", "1p"},
		{"[ 5 5 5 m]", "[555m]", "--"},
		{"[9999ma][1111sc][2222p][333p]", "[9999ma][1111sc][2222p][333p]", "--"},
		{"5p[555p]", "5p[555p]", "5p"},
		{"一二三万", "123m", "3m"},
		{"一二三萬四五六筒七八九條", "123m456p789s", "9s"},
		{"伍萬1饼2餅3索4条", "5m12p34s", "4s"},
		{"123万 456p", "123m456p", "6p"},
		{"１２３m　４p", "123m4p", "4p"},
		{"🀇🀈🀉🀏🀐🀘🀙🀡", "1239m19p19s", "9p"},
		{"🀇\ufe0e🀈\ufe0f1p", "12m1p", "1p"},
		{"🀇🀈[🀙🀙🀙][🀐🀐🀐🀐c]【九九九九万a】", "12m[111p][1111sc][9999ma]", "2m"},
		{"[ 🀙 🀙 🀙 ]", "[111p]", "--"},
	} {
		s, err := Parse(x.text)
		if err != nil {
			t.Errorf("%q: %v", x.text, err)
			continue
		}
		if got := s.String(); got != x.want || s.Last.String() != x.last {
			t.Errorf("%q: got %s, last %s; want %s, %s", x.text, got, s.Last, x.want, x.last)
		}
	}
}

// Errors name the place, and no text with one becomes tiles.
func TestParseErrors(t *testing.T) {
	for _, x := range []struct {
		text string
		pos  int
		want string
	}{
		{"123", 4, "suit m, p or s is missing"},
		{"123x", 4, "unknown suit 'x'"},
		{"12m5z", 5, "unknown suit 'z'"},
		{"0m", 1, "unexpected '0'"},
		{"1m0p", 3, "unexpected '0'"},
		{"10m", 2, "unknown suit '0'"},
		{"m", 1, "unexpected 'm'"},
		{"1mm", 3, "unexpected 'm'"},
		{"1m,2m", 3, "unexpected ','"},
		{"1m]", 3, "unexpected ']'"},
		{"11111m", 5, "a fifth copy of 1m"},
		{"1m 111m1m", 8, "a fifth copy of 1m"},
		{"55p[555p]", 7, "a fifth copy of 5p"},
		{"[5555p]5p", 8, "a fifth copy of 5p"},
		{"[55m]", 1, "three or four tiles, not 2"},
		{"[55555m]", 1, "three or four tiles, not 5"},
		{"[]", 1, "three or four tiles, not 0"},
		{"[", 1, "three or four tiles, not 0"},
		{"1s[123m]", 5, "one kind"},
		{"[555m", 6, "closing ] is missing"},
		{"[555mc]", 6, "closing ] is missing"},
		{"[555ma]", 6, "closing ] is missing"},
		{"[5555mx]", 7, "closing ] is missing"},
		{"[5555mca]", 8, "closing ] is missing"},
		{"[5555", 6, "suit m, p or s is missing"},
		{"[5555z]", 6, "unknown suit 'z'"},
		{"[111m][222m][333m][444m][555m]", 25, "a fifth meld"},
		{"1m\n2m", 3, "unexpected '\\n'"},
		{"1m é", 4, "unexpected 'é'"},
		{"🀇🀀", 5, "not a tile of Sichuan mahjong"},
		{"🀇🀫", 5, "not a tile of Sichuan mahjong"},
		{"一二三", 10, "suit m, p or s is missing"},
		{"一🀇", 4, "unknown suit '🀇'"},
		{"一二東", 7, "unknown suit '東'"},
		{"🀇🀇🀇🀇🀇", 17, "a fifth copy of 1m"},
		{"五五五五五万", 13, "a fifth copy of 5m"},
		{"[🀇🀇]", 1, "three or four tiles, not 2"},
		{"[🀇🀇🀈]", 10, "one kind"},
		{"[🀇🀇🀇m]", 14, "closing ] is missing"},
		{"[🀇🀇🀇1m]", 14, "closing ] is missing"},
		{"[1🀇🀇m]", 1, "three or four tiles, not 1"},
		{"1m\xff", 3, "unexpected"},
		{"万", 1, "unexpected '万'"},
	} {
		s, err := Parse(x.text)
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%q: got %s, %v; want a SyntaxError", x.text, s.String(), err)
			continue
		}
		if e.Pos != x.pos || !strings.Contains(e.Msg, x.want) || e.Text != x.text {
			t.Errorf("%q: got position %d, %q; want %d, %q", x.text, e.Pos, e.Msg, x.pos, x.want)
		}
		if s != (Set{}) {
			t.Errorf("%q: got tiles beside the error: %s", x.text, s.String())
		}
		if !strings.Contains(err.Error(), e.Msg) {
			t.Errorf("%q: the error does not say what is wrong: %v", x.text, err)
		}
	}
}

// A position is told in characters.
func TestErrorCountsCharacters(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"🀇🀈🀀", `tiles "🀇🀈🀀", position 3: `},
		{"一二三", `tiles "一二三", position 4: `},
		{"1m0p", `tiles "1m0p", position 3: `},
		{strings.Repeat("一万二万三万", 3) + "z", `四`},
	} {
		_, err := Parse(x.text)
		if err == nil || !utf8.ValidString(err.Error()) || x.want != "四" && !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %s", x.text, err, x.want)
		}
	}
}

func TestPlaceOf(t *testing.T) {
	for _, x := range []struct {
		text string
		n    int
		want int
	}{
		{"123m456p", 1, 1}, {"123m456p", 4, 5}, {"123m456p", 6, 7}, {"123m456p", 7, 9},
		{"1m[555p]2m", 2, 3}, {"1m[555p]2m", 4, 3}, {"1m[555p]2m", 5, 9},
		{"🀇🀈🀉", 3, 9}, {"一二三万", 2, 4}, {"", 1, 1},
	} {
		if got := PlaceOf(x.text, x.n); got != x.want {
			t.Errorf("tile %d of %q: got byte %d, want %d", x.n, x.text, got, x.want)
		}
	}
}

func TestParseHeld(t *testing.T) {
	h, err := ParseHeld("19m19p19s")
	if err != nil || h.String() != "19m19p19s" {
		t.Errorf("got %s, %v", h, err)
	}
	for _, bad := range []string{"1m[555p]", "1", "22222s"} {
		if h, err := ParseHeld(bad); err == nil || h != (Held{}) {
			t.Errorf("%q: got %s, %v", bad, h, err)
		}
	}
}

func TestParseTile(t *testing.T) {
	for _, bad := range []string{"", "5", "m", "5x", "0m", "55m", "m5", " 5m", "5m ", "[5m"} {
		var e *SyntaxError
		if x, err := ParseTile(bad); !errors.As(err, &e) || x != None {
			t.Errorf("%q: got %s, %v", bad, x, err)
		}
	}
}

// FuzzParse: whatever can be read is written canonically and read back as the
// same; nothing makes a fifth copy.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "123m456p", "678m12377p[9999m][4444pc]", "[555m]5m", "1 2\t3s", "[[", "11111m", "9s[999sa]", "一二三万4饼", "🀇🀈🀉[🀙🀙🀙]", "【五五五五條c】", "🀀", "１２３m"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) || e.Pos < 1 || e.Pos > len(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		back, err := Parse(s.String())
		if err != nil || back.Held != s.Held || back.Melds != s.Melds {
			t.Fatalf("%q is written %q and read as %q, %v", text, s.String(), back.String(), err)
		}
		if (s.Last == None) != (s.Held == Held{}) || s.Last != None && s.Held.Count(s.Last) == 0 {
			t.Fatalf("%q: the last tile is %s", text, s.Last)
		}
		melded := s.Melds.Tiles()
		for x := range Tile(Count) {
			if s.Held.Count(x)+melded.Count(x) > Copies {
				t.Fatalf("%q: a fifth copy of %s", text, x)
			}
		}
	})
}
