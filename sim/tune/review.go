package tune

import (
	"xuezhan/policy"
	"xuezhan/sim/store"
)

// A Review is what a run's directory says, for reading. It changes nothing there,
// and the run may still be in progress.
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
	h, m, err := readStored(dir, store.ReadManifest)
	if err != nil {
		return nil, err
	}
	c, err := h.Config(parse)
	if err != nil {
		return nil, err
	}
	t, err := newTuner(c, h, dir)
	if err == nil {
		err = t.recall(m.Parts)
	}
	if err != nil {
		return nil, err
	}
	return t.review(), nil
}

// review returns the tuner's state for reading.
func (t *Tuner) review() *Review {
	return &Review{
		Header: t.header, Rules: t.config.Rules.Name, Generations: t.generations, Hands: t.hands, Faults: t.faults,
		Parameters: t.reviewed(), History: t.history[:t.generations], Gate: t.gate, Holdout: t.holdout,
	}
}

// reviewed returns the current parameters.
func (t *Tuner) reviewed() []ReviewedParameter {
	start, _ := t.config.start(t.axes)
	var tuned map[string]int
	if t.generations == t.plan.Generations {
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
