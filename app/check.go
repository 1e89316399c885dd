package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"xunlu/storage"
	"xunlu/storage/archive"
)

// CheckReport says whether store, archive and index agree.
type CheckReport struct {
	Pages    int      `json:"pages"`
	Routes   int      `json:"routes"`
	Links    int      `json:"links"`
	Copies   int      `json:"copies"`             // pages whose archived copy was read and matched
	Pictures int      `json:"pictures,omitempty"` // kept ones that were read and matched
	Indexed  uint64   `json:"indexed"`            // routes in the index
	Problems []string `json:"problems"`
	Repaired []string `json:"repaired,omitempty"`
}

// Check reads everything once. With repair the index is rebuilt and counters are counted again where they disagree.
func (a *App) Check(ctx context.Context, repair bool) (CheckReport, error) {
	var r CheckReport
	a.moving.RLock()
	defer a.moving.RUnlock()
	sr, err := a.store.Check(ctx)
	if err != nil {
		return r, err
	}
	r.Problems = append(r.Problems, sr.Problems...)
	if repair && len(sr.Problems) > 0 {
		if err := a.coord.Edit(ctx, func() error { return a.store.Repair(ctx) }); err != nil {
			return r, err
		}
		r.Repaired = append(r.Repaired, "counters were counted again")
	}
	c := a.store.Counts()
	r.Pages, r.Routes, r.Links = c.Total.Pages, c.Total.Routes, c.Total.Links
	if err := errors.Join(a.checkCopies(ctx, &r), a.checkPictures(ctx, &r)); err != nil {
		return r, err
	}
	return r, a.checkIndex(ctx, &r, repair)
}

// copiesAtOnce is how many pages' copies are read in the order of the disk: pages that lie together are unpacked together.
const copiesAtOnce = 4096

// checkCopies reads the copy of every page and compares it with what was stored.
func (a *App) checkCopies(ctx context.Context, r *CheckReport) error {
	type stored struct {
		place, url string
		hash       uint64
	}
	var next []stored
	read := func() error {
		slices.SortFunc(next, func(a, b stored) int { return archive.ComparePlaces(a.place, b.place) })
		for _, s := range next {
			if err := ctx.Err(); err != nil {
				return err
			}
			rec, err := a.archive.Read(s.place)
			switch {
			case err != nil:
				r.Problems = append(r.Problems, fmt.Sprintf("the copy of %s cannot be read: %v", s.url, err))
			case storage.HashBody(rec.Body) != s.hash:
				r.Problems = append(r.Problems, fmt.Sprintf("the copy of %s is not the page that was stored", s.url))
			default:
				r.Copies++
			}
		}
		next = next[:0]
		return nil
	}
	err := a.store.EachPage(0, func(p storage.Page) error {
		if p.Archive == "" {
			return nil
		}
		if next = append(next, stored{p.Archive, p.URL, p.Hash}); len(next) < copiesAtOnce {
			return nil
		}
		return read()
	})
	if err != nil {
		return err
	}
	return read()
}

// checkPictures reads every kept picture.
func (a *App) checkPictures(ctx context.Context, r *CheckReport) error {
	files, err := a.store.PictureFiles()
	if err != nil {
		return err
	}
	for hash := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, body, err := a.Picture(hash)
		sum := sha256.Sum256(body)
		switch {
		case err != nil:
			r.Problems = append(r.Problems, fmt.Sprintf("the picture %s cannot be read: %v", hash, err))
		case hex.EncodeToString(sum[:]) != hash:
			r.Problems = append(r.Problems, fmt.Sprintf("the picture %s is not the one that was stored", hash))
		default:
			r.Pictures++
		}
	}
	return nil
}

// checkIndex compares the index with the routes of the store.
func (a *App) checkIndex(ctx context.Context, r *CheckReport, repair bool) error {
	if err := a.Indexed(ctx); err != nil {
		return err
	}
	var err error
	if r.Indexed, err = a.index.Count(); err != nil {
		return err
	}
	routes := 0
	if err := a.store.EachRoute(0, func(storage.Route) error { routes++; return nil }); err != nil {
		return err
	}
	if uint64(routes) != r.Indexed {
		r.Problems = append(r.Problems, fmt.Sprintf("the index holds %d routes, the store %d", r.Indexed, routes))
		if !repair {
			return nil
		}
		if err := a.index.Rebuild(ctx); err != nil {
			return err
		}
		if err := a.Indexed(ctx); err != nil {
			return err
		}
		r.Repaired = append(r.Repaired, "the index was built again")
		r.Indexed, err = a.index.Count()
	}
	return err
}

// Sound is nil when nothing is wrong.
func (r *CheckReport) Sound() error {
	if len(r.Problems) == 0 {
		return nil
	}
	return errors.New(r.Problems[0])
}
