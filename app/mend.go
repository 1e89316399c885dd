package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"xunlu/storage"
)

// mendingFile lies in the data folder while it is being mended: what stands there then is not all.
const mendingFile = "mending"

// ErrMending: mending was begun and did not come to its end.
var ErrMending = errors.New("the data was being put right and that did not come to its end")

// ErrStoreGone: pages' copies or backups are there, but no store. Beginning a new one would look as if all were lost.
var ErrStoreGone = fmt.Errorf("%s is not there, though copies of pages or backups are: %w", backupStore, storage.ErrDamaged)

// Mended says what Mend did.
type Mended struct {
	Sound    bool        `json:"sound,omitempty"`    // nothing was wrong, nothing was done
	Counted  bool        `json:"counted,omitempty"`  // only counters were wrong: counted again
	Aside    string      `json:"aside,omitempty"`    // where the damaged store is now
	Backup   *KeptBackup `json:"backup,omitempty"`   // that took its place; none: a new store
	Unusable []string    `json:"unusable,omitempty"` // backups that could not be used, and why
	Regained Regained    `json:"regained"`
	Pages    int         `json:"pages"` // in the store now
	Routes   int         `json:"routes"`
}

// Mend puts a damaged data folder right: the damaged store is put aside, never thrown away, the last good backup takes its place
// (or none, when there is none or fromCopies is said), every page that came later is read from its copy in the archive, and
// the index is built again. It may be stopped or killed at any moment and begun again. A sound folder is left as it is.
func Mend(ctx context.Context, dir string, fromCopies bool, log *slog.Logger) (m Mended, err error) {
	if dir, err = DataDir(dir); err != nil {
		return m, err
	}
	if _, err := os.Stat(dir); err != nil {
		return m, fmt.Errorf("put right %s: %w", dir, err)
	}
	_, begun := os.Stat(filepath.Join(dir, mendingFile))
	whole, err := m.look(ctx, dir, begun == nil)
	if err != nil || whole && begun != nil && !fromCopies {
		return m, err
	}
	if err := os.WriteFile(filepath.Join(dir, mendingFile), []byte("run xunlu repair again\n"), 0o600); err != nil {
		return m, fmt.Errorf("put right %s: %w", dir, err)
	}
	if !whole || fromCopies && begun != nil {
		if err := m.replace(ctx, dir, fromCopies); err != nil {
			return m, err
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "index")); err != nil { // it may know more than the store does now
		return m, fmt.Errorf("put right %s: %w", dir, err)
	}
	if err := m.regain(ctx, dir, log); err != nil {
		return m, err
	}
	return m, os.Remove(filepath.Join(dir, mendingFile))
}

// look finds out whether the store can be used as it is. Wrong counters alone are counted again at once.
func (m *Mended) look(ctx context.Context, dir string, begun bool) (whole bool, err error) {
	if errors.Is(missingStore(dir), ErrStoreGone) {
		return false, nil
	}
	if _, err := os.Stat(filepath.Join(dir, backupStore)); errors.Is(err, os.ErrNotExist) {
		return false, fmt.Errorf("put right %s: %w", dir, ErrNoData)
	}
	s, err := storage.Open(dir)
	if errors.Is(err, storage.ErrDamaged) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	report, err := s.Check(ctx)
	if err == nil && report.Repairable {
		m.Counted = true
		err = s.Repair(ctx)
	}
	m.Sound = report.Sound && !begun
	c := s.Counts().Total
	m.Pages, m.Routes = c.Pages, c.Routes
	return report.Sound || report.Repairable, errors.Join(err, s.Close())
}

// replace puts the store aside and the newest backup that is good, or an empty store, in its place.
func (m *Mended) replace(ctx context.Context, dir string, fromCopies bool) error {
	if _, err := os.Stat(filepath.Join(dir, backupStore)); err == nil {
		if m.Aside, err = storage.SetAside(dir, time.Now()); err != nil {
			return err
		}
	}
	kept, err := KeptBackups(dir)
	if err != nil {
		return err
	}
	for _, k := range kept {
		if fromCopies {
			break
		}
		err := restoreKept(ctx, k, dir)
		if err == nil {
			m.Backup = &k
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m.Unusable = append(m.Unusable, fmt.Sprintf("%s: %v", filepath.Base(k.File), err))
	}
	s, err := storage.Open(dir) // makes a new one
	if err != nil {
		return err
	}
	return s.Close()
}

// regain opens the folder and reads what is only in the archive.
func (m *Mended) regain(ctx context.Context, dir string, log *slog.Logger) error {
	a, err := Open(ctx, Options{Dir: dir, Create: true, Paused: true, Log: log, mending: true})
	if err != nil {
		return err
	}
	m.Regained, err = a.Regain(ctx)
	if err == nil {
		err = a.Indexed(ctx)
	}
	c := a.store.Counts().Total
	m.Pages, m.Routes = c.Pages, c.Routes
	return errors.Join(err, a.Close())
}

// missingStore is ErrStoreGone when a folder has no store but what only comes with one.
func missingStore(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, backupStore)); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, pattern := range []string{filepath.Join("archive", "*.warc.zst"), filepath.Join(keptFolder, "store-*.db.zst"), "store-damaged-*.db"} {
		if found, err := filepath.Glob(filepath.Join(dir, pattern)); err == nil && len(found) > 0 {
			return ErrStoreGone
		}
	}
	return nil
}

// mendable says before Open whether the folder must be mended first.
func mendable(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, mendingFile)); err == nil {
		return ErrMending
	}
	return missingStore(dir)
}

// advise adds to an error of damage what can be done about it.
func advise(dir string, err error) error {
	if !errors.Is(err, storage.ErrDamaged) && !errors.Is(err, ErrMending) {
		return err
	}
	last := "no backup yet"
	if kept, kerr := KeptBackups(dir); kerr == nil && len(kept) > 0 {
		last = "last good backup " + kept[0].Made.Local().Format("2006-01-02 15:04")
	}
	return fmt.Errorf("%w; put it right with: xunlu repair --data %s (%s; later pages are read from their copies)", err, dir, last)
}
