package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var update = flag.Bool("update", false, "write the golden files")

// oneHand is a hand of two bots, the even seats' and the odd ones': seat 1
// declares a concealed kong, seat 0 wins 2 fan on a discard of seat 1, seat 2
// draws its win, and the wall runs out on seat 1 ready and seat 3 not.
func oneHand() *sim.Batch {
	o := sim.Outcome{Dealer: 1, Exhausted: true, Winners: 2, Wins: 2}
	for s := range o.Seats {
		p := &o.Seats[s]
		p.Bot, p.LongestSuit, p.Pairs = s%2, 5+s, s
		p.Milestones = engine.Milestones{Draws: 13, Cleared: uint8(2 + s), Ready: never, Won: never}
	}
	book := func(payer, payee, points int, paid, received engine.Source) {
		transfer(&o, payer, payee, points, paid, received)
	}
	for _, payer := range []int{0, 2, 3} {
		book(payer, 1, 2, engine.FromKongsPaid, engine.FromKongs)
	}
	book(1, 0, 4, engine.FromDealIns, engine.FromDiscardWins)
	book(1, 2, 2, engine.FromSelfDrawPaid, engine.FromSelfDraws)
	book(3, 2, 2, engine.FromSelfDrawPaid, engine.FromSelfDraws)
	book(3, 1, 8, engine.FromReadyCheck, engine.FromReadyCheck)
	o.Seats[1].ConcealedKongs, o.Seats[1].DealIns = 1, 1
	o.Seats[0].WinOrder, o.Seats[0].WinsByDiscard, o.Seats[0].Ending = 1, 1, engine.Won
	o.Seats[2].WinOrder, o.Seats[2].WinsBySelfDraw, o.Seats[2].Ending = 2, 1, engine.Won
	o.Seats[1].Ending, o.Seats[3].Ending = engine.Ready, engine.NotReady
	o.Seats[0].Ready, o.Seats[0].ReadyWide, o.Seats[0].ReadyLive, o.Seats[0].Won = 6, 2, 5, 8
	o.Seats[2].Ready, o.Seats[2].ReadyWide, o.Seats[2].ReadyLive, o.Seats[2].Won = 9, 1, 2, 12
	o.Seats[1].Ready, o.Seats[1].ReadyWide, o.Seats[1].ReadyLive = 10, 3, 6
	return &sim.Batch{Outcomes: []sim.Outcome{o}, Wins: []sim.Win{
		{Order: 1, Seat: 0, From: 1, Patterns: fan.Of(fan.AllPungs, fan.Root), Fan: 2, Points: 4},
		{Order: 2, Seat: 2, From: 2, Situation: fan.BySelfDraw, Points: 1},
	}}
}

