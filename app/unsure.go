package app

import (
	"context"
	"math"

	"xunlu/judge"
	"xunlu/storage"
)

// UnsureQueue is the labelling queue seen from one page: the next one to look at and how many there are.
type UnsureQueue struct {
	URL  string // "" when none is left
	Left int    // stored pages inside the unsure band that nobody labelled
}

// Unsure finds the page to label next: of the stored pages that are unsure and without a label the one nearest to the threshold, leaving
// out the page named by after. When no page is unsure, the nearest to the threshold at all is taken: a judge learns most there.
func (a *App) Unsure(ctx context.Context, after string) (UnsureQueue, error) {
	labels, err := a.store.Labels()
	if err != nil {
		return UnsureQueue{}, err
	}
	labelled := make(map[string]bool, len(labels))
	for _, l := range labels {
		labelled[l.URL] = true
	}
	var q UnsureQueue
	var other string
	near, nearOther := math.Inf(1), math.Inf(1)
	err = a.store.EachPage(0, func(p storage.Page) error {
		if p.State != storage.Done || p.Verdict.By == judge.ByTemplate || labelled[p.URL] {
			return ctx.Err()
		}
		d := math.Abs(p.Verdict.Score - p.Verdict.Threshold)
		if p.Verdict.Label == judge.LabelUnsure {
			q.Left++
			if p.URL != after && d < near {
				q.URL, near = p.URL, d
			}
		} else if p.URL != after && d < nearOther {
			other, nearOther = p.URL, d
		}
		return ctx.Err()
	})
	if q.URL == "" {
		q.URL = other
	}
	return q, err
}
