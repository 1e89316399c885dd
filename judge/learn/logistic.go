package learn

import (
	"fmt"
	"math"

	"xunlu/judge"
)

// Options of Logistic; the zero value is sensible.
type Options struct {
	Lambda   float64 // strength of the L2 penalty; 0 means 1
	KeepSign bool    // a factor keeps the sign of the weight it came with; one with weight 0 is free
	BySite   bool    // every site weighs the same, however many of its pages are labelled
	Prior    float64 // the penalty pulls a weight not to 0 but to Prior times the weight it came with (in log odds)
	Recall   float64 // weight of the route pages against the others when both are balanced; 0 means 1
}

// LogisticFormula names the procedure in the rule set.
const LogisticFormula = "L2-regularised logistic regression on factor hits, classes balanced; " +
	"weights scaled so that probability 0.5 lies at the threshold"

const (
	maxNewton    = 50
	maxSweeps    = 200
	tolerance    = 1e-6
	maxIntercept = -0.2 // the intercept becomes the threshold, so it stays below zero
)

// Logistic fits weights by L2-regularised, class-balanced logistic regression, by Newton steps whose quadratic is
// solved by coordinate descent inside the bounds. Threshold and unsure band stay as they are.
func Logistic(rules judge.Rules, terms *judge.Terms, samples []Sample, o Options) (judge.Rules, error) {
	if rules.Method == judge.Density {
		return judge.Rules{}, fmt.Errorf("learn %s: logistic regression fits method sum only", rules.Name)
	}
	t, err := tabulate(rules, terms, samples)
	if err != nil {
		return judge.Rules{}, err
	}
	out := copyOf(rules)
	t.record(out.Factors)
	p := newProblem(out.Factors, t, o)
	beta := p.solve()
	if out.Threshold <= 0 {
		out.Threshold = 1
	}
	scale := out.Threshold / -beta[0]
	for i := range out.Factors {
		out.Factors[i].Weight = round(beta[i+1]*scale, 4)
	}
	out.Formula = LogisticFormula
	return out, nil
}

// problem is one regression; column 0 is the intercept.
type problem struct {
	rows   [][]int // a sample: its columns that are 1, the intercept first
	y      []float64
	weight []float64
	lambda []float64
	centre []float64 // where the penalty is 0
	lo, hi []float64
}

func newProblem(factors []judge.Factor, t *table, o Options) *problem {
	d := len(factors) + 1
	p := &problem{lambda: make([]float64, d), centre: make([]float64, d), lo: make([]float64, d), hi: make([]float64, d)}
	lambda := o.Lambda
	if lambda <= 0 {
		lambda = 1
	}
	for k := range d {
		p.lambda[k], p.lo[k], p.hi[k] = lambda, math.Inf(-1), math.Inf(1)
	}
	p.lambda[0], p.hi[0] = 0, maxIntercept
	for i, f := range factors {
		p.centre[i+1] = o.Prior * f.Weight
		switch {
		case f.Off:
			p.lo[i+1], p.hi[i+1], p.centre[i+1] = 0, 0, 0
		case o.KeepSign && f.Weight > 0:
			p.lo[i+1] = 0
		case o.KeepSign && f.Weight < 0:
			p.hi[i+1] = 0
		}
	}
	p.weight = t.weights(o)
	for s, hits := range t.hits {
		row := []int{0}
		for i, hit := range hits {
			if hit {
				row = append(row, i+1)
			}
		}
		p.rows = append(p.rows, row)
		y := 0.0
		if t.route[s] {
			y = 1
		}
		p.y = append(p.y, y)
	}
	return p
}

// weights balances the classes, and inside a class the sites if asked to. They sum to the number of samples.
func (t *table) weights(o Options) []float64 {
	type cell struct {
		route bool
		site  string
	}
	class, site, largest := make(map[bool]float64), make(map[cell]float64), make(map[cell]float64)
	for s, route := range t.route {
		c := cell{route, t.site[s]}
		class[route] += t.weight[s]
		site[c] += t.weight[s]
		largest[c] = math.Max(largest[c], t.weight[s])
	}
	if o.BySite {
		clear(class)
		for c, w := range largest {
			class[c.route] += w
		}
	}
	share := map[bool]float64{true: 0.5, false: 0.5}
	if o.Recall > 0 {
		share[true], share[false] = o.Recall/(1+o.Recall), 1/(1+o.Recall)
	}
	out := make([]float64, len(t.route))
	for s, route := range t.route {
		w := t.weight[s]
		if c := (cell{route, t.site[s]}); o.BySite {
			w *= largest[c] / site[c]
		}
		out[s] = float64(len(out)) * share[route] * w / class[route]
	}
	return out
}

// solve runs damped Newton steps until the loss stands still.
func (p *problem) solve() []float64 {
	d := len(p.lambda)
	beta := make([]float64, d)
	beta[0] = math.Min(-1, p.hi[0])
	loss := p.loss(beta)
	for range maxNewton {
		grad, hess := p.derive(beta)
		step := p.descend(beta, grad, hess)
		size, next, nextLoss := 1.0, beta, loss
		for range 30 {
			next = make([]float64, d)
			for k := range d {
				next[k] = beta[k] + size*step[k]
			}
			if nextLoss = p.loss(next); nextLoss <= loss {
				break
			}
			size /= 2
		}
		if loss-nextLoss < tolerance*(1+math.Abs(loss)) {
			if nextLoss <= loss {
				return next
			}
			return beta
		}
		beta, loss = next, nextLoss
	}
	return beta
}

// descend minimises the quadratic at beta by coordinate descent and returns the step to the minimum.
func (p *problem) descend(beta, grad []float64, hess [][]float64) []float64 {
	d := len(beta)
	step := make([]float64, d)
	slope := append([]float64(nil), grad...)
	for range maxSweeps {
		moved := 0.0
		for k := range d {
			to := math.Min(p.hi[k], math.Max(p.lo[k], beta[k]+step[k]-slope[k]/hess[k][k]))
			by := to - beta[k] - step[k]
			if by == 0 {
				continue
			}
			step[k] += by
			for m := range d {
				slope[m] += by * hess[k][m]
			}
			moved = math.Max(moved, math.Abs(by))
		}
		if moved < tolerance {
			break
		}
	}
	return step
}

func (p *problem) loss(beta []float64) float64 {
	sum := 0.0
	for s, row := range p.rows {
		z := dot(beta, row)
		// ln(1+e^z) − y·z without overflow
		sum += p.weight[s] * (math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - p.y[s]*z)
	}
	for k, b := range beta {
		sum += p.lambda[k] / 2 * (b - p.centre[k]) * (b - p.centre[k])
	}
	return sum
}

// derive gives gradient and Hessian of the loss at beta.
func (p *problem) derive(beta []float64) ([]float64, [][]float64) {
	d := len(beta)
	grad, hess := make([]float64, d), make([][]float64, d)
	for k := range d {
		hess[k] = make([]float64, d)
		hess[k][k] = p.lambda[k] + 1e-9
		grad[k] = p.lambda[k] * (beta[k] - p.centre[k])
	}
	for s, row := range p.rows {
		prob := 1 / (1 + math.Exp(-dot(beta, row)))
		g := p.weight[s] * (prob - p.y[s])
		h := p.weight[s] * prob * (1 - prob)
		for _, a := range row {
			grad[a] += g
			line := hess[a]
			for _, b := range row {
				line[b] += h
			}
		}
	}
	return grad, hess
}

func dot(beta []float64, row []int) float64 {
	z := 0.0
	for _, k := range row {
		z += beta[k]
	}
	return z
}
