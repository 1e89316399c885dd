package app

import (
	"context"
	"fmt"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
)

// CorrectRoute puts one field of a stored route right by hand. The correction holds when the page is visited, judged or read
// again, until it is withdrawn. Lists are parted by commas, days are ISO days, an itinerary has a line a day; an empty value says
// that the tour has none.
func (a *App) CorrectRoute(ctx context.Context, url, field, value string) error {
	return a.correcting(ctx, url, func(u string) error { return a.store.Correct(u, field, value, time.Now()) })
}

// WithdrawCorrection lets a field say again what the page says.
func (a *App) WithdrawCorrection(ctx context.Context, url, field string) error {
	return a.correcting(ctx, url, func(u string) error { return a.store.WithdrawCorrection(u, field) })
}

// Corrections are those of a route, with what the page says instead.
func (a *App) Corrections(url string) ([]storage.Correction, error) {
	u, err := page.Canonical(url)
	if err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", url, err)
	}
	return a.store.Corrections(u)
}

func (a *App) correcting(ctx context.Context, url string, do func(string) error) error {
	u, err := page.Canonical(url)
	if err != nil {
		return fmt.Errorf("correct %s: %w", url, err)
	}
	return a.coord.Edit(ctx, func() error { return do(u) })
}
