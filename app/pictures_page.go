package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// page fetches what one page lacks. Each picture is on disk before the list says so, so that any end of the program costs one picture.
func (k *pictures) page(ctx context.Context, siteID string, id uint64) error {
	list, p, err := k.list(ctx, id)
	if err != nil || list == nil {
		return err
	}
	sum := int64(0)
	for _, x := range list.List {
		sum += k.sizeOf(siteID, x.Hash)
	}
	for i := range list.List {
		x := &list.List[i]
		if !x.Open() {
			continue
		}
		if x.Due.After(time.Now()) {
			k.postpone(id, x.Due)
			continue
		}
		site, err := k.app.store.Site(siteID)
		if err != nil || !site.Pictures || site.Still() {
			return err
		}
		n, err := k.one(ctx, &site, &p, list, i, sum)
		if err != nil {
			return err
		}
		if sum += n; x.Open() {
			k.postpone(id, x.Due)
		}
	}
	return nil
}

// one gets one picture of a page, unless another page brought it already, and stores what came of it. It says how many bytes that are.
func (k *pictures) one(ctx context.Context, site *storage.Site, p *storage.Page, list *storage.Pictures, i int, sum int64) (size int64, err error) {
	x := &list.List[i]
	var r *page.Response
	if k.hashOf(x.URL) == "" {
		if r, err = k.fetch(ctx, site, p.URL, x, sum); err != nil {
			return 0, err
		}
	}
	k.filing.RLock()
	defer k.filing.RUnlock()
	switch {
	case r != nil:
		size, err = k.file(site.ID, x, r)
	case x.Open():
		size, err = k.share(site.ID, x)
	}
	if err != nil {
		return 0, err
	}
	return size, k.store(ctx, p.ID, *list)
}

func (k *pictures) hashOf(address string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known[storage.HashURL(address)]
}

// share gives a page a picture that is kept already; one that left meanwhile stays open.
func (k *pictures) share(site string, x *storage.Picture) (int64, error) {
	hash := k.hashOf(x.URL)
	if hash == "" {
		return 0, nil
	}
	f, err := k.app.store.PictureFile(hash)
	if err != nil {
		return 0, err
	}
	x.Hash = hash
	k.note(site, x.URL, hash, f.Size)
	return f.Size, nil
}

func (k *pictures) postpone(id uint64, at time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if was, ok := k.later[id]; !ok || at.Before(was) {
		k.later[id] = at
	}
}

// usedBy is what the pictures of a site take, in bytes.
func (k *pictures) usedBy(site string) (total int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, n := range k.used[site] {
		total += n
	}
	return total
}

func (k *pictures) sizeOf(site, hash string) int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.used[site][hash]
}

// store writes a list between two commits of the crawl.
func (k *pictures) store(ctx context.Context, id uint64, p storage.Pictures) error {
	return k.app.coord.Edit(ctx, func() error { return k.app.store.PutPictures(id, p) })
}

// list gives the pictures of a route page, read anew from its copy when the page changed; nil when it has nothing to fetch.
func (k *pictures) list(ctx context.Context, id uint64) (*storage.Pictures, storage.Page, error) {
	p, err := k.app.store.Page(id)
	if err != nil || p.State != storage.Done || !p.Verdict.Route || p.Archive == "" {
		return nil, p, err
	}
	had, err := k.app.store.PicturesOf(id)
	switch {
	case err == nil && had.Of == p.Hash:
		if slices.ContainsFunc(had.List, func(x storage.Picture) bool { return x.Open() }) {
			return &had, p, nil
		}
		return nil, p, nil
	case err != nil && !errors.Is(err, storage.ErrNotFound):
		return nil, p, err
	}
	r, err := k.app.store.Route(id)
	if err != nil {
		return nil, p, err
	}
	c, err := k.app.Copy(id)
	if err != nil {
		return nil, p, err
	}
	now := storage.Pictures{Site: p.Site, Of: p.Hash}
	urls, _ := page.Pictures(c.HTML, c.URL, r.Image)
	for _, u := range urls[:min(len(urls), picturesAPage)] {
		x := storage.Picture{URL: u}
		if i := slices.IndexFunc(had.List, func(o storage.Picture) bool { return o.URL == u && o.Hash != "" }); i >= 0 {
			x = had.List[i]
		}
		now.List = append(now.List, x)
	}
	return &now, p, k.store(ctx, id, now)
}

