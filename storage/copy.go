package storage

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"

	bolt "go.etcd.io/bbolt"
)

// A copy is a store on another PC that follows this one's change log: the same rows under the same numbers, so that an index
// follows the copy as it follows the original. Pages' copies in the archive, evidence, labels and rules do not travel.

// CopyRow is one change with what the original has now of its page; nil is nothing.
type CopyRow struct {
	Seq   uint64     `json:"seq"`
	ID    uint64     `json:"id"`
	Kind  ChangeKind `json:"kind"`
	Link  []byte     `json:"link,omitempty"`
	Page  []byte     `json:"page,omitempty"`
	Route []byte     `json:"route,omitempty"`
}

// CopyMark is how far a copy has come, and of which store it is one.
type CopyMark struct {
	Store uint64 `json:"store"`
	Seq   uint64 `json:"seq"`
}

// ErrCopyOfAnother is returned when a folder holds something else than the copy that is to go on.
var ErrCopyOfAnother = errors.New("this folder holds something else than a copy of that coordinator; follow into a new folder")

const (
	identitySetting = "copy identity"
	markSetting     = "copy mark"
)

// Identity names this store among all, made when it is first asked for.
func (s *Store) Identity() (uint64, error) {
	var id uint64
	if ok, err := s.Setting(identitySetting, &id); err != nil || ok {
		return id, err
	}
	id = rand.Uint64() >> 11 // JSON numbers of other readers hold 53 bits
	return id, s.PutSetting(identitySetting, id)
}

// CopyMark tells how far this copy is; zero for a store that is none.
func (s *Store) CopyMark() (m CopyMark, err error) {
	_, err = s.Setting(markSetting, &m)
	return m, err
}

// CopyFrom gives up to most changes after a sequence number, and stops early when they come to aim bytes.
func (s *Store) CopyFrom(after uint64, most, aim int) ([]CopyRow, error) {
	var rows []CopyRow
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(changesBucket).Cursor()
		size := 0
		for k, v := c.Seek(idKey(after + 1)); k != nil && len(rows) < most && size < aim; k, v = c.Next() {
			ch, err := decodeChange(k, v)
			if err != nil {
				return err
			}
			key := idKey(ch.ID)
			r := CopyRow{Seq: ch.Seq, ID: ch.ID, Kind: ch.Kind, Link: bytes.Clone(tx.Bucket(linksBucket).Get(key)),
				Page: bytes.Clone(tx.Bucket(pagesBucket).Get(key)), Route: bytes.Clone(tx.Bucket(routesBucket).Get(key))}
			size += len(r.Link) + len(r.Page) + len(r.Route)
			rows = append(rows, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("copy after %d: %w", after, err)
	}
	return rows, nil
}

// CopyInto writes changes of another store into this one, with the mark, in one transaction, and returns the new mark. sites are
// all sites of the original; those that are no longer there leave.
func (s *Store) CopyInto(store uint64, rows []CopyRow, sites []Site) (uint64, error) {
	mark, err := s.CopyMark()
	if err != nil {
		return 0, err
	}
	last, err := s.LastSeq()
	if err != nil {
		return 0, err
	}
	if mark.Store != store && (mark.Store != 0 || last > 0) {
		return 0, ErrCopyOfAnother
	}
	if err := s.copySites(sites); err != nil {
		return 0, err
	}
	mark.Store = store
	var fresh []Link
	err = s.rewrite(func(w *writer) error {
		for i := range rows {
			l, err := w.copyRow(&rows[i])
			if err != nil {
				return fmt.Errorf("row %d: %w", rows[i].Seq, err)
			}
			if l.URL != "" {
				fresh = append(fresh, l)
			}
			mark.Seq = max(mark.Seq, rows[i].Seq)
		}
		w.seq = max(w.seq, mark.Seq)
		v, err := sealJSON(mark)
		if err != nil {
			return err
		}
		return w.tx.Bucket(settingsBucket).Put([]byte(markSetting), v)
	})
	if err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	for _, l := range fresh {
		s.seen.add(l.URL, l.ID)
	}
	return mark.Seq, nil
}

// copyRow makes a page, its link and its route what they are in the original. The link is returned when it is new here.
func (w *writer) copyRow(r *CopyRow) (fresh Link, err error) {
	key := idKey(r.ID)
	if r.Link != nil {
		l, removed, err := decodeLink(r.ID, r.Link, nil)
		if err != nil {
			return fresh, err
		}
		if v := w.links.Get(key); v != nil {
			old, gone, err := decodeLink(r.ID, v, nil)
			if err != nil {
				return fresh, err
			}
			if !gone {
				w.count(old.Site).link(&old, -1)
			}
		} else if !removed {
			fresh = l
		}
		if !removed {
			w.count(l.Site).link(&l, 1)
		}
		if err := w.links.Put(key, r.Link); err != nil {
			return fresh, err
		}
		if w.links.Sequence() < r.ID {
			if err := w.links.SetSequence(r.ID); err != nil {
				return fresh, err
			}
		}
	}
	if err := w.copyPage(key, r); err != nil {
		return fresh, err
	}
	if err := w.copyRoute(key, r); err != nil {
		return fresh, err
	}
	if r.Kind == ChangeDeleted {
		return fresh, w.changes.Put(idKey(r.Seq), changeValue(ChangeDeleted, r.ID))
	}
	return fresh, nil
}

func (w *writer) copyPage(key []byte, r *CopyRow) error {
	if v := w.pages.Get(key); v != nil {
		old, err := decodePage(r.ID, v, nil)
		if err != nil {
			return err
		}
		w.count(old.Site).page(&old, -1)
		if err := w.forget(old.Seq); err != nil {
			return err
		}
	}
	if r.Page == nil {
		return w.pages.Delete(key)
	}
	p, err := decodePage(r.ID, r.Page, nil)
	if err != nil {
		return err
	}
	w.count(p.Site).page(&p, 1)
	if err := w.changes.Put(idKey(p.Seq), changeValue(ChangePage, r.ID)); err != nil {
		return err
	}
	return w.pages.Put(key, r.Page)
}

func (w *writer) copyRoute(key []byte, r *CopyRow) error {
	old, has, err := w.stored(r.ID)
	if err != nil {
		return err
	}
	if has {
		w.count(old.Site).route(&old, -1)
		if err := w.forget(old.Seq); err != nil {
			return err
		}
	}
	if r.Route == nil {
		return w.routes.Delete(key)
	}
	route, err := decodeRoute(r.ID, r.Route)
	if err != nil {
		return err
	}
	w.count(route.Site).route(&route, 1)
	w.seq = max(w.seq, route.Seq)
	if err := w.changes.Put(idKey(route.Seq), changeValue(ChangeRoute, r.ID)); err != nil {
		return err
	}
	return w.routes.Put(key, r.Route)
}

// copySites makes the site list that of the original.
func (s *Store) copySites(sites []Site) error {
	had, err := s.Sites()
	if err != nil {
		return err
	}
	versions := map[string]int{}
	for _, x := range had {
		versions[x.ID] = x.Version
	}
	keep := map[string]bool{}
	for _, x := range sites {
		keep[x.ID] = true
		if versions[x.ID] == x.Version {
			continue
		}
		if _, err := s.putSite(x, x.Version); err != nil {
			return err
		}
	}
	for _, x := range had {
		if !keep[x.ID] {
			if _, err := s.RemoveSite(x.ID); err != nil {
				return err
			}
		}
	}
	return nil
}
