package command

import (
	"errors"
	"path/filepath"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
	"xuezhan/sim/tune"
)

// A program is one that starts or resumes a directory: its version, the bot it plays,
// the rules, and a setting.
type program struct {
	version string
	bot     policy.Spec
	rules   rules.Rules
	seed    uint64
}

// botOfDefault returns the bot mine, of a catalog in which its parameter has a default.
func botOfDefault(t *testing.T, n int) policy.Spec {
	t.Helper()
	c := policy.NewCatalog()
	fast, err := c.Parse("fast")
	if err != nil {
		t.Fatal(err)
	}
	mine := policy.Description{Name: "mine", Params: []policy.Param{{Name: "eagerness", Max: 9, Default: n}}}
	c.Add(policy.Entry{Description: mine, New: func(policy.Values) policy.Parts { return fast.Parts() }})
	s, err := c.Parse("mine")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// config returns a run of two parts.
func (p *program) config() *sim.Config {
	c := &sim.Config{Rules: p.rules, Seed: p.seed, Hands: 2000}
	for s := range c.Seats {
		c.Seats[s] = p.bot
	}
	return c
}

// A resumableKind is a kind of directory that is resumed.
type resumableKind struct {
	start, resume func(t *testing.T, dir string, p *program) error
	prefix        string // of the run's fields
}

// closed ends a writer that was opened.
func closed[W interface{ Close() error }](w W, err error) error {
	if err == nil {
		err = w.Close()
	}
	return err
}

func resumableKinds() map[string]resumableKind {
	ofDecisions := func(t *testing.T, p *program) (*sim.Config, decisions.Inputs) {
		c := p.config()
		in, err := decisions.NewInputs(c, p.version, "v1", []int{0})
		if err != nil {
			t.Fatal(err)
		}
		return c, in
	}
	studied := func(p *program) *study.Config {
		return &study.Config{Config: *p.config(), Question: study.Call(), Studied: study.AllSeats, Level: 0.95}
	}
	tuning := func(t *testing.T, dir string, p *program) error {
		c := &tune.Config{Rules: p.rules, Seed: p.seed, Bot: p.bot, Budget: 10_000, Generations: 5}
		h, err := c.Header(p.version, "signature")
		if err == nil {
			_, err = tune.Open(dir, c, h)
		}
		return err
	}
	matchOf := func(p *program) *match.Config {
		c := &match.Config{Rules: p.rules, Seed: p.seed, Stopping: match.Stopping{Blocks: 200}}
		for range 2 {
			c.Bots = append(c.Bots, match.BotOf(p.bot, p.bot.Digest()))
		}
		return c
	}
	ladderOf := func(p *program) *match.LadderConfig {
		return &match.LadderConfig{Rules: p.rules, Seed: p.seed, Rounds: 200, Bots: matchOf(p).Bots}
	}
	planOf := func(p *program) *learn.Plan {
		c := learn.Config{Rules: p.rules, Seed: p.seed, Behaviour: p.bot, Playout: p.bot, Every: 1, Candidates: 2}
		return &learn.Plan{Config: c, Training: learn.Training{Seed: p.seed, Decay: 1}, Rounds: 1, Hands: 100, Holdout: 100}
	}
	return map[string]resumableKind{
		"match": {
			start: func(t *testing.T, dir string, p *program) error {
				return closed(match.Create(dir, matchOf(p), p.version))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				return closed(match.Resume(t.Context(), dir, matchOf(p), p.version))
			},
		},
		"ladder": {
			start: func(t *testing.T, dir string, p *program) error {
				return closed(match.CreateLadder(dir, ladderOf(p), p.version))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				return closed(match.ResumeLadder(t.Context(), dir, ladderOf(p), p.version))
			},
		},
		"trials": {
			start: func(t *testing.T, dir string, p *program) error {
				return closed(learn.Create(dir, planOf(p), p.version))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				return closed(learn.Resume(t.Context(), dir, planOf(p), p.version))
			},
		},
		"run": {
			start: func(t *testing.T, dir string, p *program) error {
				return closed(dataset.Create(dir, p.config(), p.version))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				return closed(dataset.Resume(t.Context(), dir, p.config(), p.version))
			},
		},
		"decisions": {
			start: func(t *testing.T, dir string, p *program) error {
				c, in := ofDecisions(t, p)
				return closed(decisions.Create(dir, c, in))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				c, in := ofDecisions(t, p)
				return closed(decisions.Resume(t.Context(), dir, c, in))
			},
			prefix: "run.",
		},
		"study": {
			start: func(t *testing.T, dir string, p *program) error {
				return closed(study.Create(dir, studied(p), p.version))
			},
			resume: func(t *testing.T, dir string, p *program) error {
				return closed(study.Resume(t.Context(), dir, studied(p), p.version))
			},
			prefix: "run.",
		},
		"tuning": {start: tuning, resume: tuning},
	}
}

// TestResumeRefusesOtherPrograms: a directory of any kind that was started by another
// version of the program, with a bot of other content, with other rules or another
// setting is not resumed, the field is named, and nothing is changed.
func TestResumeRefusesOtherPrograms(t *testing.T) {
	preset, err := rules.Lookup(defaultRules)
	if err != nil {
		t.Fatal(err)
	}
	same := program{"v1", botOfDefault(t, 1), preset, 7}
	for name, k := range resumableKinds() {
		bot := "bots[0].digest"
		if name == "tuning" {
			bot = "bot.digest"
		}
		for _, tt := range []struct {
			field  string
			change func(p *program)
		}{
			{"version", func(p *program) { p.version = "v2" }},
			{bot, func(p *program) { p.bot = botOfDefault(t, 2) }},
			{"rules.fan_cap", func(p *program) { p.rules.FanCap++ }},
			{"seed", func(p *program) { p.seed++ }},
		} {
			t.Run(name+"/"+tt.field, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "dir")
				started, now := same, same
				if err := k.start(t, dir, &started); err != nil {
					t.Fatal(err)
				}
				before := files(t, dir)
				tt.change(&now)
				err := k.resume(t, dir, &now)
				m := (*store.Mismatch)(nil)
				if !errors.As(err, &m) || m.Field != k.prefix+tt.field && tt.field != "rules.fan_cap" {
					t.Errorf("got %v, want one of %s%s", err, k.prefix, tt.field)
				} else if tt.field == "rules.fan_cap" && m.Field != k.prefix+"rules.fan_cap" && m.Field != "rules_hash" {
					t.Errorf("got %v, want one of the rules", err)
				}
				wantSameFiles(t, dir, before)
				if err := k.resume(t, dir, &same); err != nil {
					t.Errorf("the program that started it: %v", err)
				}
			})
		}
	}
}
