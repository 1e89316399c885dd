package storage

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Setting reads a setting into v, which must be a pointer; false when it was never set.
func (s *Store) Setting(key string, v any) (bool, error) {
	data, err := s.get(settingsBucket, []byte(key))
	if err == nil && data != nil {
		err = unsealJSON(data, v)
	}
	if err != nil {
		return false, fmt.Errorf("setting %s: %w", key, err)
	}
	return data != nil, nil
}

// PutSetting stores v as JSON.
func (s *Store) PutSetting(key string, v any) error {
	data, err := sealJSON(v)
	if err == nil {
		err = s.change(func(tx *bolt.Tx) error { return tx.Bucket(settingsBucket).Put([]byte(key), data) })
	}
	if err != nil {
		return fmt.Errorf("put setting %s: %w", key, err)
	}
	return nil
}

// PutProfile stores what the engine knows of a site's pages (what stands on nearly all of them), encoded by it.
func (s *Store) PutProfile(site string, data []byte) error {
	err := s.change(func(tx *bolt.Tx) error { return tx.Bucket(profilesBucket).Put([]byte(site), sealRaw(data)) })
	if err != nil {
		return fmt.Errorf("put profile of %s: %w", site, err)
	}
	return nil
}

// Profile reads a site's profile; ErrNotFound when there is none yet.
func (s *Store) Profile(site string) ([]byte, error) {
	v, err := s.get(profilesBucket, []byte(site))
	if err == nil && v == nil {
		err = ErrNotFound
	}
	var data []byte
	if err == nil {
		data, err = unsealRaw(v)
	}
	if err != nil {
		return nil, fmt.Errorf("profile of %s: %w", site, err)
	}
	return data, nil
}
