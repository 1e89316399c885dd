package app

import (
	"context"
	"fmt"
	"math"
	"sync"

	"xunlu/judge"
	"xunlu/judge/learn"
	"xunlu/storage"
)

// tuner re-judges all stored pages while a slider is dragged. What the pages hold is loaded once a set of factors: per page
// the factors that occur and how often; a change of weight or threshold then only adds numbers. It fetches nothing.
type tuner struct {
	store *storage.Store

	mu    sync.Mutex
	shape string // the factors the matrix was made for
	seq   uint64 // of the store when it was made
	rows  []tunedPage
	cells []cell
}

// tunedPage is one stored page; cells[from:to] are its factors.
type tunedPage struct {
	id       uint64
	from, to uint32
	scale    float32     // paper B: 1/(len·N)
	label    judge.Label // by the rules in force when it was stored
	fixed    bool        // a template decided
	marked   int8        // label by a person: +1 route, −1 other, 0 none
}

// cell is one factor on one page.
type cell struct {
	factor uint16
	times  uint16
}

func newTuner(st *storage.Store) *tuner { return &tuner{store: st} }

// Bins of the score histogram.
const Bins = 64

// Tuning is what rules would do to the stored pages.
type Tuning struct {
	Pages, Routes, Others, Unsure int
	Low, High                     float64 // score range of the histogram
	Route, Other                  [Bins]int
	RoutePages, OtherPages        int   // stored as such: what the hits are counted on
	RouteHits, OtherHits          []int // pages on which a factor hits, in factor order
	Labelled                      learn.Table
	Became, Left                  int // pages that would become routes, that would no longer be
	Flips                         []Flip
}

// Flip is a page whose label would change.
type Flip struct {
	ID         uint64
	URL, Title string
	Old, New   float64
	Becomes    bool // a route
}

// maxFlips is how many flips are listed.
const maxFlips = 100

// Tune weighs all stored pages by draft rules and compares with what is stored. The first call for a set of factors reads the
// store; those after it, while weights and threshold change, do not.
func (a *App) Tune(ctx context.Context, draft judge.Rules) (Tuning, error) {
	if err := draft.Validate(); err != nil {
		return Tuning{}, err
	}
	return a.tuner.tune(ctx, a.coord.Params().Rules, a.rules.beside(a.ActiveRules()), draft)
}

func (t *tuner) tune(ctx context.Context, active judge.Rules, beside []judge.Rules, draft judge.Rules) (Tuning, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.load(ctx, append([]judge.Rules{active}, beside...), draft); err != nil {
		return Tuning{}, err
	}
	out := t.weigh(draft)
	old := t.oldScores(active, draft)
	for i := range out.Flips {
		f := &out.Flips[i]
		f.Old = old[f.ID]
		if p, err := t.store.Page(f.ID); err == nil {
			f.URL, f.Title = p.URL, p.Title
		}
	}
	return out, nil
}

// shapeOf is what the matrix depends on: everything of the factors but their weights.
func shapeOf(r judge.Rules) string {
	s := ""
	for _, f := range r.Factors {
		f.Weight, f.Prior, f.Off, f.RouteHits, f.OtherHits, f.NameZH = 0, 0, false, 0, 0, ""
		s += fmt.Sprintf("%v\x00", f)
	}
	return s
}

