package app

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"xunlu/judge"
	"xunlu/judge/learn"
	"xunlu/storage"
)

// tuner re-judges all stored pages while a slider is dragged. What the pages hold is loaded once a set of factors, factor by factor; a change
// of a weight then only adds numbers to the pages on which that factor hits. It fetches nothing.
type tuner struct {
	store *storage.Store

	mu     sync.Mutex
	shape  string // the factors the matrix was made for
	seq    uint64 // of the store when it was made
	rows   []tunedPage
	matrix *judge.Matrix
	hits   [2][]int // pages on which a factor hits: stored as no routes, as routes
}

// tunedPage is one stored page, a row of the matrix.
type tunedPage struct {
	id     uint64
	label  judge.Label // by the rules in force when it was stored
	score  float64     // the same
	fixed  bool        // a template decided
	marked int8        // label by a person: +1 route, −1 other, 0 none
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
	for i := range out.Flips {
		f := &out.Flips[i]
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
	marks, err := t.marks()
	if err != nil {
		return err
	}
	t.rows, t.matrix, t.shape = t.rows[:0], judge.NewMatrix(j), ""
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
		t.matrix.Add(&e)
		t.rows = append(t.rows, tunedPage{p.ID, p.Verdict.Label, p.Verdict.Score, p.Verdict.By == judge.ByTemplate, marks[p.URL]})
		return nil
	})
	if err != nil {
		return fmt.Errorf("read stored counts: %w", err)
	}
	t.count(len(draft.Factors))
	t.shape, t.seq = shape, seq
	return nil
}

// marks gives what a person said of pages: +1 a route, −1 none.
func (t *tuner) marks() (map[string]int8, error) {
	labels, err := t.store.Labels()
	if err != nil {
		return nil, err
	}
	marks := make(map[string]int8, len(labels))
	for _, l := range labels {
		marks[l.URL] = -1
		if l.Label == judge.LabelRoute {
			marks[l.URL] = 1
		}
	}
	return marks, nil
}

// count counts the hits of each factor on pages stored as routes and on others: no weight changes them. Caller holds mu.
func (t *tuner) count(factors int) {
	t.hits = [2][]int{make([]int, factors), make([]int, factors)}
	for f := range factors {
		t.matrix.Hits(f, func(page int) {
			kind := 0
			if t.rows[page].label == judge.LabelRoute {
				kind = 1
			}
			t.hits[kind][f]++
		})
	}
}

// weigh judges all rows. Caller holds mu.
func (t *tuner) weigh(r judge.Rules) Tuning {
	scores := t.matrix.Scores(r)
	out := Tuning{Pages: len(t.rows), OtherHits: slices.Clone(t.hits[0]), RouteHits: slices.Clone(t.hits[1])}
	low, high := r.Threshold-1, r.Threshold+1
	for _, s := range scores {
		low, high = min(low, s), max(high, s)
	}
	out.Low, out.High = low, high
	perBin := Bins / (high - low)
	for i := range t.rows {
		row, s := &t.rows[i], scores[i]
		label := row.label
		if !row.fixed {
			label = r.Label(s)
		}
		bin := min(int((s-low)*perBin), Bins-1)
		is, was := label == judge.LabelRoute, row.label == judge.LabelRoute
		switch {
		case is:
			out.Routes++
			out.Route[bin]++
		case label == judge.LabelUnsure:
			out.Unsure++
			out.Other[bin]++
		default:
			out.Others++
			out.Other[bin]++
		}
		if row.marked != 0 {
			out.Labelled.Add(row.marked > 0, is)
		}
		if was {
			out.RoutePages++
		} else {
			out.OtherPages++
		}
		if was != is {
			out.flip(Flip{ID: row.id, Old: row.score, New: s, Becomes: is})
		}
	}
	return out
}

func (t *Tuning) flip(f Flip) {
	if f.Becomes {
		t.Became++
	} else {
		t.Left++
	}
	if len(t.Flips) < maxFlips {
		t.Flips = append(t.Flips, f)
	}
}
