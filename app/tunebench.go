package app

import (
	"fmt"
	"time"

	"xunlu/judge"
)

// TuneTimes is how long re-judging stored pages takes: scores, histogram, flips, confusion table and all.
type TuneTimes struct {
	Pages  int
	Hits   int           // factors that hit, over all pages
	Weight time.Duration // after one weight changed: the frequent one
	All    time.Duration // after every weight changed
	Flips  int           // of the last
}

// MeasureTuning times the tuner on the pages given, repeated until there are n. For benches; it needs no data folder.
func MeasureTuning(r judge.Rules, sample []judge.Evidence, n int) (TuneTimes, error) {
	terms, err := judge.NewTerms(r)
	if err != nil {
		return TuneTimes{}, err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return TuneTimes{}, err
	}
	if len(sample) == 0 {
		return TuneTimes{}, fmt.Errorf("measure tuning by %s: no pages", r.Ref())
	}
	t := &tuner{matrix: judge.NewMatrix(j)}
	for i := range n {
		e := &sample[i%len(sample)]
		v := j.Verdict(e)
		t.matrix.Add(e)
		t.rows = append(t.rows, tunedPage{uint64(i), v.Label, v.Score, false, int8(i % 3)})
	}
	t.count(len(r.Factors))
	out := TuneTimes{Pages: n}
	for f := range r.Factors {
		t.matrix.Hits(f, func(int) { out.Hits++ })
	}
	t.weigh(r)
	const rounds = 20
	start := time.Now()
	for i := range rounds {
		r.Factors = append([]judge.Factor(nil), r.Factors...)
		r.Factors[i%len(r.Factors)].Weight += 0.1
		t.weigh(r)
	}
	out.Weight = time.Since(start) / rounds
	r.Factors = append([]judge.Factor(nil), r.Factors...)
	for i := range r.Factors {
		r.Factors[i].Weight *= 1.1
	}
	start = time.Now()
	out.Flips = len(t.weigh(r).Flips)
	out.All = time.Since(start)
	return out, nil
}
