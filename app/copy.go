package app

import (
	"errors"
	"fmt"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
)

// Copy is a stored page as it was, decoded. It is what a stranger wrote: whoever shows it must make it harmless first.
type Copy struct {
	URL     string // answered by
	Title   string
	Charset string // it came in
	Fetched time.Time
	HTML    []byte // UTF-8
}

// Copy reads the stored page of a route or page; storage.ErrNotFound when there is none.
func (a *App) Copy(id uint64) (Copy, error) {
	p, err := a.store.Page(id)
	if err != nil {
		return Copy{}, fmt.Errorf("stored page: %w", err)
	}
	if p.Archive == "" {
		return Copy{}, fmt.Errorf("stored page %s has no copy: %w", p.URL, storage.ErrNotFound)
	}
	rec, err := a.archive.Read(p.Archive)
	if err != nil {
		return Copy{}, fmt.Errorf("stored page %s: %w", p.URL, err)
	}
	r := responseOf(&rec, &p)
	text, charset, _, err := page.Decode(r.Body, rec.Header.Get("Content-Type"), p.Charset)
	if err != nil {
		return Copy{}, fmt.Errorf("stored page %s: %w", p.URL, err)
	}
	return Copy{URL: r.FinalURL, Title: p.Title, Charset: charset, Fetched: r.Fetched, HTML: text}, nil
}

// CopyOf finds the stored page of an address as it stands in a link of a page in that charset.
func (a *App) CopyOf(absolute, charset string) (id uint64, ok bool) {
	u, err := page.Resolve(absolute, absolute, charset)
	if err != nil {
		return 0, false
	}
	if id, ok = a.store.Known(u); !ok {
		return 0, false
	}
	p, err := a.store.Page(id)
	if errors.Is(err, storage.ErrNotFound) || err != nil || p.Archive == "" || p.URL != u {
		return 0, false
	}
	return id, true
}
