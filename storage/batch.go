package storage

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Batch is what one group of outcomes changes. Commit writes all of it or nothing.
type Batch struct {
	// Links that were found. Commit sets ID, and New on those that were not known.
	Links []Link
	// Pages to write. A page without an ID gets that of its URL, which must be known or among Links. Commit sets Seq and
	// keeps the stored Note.
	Pages []Page
	// Routes to write or to merge into what is stored. IDs as for Pages. Commit sets State, First, Seen, History and Seq.
	//
	// A page that comes without its route takes care of the stored one by itself: when the page is gone the route is
	// marked gone, when the page is no route any more the route leaves, when it was fetched again and is still a route
	// the route counts as seen unchanged.
	Routes []Route
	Hosts  []Host
	// Counters adds to what cannot be counted again from the rows: only Fetches and Bytes are looked at.
	Counters map[string]SiteCount
}

// Visit counts an answer of a site: one fetch, and the bytes of the body if there was one.
func (b *Batch) Visit(site string, bytes int) {
	if b.Counters == nil {
		b.Counters = make(map[string]SiteCount)
	}
	c := b.Counters[site]
	c.Fetches++
	c.Bytes += int64(bytes)
	b.Counters[site] = c
}

// Commit makes a batch durable in one transaction and returns the last sequence number. What belongs to a site that was
// removed meanwhile is left out: it comes back with ID or Seq 0. Memory (seen set, counters) changes after the commit;
// after an error nothing has changed but the batch's own fields, which are without meaning then.
func (s *Store) Commit(b *Batch) (uint64, error) {
	s.write.Lock()
	defer s.write.Unlock()
	var w *writer
	err := s.update(func(tx *bolt.Tx) error {
		w = s.writer(tx)
		return w.batch(b)
	})
	if err != nil {
		return 0, fmt.Errorf("commit: %w", err)
	}
	for _, i := range w.fresh {
		s.seen.add(b.Links[i].URL, b.Links[i].ID)
	}
	s.counts.set(w.counts)
	s.signal()
	return w.seq, nil
}

// writer is one write transaction. Owned by the goroutine that holds Store.write.
type writer struct {
	store   *Store
	tx      *bolt.Tx
	links   *bolt.Bucket
	pages   *bolt.Bucket
	routes  *bolt.Bucket
	changes *bolt.Bucket
	seq     uint64
	counts  map[string]*SiteCount // sites touched, with their new counts
	fresh   []int                 // places in Batch.Links of the new ones
	ids     map[string]uint64     // URL → id of the new ones
	routed  map[uint64]bool       // pages whose route is in the batch
}

func (s *Store) writer(tx *bolt.Tx) *writer {
	w := &writer{
		store: s, tx: tx,
		links: tx.Bucket(linksBucket), pages: tx.Bucket(pagesBucket),
		routes: tx.Bucket(routesBucket), changes: tx.Bucket(changesBucket),
		counts: make(map[string]*SiteCount),
		ids:    make(map[string]uint64),
		routed: make(map[uint64]bool),
	}
	// These grow at the end: full leaves, no room for what never comes.
	w.links.FillPercent, w.changes.FillPercent = 0.98, 0.98
	w.pages.FillPercent = 0.9
	w.seq = w.changes.Sequence()
	return w
}

func (w *writer) batch(b *Batch) error {
	for i := range b.Links {
		if err := w.link(b, i); err != nil {
			return err
		}
	}
	for i := range b.Routes {
		r := &b.Routes[i]
		if err := w.resolve(&r.ID, r.URL); err != nil {
			return err
		}
		w.routed[r.ID] = true
	}
	for i := range b.Pages {
		if err := w.page(&b.Pages[i]); err != nil {
			return err
		}
	}
	for i := range b.Routes {
		if err := w.route(&b.Routes[i]); err != nil {
			return err
		}
	}
	for i := range b.Hosts {
		if err := w.host(&b.Hosts[i]); err != nil {
			return err
		}
	}
	for site, c := range b.Counters {
		if !w.store.removed[site] {
			n := w.count(site)
			n.Fetches += c.Fetches
			n.Bytes += c.Bytes
		}
	}
	return w.finish()
}

