package storage

import (
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Host is what must be remembered of a host over a restart, so that starting again is no excuse to be impolite.
type Host struct {
	Host         string        `json:"host"` // host:port as in Link.Host
	Site         string        `json:"site,omitempty"`
	Delay        time.Duration `json:"delay,omitempty"`    // between two fetches, as last decided
	NextAt       time.Time     `json:"next_at,omitzero"`   // not before
	Failures     int           `json:"failures,omitempty"` // in a row
	HoldUntil    time.Time     `json:"hold_until,omitzero"`
	Why          string        `json:"why,omitempty"` // of the hold, for people
	RobotsStatus int           `json:"robots_status,omitempty"`
	RobotsAt     time.Time     `json:"robots_at,omitzero"` // when robots.txt was read
	// Robots is the body of robots.txt. Commit writes it when it is not nil and keeps the stored one otherwise.
	Robots []byte `json:"-"`
}

func (w *writer) host(h *Host) error {
	if w.store.removed[h.Site] {
		return nil
	}
	v, err := sealJSON(h)
	if err != nil {
		return fmt.Errorf("host %s: %w", h.Host, err)
	}
	if h.Robots != nil {
		if err := w.tx.Bucket(robotsBucket).Put([]byte(h.Host), sealRaw(h.Robots)); err != nil {
			return fmt.Errorf("host %s: %w", h.Host, err)
		}
	}
	if err := w.tx.Bucket(hostsBucket).Put([]byte(h.Host), v); err != nil {
		return fmt.Errorf("host %s: %w", h.Host, err)
	}
	return nil
}

// Host reads one host with its robots.txt.
func (s *Store) Host(name string) (Host, error) {
	var h Host
	err := s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(hostsBucket).Get([]byte(name))
		if v == nil {
			return ErrNotFound
		}
		if err := unsealJSON(v, &h); err != nil {
			return err
		}
		if r := tx.Bucket(robotsBucket).Get([]byte(name)); r != nil {
			var err error
			h.Robots, err = unsealRaw(r)
			return err
		}
		return nil
	})
	if err != nil {
		return Host{}, fmt.Errorf("host %s: %w", name, err)
	}
	return h, nil
}

// Hosts are all hosts, without their robots.txt.
func (s *Store) Hosts() ([]Host, error) {
	all, err := s.entries(hostsBucket)
	if err != nil {
		return nil, fmt.Errorf("read hosts: %w", err)
	}
	hosts := make([]Host, len(all))
	for i, e := range all {
		if err := unsealJSON(e.value, &hosts[i]); err != nil {
			return nil, fmt.Errorf("host %s: %w", e.key, err)
		}
	}
	return hosts, nil
}
