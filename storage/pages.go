package storage

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Page reads the row of a page; its evidence stays where it is (EvidenceOf).
func (s *Store) Page(id uint64) (Page, error) {
	var p Page
	err := s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(pagesBucket).Get(idKey(id))
		if v == nil {
			return fmt.Errorf("page %d: %w", id, ErrNotFound)
		}
		var err error
		if p, err = decodePage(id, v, nil); err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		return nil
	})
	return p, err
}

// PageOf reads the row of a canonical URL.
func (s *Store) PageOf(url string) (Page, error) {
	l, err := s.LinkOf(url)
	if err != nil {
		return Page{}, err
	}
	return s.Page(l.ID)
}

// EachPage calls fn for every page with a higher id than after, in order; fn may take its time and use the store.
func (s *Store) EachPage(after uint64, fn func(Page) error) error {
	return each(s, pagesBucket, after, func(id uint64, v []byte, w *words) (Page, bool, error) {
		p, err := decodePage(id, v, w)
		return p, true, err
	}, fn)
}

// EvidenceOf reads what the judge counted on a page.
func (s *Store) EvidenceOf(id uint64) ([]byte, error) {
	v, err := s.get(evidenceBucket, idKey(id))
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, fmt.Errorf("evidence of page %d: %w", id, ErrNotFound)
	}
	ev, err := unsealRaw(v)
	if err != nil {
		return nil, fmt.Errorf("evidence of page %d: %w", id, err)
	}
	return ev, nil
}

// EachEvidence calls fn for the evidence of every page in the order of ids; ev is fn's to keep.
func (s *Store) EachEvidence(fn func(id uint64, ev []byte) error) error {
	type row struct {
		id uint64
		ev []byte
	}
	return each(s, evidenceBucket, 0, func(id uint64, v []byte, _ *words) (row, bool, error) {
		ev, err := unsealRaw(v)
		return row{id, ev}, true, err
	}, func(r row) error { return fn(r.id, r.ev) })
}

// EditPage writes the user's note on a page.
func (s *Store) EditPage(url string, note string) error {
	id, err := s.idOf(url)
	if err != nil {
		return err
	}
	return s.rewrite(func(w *writer) error {
		v := w.pages.Get(idKey(id))
		if v == nil {
			return fmt.Errorf("page %s: %w", url, ErrNotFound)
		}
		p, err := decodePage(id, v, nil)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if err := w.forget(p.Seq); err != nil {
			return err
		}
		p.Note = note
		if p.Seq, err = w.log(ChangePage, id); err != nil {
			return err
		}
		return w.pages.Put(idKey(id), encodePage(&p))
	})
}

// DeletePage removes the row of a page, its evidence and its route, and with it what the search shows. Its URL stays
// known, so that a link to it does not bring it back. The copy in the archive is not touched.
func (s *Store) DeletePage(url string) error {
	id, err := s.idOf(url)
	if err != nil {
		return err
	}
	return s.rewrite(func(w *writer) error {
		l, err := readLink(w.tx, id)
		if err != nil {
			return err
		}
		if l.Deleted {
			return fmt.Errorf("page %s: %w", url, ErrNotFound)
		}
		if _, err := w.dropPage(id); err != nil {
			return err
		}
		w.count(l.Site).link(&l, -1)
		l.Deleted = true
		w.count(l.Site).link(&l, 1)
		return w.links.Put(idKey(id), encodeLink(&l, markDeleted))
	})
}

// rewrite runs one write of a person with a writer and installs the counters it changed.
func (s *Store) rewrite(fn func(*writer) error) error {
	s.write.Lock()
	defer s.write.Unlock()
	var w *writer
	err := s.update(func(tx *bolt.Tx) error {
		w = s.writer(tx)
		if err := fn(w); err != nil {
			return err
		}
		return w.finish()
	})
	if err != nil {
		return err
	}
	s.counts.set(w.counts)
	s.signal()
	return nil
}

func (s *Store) idOf(url string) (uint64, error) {
	l, err := s.LinkOf(url)
	return l.ID, err
}

// dropPage removes a page row with all that hangs on it and says whether there was one.
func (w *writer) dropPage(id uint64) (bool, error) {
	key := idKey(id)
	if r, has, err := w.stored(id); err != nil {
		return false, err
	} else if has {
		if err := w.dropRoute(&r); err != nil {
			return false, err
		}
	}
	for _, b := range [][]byte{evidenceBucket, picturesBucket} {
		if err := w.tx.Bucket(b).Delete(key); err != nil {
			return false, err
		}
	}
	v := w.pages.Get(key)
	if v == nil {
		return false, nil
	}
	p, err := decodePage(id, v, nil)
	if err != nil {
		return false, fmt.Errorf("page %d: %w", id, err)
	}
	w.count(p.Site).page(&p, -1)
	if err := w.forget(p.Seq); err != nil {
		return false, err
	}
	return true, w.pages.Delete(key)
}
