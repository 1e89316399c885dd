package app

import (
	"context"
	"fmt"

	"xunlu/storage"
)

// sweep gives the room of copies and pictures that no page names any more back to the disk. Reading, searching and the crawl go on; a
// backup waits. Ended early, by whatever, it loses nothing.
func (a *App) sweep(ctx context.Context, progress func(done, total int)) (moved int, err error) {
	a.moving.Lock()
	defer a.moving.Unlock()
	pages, err := a.archive.Sweep(ctx, a.copyPlaces, func(news map[string]string) error {
		return a.coord.Edit(ctx, func() error { return a.store.MoveCopies(news) })
	}, progress)
	if err != nil {
		return pages.Moved, fmt.Errorf("copies: %w", err)
	}
	k := a.pictures
	k.filing.Lock()
	defer k.filing.Unlock()
	pics, err := a.kept.Sweep(ctx, a.store.ForgetPictures, a.store.MovePictures, progress)
	if err != nil {
		return pages.Moved, fmt.Errorf("pictures: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known != nil {
		err = k.count()
	}
	return pages.Moved + pics.Moved, err
}

// copyPlaces are those of all stored pages. It is asked between two commits: what is in the archive is in the store then.
func (a *App) copyPlaces() (places []string, err error) {
	err = a.coord.Edit(a.root, func() error {
		return a.store.EachPage(0, func(p storage.Page) error {
			if p.Archive != "" {
				places = append(places, p.Archive)
			}
			return nil
		})
	})
	return places, err
}

// bytesKept is the size of both archives.
func (a *App) bytesKept() (int64, error) {
	pages, err := a.archive.Size()
	if err != nil {
		return 0, err
	}
	pics, err := a.kept.Size()
	return pages + pics, err
}
