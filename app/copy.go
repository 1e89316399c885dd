package app

import (
	"errors"
	"fmt"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// Copy is a stored page as it was, decoded. It is what a stranger wrote: whoever shows it must make it harmless first.
type Copy struct {
	URL     string // answered by
	Title   string
	Charset string // it came in
	Fetched time.Time
	HTML    []byte // UTF-8

	Base     string            // what its addresses go by
	Pictures map[string]string // those that are kept: absolute address → hash, for Picture
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
	if errors.Is(err, archive.ErrPlace) { // it may have been moved just now
		if p, err = a.store.Page(id); err == nil {
			rec, err = a.archive.Read(p.Archive)
		}
	}
	if err != nil {
		return Copy{}, fmt.Errorf("stored page %s: %w", p.URL, err)
	}
	r := responseOf(&rec, &p)
	text, charset, _, err := page.Decode(r.Body, rec.Header.Get("Content-Type"), p.Charset)
	if err != nil {
		return Copy{}, fmt.Errorf("stored page %s: %w", p.URL, err)
	}
	c := Copy{URL: r.FinalURL, Title: p.Title, Charset: charset, Fetched: r.Fetched, HTML: text, Base: r.FinalURL}
	list, err := a.store.PicturesOf(id)
	if errors.Is(err, storage.ErrNotFound) {
		return c, nil
	}
	_, c.Base = page.Pictures(text, r.FinalURL, "")
	c.Pictures = map[string]string{}
	for _, x := range list.List {
		if x.Hash != "" {
			c.Pictures[x.URL] = x.Hash
		}
	}
	return c, err
}

// PictureAttributes are those of an img that may hold its address, the first that is a picture counts.
func PictureAttributes() []string { return page.PictureAttributes() }

// Picture reads a kept picture; its type is what its bytes are. storage.ErrNotFound when it is not kept.
func (a *App) Picture(hash string) (kind string, body []byte, err error) {
	f, err := a.store.PictureFile(hash)
	if err != nil {
		return "", nil, err
	}
	rec, err := a.kept.Read(f.Place)
	if err != nil {
		return "", nil, fmt.Errorf("picture %s: %w", hash, err)
	}
	if kind = pictureType(rec.Body); kind == "" {
		return "", nil, fmt.Errorf("picture %s: %w", hash, storage.ErrDamaged)
	}
	return kind, rec.Body, nil
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
