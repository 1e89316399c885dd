package storage

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// chunk is how many rows a walk copies out in one transaction.
const chunk = 512

// each walks a bucket keyed by id, copying out a chunk at a time, so that fn runs outside of any transaction: it may be
// slow, write to the store, or send on a channel. Rows written behind the walk are not seen, rows ahead are. decode
// returns false for a row to leave out.
func each[T any](s *Store, bucket []byte, after uint64, decode func(id uint64, v []byte, w *words) (T, bool, error), fn func(T) error) error {
	var w words
	rows := make([]T, 0, chunk)
	for last, more := after, true; more; {
		rows, more = rows[:0], false
		err := s.view(func(tx *bolt.Tx) error {
			c := tx.Bucket(bucket).Cursor()
			n := 0
			for k, v := c.Seek(idKey(last + 1)); k != nil; k, v = c.Next() {
				if n++; n > chunk {
					more = true
					return nil
				}
				id := bigEndian(k)
				if id <= last {
					return fmt.Errorf("%s: row %d stands behind row %d: %w", bucket, id, last, ErrDamaged)
				}
				row, keep, err := decode(id, v, &w)
				if err != nil {
					return fmt.Errorf("%s %d: %w", bucket, id, err)
				}
				if keep {
					rows = append(rows, row)
				}
				last = id
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := fn(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry is a row of a bucket keyed by text.
type entry struct {
	key   string
	value []byte // sealed
}

// entries copies a small bucket out, in the order of its keys.
func (s *Store) entries(bucket []byte) ([]entry, error) {
	var all []entry
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(bucket).ForEach(func(k, v []byte) error {
			all = append(all, entry{string(k), append([]byte{}, v...)})
			return nil
		})
	})
	return all, err
}

// get copies one value out of a bucket; nil when there is none.
func (s *Store) get(bucket, key []byte) ([]byte, error) {
	var v []byte
	err := s.view(func(tx *bolt.Tx) error {
		if at := tx.Bucket(bucket).Get(key); at != nil {
			v = append([]byte{}, at...)
		}
		return nil
	})
	return v, err
}
