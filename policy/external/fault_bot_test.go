//go:build unix

package external_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"xuezhan/engine/rules"
	"xuezhan/policy/external"
)

// The test binary is also a bot: with the arguments "bot NAME FILE" it plays
// the first legal actions, does what the fault of that name does, and appends its
// process id and those of its children to the file.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "bot" {
		os.Exit(serveBot(os.Args[2], os.Args[3]))
	}
	if len(os.Args) == 3 && os.Args[1] == "parent" {
		os.Exit(beParent(os.Args[2]))
	}
	os.Exit(m.Run())
}

// beParent starts a bot that does not end with its input, says so in a file, and waits
// to be killed. Meanwhile threads come and go; the bot must not end with any of them.
func beParent(file string) int {
	b := external.Open(time.Minute)([]string{os.Args[0], "bot", "does not end", file}, &rules.Rules{})
	if _, err := b.Greet(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for range 50 {
		done := make(chan struct{})
		go func() {
			runtime.LockOSThread() // and never unlocked: the thread ends here
			close(done)
		}()
		<-done
	}
	time.Sleep(100 * time.Millisecond)
	if _, err := b.Greet(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	appendTo(file+".ready", "ready")
	hang()
	return 0
}

// A question is what the bot reads of one.
type question struct {
	Hello *struct{ Protocol int }
	Ask   int
	Views []struct {
		Table int
		Legal []int
	}
}

// faultyAsk is the question at which faults happen.
const faultyAsk = 3

// A script is a fault. Both functions may be nil: hello is done instead of saying
// hello, ask instead of answering question faultyAsk, whose right answer it gets.
type script struct {
	hello func()
	ask   func(q *question, right string)
	every bool   // the fault happens at every question
	later func() // before the bot ends
}

const rightHello = `{"hello":{"protocol":1,"name":"faulty","version":"0","views":8}}`

func serveBot(name, file string) int {
	notePID(file, os.Getpid())
	s := scripts(file)[name]
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			if s.later != nil {
				s.later()
			}
			return 0
		}
		noteLine(name, file, "> ", string(line))
		var q question
		if err := json.Unmarshal(line, &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 9
		}
		answer := right(&q)
		switch {
		case q.Hello != nil && s.hello != nil:
			s.hello()
		case s.ask != nil && q.Hello == nil && (s.every || q.Ask == faultyAsk):
			s.ask(&q, answer)
		default:
			fmt.Println(answer)
			noteLine(name, file, "< ", answer+"\n")
		}
	}
}

// right returns the line that answers a question.
func right(q *question) string {
	if q.Hello != nil {
		return rightHello
	}
	var ids []string
	for _, v := range q.Views {
		ids = append(ids, fmt.Sprint(v.Legal[0]))
	}
	return fmt.Sprintf(`{"ask":%d,"actions":[%s]}`, q.Ask, strings.Join(ids, ","))
}

func notePID(file string, pid int) { appendTo(file, fmt.Sprintln(pid)) }

// noteLine keeps the lines of a bot that is named after what it is for.
func noteLine(name, file, mark, line string) {
	if strings.HasPrefix(name, "transcript") {
		appendTo(file+".lines", mark+line)
	}
}

func appendTo(file, text string) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		panic(err)
	}
}

func hang() { time.Sleep(time.Hour) }

func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	hang()
}

// say returns what writes a text that no question is needed for.
func say(text string) func() { return func() { fmt.Print(text) } }

// sayNoted is say of a transcript.
func sayNoted(file, text string) func() {
	return func() {
		noteLine("transcript", file, "< ", text)
		fmt.Print(text)
	}
}

// answer returns what answers with a line, in which N is the question's number.
func answer(line string) func(*question, string) {
	return func(q *question, _ string) { fmt.Println(strings.ReplaceAll(line, "N", fmt.Sprint(q.Ask))) }
}

// changed returns what answers right but for one change.
func changed(change func(ids string) string) func(*question, string) {
	return func(q *question, right string) {
		ids := right[strings.IndexByte(right, '[')+1 : len(right)-2]
		fmt.Printf("{\"ask\":%d,\"actions\":[%s]}\n", q.Ask, change(ids))
	}
}