// fetch gets one picture; nil when it did not come, and then x says why or when to try again. An error ends the work on the page; nothing
// is lost by it.
func (k *pictures) fetch(ctx context.Context, site *storage.Site, from string, x *storage.Picture, sum int64) (*page.Response, error) {
	total := k.usedBy(site.ID)
	switch {
	case sum >= pageBytes:
		x.Why = fmt.Sprintf("the page has %d MiB of pictures already", pageBytes>>20)
		return nil, nil
	case total >= siteBytes:
		x.Why = fmt.Sprintf("the site has %d MiB of pictures already", siteBytes>>20)
		return nil, nil
	}
	at := x.At
	if at == "" {
		var err error
		if at, err = page.Canonical(x.URL); err != nil {
			x.Why = "no web address"
			return nil, nil
		}
	}
	r, failed := k.errands.Fetch(ctx, site, from, at, pictureBytes)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if failed != nil {
		pictureFailed(x, failed)
		return nil, nil
	}
	return r, nil
}

// pictureFailed notes a failure: a redirect is followed next, what may pass is tried again later, the rest is final.
func pictureFailed(x *storage.Picture, failed *fetch.Error) {
	x.Tries++
	to, err := page.Canonical(failed.Location)
	switch {
	case failed.Location != "" && err == nil && x.Tries <= pictureHops:
		x.At, x.Due = to, time.Now()
	case failed.RetryAfter > 0 && failed.Kind == storage.FailRobots && x.Tries <= pictureTries, engine.Retryable(failed.Kind, failed.Status) && x.Tries < pictureTries:
		x.Due = time.Now().Add(max(pictureRetry<<(2*(x.Tries-1)), min(failed.RetryAfter, time.Hour)))
	case failed.Status >= 400:
		x.Why = fmt.Sprintf("answered %d", failed.Status)
	default:
		x.Why = string(failed.Kind)
	}
}

func (k *pictures) note(site, address, hash string, size int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keep(site, address, hash, size)
}

// file puts what came into the archive, unless it is no picture or is there already.
func (k *pictures) file(site string, x *storage.Picture, r *page.Response) (int64, error) {
	kind := pictureType(r.Body)
	if kind == "" {
		x.Why = "no picture came"
		return 0, nil
	}
	sum := sha256.Sum256(r.Body)
	hash, size := hex.EncodeToString(sum[:]), int64(len(r.Body))
	if _, err := k.app.store.PictureFile(hash); errors.Is(err, storage.ErrNotFound) {
		place, err := k.app.kept.Append(archive.Record{URL: x.URL, FinalURL: r.FinalURL, Site: site, Status: r.Status, Header: http.Header{"Content-Type": {kind}}, Body: r.Body, Fetched: r.Fetched})
		if err != nil {
			return 0, err
		}
		if err := k.app.kept.Sync(); err != nil {
			return 0, err
		}
		if err := k.app.store.PutPictureFile(hash, storage.PictureFile{Place: place, Size: size}); err != nil {
			return 0, err
		}
	} else if err != nil {
		return 0, err
	}
	x.Hash = hash
	k.note(site, x.URL, hash, size)
	return size, nil
}

// pictureType names a picture by its first bytes, whatever the server called it; "" for what is none, or could hold a script (SVG).
func pictureType(b []byte) string {
	switch kind := http.DetectContentType(b); kind {
	case "image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp":
		return kind
	}
	if len(b) >= 12 && string(b[4:8]) == "ftyp" && (string(b[8:12]) == "avif" || string(b[8:12]) == "avis") {
		return "image/avif"
	}
	return ""
}
