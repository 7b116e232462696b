package query

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseCondition(t *testing.T) {
	for _, c := range []struct {
		text string
		want Condition
	}{
		{"longest_suit>=8", Condition{"longest_suit", AtLeast, []string{"8"}}},
		{" longest_suit  <=  8 ", Condition{"longest_suit", AtMost, []string{"8"}}},
		{"p0<-3", Condition{"p0", Less, []string{"-3"}}},
		{"p0>3", Condition{"p0", Greater, []string{"3"}}},
		{"bot=value:flush=1.3,discard=guard", Condition{"bot", Equal, []string{"value:flush=1.3,discard=guard"}}},
		{"bot='exec:./my bot'", Condition{"bot", Equal, []string{"exec:./my bot"}}},
		{"bot=exec:./my bot", Condition{"bot", Equal, []string{"exec:./my bot"}}},
		{"bot!='it''s'", Condition{"bot", NotEqual, []string{"it's"}}},
		{"patterns=''", Condition{"patterns", Equal, []string{""}}},
		{"patterns has full_flush", Condition{"patterns", Has, []string{"full_flush"}}},
		{"patterns\thas  'root'", Condition{"patterns", Has, []string{"root"}}},
		{"void in (m, p)", Condition{"void", In, []string{"m", "p"}}},
		{"void in(m)", Condition{"void", In, []string{"m"}}},
		{"void  not  in ( m ,p )", Condition{"void", NotIn, []string{"m", "p"}}},
		{"bot in ('a,b', c, ')(', '')", Condition{"bot", In, []string{"a,b", "c", ")(", ""}}},
		{"void=in (m)", Condition{"void", Equal, []string{"in (m)"}}},
		{"bot='=x'", Condition{"bot", Equal, []string{"=x"}}},
	} {
		got, err := ParseCondition(c.text)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %+v, %v", c.text, got, err)
		}
		if again, err := ParseCondition(got.String()); err != nil || !reflect.DeepEqual(again, c.want) {
			t.Errorf("%q: %q reads as %+v, %v", c.text, got, again, err)
		}
	}
}

func TestParseConditionErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "does not begin with the name of a column"},
		{">=8", "does not begin with the name"},
		{"Points>8", "does not begin with the name"},
		{"points", "a comparison is missing; there are = != < <= > >=, in (…)"},
		{"points 8", "a comparison is missing"},
		{"points == 8", `"==" is no comparison`},
		{"points=>8", `"=>" is no comparison`},
		{"points<>8", `"<>" is no comparison`},
		{"points!8", `"!" is no comparison`},
		{"points>=", "a value is missing"},
		{"points =  ", "a value is missing"},
		{"bot='fast", "closing quote is missing"},
		{"bot='fast' x", `"x" follows the quoted value`},
		{"bot='fast''", "closing quote is missing"},
		{"voidin (m)", "a comparison is missing"},
		{"void inside (m)", "a comparison is missing"},
		{"void in m", "values in parentheses must follow"},
		{"void in", "values in parentheses must follow"},
		{"void not (m)", "a comparison is missing"},
		{"void not in", "values in parentheses must follow"},
		{"void in ()", "a value is missing in the list"},
		{"void in (m,)", "a value is missing in the list"},
		{"void in (m", "closing parenthesis is missing"},
		{"void in (m p)", `"p)" where a comma`},
		{"void in (m) p", `") p" where a comma`},
		{"void in ('m", "closing quote is missing"},
		{"patterns has", "a value is missing"},
		{"a=" + strings.Repeat("x", maxCondition), "too long"},
	} {
		_, err := ParseCondition(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "condition ") {
			t.Errorf("%.50q: got %.200v, want %q", c.text, err, c.want)
		}
	}
}

func TestSplitList(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"a, b ,c", []string{"a", "b", "c"}},
		{"a,ending in (won, ready),b", []string{"a", "ending in (won, ready)", "b"}},
		{"bot='x,y',b", []string{"bot='x,y'", "b"}},
		{"bot='(''',b", []string{"bot='('''", "b"}},
		{"a,,b", []string{"a", "", "b"}},
		{"", []string{""}},
		{"a),b", []string{"a)", "b"}},
	} {
		if got := SplitList(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// What is read as a condition can be written and is read as the same again.
func FuzzParseCondition(f *testing.F) {
	for _, text := range []string{"a>=8", "bot in ('a,b', c)", "x not in (1)", "p has y", "b='it''s'", "c = =d", "a in (", "n<  -3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text)
		if err != nil {
			return
		}
		again, err := ParseCondition(c.String())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%q is %+v, but %q is %+v, %v", text, c, c.String(), again, err)
		}
		SplitList(text)
	})
}
