package judge

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// snippetRunes is the length of a snippet, the hit included.
const snippetRunes = 60

// Explain gives the verdict that Verdict gives on the page's evidence, with a Reason for each factor that hit,
// the weightiest first.
func (j *Judge) Explain(p *Page, profile *Profile) Verdict {
	f := finders.Get().(*finder)
	defer finders.Put(f)
	f.reset(j.terms, p, true)
	f.scan(profile, nil)
	e := f.evidence()
	v := j.Verdict(e)
	v.Reasons = j.reasons(f, e)
	f.p = nil
	if profile != nil {
		v.Profile, v.LeftOut = profile.Version, leftOut(j.terms, p, profile)
	}
	return v
}

// leftOut lists the blocks that the profile keeps from being evidence, each once, in the order of the page.
func leftOut(t *Terms, p *Page, profile *Profile) []LeftOut {
	var out []LeftOut
	listed := make(map[uint64]bool)
	eachBlock(p, func(start, end int) {
		block := p.Text[start:end]
		h := BlockHash(block)
		if on := profile.On(h); on > 0 && !listed[h] && t.in(block) {
			listed[h] = true
			out = append(out, LeftOut{string(bytes.ToValidUTF8([]byte(cutRunes(bytes.TrimSpace(block), snippetRunes)), []byte("\ufffd"))), on, profile.Pages})
		}
	})
	return out
}

func (j *Judge) reasons(f *finder, e *Evidence) []Reason {
	times := j.times(e, make([]uint32, len(j.factors)))
	scale := j.scale(e)
	reasons := []Reason{}
	for i := range j.factors {
		w := &j.factors[i]
		if !w.on || !w.hit(e, times[i]) {
			continue
		}
		r := j.reason(f, i, e)
		r.Weight = w.adds(j.by, e, times[i]) * scale
		reasons = append(reasons, r)
	}
	slices.SortStableFunc(reasons, func(a, b Reason) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	return reasons
}

// reason says where the factor's first hit stands and how many there are.
func (j *Judge) reason(f *finder, factor int, e *Evidence) Reason {
	fc := j.rules.Factors[factor]
	r := Reason{Factor: fc.Name, FactorZ: fc.NameZH, Start: -1, End: -1}
	if w := &j.factors[factor]; w.feature != nil {
		v := w.feature(&e.Features)
		r.Where, r.Term = "page", fc.Feature
		r.Count = int(v)
		return r
	}
	var places Place
	where, err := parsePlaces(fc.Where)
	if err != nil {
		return r // cannot be: Compile has parsed them
	}
	for _, k := range fc.terms() {
		id := j.terms.index[k]
		for lane, place := range f.placeOf {
			n := f.counts[int(id)*f.lanes+lane]
			if n == 0 || place&where == 0 {
				continue
			}
			r.Count += int(n)
			places |= place & where
			first := f.firsts[int(id)*f.lanes+lane]
			if r.Start < 0 || int(first.start) < r.Start {
				r.Start, r.End, r.Term = int(first.start), int(first.end), k.text
			}
		}
	}
	r.Where = places.String()
	if r.Start >= 0 {
		r.Snippet = snippet(f.p.Text, r.Start, r.End)
	}
	return r
}

// snippet cuts the hit with its surroundings out of its block.
func snippet(text []byte, start, end int) string {
	from, to := start, end
	room := snippetRunes - utf8.RuneCount(text[start:end])
	if room < 0 {
		return cutRunes(text[start:end], snippetRunes)
	}
	for left := room / 2; left > 0 && from > 0 && text[from-1] != '\n'; left, room = left-1, room-1 {
		_, n := utf8.DecodeLastRune(text[:from])
		from -= n
	}
	for ; room > 0 && to < len(text) && text[to] != '\n'; room-- {
		_, n := utf8.DecodeRune(text[to:])
		to += n
	}
	return string(bytes.ToValidUTF8(bytes.TrimSpace(text[from:to]), []byte("\ufffd")))
}

func cutRunes(b []byte, n int) string {
	r := []rune(string(b))
	return string(r[:min(n, len(r))])
}
