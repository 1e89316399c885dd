package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// compactTx is how many bytes one transaction of Compact copies.
const compactTx = 4 << 20

// Compact copies the store into a new file without the room that deleted rows left, and goes on with that. Readers go on
// meanwhile, writers wait. When it fails the old file stays in use.
func (s *Store) Compact(ctx context.Context) error {
	s.write.Lock()
	defer s.write.Unlock()
	small := filepath.Join(s.dir, "store-compact.new")
	if err := s.copyInto(ctx, small); err != nil {
		return errors.Join(fmt.Errorf("compact %s: %w", s.dir, err), removeIf(small))
	}
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.db == nil {
		return errors.Join(ErrClosed, removeIf(small))
	}
	err := s.db.Close()
	s.db = nil
	if err == nil {
		err = Replace(ctx, small, s.Path())
	}
	db, oerr := openFile(s.Path())
	if oerr == nil {
		s.db = db
	}
	if err := errors.Join(err, oerr); err != nil {
		return errors.Join(fmt.Errorf("compact %s: %w", s.dir, err), removeIf(small))
	}
	return nil
}

// copyInto copies all rows to a new file. The caller holds write, so nothing is written meanwhile.
func (s *Store) copyInto(ctx context.Context, name string) error {
	if err := removeIf(name); err != nil {
		return err
	}
	dst, err := bolt.Open(name, 0o600, options())
	if err != nil {
		return err
	}
	err = s.view(func(src *bolt.Tx) error { return copyBuckets(ctx, dst, src) })
	return errors.Join(err, dst.Close())
}

// copyBuckets is bolt.Compact, but it can be stopped and syncs once a bucket's worth of transactions like any commit.
func copyBuckets(ctx context.Context, dst *bolt.DB, src *bolt.Tx) error {
	return src.ForEach(func(name []byte, from *bolt.Bucket) error {
		c := from.Cursor()
		k, v := c.First()
		for first := true; first || k != nil; first = false {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := dst.Update(func(tx *bolt.Tx) error {
				to, err := tx.CreateBucketIfNotExists(name)
				if err != nil {
					return err
				}
				to.FillPercent = 1
				for size := 0; k != nil && size < compactTx; k, v = c.Next() {
					if err := to.Put(k, v); err != nil {
						return err
					}
					size += len(k) + len(v)
				}
				return to.SetSequence(from.Sequence())
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func removeIf(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