func first(ids, with string) string {
	_, rest, more := strings.Cut(ids, ",")
	if more {
		return with + "," + rest
	}
	return with
}

// scripts returns the faults by name. Children note their ids in the file.
func scripts(file string) map[string]script {
	exit := func(status int) func() {
		return func() {
			fmt.Fprintln(os.Stderr, "out of ideas")
			os.Exit(status)
		}
	}
	onAsk := func(do func()) func(*question, string) { return func(*question, string) { do() } }
	return map[string]script{
		"transcript":      {},
		"transcript2":     {hello: sayNoted(file, strings.Replace(rightHello, "1", "2", 1)+"\n")},
		"transcript3":     {hello: sayNoted(file, strings.Replace(rightHello, `1,`, `3,"features":"v1",`, 1)+"\n")},
		"none":            {},
		"hello exits 0":   {hello: func() { os.Exit(0) }},
		"hello exits 1":   {hello: exit(1)},
		"hello killed":    {hello: killSelf},
		"hello hangs":     {hello: hang},
		"hello garbage":   {hello: say("Traceback (most recent call last):\n")},
		"hello empty":     {hello: say("\n")},
		"hello protocol":  {hello: say(`{"hello":{"protocol":4,"name":"x"}}` + "\n")},
		"hello features":  {hello: say(`{"hello":{"protocol":1,"name":"x","features":"v9"}}` + "\n")},
		"hello text":      {hello: say(`{"hello":{"protocol":"1","name":"x"}}` + "\n")},
		"hello nameless":  {hello: say(`{"hello":{"protocol":1}}` + "\n")},
		"hello views":     {hello: say(`{"hello":{"protocol":1,"name":"x","views":-1}}` + "\n")},
		"hello no views":  {hello: say(`{"hello":{"protocol":1,"name":"x","views":0}}` + "\n")},
		"hello too many":  {hello: say(`{"hello":{"protocol":1,"name":"x","views":100000}}` + "\n")},
		"hello unknown":   {hello: say(`{"hello":{"protocol":1,"name":"x","colour":"red"}}` + "\n")},
		"hello missing":   {hello: say(`{"ask":1,"actions":[1]}` + "\n")},
		"hello twice":     {hello: say(rightHello + "\n" + rightHello + "\n")},
		"hello behind":    {hello: say(rightHello + "x\n")},
		"hello NUL":       {hello: say(rightHello + "\x00\n")},
		"hello torn":      {hello: func() { fmt.Print(rightHello); os.Exit(0) }},
		"hello array":     {hello: say("[1]\n")},
		"hello long":      {hello: say(strings.Repeat(" ", 1<<17) + rightHello + "\n")},
		"hangs":           {ask: onAsk(hang)},
		"hangs in a line": {ask: onAsk(func() { fmt.Print(`{"ask":3,`); hang() })},
		"exits 0":         {ask: onAsk(func() { os.Exit(0) })},
		"exits 3":         {ask: onAsk(exit(3))},
		"killed":          {ask: onAsk(killSelf)},
		"garbage":         {ask: answer("I would like to discard the five")},
		"empty line":      {ask: answer("")},
		"blanks":          {ask: answer("   ")},
		"array":           {ask: answer("[N]")},
		"null":            {ask: answer("null")},
		"number as text":  {ask: changed(func(ids string) string { return first(ids, `"138"`) })},
		"fraction":        {ask: changed(func(ids string) string { return first(ids, "1.5") })},
		"exponent":        {ask: changed(func(ids string) string { return first(ids, "1e1") })},
		"negative":        {ask: changed(func(ids string) string { return first(ids, "-1") })},
		"huge":            {ask: changed(func(ids string) string { return first(ids, strings.Repeat("9", 30)) })},
		"leading zero":    {ask: changed(func(ids string) string { return first(ids, "01") })},
		"null action":     {ask: changed(func(ids string) string { return first(ids, "null") })},
		"true action":     {ask: changed(func(ids string) string { return first(ids, "true") })},
		"unknown id":      {ask: changed(func(ids string) string { return first(ids, "999") })},
		"illegal id":      {ask: changed(func(ids string) string { return first(ids, "139") })},
		"too few":         {ask: changed(func(string) string { return "" })},
		"too many":        {ask: changed(func(ids string) string { return ids + "," + ids })},
		"nested":          {ask: changed(func(ids string) string { return "[" + ids + "]" })},
		"trailing comma":  {ask: changed(func(ids string) string { return ids + "," })},
		"no comma":        {ask: changed(func(ids string) string { return strings.ReplaceAll(ids+",1", ",", " ") })},
		"earlier answer":  {ask: answer(`{"ask":2,"actions":[141]}`)},
		"later answer":    {ask: answer(`{"ask":4,"actions":[141]}`)},
		"answers twice":   {ask: func(_ *question, right string) { fmt.Print(right + "\n" + right + "\n") }},
		"flood of lines": {ask: func(_ *question, right string) {
			for {
				fmt.Println(right)
			}
		}},
		"no actions":   {ask: answer(`{"ask":N}`)},
		"no ask":       {ask: answer(`{"actions":[141]}`)},
		"actions 0":    {ask: answer(`{"ask":N,"actions":0}`)},
		"ask twice":    {ask: answer(`{"ask":N,"ask":N,"actions":[141]}`)},
		"unknown key":  {ask: answer(`{"ask":N,"actions":[141],"thought":"hm"}`)},
		"single":       {ask: answer(`{'ask':N,'actions':[141]}`)},
		"torn":         {ask: onAsk(func() { fmt.Print(`{"ask":3,"actions":[`); os.Exit(0) })},
		"unclosed":     {ask: answer(`{"ask":N,"actions":[141`)},
		"key unclosed": {ask: answer(`{"ask`)},
		"behind":       {ask: func(_ *question, right string) { fmt.Println(right + "}") }},
		"two objects":  {ask: func(_ *question, right string) { fmt.Println(right + right) }},
		"NUL behind":   {ask: func(_ *question, right string) { fmt.Print(right + "\x00\n") }},
		"NUL":          {ask: answer("\x00\x00\x00")},
		"not UTF-8":    {ask: answer("\xff\xfe\"")},
		"mark":         {ask: func(_ *question, right string) { fmt.Println("\ufeff" + right) }},
		"terminal":     {ask: answer("\x1b[2J\x07gone")},
		"long line":    {ask: answer(strings.Repeat("x", 1<<20))},
		"long blanks":  {ask: func(_ *question, right string) { fmt.Println(strings.Repeat(" ", 1<<17) + right) }},
		"flood": {ask: onAsk(func() {
			for {
				fmt.Print("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
			}
		})},
		"closes output": {ask: onAsk(func() { os.Stdout.Close(); hang() })},
		"closes input": {ask: func(_ *question, right string) {
			os.Stdin.Close()
			fmt.Println(right)
			hang()
		}},
		"closes both": {ask: onAsk(func() { os.Stdin.Close(); os.Stdout.Close(); hang() })},
		"leaves a child": {ask: onAsk(func() {
			c := exec.Command(os.Args[0], "bot", "sleeper", file)
			c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := c.Start(); err != nil {
				panic(err)
			}
			notePID(file, c.Process.Pid)
			os.Exit(4)
		})},
		"sleeper": {later: hang},
		"never legal": {every: true, ask: changed(func(ids string) string {
			return "999" + strings.Repeat(",999", strings.Count(ids, ","))
		})},
		// These are no faults.
		"flood of errors": {ask: func(_ *question, right string) {
			for range 1 << 10 {
				fmt.Fprintln(os.Stderr, strings.Repeat("z", 1<<10))
			}
			fmt.Println(right)
		}},
		"line ends": {ask: func(_ *question, right string) { fmt.Print(right + "\r\n") }},
		"white space": {ask: func(_ *question, right string) {
			fmt.Println(strings.NewReplacer(",", " ,\t", ":", " : ", "[", "[ ").Replace(right))
		}},
		"other order": {ask: func(q *question, right string) {
			fmt.Printf("{%s,\"ask\":%d}\n", right[strings.Index(right, `"actions"`):len(right)-1], q.Ask)
		}},
		"does not end":     {later: hang},
		"talks at the end": {later: func() { fmt.Print(strings.Repeat("bye\n", 1<<16)) }},
		"fails at the end": {later: exit(7)},
	}
}
