package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os/exec"
	"slices"
	"time"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/features"
	"xuezhan/policy"
)

const (
	// DefaultLimit is how long a bot may take to decide on one view, unless it is
	// given more or less.
	DefaultLimit = 10 * time.Second
	// helloFactor is how many times the limit a bot may take for its hello.
	helloFactor = 3
	// grace is how long it may take to end once its input is closed.
	grace = time.Second
	// maxFailures is how often in a row, without an answer in between, it is
	// started again.
	maxFailures = 3
)

// Open returns an opener of bots that may take the limit for each view of a question.
func Open(limit time.Duration) policy.Opener {
	return func(command []string, r *rules.Rules) policy.Batch {
		return &bot{command: command, limit: limit, greeting: greetingOf(r)}
	}
}

// greetingOf returns the first line that bots get.
func greetingOf(r *rules.Rules) []byte {
	text, err := json.Marshal(*r)
	if err != nil {
		panic("external: rules that are not JSON")
	}
	return fmt.Appendf(nil, `{"hello":{"protocol":%d,"protocols":[%d,%d,%d],"program":"xuezhan","views":%d,"features":%s,"rules":%s}}`+"\n",
		Protocol1, Protocol1, Protocol2, Protocol3, MaxViews, hashes(), text)
}

// hashes returns the JSON of the features that a bot may ask for, with the hash of each
// schema.
func hashes() []byte {
	of := map[string]string{}
	for _, name := range features.Names() {
		if s, err := features.LookupSchema(name); err == nil {
			of[name] = s.Hash()
		}
	}
	text, err := json.Marshal(of)
	if err != nil {
		panic("external: hashes that are not JSON")
	}
	return text
}

// A bot is the policy.Batch of a command. Its process is started when it is first
// needed, and again after it has failed.
type bot struct {
	command  []string
	limit    time.Duration
	greeting []byte

	process  *process // nil if none runs
	hello    hello
	writer   questionWriter // for what the process speaks
	asked    uint64         // questions put to the process
	failures int            // since the last answer
	over     []policy.Over
	question []byte
	ids      []int
}

// Greet starts the process if none runs.
func (b *bot) Greet() (string, error) {
	if err := b.run(); err != nil {
		return "", err
	}
	return b.hello.Name + " " + b.hello.Version, nil
}

// run makes sure that a process runs and has said hello.
func (b *bot) run() error {
	if b.process != nil {
		return nil
	}
	p, err := start(b.command)
	if err != nil {
		return b.fail(notStarted(b.command[0], err))
	}
	b.process, b.asked, b.over = p, 0, b.over[:0]
	text, err := p.ask(b.greeting, helloFactor*b.limit, "said hello")
	if err != nil {
		return b.fail(err)
	}
	if b.hello, err = parseHello(text); err != nil {
		return b.fail(p.withErrors(fmt.Errorf("said %s: %w", quoted(text), err)))
	}
	b.writer = newQuestionWriter(&b.hello)
	return nil
}

// notStarted says in words of the command line why a process does not start.
func notStarted(program string, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("cannot be started: there is no program %q in the directories of $PATH; name one by its path, as ./%s", program, program)
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return fmt.Errorf("cannot be started: %s: %w", at.Path, at.Err)
	}
	return fmt.Errorf("cannot be started: %w", err)
}

// fail ends the process after an error, which it returns.
func (b *bot) fail(err error) error {
	b.failures++
	if b.process != nil {
		b.process.stop(0)
		b.process = nil
	}
	return err
}

// Decide puts the requests, as many on a line as the bot takes.
func (b *bot) Decide(requests []policy.Request, answers []policy.Answer) error {
	for first := 0; first < len(requests); {
		err := b.run()
		n := min(max(b.hello.Views, 1), len(requests)-first)
		if err == nil {
			err = b.ask(requests[first:first+n], answers[first:first+n])
		}
		if err != nil {
			return &policy.Fault{First: first, Count: n, What: err.Error(), Final: b.failures > maxFailures}
		}
		first += n
	}
	return nil
}

// ask puts a line and reads its answer.
func (b *bot) ask(requests []policy.Request, answers []policy.Answer) error {
	b.asked++
	b.question = b.writer.appendAsk(b.question[:0], b.asked, b.over, requests)
	b.over = b.over[:0]
	text, err := b.process.ask(b.question, b.limitOf(len(requests)), "answered "+counted(len(requests)))
	if err != nil {
		return b.fail(err)
	}
	b.ids, err = parseAnswer(text, b.asked, b.ids[:0])
	if err == nil && len(b.ids) != len(requests) {
		err = fmt.Errorf("actions for %d views, not %d", len(b.ids), len(requests))
	}
	if err != nil {
		return b.fail(b.process.withErrors(fmt.Errorf("answered %s: %w", quoted(text), err)))
	}
	b.failures = 0
	for i, id := range b.ids {
		answers[i] = answerOf(id, requests[i].Legal)
	}
	return nil
}

// limitOf returns how long the bot may take for a question of some views.
func (b *bot) limitOf(views int) time.Duration {
	if b.limit > math.MaxInt64/time.Duration(views) {
		return math.MaxInt64
	}
	return time.Duration(views) * b.limit
}

// counted returns a number of views in words.
func counted(views int) string {
	if views == 1 {
		return "a view"
	}
	return fmt.Sprintf("%d views", views)
}

// answerOf returns the answer that an id is.
func answerOf(id int, legal []engine.Action) policy.Answer {
	if id < engine.NumActions && slices.Contains(legal, engine.Action(id)) {
		return policy.Answer{Action: engine.Action(id)}
	}
	if id >= engine.NumActions {
		return policy.Answer{What: fmt.Sprintf("answered %d, which is no action; legal are %d", id, legal)}
	}
	return policy.Answer{What: fmt.Sprintf("answered %d (%s), which is not legal; legal are %d", id, engine.Action(id), legal)}
}

// End tells the process of it with the next question.
func (b *bot) End(over policy.Over) {
	if b.process != nil {
		b.over = append(b.over, over)
	}
}

// Close tells the process, if it speaks of points, of the hands that it does not know to
// be over, and lets it end by itself if it does so soon. What it answers does not matter.
func (b *bot) Close() error {
	if b.process != nil && b.hello.Protocol >= Protocol3 && len(b.over) > 0 {
		b.question = b.writer.appendAsk(b.question[:0], b.asked+1, b.over, nil)
		_, _ = b.process.ask(b.question, grace, "answered")
	}
	if b.process != nil {
		b.process.stop(grace)
		b.process = nil
	}
	return nil
}