func TestOneHand(t *testing.T) {
	r := tally(t, 2, 1, oneHand()).Report(0.95)
	a, b := &r.Bots[0], &r.Bots[1]
	for _, c := range []struct {
		what      string
		got, want Number
	}{
		{"exhausted", r.ExhaustedRate, 1},
		{"wins per hand", r.WinsPerHand.Mean, 2},
		{"points of A", a.Points.Mean, 2}, // 4−2 and 4−2
		{"points of B", b.Points.Mean, -2},
		{"A's discard wins", a.Causes[engine.FromDiscardWins].Mean, 2},
		{"A's self-draws", a.Causes[engine.FromSelfDraws].Mean, 2},
		{"A's wins", group(a, "wins"), 4},
		{"A's kongs paid", a.Causes[engine.FromKongsPaid].Mean, -2},
		{"B's kongs", group(b, "kongs"), 2},
		{"B's ready check", group(b, "ready_check"), 0},
		{"A's win rate", a.WinRate, 1},
		{"B's win rate", b.WinRate, 0},
		{"A's self-draw rate", a.SelfDrawRate, 0.5},
		{"B's deal-in rate", b.DealInRate, 0.5},
		{"A's fan", a.Fan.Mean, 1},
		{"A's base points", a.WinPoints.Mean, 2.5},
		{"A's all pungs", a.Patterns[fan.AllPungs], 0.5},
		{"A's draws until ready", a.Ready.Draws.Mean, 7.5},
		{"A's draws until cleared", a.Cleared.Draws.Mean, 3},
		{"A's draws until a win", a.FirstWin.Draws.Mean, 10},
		{"A's median until a win", a.FirstWin.Median, 8},
		{"B's share ready", b.Ready.Share, 0.5},
		{"A's kinds", a.ReadyWide.Mean, 1.5},
		{"A's live tiles", a.ReadyLive.Mean, 3.5},
		{"B ready at exhaustion", b.ReadyAtExhaustionRate, 0.5},
		{"B's flower pigs", b.FlowerPigRate, 0},
		{"B as dealer", b.AsDealer.Mean, 8}, // 6 − 4 − 2 + 8
		{"B as other", b.AsOther.Mean, -12}, // −2 − 2 − 8
		{"A as first winner", a.ByWinOrder.First.Points.Mean, 2},
		{"A's share of second winners", a.ByWinOrder.Second.Share, 0.5},
		{"B not won", b.ByWinOrder.NotWon.Points.Mean, -2},
		{"B's concealed kongs", b.Kongs.Concealed.Mean, 0.5},
		{"A from suits of 7", a.LongestSuit[2].Share, 0.5},
		{"difference", r.Differences[0].Difference.Mean, 4},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.what, c.got, c.want)
		}
	}
	if a.Fan.Lo.Defined() || a.ReadyAtExhaustionRate.Defined() || r.Differences[0].Verdict != stats.TooFew {
		t.Error("one hand claims to know something")
	}
	if got := r.Winners; got != [5]int64{0, 0, 1, 0, 0} {
		t.Errorf("winners = %v", got)
	}
}

// group returns a bot's points of a group of sources.
func group(b *Bot, name string) Number {
	i := slices.IndexFunc(sourceGroups, func(g engine.SourceGroup) bool { return g.Name == name })
	return b.Groups[i].Mean
}

func TestCausesAddUp(t *testing.T) {
	for _, bots := range []int{1, 2, 3} {
		r := tally(t, bots, 1, play(0, 3000, 1, bots)).Report(0.95)
		for _, b := range r.Bots {
			total, mean := int64(0), 0.0
			for _, c := range b.Causes {
				total += c.Total
				mean += float64(c.Mean)
			}
			if got := Number(float64(total) / float64(b.Hands)); got != b.Points.Mean {
				t.Errorf("%s: causes total %v a hand, points %v", b.Policy, got, b.Points.Mean)
			}
			grouped := Number(0)
			for _, g := range b.Groups {
				grouped += g.Mean
			}
			for _, sum := range []float64{mean, float64(grouped)} {
				if math.Abs(sum-float64(b.Points.Mean)) > 1e-12 {
					t.Errorf("%s: causes sum to %v, points are %v", b.Policy, sum, b.Points.Mean)
				}
			}
		}
	}
}

// TestSameBotsAreEqual plays every hand twice with the seats exchanged: what
// one name gains the other gains too.
func TestSameBotsAreEqual(t *testing.T) {
	b := new(sim.Batch)
	for h := range 500 {
		first, second := play(h, h+1, 1, 2), play(h, h+1, 1, 2)
		for k, x := range []*sim.Batch{first, second} {
			o := x.Outcomes[0]
			o.Hand, o.Game, o.InGame = int64(2*h+k), int64(h), k
			for s := range o.Seats {
				o.Seats[s].Bot ^= k
			}
			for i := range x.Wins {
				x.Wins[i].Hand = o.Hand
			}
			b.Outcomes = append(b.Outcomes, o)
			b.Wins = append(b.Wins, x.Wins...)
		}
	}
	d := tally(t, 2, 2, b).Report(0.95).Differences[0]
	if d.Difference.Mean != 0 || d.Verdict != stats.NoDifference || d.P.Defined() {
		t.Errorf("difference = %+v, p %v, verdict %s", d.Difference, d.P, d.Verdict)
	}
	for _, s := range append(d.LongestSuit, d.Pairs...) {
		if s.Difference != nil && (s.Difference.Mean != 0 || s.Verdict != stats.NoDifference) {
			t.Errorf("%s%s: difference = %+v, verdict %s", s.LongestSuit, s.Pairs, *s.Difference, s.Verdict)
		}
	}
}

