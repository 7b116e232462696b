package bench

import (
	"fmt"
	"os/exec"
	"testing"
	"time"

	"xuezhan/policy"
	"xuezhan/policy/external"
)

// execViews is the greater number of views of a question in the rows of external bots.
const execViews = 256

// firstLegal is a bot outside of the program that takes the first legal action: a line of
// Perl, which hardly thinks, so that the rows measure the way there and back.
var firstLegal = []string{"perl", "-ne", fmt.Sprintf(`BEGIN { $| = 1 }
if (/^.{2}hello/) { print qq({"hello":{"protocol":1,"name":"first","version":"1","views":%d}}\n); next }
my ($n) = /^.{2}ask":(\d+)/;
print qq({"ask":$n,"actions":[), join(",", /"legal":.(\d+)/g), qq(]}\n)`, execViews)}

// execRows measure decisions of an external bot, asked one by one and many at once. One
// operation is one question. Where there is no Perl there are no such rows.
func (s *Suite) execRows() []Row {
	if _, err := exec.LookPath(firstLegal[0]); err != nil {
		return nil
	}
	name := func(views int) string { return fmt.Sprintf("Exec/views=%d", views) }
	return []Row{
		{Name: name(1), run: func(b *testing.B) { s.askExternal(b, 1) }},
		{name(execViews), name(1), leastOf + perDecision, func(b *testing.B) { s.askExternal(b, execViews) }},
	}
}

// askExternal asks the bot about positions for a discard.
func (s *Suite) askExternal(b *testing.B, views int) {
	hands, e, err := s.decisions()
	if err != nil {
		b.Fatal(err)
	}
	r := lookup("wap-battle")
	bot := external.Open(external.DefaultLimit)(firstLegal, &r)
	defer bot.Close()
	requests := make([]policy.Request, len(hands))
	for i := range hands {
		v := e.View(&hands[i], hands[i].Asked())
		requests[i] = policy.Request{Table: uint64(i), View: v, Legal: e.Legal(&hands[i], nil)}
	}
	answers := make([]policy.Answer, views)
	at, l := 0, make(least, 1)
	ask := func() {
		if at+views > len(requests) {
			at = 0
		}
		if err := bot.Decide(requests[at:at+views], answers); err != nil {
			b.Fatal(err)
		}
		at += views
	}
	ask() // so that the process runs
	if want := requests[views-1].Legal[0]; answers[views-1].Action != want {
		b.Fatalf("the bot answered %v, not the first legal action, %v", answers[views-1], want)
	}
	b.ReportAllocs()
	for began := time.Now(); b.Loop(); began = l.note(0, began) {
		ask()
	}
	reportEach(b, views, perDecision)
	l.report(b, float64(views), perDecision, 0)
}
