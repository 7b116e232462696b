package match

import "math"

// A corridor is a Brownian motion with unit variance per unit time that starts
// at 0 and ends where it leaves (lower, upper), lower < 0 < upper. It is what
// the log-likelihood ratio of a sequential test looks like from afar.
type corridor struct{ lower, upper float64 }

// leavesAbove returns the probability that the motion with a drift leaves
// through the upper end by time t. With L the corridor's width and
// c = upper + 2kL for all whole k, the images of the end in both ends, the
// density of the time is (D. A. Darling and A. J. F. Siegert, Annals of
// Mathematical Statistics 24, 1953; D. R. Cox and H. D. Miller, The Theory of
// Stochastic Processes, 1965, section 5.7)
//
//	e^(drift·upper − drift²·u/2) · Σ c/√(2πu³) · e^(−c²/2u)
//
// Each term's integral is the distribution function of an inverse Gaussian.
func (c corridor) leavesAbove(drift, t float64) float64 {
	width := c.upper - c.lower
	sum := c.passes(c.upper, drift, t)
	for k := 1.0; ; k++ {
		plus := c.passes(c.upper+2*k*width, drift, t)
		minus := c.passes(2*k*width-c.upper, drift, t) // of the negative image
		sum += plus - minus
		if minus < 1e-16 {
			return min(max(sum, 0), 1)
		}
	}
}

// passes returns e^(drift·upper) times the integral over u < t of
// d/√(2πu³) · e^(−d²/2u − drift²·u/2), for d > 0.
func (c corridor) passes(d, drift, t float64) float64 {
	m, s := math.Abs(drift), math.Sqrt(t)
	return math.Exp(drift*c.upper-m*d+logNormal((m*t-d)/s)) +
		math.Exp(drift*c.upper+m*d+logNormal(-(m*t+d)/s))
}

// leavesBelow returns the probability that the motion leaves through the lower
// end by time t.
func (c corridor) leavesBelow(drift, t float64) float64 {
	return corridor{-c.upper, -c.lower}.leavesAbove(-drift, t)
}

// staysAbove returns the probability that the motion is still in the corridor at
// time t, and at z or above: by the method of images the density there is
//
//	e^(drift·x − drift²·t/2) · Σ ( φ(x − 2kL) − φ(x − 2·upper − 2kL) )
//
// where φ is the normal density of variance t.
func (c corridor) staysAbove(z, drift, t float64) float64 {
	width := c.upper - c.lower
	// Images farther off than this weigh nothing at any x in the corridor.
	reach := math.Ceil(9*math.Sqrt(t)/(2*width)) + 1
	sum := 0.0
	for k := -reach; k <= reach; k++ {
		sum += c.image(2*k*width, z, drift, t) - c.image(2*c.upper+2*k*width, z, drift, t)
	}
	return min(max(sum, 0), 1)
}

// image integrates e^(drift·x − drift²·t/2) times the normal density around d
// from z to the upper end. The tail that does not cancel is taken.
func (c corridor) image(d, z, drift, t float64) float64 {
	from, to := (z-d-drift*t)/math.Sqrt(t), (c.upper-d-drift*t)/math.Sqrt(t)
	if from+to > 0 {
		from, to = -to, -from
	}
	return math.Exp(drift*d+logNormal(to)) - math.Exp(drift*d+logNormal(from))
}

// logNormal returns the logarithm of the normal distribution function.
func logNormal(x float64) float64 {
	if x < -35 { // Abramowitz and Stegun 26.2.12, two terms
		return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi)) - 1/(x*x)
	}
	return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
}