// TestFalseFindings plays many runs of bots that do not differ and counts the
// runs in which any kind of start is said to make a difference.
func TestFalseFindings(t *testing.T) {
	const runs, size = 120, 800
	found := 0
	for run := range runs {
		b := play(run*size, (run+1)*size, 1, 1)
		for i := range b.Outcomes {
			for s := range b.Outcomes[i].Seats {
				b.Outcomes[i].Seats[s].Bot = (s + i) % 2
			}
		}
		if finds(&tally(t, 2, 1, b).Report(0.95).Differences[0]) {
			found++
		}
	}
	// 5 % of the runs are 6; three binomial standard errors are 7.
	if found > 13 {
		t.Errorf("findings in %d of %d runs without a difference", found, runs)
	}
}

// finds reports whether either bot is called better for any kind of start.
func finds(d *Difference) bool {
	better := func(s StartDifference) bool { return s.Verdict == stats.BetterA || s.Verdict == stats.BetterB }
	return slices.ContainsFunc(d.LongestSuit, better) || slices.ContainsFunc(d.Pairs, better) ||
		slices.ContainsFunc(d.Both, better)
}

func TestTooFewHandsHaveNoNumbers(t *testing.T) {
	r := tally(t, 2, 1, play(0, 400, 1, 2)).Report(0.95)
	d := &r.Differences[0]
	shown := 0
	for _, s := range append(d.LongestSuit, d.Pairs...) {
		if s.Difference != nil {
			shown++
		}
		if (s.Verdict == stats.TooFew) != (s.Difference == nil) || s.Difference != nil && min(s.HandsA, s.HandsB) < minStartUnits {
			t.Errorf("%s%s: %d and %d hands: %s", s.LongestSuit, s.Pairs, s.HandsA, s.HandsB, s.Verdict)
		}
	}
	if shown == 0 || shown == len(d.LongestSuit)+len(d.Pairs) {
		t.Errorf("%d kinds of start are shown", shown)
	}
}

func TestRatesStayShares(t *testing.T) {
	r := tally(t, 2, 1, play(0, 40, 1, 2)).Report(0.99)
	for _, b := range r.Bots {
		for _, i := range []Bounds{b.WinRateInterval, b.SelfDrawRateInterval, b.RobbingRateInterval, b.FlowerPigRateInterval} {
			if !(0 <= i.Lo && i.Lo <= i.Hi && i.Hi <= 1) {
				t.Errorf("%s: interval %v", b.Policy, i)
			}
		}
		if b.RobbingRate != 0 || !(b.RobbingRateInterval.Hi > 0) {
			t.Errorf("%s: robbing %v, interval %v", b.Policy, b.RobbingRate, b.RobbingRateInterval)
		}
	}
}

func TestEmptyReport(t *testing.T) {
	for _, perGame := range []int{1, 8} {
		for bots := 1; bots <= 2; bots++ {
			if s := written(t, tally(t, bots, perGame)); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
				t.Errorf("an empty report says\n%s", s)
			}
		}
	}
}

