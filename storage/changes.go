package storage

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// ChangeKind says what a row of the change log is about.
type ChangeKind byte

const (
	ChangePage    ChangeKind = 1 // the page row of ID was written
	ChangeRoute   ChangeKind = 2 // the route of ID was written
	ChangeDeleted ChangeKind = 3 // the route of ID is no more; its page may be gone too
)

// ChangeRow is one entry of the change log. A row that was written again stands only at its last place.
type ChangeRow struct {
	Seq  uint64
	ID   uint64
	Kind ChangeKind
}

// Changes returns up to max rows with a higher sequence number than after, in order.
func (s *Store) Changes(after uint64, max int) ([]ChangeRow, error) {
	var rows []ChangeRow
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(changesBucket).Cursor()
		for k, v := c.Seek(idKey(after + 1)); k != nil && len(rows) < max; k, v = c.Next() {
			row, err := decodeChange(k, v)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("changes after %d: %w", after, err)
	}
	return rows, nil
}

// LastSeq is the sequence number of the last row ever written; 0 in an empty store.
func (s *Store) LastSeq() (uint64, error) {
	var seq uint64
	err := s.view(func(tx *bolt.Tx) error {
		seq = tx.Bucket(changesBucket).Sequence()
		return nil
	})
	return seq, err
}

func decodeChange(k, v []byte) (ChangeRow, error) {
	if len(k) != 8 || len(v) < 2 {
		return ChangeRow{}, fmt.Errorf("change log: %w", ErrDamaged)
	}
	id, n := binary.Uvarint(v[1:])
	if n <= 0 {
		return ChangeRow{}, fmt.Errorf("change log: %w", ErrDamaged)
	}
	return ChangeRow{Seq: bigEndian(k), ID: id, Kind: ChangeKind(v[0])}, nil
}

// log appends to the change log and returns the new sequence number.
func (w *writer) log(kind ChangeKind, id uint64) (uint64, error) {
	w.seq++
	return w.seq, w.changes.Put(idKey(w.seq), changeValue(kind, id))
}

func changeValue(kind ChangeKind, id uint64) []byte {
	return binary.AppendUvarint([]byte{byte(kind)}, id)
}

// forget drops the entry of a row that is being written again: the log is as long as the store has rows, not visits.
func (w *writer) forget(seq uint64) error { return w.changes.Delete(idKey(seq)) }
