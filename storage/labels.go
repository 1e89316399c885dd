package storage

import (
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"xunlu/judge"
)

// Label is what a person said a page is.
type Label struct {
	URL   string      `json:"url"`
	Label judge.Label `json:"label"` // route or other
	At    time.Time   `json:"at"`
	By    string      `json:"by,omitempty"`
}

// PutLabel stores a label; the one a URL had before is replaced.
func (s *Store) PutLabel(l Label) error {
	if l.URL == "" {
		return fmt.Errorf("put label: a label needs a url")
	}
	v, err := sealJSON(l)
	if err != nil {
		return fmt.Errorf("put label %s: %w", l.URL, err)
	}
	err = s.change(func(tx *bolt.Tx) error { return tx.Bucket(labelsBucket).Put([]byte(l.URL), v) })
	if err != nil {
		return fmt.Errorf("put label %s: %w", l.URL, err)
	}
	return nil
}

// Labels are all labels in the order of their URLs.
func (s *Store) Labels() ([]Label, error) {
	all, err := s.entries(labelsBucket)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	labels := make([]Label, len(all))
	for i, e := range all {
		if err := unsealJSON(e.value, &labels[i]); err != nil {
			return nil, fmt.Errorf("label %s: %w", e.key, err)
		}
	}
	return labels, nil
}

// RemoveLabel takes a label back; ErrNotFound when there is none.
func (s *Store) RemoveLabel(url string) error {
	err := s.change(func(tx *bolt.Tx) error {
		b := tx.Bucket(labelsBucket)
		if b.Get([]byte(url)) == nil {
			return ErrNotFound
		}
		return b.Delete([]byte(url))
	})
	if err != nil {
		return fmt.Errorf("remove label %s: %w", url, err)
	}
	return nil
}