// TestJSONContract looks for the fields that other programs rely on, with the
// report embedded in a larger object.
func TestJSONContract(t *testing.T) {
	data, err := json.Marshal(struct {
		Rules string `json:"rules"`
		*Report
	}{"wap-battle", tally(t, 2, 1, play(0, 100, 1, 2)).Report(0.95)})
	if err != nil {
		t.Fatal(err)
	}
	type estimate struct{ Mean, Lo, Hi *float64 }
	var got struct {
		Rules         string
		Hands         int64
		ExhaustedRate *float64 `json:"exhausted_rate"`
		Bots          []struct {
			Policy  string
			Hands   int64
			Points  estimate
			Causes  map[string]estimate
			WinRate *float64 `json:"win_rate"`
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	b := got.Bots[1]
	if got.Rules == "" || got.Hands != 100 || got.ExhaustedRate == nil || b.Policy != botNames[1] || b.Hands != 200 ||
		b.Points.Mean == nil || b.Points.Lo == nil || b.WinRate == nil || len(b.Causes) != int(engine.NumSources) {
		t.Errorf("got %s", data)
	}
	if r := b.Causes["robbing"]; r.Mean == nil || *r.Mean != 0 || r.Lo != nil {
		t.Errorf("robbing = %+v, want 0 without bounds", r)
	}
}

func TestNumberText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{gain(Estimate{Mean: 0.1234, Lo: 0.1, Hi: 0.1468}), "+0.123 ± 0.023"},
		{gain(Estimate{Mean: -12.3, Lo: -30, Hi: 5}), "-12 ± 18"},
		{gain(Estimate{Mean: -0.0001, Lo: -0.3, Hi: 0.3}), "0.00 ± 0.30"},
		{amount(Estimate{Mean: 2, Lo: undefined, Hi: undefined}), "2.000 ± ?"},
		{amount(Estimate{Mean: 2.5, Lo: 2.5, Hi: 2.5}), "2.5"},
		{amount(Estimate{Mean: undefined}), "-"},
		{percent(0, Bounds{0, 0.0123}), "0 (< 1.2)"},
		{percent(1, Bounds{0.98765, 1}), "100 (> 98.8)"},
		{percent(0.5, Bounds{0.4, 0.6}), "50 ± 10"},
		{percent(undefined, Bounds{}), "-"},
		{count(-1234567), "-1,234,567"},
		{count(999), "999"},
		{letter(27), "#28"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// fields writes the JSON with every number as 0: the last digits of some depend
// on the machine, the fields do not.
func fields(r *Report, w io.Writer) error {
	var b bytes.Buffer
	if err := asJSON(r, &b); err != nil {
		return err
	}
	number := regexp.MustCompile(`(?m)(^ *|: )-?[0-9][-+.e0-9]*(,?)$`)
	_, err := w.Write(number.ReplaceAll(b.Bytes(), []byte("${1}0${2}")))
	return err
}

// asJSON writes the report's fields, a line each.
func asJSON(r *Report, w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func asText(r *Report, w io.Writer) error     { return r.Page("").Text(w, 0) }
func asMarkdown(r *Report, w io.Writer) error { return r.Page("").Markdown(w) }

// TestGolden compares whole reports with those on file.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name                 string
		hands, perGame, bots int
		write                func(*Report, io.Writer) error
	}{
		{"pair.txt", 8000, 1, 2, asText},
		{"pair.md", 8000, 1, 2, asMarkdown},
		{"pair.json", 8000, 1, 2, fields},
		{"games.txt", 2400, 8, 4, asText},
		{"solo.txt", 300, 1, 1, asText},
	} {
		r := tally(t, c.bots, c.perGame, play(0, c.hands, c.perGame, c.bots)).Report(0.95)
		var b bytes.Buffer
		if err := c.write(r, &b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", c.name)
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s differs from the file; see with -update what changed", c.name)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			if strings.HasSuffix(c.name, ".txt") && utf8.RuneCountInString(line) > 100 {
				t.Errorf("%s: line of more than 100 columns: %s", c.name, line)
			}
		}
	}
}
