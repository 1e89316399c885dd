package judge

import "fmt"

// Judge is a rule set compiled over a Terms. Immutable: one Judge serves all workers at the same time.
type Judge struct {
	rules   Rules
	ref     string
	terms   *Terms
	uses    []use    // the factors that each term counts for, term after term
	usesAt  []uint32 // uses of term i are uses[usesAt[i]:usesAt[i+1]]
	factors []weigher
	guides  int // factors that are on: N of paper B
	by      By
}

// use is one term of one factor.
type use struct {
	factor uint32
	where  Place
}

// weigher is a factor as the sum needs it.
type weigher struct {
	weight  float64 // 0 when the factor is off
	atLeast uint32
	min     float64
	feature func(*Features) float64 // nil for a factor of terms
	on      bool
}

// Compile prepares a rule set for evidence that was counted by t. All of its terms must be in t.
func Compile(r Rules, t *Terms) (*Judge, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	j := &Judge{rules: r, ref: r.Ref(), terms: t, by: BySum}
	if r.Method == Density {
		j.by = ByDensity
	}
	uses := make([][]use, len(t.terms))
	for i, f := range r.Factors {
		w, err := weigh(f)
		if err != nil {
			return nil, fmt.Errorf("factor %d: %w", i+1, err)
		}
		if w.on {
			j.guides++
		}
		j.factors = append(j.factors, w)
		where, err := parsePlaces(f.Where)
		if err != nil {
			return nil, fmt.Errorf("factor %d: %w", i+1, err)
		}
		for _, k := range f.terms() {
			id, ok := t.index[k]
			if !ok {
				return nil, fmt.Errorf("rules %s, factor %d: %q is not among the terms", r.Name, i+1, k.text)
			}
			uses[id] = append(uses[id], use{uint32(i), where})
		}
	}
	for _, list := range uses {
		j.usesAt = append(j.usesAt, uint32(len(j.uses)))
		j.uses = append(j.uses, list...)
	}
	j.usesAt = append(j.usesAt, uint32(len(j.uses)))
	return j, nil
}

// terms lists the factor's words and patterns, each once.
func (f Factor) terms() []termKey {
	seen := make(map[termKey]bool)
	var keys []termKey
	add := func(k termKey) {
		if !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	for _, w := range f.Words {
		add(wordKey(w))
	}
	for _, p := range f.Patterns {
		add(termKey{true, p})
	}
	return keys
}

func weigh(f Factor) (weigher, error) {
	w := weigher{on: !f.Off, atLeast: uint32(max(1, f.AtLeast)), min: f.Min}
	if w.on {
		w.weight = f.Weight
	}
	if f.Feature != "" {
		ft, ok := featureNamed(f.Feature)
		if !ok {
			return weigher{}, fmt.Errorf("unknown feature %q", f.Feature)
		}
		w.feature = ft.get
	}
	return w, nil
}

// Rules is the rule set it was compiled from.
func (j *Judge) Rules() Rules {
	return j.rules
}

// Terms is what evidence for this judge is counted with.
func (j *Judge) Terms() *Terms {
	return j.terms
}

// Fits reports whether the evidence was counted with this judge's terms. A verdict on other evidence means nothing.
func (j *Judge) Fits(e *Evidence) bool {
	return e != nil && e.Set == j.terms.id
}

// Verdict weighs evidence. It is a pure function, without reasons (Explain gives them).
// Evidence that does not fit is unsure with score 0.
func (j *Judge) Verdict(e *Evidence) Verdict {
	v := Verdict{Label: LabelUnsure, By: j.by, Threshold: j.rules.Threshold, Rules: j.ref}
	if !j.Fits(e) {
		return v
	}
	var few [256]uint32
	times := few[:0]
	if len(j.factors) > len(few) {
		times = make([]uint32, 0, len(j.factors))
	}
	times = j.times(e, times[:len(j.factors)])
	v.Score = j.score(e, times)
	v.Label = j.label(v.Score)
	v.Route = v.Label == LabelRoute
	return v
}

// times counts the occurrences of each factor's terms in its places, into dst, which holds zeros.
func (j *Judge) times(e *Evidence, dst []uint32) []uint32 {
	for i := range e.Counts {
		c := &e.Counts[i]
		if int(c.Term)+1 >= len(j.usesAt) {
			break
		}
		for _, u := range j.uses[j.usesAt[c.Term]:j.usesAt[c.Term+1]] {
			if u.where&c.Place != 0 {
				dst[u.factor] += c.N
			}
		}
	}
	return dst
}

// score is paper A's W = Σ w(factor i), or paper B's k = (1/len)·(1/N)·Σ count_i·b_i.
func (j *Judge) score(e *Evidence, times []uint32) float64 {
	sum := 0.0
	for i := range j.factors {
		sum += j.factors[i].adds(j.by, e, times[i])
	}
	if j.by == BySum {
		return sum
	}
	return sum * j.scale(e)
}

// scale is (1/len)·(1/N) of paper B; len is the runes of visible text. A page without text scores 0.
func (j *Judge) scale(e *Evidence) float64 {
	if j.by == BySum {
		return 1
	}
	if e.Features.TextLen <= 0 || j.guides == 0 {
		return 0
	}
	return 1 / float64(e.Features.TextLen) / float64(j.guides)
}

// adds is what the factor adds to the sum, before paper B's scale.
func (w *weigher) adds(by By, e *Evidence, times uint32) float64 {
	if !w.on || !w.hit(e, times) {
		return 0
	}
	if by == ByDensity {
		return w.weight * float64(times)
	}
	return w.weight
}

func (w *weigher) hit(e *Evidence, times uint32) bool {
	if w.feature != nil {
		return w.feature(&e.Features) >= w.min
	}
	return times >= w.atLeast
}

func (j *Judge) label(score float64) Label { return j.rules.Label(score) }

// Hits reports into dst, in the order of the factors, which ones hit, whether they are on or off.
// Learning reads it. dst is reused when it is large enough.
func (j *Judge) Hits(e *Evidence, dst []bool) []bool {
	dst = zeroed(dst, len(j.factors))
	if !j.Fits(e) {
		return dst
	}
	times := j.times(e, make([]uint32, len(j.factors)))
	for i := range j.factors {
		dst[i] = j.factors[i].hit(e, times[i])
	}
	return dst
}

// Times reports into dst how often the terms of each factor stand in its places; 0 for features.
func (j *Judge) Times(e *Evidence, dst []uint32) []uint32 {
	dst = zeroed(dst, len(j.factors))
	if !j.Fits(e) {
		return dst
	}
	return j.times(e, dst)
}

// ByTemplate is the verdict of a site template that matched: templates decide before the page is read.
func (j *Judge) ByTemplate(t Template) Verdict {
	v := Verdict{Label: LabelOther, By: ByTemplate, Template: t.Name, Class: t.Class,
		Threshold: j.rules.Threshold, Rules: j.ref}
	if t.Class == ClassRoute || t.Class == ClassAgency {
		v.Label, v.Route = LabelRoute, true
	}
	return v
}