// load makes the matrix when the factors or the stored pages changed. Caller holds mu.
func (t *tuner) load(ctx context.Context, sets []judge.Rules, draft judge.Rules) error {
	seq, err := t.store.LastSeq()
	if err != nil {
		return err
	}
	shape := shapeOf(draft)
	if t.shape == shape && t.seq == seq {
		return nil
	}
	terms, err := judge.NewTerms(sets...)
	if err != nil {
		return err
	}
	j, err := judge.Compile(draft, terms)
	if err != nil {
		return fmt.Errorf("these factors look for terms that the stored pages were not counted for; save the rules first: %w", err)
	}
	marks := map[string]int8{}
	labels, err := t.store.Labels()
	if err != nil {
		return err
	}
	for _, l := range labels {
		marks[l.URL] = -1
		if l.Label == judge.LabelRoute {
			marks[l.URL] = 1
		}
	}
	t.rows, t.cells, t.shape = t.rows[:0], t.cells[:0], ""
	var times []uint32
	var hits []bool
	err = t.store.EachPage(0, func(p storage.Page) error {
		if p.State != storage.Done {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := t.store.EvidenceOf(p.ID)
		if err != nil {
			return err
		}
		var e judge.Evidence
		if e.UnmarshalBinary(data) != nil || !j.Fits(&e) {
			return nil // counted again in the background when the rules were saved
		}
		row := tunedPage{id: p.ID, from: uint32(len(t.cells)), label: p.Verdict.Label, fixed: p.Verdict.By == judge.ByTemplate, marked: marks[p.URL]}
		if e.Features.TextLen > 0 {
			row.scale = 1 / float32(e.Features.TextLen)
		}
		times, hits = j.Times(&e, times), j.Hits(&e, hits)
		for i, h := range hits {
			if h {
				t.cells = append(t.cells, cell{uint16(i), uint16(min(max(times[i], 1), math.MaxUint16))})
			}
		}
		row.to = uint32(len(t.cells))
		t.rows = append(t.rows, row)
		return nil
	})
	if err != nil {
		return fmt.Errorf("read stored counts: %w", err)
	}
	t.shape, t.seq = shape, seq
	return nil
}

// score is W or k of a row.
func (t *tuner) score(row *tunedPage, weights []float64, method judge.Method, n float64) float64 {
	sum := 0.0
	if method == judge.Density {
		for _, c := range t.cells[row.from:row.to] {
			sum += weights[c.factor] * float64(c.times)
		}
		return sum * float64(row.scale) / n
	}
	for _, c := range t.cells[row.from:row.to] {
		sum += weights[c.factor]
	}
	return sum
}

// weightsOf gives the weights in factor order, zero for what is off, and the number of guide words.
func weightsOf(r judge.Rules) ([]float64, float64) {
	w := make([]float64, len(r.Factors))
	n := 0.0
	for i, f := range r.Factors {
		if !f.Off {
			w[i] = f.Weight
			n++
		}
	}
	return w, max(n, 1)
}

// weigh judges all rows. Caller holds mu.
func (t *tuner) weigh(r judge.Rules) Tuning {
	w, n := weightsOf(r)
	out := Tuning{RouteHits: make([]int, len(w)), OtherHits: make([]int, len(w))}
	scores := make([]float64, len(t.rows))
	low, high := r.Threshold-1, r.Threshold+1
	for i := range t.rows {
		scores[i] = t.score(&t.rows[i], w, r.Method, n)
		low, high = min(low, scores[i]), max(high, scores[i])
	}
	out.Low, out.High = low, high
	width := (high - low) / Bins
	for i := range t.rows {
		row, s := &t.rows[i], scores[i]
		label := row.label
		if !row.fixed {
			label = r.Label(s)
		}
		bin := min(int((s-low)/width), Bins-1)
		out.Pages++
		switch label {
		case judge.LabelRoute:
			out.Routes++
			out.Route[bin]++
		case judge.LabelUnsure:
			out.Unsure++
			out.Other[bin]++
		default:
			out.Others++
			out.Other[bin]++
		}
		if row.marked != 0 {
			out.Labelled.Add(row.marked > 0, label == judge.LabelRoute)
		}
		was, is := row.label == judge.LabelRoute, label == judge.LabelRoute
		hits := out.OtherHits
		if was {
			out.RoutePages++
			hits = out.RouteHits
		} else {
			out.OtherPages++
		}
		for _, c := range t.cells[row.from:row.to] {
			hits[c.factor]++
		}
		if was == is {
			continue
		}
		if is {
			out.Became++
		} else {
			out.Left++
		}
		if len(out.Flips) < maxFlips {
			out.Flips = append(out.Flips, Flip{ID: row.id, New: s, Becomes: is})
		}
	}
	return out
}

// oldScores gives the scores of the pages by the rules in force, as far as the draft's factors are theirs. Caller holds mu.
func (t *tuner) oldScores(active, draft judge.Rules) map[uint64]float64 {
	out := map[uint64]float64{}
	if shapeOf(active) != t.shape {
		return out
	}
	w, n := weightsOf(active)
	for i := range t.rows {
		out[t.rows[i].id] = t.score(&t.rows[i], w, active.Method, n)
	}
	return out
}