// finish writes the counters and the sequence.
func (w *writer) finish() error {
	counts := w.tx.Bucket(countsBucket)
	for site, c := range w.counts {
		v, err := sealJSON(c)
		if err != nil {
			return err
		}
		if err := counts.Put([]byte(site), v); err != nil {
			return err
		}
	}
	return w.changes.SetSequence(w.seq)
}

// count is the site's counters, to be changed in place.
func (w *writer) count(site string) *SiteCount {
	c, ok := w.counts[site]
	if !ok {
		n := w.store.counts.get(site).clone()
		c = &n
		w.counts[site] = c
	}
	return c
}

// link writes a link that is not known and gives the id of one that is.
func (w *writer) link(b *Batch, i int) error {
	l := &b.Links[i]
	l.ID, l.New = 0, false
	if l.URL == "" {
		return fmt.Errorf("link %d of the batch has no url", i)
	}
	if w.store.removed[l.Site] {
		return nil
	}
	if id, ok := w.ids[l.URL]; ok {
		l.ID = id
		return nil
	}
	if id, ok := w.store.seen.lookup(l.URL); ok {
		l.ID = id
		return nil
	}
	id, err := w.links.NextSequence()
	if err != nil {
		return err
	}
	l.ID, l.New = id, true
	if err := w.links.Put(idKey(id), encodeLink(l, 0)); err != nil {
		return err
	}
	w.ids[l.URL] = id
	w.fresh = append(w.fresh, i)
	w.count(l.Site).link(l, 1)
	return nil
}

// resolve finds the id of a row that came with its URL only.
func (w *writer) resolve(id *uint64, url string) error {
	if *id != 0 {
		return nil
	}
	if n, ok := w.ids[url]; ok {
		*id = n
		return nil
	}
	n, ok := w.store.seen.lookup(url)
	if !ok {
		return fmt.Errorf("page %s: its link is %w", url, ErrNotFound)
	}
	*id = n
	return nil
}

// alive says whether the link of a row is there and its site was not removed.
func (w *writer) alive(id uint64, url string) (bool, error) {
	v := w.links.Get(idKey(id))
	if v == nil {
		return false, fmt.Errorf("page %s: link %d is %w", url, id, ErrNotFound)
	}
	_, mark, err := linkKey(v)
	if err != nil {
		return false, fmt.Errorf("link %d: %w", id, err)
	}
	return mark == 0, nil
}

// page writes a row over the one of before.
func (w *writer) page(p *Page) error {
	p.Seq = 0
	if err := w.resolve(&p.ID, p.URL); err != nil {
		return err
	}
	ok, err := w.alive(p.ID, p.URL)
	if err != nil || !ok {
		return err
	}
	key := idKey(p.ID)
	if v := w.pages.Get(key); v != nil {
		old, err := decodePage(p.ID, v, nil)
		if err != nil {
			return fmt.Errorf("page %d: %w", p.ID, err)
		}
		p.Note = old.Note // the crawl may have read the row before the user wrote on it
		if p.Hash == old.Hash && old.Archive != "" {
			p.Archive = old.Archive // the same bytes: their copy may have been moved meanwhile
		}
		w.count(old.Site).page(&old, -1)
		if err := w.forget(old.Seq); err != nil {
			return err
		}
	}
	if p.Seq, err = w.log(ChangePage, p.ID); err != nil {
		return err
	}
	if err := w.pages.Put(key, encodePage(p)); err != nil {
		return err
	}
	if p.Evidence != nil {
		evidence := w.tx.Bucket(evidenceBucket)
		evidence.FillPercent = 0.9
		if err := evidence.Put(key, sealRaw(p.Evidence)); err != nil {
			return err
		}
	}
	w.count(p.Site).page(p, 1)
	if w.routed[p.ID] {
		return nil
	}
	return w.follow(p)
}

func idKey(id uint64) []byte { return binary.BigEndian.AppendUint64(make([]byte, 0, 8), id) }

// bigEndian reads what idKey wrote; a key of another length reads as 0, which is no id.
func bigEndian(k []byte) uint64 {
	if len(k) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(k)
}
