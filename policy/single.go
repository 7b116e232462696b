package policy

import "xuezhan/engine"

// minFan declines wins of fewer fan. Fan above the cap count for nothing, so
// more than the cap is never asked for.
func minFan(fan int) Choice {
	return func(v engine.View, _ []engine.Action) engine.Action {
		if r, ok := v.WinResult(); ok && r.Fan < min(fan, v.Rules().FanCap) {
			return engine.Pass
		}
		return engine.Win
	}
}
