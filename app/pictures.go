package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// Bounds of the pictures that are kept.
const (
	picturesAPage  = 24       // pictures of one page
	pictureBytes   = 2 << 20  // bytes of one picture
	pageBytes      = 12 << 20 // bytes of one page's pictures
	siteBytes      = 1 << 30  // bytes of one site's pictures
	pictureTries   = 3        // looks at a picture that fails in a way that may pass
	pictureHops    = 4        // redirects of one picture to other hosts
	sitesAtOnce    = 4        // sites whose pictures are fetched at the same time
	pictureRetry   = 2 * time.Minute
	changesAtOnce  = 512
	picturesFolder = "pictures" // folder of their archive
)

// pictures fetches the pictures of route pages of sites that want it, in the process of the coordinator, while the crawl has nothing
// to ask their hosts. What is to do follows from the store: the routes, and the list of pictures each page has; so it goes on after any
// end of the program.
type pictures struct {
	app     *App
	errands *engine.Errands

	filing sync.RWMutex // held for reading from a picture's way into the archive to its list, for writing by who clears up

	mu      sync.Mutex
	after   uint64              // changes looked at
	wanted  map[string]bool     // sites, as they were when after was counted from 0
	queue   map[string][]uint64 // site → pages to look at
	working map[string]bool     // sites whose pages are in work
	later   map[uint64]time.Time
	known   map[uint64]string           // address of a picture → its hash
	used    map[string]map[string]int64 // site → hash → bytes
	changed chan struct{}               // closed and replaced when work came or ended
	crew    sync.WaitGroup
}

func newPictures(a *App, e *engine.Errands) *pictures {
	return &pictures{app: a, errands: e, wanted: map[string]bool{}, queue: map[string][]uint64{}, working: map[string]bool{}, later: map[uint64]time.Time{},
		changed: make(chan struct{})}
}

// Run looks for work and has it done, until ctx is done.
func (k *pictures) Run(ctx context.Context) error {
	defer k.crew.Wait()
	for {
		more := k.app.store.Changed()
		k.mu.Lock()
		changed, before := k.changed, k.after
		k.mu.Unlock()
		if err := k.look(ctx); err != nil {
			return err
		}
		k.mu.Lock()
		if len(k.wanted) == 0 {
			more = nil
		}
		if k.after != before {
			k.signal()
		}
		k.mu.Unlock()
		if err := k.employ(ctx); err != nil {
			return err
		}
		due, stop := timerAt(k.nextDue())
		select {
		case <-more:
		case <-changed:
		case <-due:
		case <-ctx.Done():
			stop()
			return ctx.Err()
		}
		stop()
	}
}

// timerAt is a timer for a moment; none when it is zero.
func timerAt(at time.Time) (<-chan time.Time, func()) {
	if at.IsZero() {
		return nil, func() {}
	}
	t := time.NewTimer(time.Until(at))
	return t.C, func() { t.Stop() }
}

func (k *pictures) nextDue() (at time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.later {
		if at.IsZero() || t.Before(at) {
			at = t
		}
	}
	return at
}

// look queues the route pages that were written since the last look. A site that newly wants its pictures has all its pages looked at.
func (k *pictures) look(ctx context.Context) error {
	wanted, fresh := k.sites(), false
	last, err := k.app.store.LastSeq()
	if err != nil {
		return err
	}
	k.mu.Lock()
	for id := range wanted {
		fresh = fresh || !k.wanted[id]
	}
	k.wanted = wanted
	if fresh {
		k.after = 0
		clear(k.queue)
	}
	now := time.Now()
	for id, at := range k.later {
		if !at.After(now) {
			delete(k.later, id)
			if p, err := k.app.store.Page(id); err == nil && wanted[p.Site] {
				k.queue[p.Site] = append(k.queue[p.Site], id)
			}
		}
	}
	k.mu.Unlock()
	if len(wanted) == 0 {
		return nil
	}
	for {
		rows, err := k.app.store.Changes(k.after, changesAtOnce)
		if err != nil {
			return err
		}
		k.mu.Lock()
		for _, row := range rows {
			if row.Kind != storage.ChangeRoute {
				continue
			}
			if p, err := k.app.store.Page(row.ID); err == nil && wanted[p.Site] {
				k.queue[p.Site] = append(k.queue[p.Site], row.ID)
			}
		}
		if len(rows) > 0 {
			k.after = rows[len(rows)-1].Seq
		}
		if len(rows) < changesAtOnce {
			k.after = max(k.after, last) // the last row may have left the log
		}
		k.mu.Unlock()
		if err := ctx.Err(); err != nil || len(rows) < changesAtOnce {
			return err
		}
	}
}

