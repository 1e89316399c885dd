package app

import (
	"context"
	"fmt"
	"time"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// Label stores what a person says a page is; LabelUnsure takes the label back.
func (a *App) Label(ctx context.Context, url string, label judge.Label) error {
	u, err := page.Canonical(url)
	if err != nil {
		return fmt.Errorf("label %s: %w", url, err)
	}
	return a.coord.Edit(ctx, func() error {
		if label == judge.LabelUnsure {
			return a.store.RemoveLabel(u)
		}
		return a.store.PutLabel(storage.Label{URL: u, Label: label, At: time.Now(), By: "user"})
	})
}

// Labels lists them.
func (a *App) Labels() ([]storage.Label, error) { return a.store.Labels() }
