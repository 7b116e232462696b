package policy

import "testing"

// A bot that was added is known to its catalog, whole and by its parts, and to
// no other.
func TestAdd(t *testing.T) {
	c := NewCatalog()
	mine := Entry{Description{"mine", "passes wins", []Param{{"patience", "for the test", 0, 9, 3}}}, nil}
	var got Values
	mine.New = func(v Values) Parts {
		got = v
		fast, err := c.Parse("fast:win=min4")
		if err != nil {
			t.Fatal(err)
		}
		return fast.Parts()
	}
	c.Add(mine)
	for text, want := range map[string]string{
		"mine:patience=3": "mine", "mine:patience=4,win=fast": "mine:patience=4,win=fast", "big:discard=mine": "big:discard=mine",
	} {
		s, err := c.Parse(text)
		if err != nil || s.String() != want {
			t.Errorf("%s: got %s, %v", text, s, err)
			continue
		}
		if s.New() == nil || got.Of("patience") == 0 {
			t.Errorf("%s: made with %v", text, got)
		}
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: another catalog knows it", text)
		}
	}
	if last := c.Bots()[len(c.Bots())-1]; last.Name != "mine" || len(last.Params) != 1 {
		t.Errorf("the last bot listed is %+v", last)
	}
}

func TestAddRefuses(t *testing.T) {
	build := func(Values) Parts { return Parts{} }
	for name, e := range map[string]Entry{
		"taken":              {Description{Name: "fast"}, build},
		"taken by a part":    {Description{Name: "min2"}, build},
		"no name":            {Description{Name: ""}, build},
		"capital letters":    {Description{Name: "Mine"}, build},
		"a separator":        {Description{Name: "my=bot"}, build},
		"no New":             {Description{Name: "mine"}, nil},
		"parameter is part":  {Description{"mine", "", []Param{{"win", "", 0, 1, 0}}}, build},
		"parameter twice":    {Description{"mine", "", []Param{{"a", "", 0, 1, 0}, {"a", "", 0, 1, 0}}}, build},
		"parameter unnamed":  {Description{"mine", "", []Param{{"", "", 0, 1, 0}}}, build},
		"default out of its": {Description{"mine", "", []Param{{"a", "", 0, 1, 2}}}, build},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: Add did not panic", name)
				}
			}()
			NewCatalog().Add(e)
		}()
	}
}
