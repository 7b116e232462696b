package tune

import "xuezhan/policy"

// A Review is what a run's directory tells, for reading: it changes nothing there
// and may be of a run that is under way.
type Review struct {
	Header      Header              `json:"header"`
	Rules       string              `json:"rules"`       // name of the rules
	Generations int                 `json:"generations"` // that are done
	Hands       int64               `json:"hands"`       // of training
	Faults      int64               `json:"faults"`
	Parameters  []ReviewedParameter `json:"parameters"` // that are tuned
	History     []Generation        `json:"history"`
	Gate        *GateResult         `json:"gate"` // null until it is over; so is the next
	Holdout     *HoldoutResult      `json:"holdout"`
}

// A ReviewedParameter is a parameter before and after.
type ReviewedParameter struct {
	Name  string  `json:"name"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
	Log   bool    `json:"log_scale"`
	Start int     `json:"start"`
	Mean  float64 `json:"mean"`  // after the last generation, before rounding
	Tuned *int    `json:"tuned"` // null until training is over
}

// ReadReview reads the run in a directory; parse reads the specs of its bots.
func ReadReview(dir string, parse func(spec string) (policy.Spec, error)) (*Review, error) {
	s, err := readState(dir)
	if err != nil {
		return nil, err
	}
	c, err := s.Header.Config(parse)
	if err != nil {
		return nil, err
	}
	t, err := newTuner(c, s.Header, dir)
	if err == nil {
		err = t.restore(s)
	}
	if err != nil {
		return nil, err
	}
	return t.review(), nil
}

// review returns what the tuner's state tells.
func (t *Tuner) review() *Review {
	s := &t.state
	return &Review{
		Header: s.Header, Rules: t.config.Rules.Name, Generations: s.Generation, Hands: s.Hands, Faults: s.Faults,
		Parameters: t.reviewed(), History: t.history, Gate: s.Gate, Holdout: s.Holdout,
	}
}

// reviewed returns the parameters as they stand.
func (t *Tuner) reviewed() []ReviewedParameter {
	start, _ := t.config.start(t.axes)
	var tuned map[string]int
	if t.state.Generation == t.plan.Generations {
		tuned = t.Vector()
	}
	var list []ReviewedParameter
	for i, a := range t.axes {
		p := ReviewedParameter{
			Name: a.name, Min: a.min, Max: a.max, Log: a.log, Start: start[i], Mean: a.value(t.method.mean()[i]),
		}
		if v, ok := tuned[a.name]; ok {
			p.Tuned = &v
		}
		list = append(list, p)
	}
	return list
}
