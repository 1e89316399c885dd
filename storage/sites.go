package storage

import (
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// siteRow is a site with its place in the list.
type siteRow struct {
	Order uint64 `json:"order"`
	Site  Site   `json:"site"`
}

// PutSite adds a site or replaces the one with its id. It returns the site with the next version.
func (s *Store) PutSite(site Site) (Site, error) { return s.putSite(site, 0) }

// putSite stores a site under a version; 0 is the next one.
func (s *Store) putSite(site Site, version int) (Site, error) {
	if site.ID == "" || len(site.Seeds) == 0 {
		return Site{}, fmt.Errorf("put site %q: %w", site.ID, ErrNoSite)
	}
	err := s.change(func(tx *bolt.Tx) error {
		b := tx.Bucket(sitesBucket)
		var row siteRow
		if v := b.Get([]byte(site.ID)); v != nil {
			if err := unsealJSON(v, &row); err != nil {
				return err
			}
		} else {
			n, err := b.NextSequence()
			if err != nil {
				return err
			}
			row.Order = n
		}
		if site.Version = version; version == 0 {
			site.Version = row.Site.Version + 1
		}
		if site.Added.IsZero() {
			site.Added = row.Site.Added
		}
		row.Site = site
		v, err := sealJSON(row)
		if err != nil {
			return err
		}
		delete(s.removed, site.ID)
		return b.Put([]byte(site.ID), v)
	})
	if err != nil {
		return Site{}, fmt.Errorf("put site %s: %w", site.ID, err)
	}
	return site, nil
}

// Sites are all sites in the order of adding.
func (s *Store) Sites() ([]Site, error) {
	all, err := s.entries(sitesBucket)
	if err != nil {
		return nil, fmt.Errorf("read sites: %w", err)
	}
	rows := make([]siteRow, len(all))
	for i, e := range all {
		if err := unsealJSON(e.value, &rows[i]); err != nil {
			return nil, fmt.Errorf("site %s: %w", e.key, err)
		}
	}
	slices.SortFunc(rows, func(a, b siteRow) int { return int(int64(a.Order) - int64(b.Order)) })
	sites := make([]Site, len(rows))
	for i, r := range rows {
		sites[i] = r.Site
	}
	return sites, nil
}

// Site reads one site.
func (s *Store) Site(id string) (Site, error) {
	v, err := s.get(sitesBucket, []byte(id))
	if err == nil && v == nil {
		err = ErrNotFound
	}
	var row siteRow
	if err == nil {
		err = unsealJSON(v, &row)
	}
	if err != nil {
		return Site{}, fmt.Errorf("site %s: %w", id, err)
	}
	return row.Site, nil
}

// RemoveSite removes a site with its pages, evidence, routes, hosts and profile, and says how many pages there were.
// Labels stay: they were made by a person. The links keep their numbers but are not known any more. Large sites go in
// several transactions, the row of the site in the last one, so that a removal that was cut off can be repeated.
func (s *Store) RemoveSite(id string) (pages int, err error) {
	if _, err := s.Site(id); err != nil {
		return 0, err
	}
	s.write.Lock()
	s.removed[id] = true // from here on commits leave the site's rows out
	s.write.Unlock()

	for last, more := uint64(0), true; more && err == nil; {
		err = s.rewrite(func(w *writer) error {
			n, err := w.removeLinks(id, &last, &more)
			pages += n
			return err
		})
	}
	if err == nil {
		err = s.removeSiteRow(id)
	}
	s.write.Lock() // a link committed between the reading and the replacing would be forgotten
	defer s.write.Unlock()
	if rerr := s.loadSeen(); err == nil {
		err = rerr
	}
	if err != nil {
		return pages, fmt.Errorf("remove site %s: %w", id, err)
	}
	return pages, nil
}

// removeLinks takes up to 4096 links of a site after last out of the store.
func (w *writer) removeLinks(site string, last *uint64, more *bool) (pages int, err error) {
	const most = 4096
	var mine []Link
	*more = false
	c := w.links.Cursor()
	for k, v := c.Seek(idKey(*last + 1)); k != nil; k, v = c.Next() {
		id := bigEndian(k)
		l, removed, err := decodeLink(id, v, nil)
		if err != nil {
			return 0, fmt.Errorf("link %d: %w", id, err)
		}
		*last = id
		if l.Site != site || removed {
			continue
		}
		if mine = append(mine, l); len(mine) == most {
			*more = true
			break
		}
	}
	for i := range mine {
		had, err := w.dropPage(mine[i].ID)
		if err != nil {
			return pages, err
		}
		if had {
			pages++
		}
		w.count(site).link(&mine[i], -1)
		mark := &Link{URL: mine[i].URL, Host: mine[i].Host, Site: site}
		if err := w.links.Put(idKey(mine[i].ID), encodeLink(mark, markRemoved)); err != nil {
			return pages, err
		}
	}
	return pages, nil
}

func (s *Store) removeSiteRow(id string) error {
	hosts, err := s.Hosts()
	if err != nil {
		return err
	}
	s.write.Lock()
	defer s.write.Unlock()
	err = s.update(func(tx *bolt.Tx) error {
		for _, h := range hosts {
			if h.Site != id {
				continue
			}
			for _, b := range [][]byte{hostsBucket, robotsBucket} {
				if err := tx.Bucket(b).Delete([]byte(h.Host)); err != nil {
					return err
				}
			}
		}
		for _, b := range [][]byte{sitesBucket, profilesBucket, countsBucket} {
			if err := tx.Bucket(b).Delete([]byte(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.counts.set(map[string]*SiteCount{id: nil})
	s.signal()
	return nil
}
