package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
)

const fileName = "store.db"

// schema is the version of the file's layout. A program opens its own and older ones.
const schema = 1

// Buckets. Keys of links, pages, evidence and routes are the link's id, keys of changes the sequence number, both eight
// bytes big endian so that the file grows at its end.
var (
	metaBucket     = []byte("meta")
	sitesBucket    = []byte("sites")
	linksBucket    = []byte("links")
	pagesBucket    = []byte("pages")
	evidenceBucket = []byte("evidence")
	routesBucket   = []byte("routes")
	changesBucket  = []byte("changes")
	hostsBucket    = []byte("hosts")
	robotsBucket   = []byte("robots")
	countsBucket   = []byte("counts")
	rulesBucket    = []byte("rules")
	labelsBucket   = []byte("labels")
	profilesBucket = []byte("profiles")
	settingsBucket = []byte("settings")
)

func buckets() [][]byte {
	return [][]byte{
		metaBucket, sitesBucket, linksBucket, pagesBucket, evidenceBucket, routesBucket, changesBucket,
		hostsBucket, robotsBucket, countsBucket, rulesBucket, labelsBucket, profilesBucket, settingsBucket,
	}
}

// Store is the open data folder. All methods may be called from any goroutine; writes run one after the other.
type Store struct {
	dir string

	// gate is held for reading by every transaction and for writing while Close or Compact change db.
	gate sync.RWMutex
	db   *bolt.DB // nil after Close

	// write orders writers, so that what is kept in memory changes in the order of the commits.
	write   sync.Mutex
	removed map[string]bool // sites removed since Open: late outcomes of theirs are dropped; guarded by write

	seen   *seenSet // own lock
	counts *tally   // own lock
	broken atomic.Pointer[error]

	wakeMu sync.Mutex
	wake   chan struct{} // closed by the next commit
}

// Dir is the data folder.
func (s *Store) Dir() string { return s.dir }

// Path is the file the store lies in.
func (s *Store) Path() string { return filepath.Join(s.dir, fileName) }

// Size is the size of the file in bytes.
func (s *Store) Size() (int64, error) {
	info, err := os.Stat(s.Path())
	if err != nil {
		return 0, fmt.Errorf("store size: %w", err)
	}
	return info.Size(), nil
}

// Close waits for running transactions and gives the data folder free. A second call does nothing.
func (s *Store) Close() error {
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.db == nil {
		return nil
	}
	err := s.shut(s.db)
	s.db = nil
	s.signal()
	if err != nil {
		return fmt.Errorf("close store %s: %w", s.dir, err)
	}
	return nil
}

// shutWait is how long Close waits for a store on which bbolt has panicked: it may have kept its own lock.
const shutWait = 2 * time.Second

func (s *Store) shut(db *bolt.DB) error {
	if s.broken.Load() == nil {
		return db.Close()
	}
	done := make(chan error, 1)
	go func() { done <- guarded(db.Close) }()
	select {
	case err := <-done:
		return err
	case <-time.After(shutWait):
		return fmt.Errorf("it stays locked until the program ends: %w", ErrDamaged)
	}
}

// Changed returns a channel that is closed by the next commit (or by Close).
func (s *Store) Changed() <-chan struct{} {
	s.wakeMu.Lock()
	defer s.wakeMu.Unlock()
	return s.wake
}

func (s *Store) signal() {
	s.wakeMu.Lock()
	defer s.wakeMu.Unlock()
	close(s.wake)
	s.wake = make(chan struct{})
}

// view runs fn in a read transaction. fn must be short, copy out what it keeps, and neither wait nor call out: a reader
// that stays pins old pages and can stop a writer that needs a larger map.
func (s *Store) view(fn func(*bolt.Tx) error) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.db == nil {
		return ErrClosed
	}
	return guarded(func() error { return s.db.View(fn) })
}

// update runs fn in a write transaction; the caller holds s.write. When bbolt panics half way, its memory can no longer
// be trusted: the store then refuses every further write, and what is on disk is the last whole commit.
func (s *Store) update(fn func(*bolt.Tx) error) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.db == nil {
		return ErrClosed
	}
	if err := s.broken.Load(); err != nil {
		return *err
	}
	err := guarded(func() error { return s.db.Update(fn) })
	if errors.As(err, new(*panicked)) {
		s.broken.Store(&err)
	}
	return err
}

// change is update for the small writes of people: it takes the write lock and wakes the followers.
func (s *Store) change(fn func(*bolt.Tx) error) error {
	s.write.Lock()
	defer s.write.Unlock()
	if err := s.update(fn); err != nil {
		return err
	}
	s.signal()
	return nil
}

// panicked is what bbolt threw while it read a damaged file.
type panicked struct{ what any }

func (p *panicked) Error() string { return fmt.Sprintf("%v: %v", ErrDamaged, p.what) }
func (p *panicked) Unwrap() error { return ErrDamaged }

// guarded turns a panic of bbolt, and a fault on its map (a file shorter than it says), into ErrDamaged.
func guarded(fn func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			err = &panicked{what: r}
		}
	}()
	return fn()
}