// sites are those whose pictures are to be fetched.
func (k *pictures) sites() map[string]bool {
	wanted := map[string]bool{}
	for _, s := range k.app.coord.Sites() {
		if s.Pictures && !s.Still() {
			wanted[s.ID] = true
		}
	}
	return wanted
}

// employ gives sites with queued pages to workers.
func (k *pictures) employ(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.queue) > 0 && k.known == nil {
		if err := k.count(); err != nil {
			return err
		}
	}
	for site, ids := range k.queue {
		if len(k.working) >= sitesAtOnce {
			return nil
		}
		if len(ids) == 0 || k.working[site] {
			continue
		}
		k.working[site] = true
		k.crew.Go(func() { k.work(ctx, site) })
	}
	return nil
}

// count reads what is kept, once there is work. Caller holds mu.
func (k *pictures) count() error {
	files, err := k.app.store.PictureFiles()
	if err != nil {
		return err
	}
	k.known, k.used = map[uint64]string{}, map[string]map[string]int64{}
	return k.app.store.EachPictures(func(_ uint64, p storage.Pictures) error {
		for _, x := range p.List {
			if f, ok := files[x.Hash]; ok {
				k.keep(p.Site, x.URL, x.Hash, f.Size)
			}
		}
		return nil
	})
}

// keep notes a kept picture. Caller holds mu.
func (k *pictures) keep(site, address, hash string, size int64) {
	k.known[storage.HashURL(address)] = hash
	if k.used[site] == nil {
		k.used[site] = map[string]int64{}
	}
	k.used[site][hash] = size
}

// work does the pages of a site one after the other.
func (k *pictures) work(ctx context.Context, site string) {
	defer func() {
		k.mu.Lock()
		delete(k.working, site)
		k.signal()
		k.mu.Unlock()
	}()
	for ctx.Err() == nil {
		k.mu.Lock()
		ids := k.queue[site]
		if len(ids) == 0 || !k.wanted[site] {
			delete(k.queue, site)
			k.mu.Unlock()
			return
		}
		id := ids[0]
		k.queue[site] = ids[1:]
		k.mu.Unlock()
		if err := k.page(ctx, site, id); err != nil && ctx.Err() == nil && !errors.Is(err, storage.ErrNotFound) && !errors.Is(err, engine.ErrStopped) {
			k.app.log.Warn("the pictures of a page could not be kept", "site", site, "task", id, "err", err)
		}
	}
}

// signal wakes Run and those who wait for the end. Caller holds mu.
func (k *pictures) signal() {
	close(k.changed)
	k.changed = make(chan struct{})
}

// poke has the sites looked at again: one was changed.
func (k *pictures) poke() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.signal()
}

// finish returns when nothing is to be fetched now: what waits for another try is not waited for.
func (k *pictures) finish(ctx context.Context) error {
	for {
		last, err := k.app.store.LastSeq()
		if err != nil {
			return err
		}
		wanted := len(k.sites()) > 0
		k.mu.Lock()
		busy, changed := len(k.working) > 0 || wanted && k.after < last, k.changed
		for _, ids := range k.queue {
			busy = busy || len(ids) > 0
		}
		k.mu.Unlock()
		if !busy {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// FinishPictures waits until the pictures that sites want kept are there, as far as they can be had now.
func (a *App) FinishPictures(ctx context.Context) error {
	if err := a.pictures.finish(ctx); err != nil {
		return fmt.Errorf("pictures: %w", err)
	}
	return nil
}

// PictureCount is what came of the pictures of a site's pages.
type PictureCount struct {
	Pages  int   `json:"pages"`  // whose pictures were looked at
	Kept   int   `json:"kept"`   // different pictures
	Bytes  int64 `json:"bytes"`  // of these
	Open   int   `json:"open"`   // still to be fetched
	Failed int   `json:"failed"` // not to be had, or too large, or no pictures
}

// PictureCount counts the pictures of a site.
func (a *App) PictureCount(site string) (c PictureCount, err error) {
	files, err := a.store.PictureFiles()
	if err != nil {
		return c, err
	}
	seen := map[string]bool{}
	err = a.store.EachPictures(func(_ uint64, p storage.Pictures) error {
		if p.Site != site {
			return nil
		}
		c.Pages++
		for _, x := range p.List {
			switch {
			case x.Open():
				c.Open++
			case x.Hash == "":
				c.Failed++
			case !seen[x.Hash]:
				seen[x.Hash] = true
				c.Kept++
				c.Bytes += files[x.Hash].Size
			}
		}
		return nil
	})
	return c, err
}
