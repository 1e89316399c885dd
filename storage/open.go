package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// lockWait is how long Open waits for another process to let go.
const lockWait = time.Second

var schemaKey = []byte("schema")

// Open opens the store in dir and creates both when there is none. It returns ErrLocked, ErrReadOnly, ErrDamaged or
// ErrNewer (wrapped, with dir in the sentence). On ErrDamaged nothing was changed: SetAside makes room for a backup or
// a fresh start.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, openError(dir, err)
	}
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(dir, path); err != nil {
			return nil, openError(dir, err)
		}
	}
	db, err := openFile(path)
	if err != nil {
		return nil, openError(dir, err)
	}
	if err := addLater(db); err != nil {
		return nil, errors.Join(openError(dir, err), db.Close())
	}
	s := &Store{
		dir: dir, db: db,
		removed: make(map[string]bool),
		seen:    newSeenSet(),
		counts:  newTally(),
		wake:    make(chan struct{}),
	}
	if err := s.load(); err != nil {
		return nil, errors.Join(openError(dir, err), db.Close())
	}
	return s, nil
}

// addLater gives a store of an older program the buckets it lacks; one that is no store is left as it is, for load to refuse.
func addLater(db *bolt.DB) error {
	missing := false
	err := guarded(func() error {
		return db.View(func(tx *bolt.Tx) error {
			for _, b := range laterBuckets() {
				missing = missing || tx.Bucket(b) == nil && checkSchema(tx) == nil
			}
			return nil
		})
	})
	if err != nil || !missing {
		return err
	}
	return guarded(func() error {
		return db.Update(func(tx *bolt.Tx) error {
			for _, b := range laterBuckets() {
				if _, err := tx.CreateBucketIfNotExists(b); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// create makes an empty store beside path and gives it its name only when it is whole: a store.db of zero bytes is then
// always damage and never a first start that was cut off.
func create(dir, path string) (err error) {
	tmp, err := os.CreateTemp(dir, "store-*.new")
	if err != nil {
		return err
	}
	name := tmp.Name()
	defer func() {
		if rerr := os.Remove(name); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
	}()
	if err := tmp.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(name, 0o600, options())
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, b := range buckets() {
			if _, err := tx.CreateBucketIfNotExists(b); err != nil {
				return err
			}
		}
		return tx.Bucket(metaBucket).Put(schemaKey, binary.AppendUvarint(nil, schema))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	return errors.Join(install(name, path), syncDir(dir))
}

// syncDir makes a new name durable. Windows has no such call and does not need it.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// install names a new file without replacing one that another process made meanwhile.
func install(name, path string) error {
	err := os.Link(name, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if _, serr := os.Stat(path); serr == nil {
		return nil
	}
	return os.Rename(name, path) // a file system without hard links
}

func options() *bolt.Options {
	// NoSync stays off (a commit survives a power cut). InitialMmapSize stays 0: on Windows the file would really grow.
	return &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType}
}

// openFile opens an existing file. When bbolt panics on it, the handle it left behind is closed, so that the lock is
// free again and the file can be renamed.
func openFile(path string) (*bolt.DB, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%s is empty: %w", fileName, ErrDamaged)
	}
	var db *bolt.DB
	var handle *os.File
	opts := options()
	opts.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
		handle = f
		return f, err
	}
	err = guarded(func() error {
		var err error
		db, err = bolt.Open(path, 0o600, opts)
		return err
	})
	switch {
	case errors.As(err, new(*panicked)) && handle != nil:
		return nil, errors.Join(err, release(handle))
	case err != nil && !errors.Is(err, berrors.ErrTimeout) && !errors.As(err, new(syscall.Errno)):
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err) // neither locked nor refused by the system: the bytes are wrong
	}
	return db, err
}

// load checks what bbolt does not and fills the memory: seen set and counters.
func (s *Store) load() error {
	info, err := os.Stat(s.Path())
	if err != nil {
		return err
	}
	err = s.view(func(tx *bolt.Tx) error {
		if tx.Size() > info.Size() {
			return fmt.Errorf("%s is cut off at %d of %d bytes: %w", fileName, info.Size(), tx.Size(), ErrDamaged)
		}
		return checkSchema(tx)
	})
	if err != nil {
		return err
	}
	if err := s.loadSeen(); err != nil {
		return err
	}
	return s.loadCounts()
}

func checkSchema(tx *bolt.Tx) error {
	meta := tx.Bucket(metaBucket)
	if meta == nil {
		return fmt.Errorf("%s is not a store of Xunlu: %w", fileName, ErrDamaged)
	}
	v, n := binary.Uvarint(meta.Get(schemaKey))
	if n <= 0 || v == 0 {
		return fmt.Errorf("%s has no schema version: %w", fileName, ErrDamaged)
	}
	if v > schema {
		return fmt.Errorf("schema %d, this program knows %d: %w", v, schema, ErrNewer)
	}
	for _, b := range buckets() {
		if tx.Bucket(b) == nil {
			return fmt.Errorf("%s lacks %s: %w", fileName, b, ErrDamaged)
		}
	}
	return nil
}

// openError names the folder and sorts what the system and bbolt say into the sentinels.
func openError(dir string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("open %s: %w (close the other window, or choose another data folder)", dir, ErrLocked)
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrNewer):
		return fmt.Errorf("open %s: %w", dir, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("open %s: %w: %w", dir, ErrReadOnly, err)
	}
	return fmt.Errorf("open %s: %w", dir, err)
}

// SetAside renames a damaged store in dir so that a backup can be put in its place or a fresh one be made, and returns
// the new path. Nothing of the file is thrown away, nor of one that was set aside before.
func SetAside(dir string, now time.Time) (string, error) {
	from := filepath.Join(dir, fileName)
	stem := filepath.Join(dir, "store-damaged-"+now.UTC().Format("20060102-150405"))
	to := stem + ".db"
	for n := 2; ; n++ {
		if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return "", fmt.Errorf("set %s aside: %w", from, err)
		}
		to = fmt.Sprintf("%s-%d.db", stem, n)
	}
	if err := os.Rename(from, to); err != nil {
		return "", fmt.Errorf("set %s aside: %w", from, err)
	}
	return to, nil
}
