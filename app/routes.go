package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xunlu/storage"
	"xunlu/storage/search"
)

// Query and Facet are the search's own; the window and the terminal speak them.
type (
	Query = search.Query
	Facet = search.Facet
	Span  = search.Span
)

// Found is the answer to a search.
type Found struct {
	Total  uint64             `json:"total"`
	Routes []FoundRoute       `json:"routes"`
	Facets map[string][]Facet `json:"facets,omitempty"`
}

// FoundRoute is a route with the places of the query's words in its title.
type FoundRoute struct {
	storage.Route
	Score float64 `json:"score"`
	Marks []Span  `json:"marks,omitempty"`
}

// Search finds routes. The index gives ids, the store gives the routes: what left the store meanwhile falls out.
func (a *App) Search(ctx context.Context, q Query) (Found, error) {
	q.NotSites = append(q.NotSites, a.aside()...)
	r, err := a.index.Search(ctx, q)
	if err != nil {
		return Found{}, fmt.Errorf("search «%s»: %w", q.Text, err)
	}
	out := Found{Total: r.Total, Facets: r.Facets, Routes: make([]FoundRoute, 0, len(r.Hits))}
	for _, h := range r.Hits {
		route, err := a.store.Route(h.ID)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return out, err
		}
		out.Routes = append(out.Routes, FoundRoute{Route: route, Score: h.Score, Marks: h.Marks})
	}
	return out, nil
}

// Route reads one route.
func (a *App) Route(id uint64) (storage.Route, error) { return a.store.Route(id) }

// Indexed waits until every route stored so far is in the index.
func (a *App) Indexed(ctx context.Context) error {
	t := time.NewTicker(10 * time.Millisecond)
	defer t.Stop()
	for {
		behind, err := a.indexBehind()
		if err != nil || !behind {
			return err
		}
		a.index.Hurry()
		select {
		case <-t.C:
		case err := <-a.failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// indexBehind looks for routes in the change log beyond the index's watermark; pages alone do not move it.
func (a *App) indexBehind() (bool, error) {
	const some = 1000
	for after := a.index.Watermark(); ; {
		rows, err := a.store.Changes(after, some)
		if err != nil {
			return false, err
		}
		for _, r := range rows {
			if r.Kind != storage.ChangePage {
				return true, nil
			}
			after = r.Seq
		}
		if len(rows) < some {
			return false, nil
		}
	}
}
