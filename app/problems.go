package app

import (
	"cmp"
	"context"
	"slices"

	"xunlu/storage"
)

// Problems lists the pages whose last visit failed, those written last first, at most limit. What is wrong with the program's
// surroundings comes before them, once, beside the first page that suffered from it.
func (a *App) Problems(ctx context.Context, limit int) ([]storage.Page, error) {
	var out []storage.Page
	err := a.store.EachPage(0, func(p storage.Page) error {
		if p.Failure != "" {
			out = append(out, p)
		}
		return ctx.Err()
	})
	slices.SortFunc(out, func(x, y storage.Page) int { return cmp.Compare(y.Seq, x.Seq) })
	out = append(a.render.notes(), out...)
	return out[:min(len(out), limit)], err
}

// RetryPages fetches pages again as soon as their hosts allow it, whatever the time of their next try. It returns how many were queued.
func (a *App) RetryPages(ctx context.Context, urls []string) (int, error) {
	return a.coord.Again(ctx, urls)
}
