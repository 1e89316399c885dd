package storage

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Known looks a canonical URL up in memory; see seenSet for how exact it is.
func (s *Store) Known(url string) (id uint64, ok bool) { return s.seen.lookup(url) }

// KnownURLs is the number of URLs that are known.
func (s *Store) KnownURLs() int { return s.seen.len() }

// Link reads a row of the frontier log.
func (s *Store) Link(id uint64) (Link, error) {
	var l Link
	err := s.view(func(tx *bolt.Tx) error {
		var err error
		l, err = readLink(tx, id)
		return err
	})
	return l, err
}

// LinkOf reads the row of a canonical URL.
func (s *Store) LinkOf(url string) (Link, error) {
	id, ok := s.seen.lookup(url)
	if !ok {
		return Link{}, fmt.Errorf("link %s: %w", url, ErrNotFound)
	}
	l, err := s.Link(id)
	if err == nil && l.URL != url {
		return Link{}, fmt.Errorf("link %s: %w", url, ErrNotFound)
	}
	return l, err
}

func readLink(tx *bolt.Tx, id uint64) (Link, error) {
	v := tx.Bucket(linksBucket).Get(idKey(id))
	if v == nil {
		return Link{}, fmt.Errorf("link %d: %w", id, ErrNotFound)
	}
	l, removed, err := decodeLink(id, v, nil)
	if err != nil {
		return Link{}, fmt.Errorf("link %d: %w", id, err)
	}
	if removed {
		return Link{}, fmt.Errorf("link %d: %w", id, ErrNotFound)
	}
	return l, nil
}

// EachLink calls fn for every link with a higher id than after, in the order they were found; fn may take its time and
// use the store. Links of removed sites are left out.
func (s *Store) EachLink(after uint64, fn func(Link) error) error {
	return each(s, linksBucket, after, func(id uint64, v []byte, w *words) (Link, bool, error) {
		l, removed, err := decodeLink(id, v, w)
		return l, !removed, err
	}, fn)
}

// linkPage is a link and, if it was ever tried, its page.
type linkPage struct {
	link Link
	page Page
	has  bool
}

// Pending calls fn for every link with its page row, if there is one, in the order of the log: how the frontier is rebuilt
// at start. Links whose page the user deleted and those of removed sites are left out.
func (s *Store) Pending(fn func(l Link, p Page, has bool) error) error {
	var w words
	rows := make([]linkPage, 0, chunk)
	for last, more := uint64(0), true; more; {
		rows = rows[:0]
		err := s.view(func(tx *bolt.Tx) error {
			var err error
			rows, last, more, err = pendingChunk(tx, rows, last, &w)
			return err
		})
		if err != nil {
			return fmt.Errorf("read frontier: %w", err)
		}
		for i := range rows {
			if err := fn(rows[i].link, rows[i].page, rows[i].has); err != nil {
				return err
			}
		}
	}
	return nil
}

// pendingChunk reads up to a chunk of links after last and the pages beside them, two cursors going abreast.
func pendingChunk(tx *bolt.Tx, rows []linkPage, last uint64, w *words) ([]linkPage, uint64, bool, error) {
	links, pages := tx.Bucket(linksBucket).Cursor(), tx.Bucket(pagesBucket).Cursor()
	pk, pv := pages.Seek(idKey(last + 1))
	n := 0
	for k, v := links.Seek(idKey(last + 1)); k != nil; k, v = links.Next() {
		if n++; n > chunk {
			return rows, last, true, nil
		}
		id := bigEndian(k)
		if id <= last {
			return nil, 0, false, fmt.Errorf("link %d stands behind link %d: %w", id, last, ErrDamaged)
		}
		l, removed, err := decodeLink(id, v, w)
		if err != nil {
			return nil, 0, false, fmt.Errorf("link %d: %w", id, err)
		}
		last = id
		for pk != nil && bigEndian(pk) < id {
			pk, pv = pages.Next()
		}
		row := linkPage{link: l, has: pk != nil && bigEndian(pk) == id}
		if row.has {
			if row.page, err = decodePage(id, pv, w); err != nil {
				return nil, 0, false, fmt.Errorf("page %d: %w", id, err)
			}
		}
		if !removed && !l.Deleted {
			rows = append(rows, row)
		}
	}
	return rows, last, false, nil
}

// loadSeen fills the seen set from the log. The bytes of the URLs are read once and not kept. The caller holds write, or
// is Open.
func (s *Store) loadSeen() error {
	var set *seenSet
	err := s.view(func(tx *bolt.Tx) error {
		set = s.seen.empty(tx.Bucket(linksBucket).Sequence())
		c := tx.Bucket(linksBucket).Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			id := bigEndian(k)
			url, mark, err := linkKey(v)
			if err != nil {
				return fmt.Errorf("link %d: %w", id, err)
			}
			if mark&markRemoved != 0 {
				continue
			}
			hash, print := set.keyBytes(url)
			set.insert(hash, print, id, func() string { return string(url) })
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.seen.replace(set)
	return nil
}
