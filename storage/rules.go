package storage

import (
	"encoding/binary"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"xunlu/judge"
)

var activeKey = []byte("active rules")

// rulesKey is the name, a zero byte and the version, so that the versions of a name stand together in order.
func rulesKey(name string, version uint64) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(name), 0), version)
}

// PutRules stores a rule set as the next version of its name and returns it with that version. Versions are never changed.
func (s *Store) PutRules(r judge.Rules) (judge.Rules, error) {
	if r.Name == "" || strings.ContainsRune(r.Name, 0) {
		return judge.Rules{}, fmt.Errorf("put rules %q: a rule set needs a name", r.Name)
	}
	err := s.change(func(tx *bolt.Tx) error {
		last, _ := newestRules(tx, r.Name)
		r.Version = int(last) + 1
		v, err := sealJSON(r)
		if err != nil {
			return err
		}
		return tx.Bucket(rulesBucket).Put(rulesKey(r.Name, uint64(r.Version)), v)
	})
	if err != nil {
		return judge.Rules{}, fmt.Errorf("put rules %s: %w", r.Name, err)
	}
	return r, nil
}

// newestRules finds the last version of a name; 0 when there is none.
func newestRules(tx *bolt.Tx, name string) (version uint64, value []byte) {
	c := tx.Bucket(rulesBucket).Cursor()
	step := c.Prev
	if k, _ := c.Seek(rulesKey(name, 1<<63)); k == nil {
		step = c.Last
	}
	k, v := step()
	if n := len(name); len(k) == n+9 && string(k[:n]) == name && k[n] == 0 {
		return binary.BigEndian.Uint64(k[n+1:]), v
	}
	return 0, nil
}

// RulesByRef reads a version of a rule set; version 0 is the newest.
func (s *Store) RulesByRef(name string, version int) (judge.Rules, error) {
	var r judge.Rules
	err := s.view(func(tx *bolt.Tx) error {
		var v []byte
		if version == 0 {
			_, v = newestRules(tx, name)
		} else {
			v = tx.Bucket(rulesBucket).Get(rulesKey(name, uint64(version)))
		}
		if v == nil {
			return ErrNotFound
		}
		return unsealJSON(v, &r)
	})
	if err != nil {
		return judge.Rules{}, fmt.Errorf("rules %s@%d: %w", name, version, err)
	}
	return r, nil
}

// ListRules are all versions of all rule sets, by name, oldest version first.
func (s *Store) ListRules() ([]judge.Rules, error) {
	all, err := s.entries(rulesBucket)
	if err != nil {
		return nil, fmt.Errorf("read rules: %w", err)
	}
	rules := make([]judge.Rules, len(all))
	for i, e := range all {
		if err := unsealJSON(e.value, &rules[i]); err != nil {
			return nil, fmt.Errorf("rules %q: %w", e.key, err)
		}
	}
	return rules, nil
}

// UseRules makes the newest version of a name, now and after every PutRules, the one that judges.
func (s *Store) UseRules(name string) error {
	err := s.change(func(tx *bolt.Tx) error {
		if last, _ := newestRules(tx, name); last == 0 {
			return ErrNotFound
		}
		return tx.Bucket(metaBucket).Put(activeKey, sealRaw([]byte(name)))
	})
	if err != nil {
		return fmt.Errorf("use rules %s: %w", name, err)
	}
	return nil
}

// ActiveRules is the rule set that judges; ErrNotFound when none was ever chosen.
func (s *Store) ActiveRules() (judge.Rules, error) {
	v, err := s.get(metaBucket, activeKey)
	if err != nil {
		return judge.Rules{}, err
	}
	if v == nil {
		return judge.Rules{}, fmt.Errorf("active rules: %w", ErrNotFound)
	}
	name, err := unsealRaw(v)
	if err != nil {
		return judge.Rules{}, fmt.Errorf("active rules: %w", err)
	}
	return s.RulesByRef(string(name), 0)
}
