package storage

import (
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Repair rebuilds what follows from other rows: the counters and the change log (every row gets a new place in it, so that
// the index reads all of it again). It does not touch a row that is damaged: that is what backups and the archive are for.
func (s *Store) Repair(ctx context.Context) error {
	s.write.Lock()
	defer s.write.Unlock()
	var w *writer
	err := s.update(func(tx *bolt.Tx) error {
		w = s.writer(tx)
		return w.rebuild(ctx)
	})
	if err != nil {
		return fmt.Errorf("repair %s: %w", s.dir, err)
	}
	s.counts.set(w.counts)
	s.signal()
	return nil
}

func (w *writer) rebuild(ctx context.Context) error {
	if err := w.zero(); err != nil {
		return err
	}
	if err := w.emptyLog(); err != nil {
		return err
	}
	for _, step := range []func() error{w.recountLinks, w.relogPages, w.relogRoutes} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return w.finish()
}

// zero starts the counters of every site again, keeping what no row tells.
func (w *writer) zero() error {
	return w.tx.Bucket(countsBucket).ForEach(func(k, _ []byte) error {
		old := w.store.counts.get(string(k))
		w.counts[string(k)] = &SiteCount{Fetches: old.Fetches, Bytes: old.Bytes}
		return nil
	})
}

func (w *writer) fromZero(site string) *SiteCount {
	c, ok := w.counts[site]
	if !ok {
		c = new(SiteCount)
		w.counts[site] = c
	}
	return c
}

// emptyLog throws the log away but for the deletions, which no row tells. Numbers go on where they were.
func (w *writer) emptyLog() error {
	var gone [][]byte
	err := w.changes.ForEach(func(k, v []byte) error {
		if row, err := decodeChange(k, v); err != nil || row.Kind != ChangeDeleted {
			gone = append(gone, append([]byte{}, k...))
		}
		if n := bigEndian(k); n > w.seq {
			w.seq = n
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, k := range gone {
		if err := w.changes.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) recountLinks() error {
	last := w.links.Sequence()
	err := w.links.ForEach(func(k, v []byte) error {
		id := bigEndian(k)
		last = max(last, id)
		l, removed, err := decodeLink(id, v, nil)
		if err != nil {
			return fmt.Errorf("link %d: %w", id, err)
		}
		if !removed {
			w.fromZero(l.Site).link(&l, 1)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.links.SetSequence(last)
}

func (w *writer) relogPages() error {
	return relog(w.pages, func(id uint64, v []byte) ([]byte, error) {
		p, err := decodePage(id, v, nil)
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", id, err)
		}
		w.fromZero(p.Site).page(&p, 1)
		if p.Seq, err = w.log(ChangePage, id); err != nil {
			return nil, err
		}
		return encodePage(&p), nil
	})
}

func (w *writer) relogRoutes() error {
	return relog(w.routes, func(id uint64, v []byte) ([]byte, error) {
		r, err := decodeRoute(id, v)
		if err != nil {
			return nil, err
		}
		w.fromZero(r.Site).route(&r, 1)
		if r.Seq, err = w.log(ChangeRoute, id); err != nil {
			return nil, err
		}
		return sealJSON(r)
	})
}

// relog writes every row of a bucket anew. Keys are gathered first: a bucket must not change under its own walk.
func relog(b *bolt.Bucket, row func(id uint64, v []byte) ([]byte, error)) error {
	var ids []uint64
	err := b.ForEach(func(k, _ []byte) error {
		ids = append(ids, bigEndian(k))
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		v, err := row(id, b.Get(idKey(id)))
		if err != nil {
			return err
		}
		if err := b.Put(idKey(id), v); err != nil {
			return err
		}
	}
	return nil
}
