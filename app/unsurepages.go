package app

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"xunlu/judge"
	"xunlu/storage"
)

// UnsurePage is a page worth a label.
type UnsurePage struct {
	URL       string  `json:"url"`
	Site      string  `json:"site"`
	Title     string  `json:"title"`
	Score     float64 `json:"score"`
	Threshold float64 `json:"threshold"`
	Unsure    bool    `json:"unsure"` // inside the band; the others are only the nearest ones outside it
}

// UnsurePages is the labelling queue, the most telling page first: sites and, inside a site, kinds of addresses take turns, each with its
// page nearest to the threshold, so that ten labels do not go to ten alike pages. Pages of the unsure band come before all others. Labelled
// pages and those a template decided are left out.
func (a *App) UnsurePages(ctx context.Context, most int) ([]UnsurePage, error) {
	labelled, err := a.labelOf()
	if err != nil {
		return nil, err
	}
	near := map[string][]candidate{}
	err = a.store.EachPage(0, func(p storage.Page) error {
		if _, has := labelled[p.URL]; p.State == storage.Done && p.Verdict.By != judge.ByTemplate && !has {
			c := candidate{id: p.ID, url: p.URL, site: p.Site, unsure: p.Verdict.Label == judge.LabelUnsure, far: math.Abs(p.Verdict.Score - p.Verdict.Threshold)}
			near[p.Site] = nearest(append(near[p.Site], c), 2*max(queueSite, most))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("labelling queue: %w", err)
	}
	var all []candidate
	for _, list := range near {
		slices.SortFunc(list, moreTelling)
		for _, c := range list[:min(len(list), max(queueSite, most))] {
			c.shape = shapeOfURL(c.url).key()
			all = append(all, c)
		}
	}
	takeTurns(all)
	var out []UnsurePage
	for _, c := range all[:min(len(all), max(0, most))] {
		p, err := a.store.Page(c.id)
		if err != nil {
			return nil, fmt.Errorf("labelling queue: %w", err)
		}
		out = append(out, UnsurePage{p.URL, p.Site, p.Title, p.Verdict.Score, p.Verdict.Threshold, c.unsure})
	}
	return out, nil
}

// queueSite is how many pages of a site are considered at least: those nearest to the threshold. It bounds memory, not the queue.
const queueSite = 500

// nearest cuts a list that has grown beyond most to the half nearest to the threshold.
func nearest(list []candidate, most int) []candidate {
	if len(list) <= most {
		return list
	}
	slices.SortFunc(list, moreTelling)
	return list[:most/2]
}

// labelOf gives the label of every labelled address.
func (a *App) labelOf() (map[string]judge.Label, error) {
	labels, err := a.store.Labels()
	if err != nil {
		return nil, err
	}
	out := make(map[string]judge.Label, len(labels))
	for _, l := range labels {
		out[l.URL] = l.Label
	}
	return out, nil
}

// candidate is a page on its way into the queue.
type candidate struct {
	id               uint64
	url, site, shape string
	unsure           bool
	far              float64 // from the threshold
	turn             int     // how many of its site, and before that of its kind of address, come before it
}

// takeTurns sorts candidates into the order of the queue.
func takeTurns(all []candidate) {
	for _, group := range []func(*candidate) string{
		func(c *candidate) string { return c.site + "\x00" + c.shape },
		func(c *candidate) string { return c.site },
	} {
		slices.SortFunc(all, moreTelling)
		count := map[string]int{}
		for i := range all {
			g := group(&all[i])
			all[i].turn = count[g]
			count[g]++
		}
	}
	slices.SortFunc(all, moreTelling)
}

func moreTelling(x, y candidate) int {
	if x.unsure != y.unsure {
		if x.unsure {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(x.turn, y.turn), cmp.Compare(x.far, y.far), cmp.Compare(x.id, y.id))
}
