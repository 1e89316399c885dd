package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"

	"xunlu/storage"
)

// The store is copied once a day into the folder "backups" beside it, checked, packed, and the last seven are kept. The copies of
// pages are not in it: they are append-only, and what a backup names is still there.
const (
	keptFolder = "backups"
	keptMost   = 7
	keptEvery  = 24 * time.Hour
	keptLook   = 10 * time.Minute // between two looks whether one is due
)

// KeptBackup is one of them. Number grows by one with each, whatever the clock says.
type KeptBackup struct {
	Number int       `json:"number"`
	Made   time.Time `json:"made"`
	File   string    `json:"file"`
	Size   int64     `json:"size"` // bytes
}

var keptName = regexp.MustCompile(`^store-(\d{6})-(\d{8}-\d{6})\.db\.zst$`)

const keptStamp = "20060102-150405"

// KeptBackups lists the backups in a data folder, the newest first. A folder without any gives none.
func KeptBackups(dir string) ([]KeptBackup, error) {
	entries, err := os.ReadDir(filepath.Join(dir, keptFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var all []KeptBackup
	for _, e := range entries {
		m := keptName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		made, err := time.Parse(keptStamp, m[2])
		if err != nil {
			continue
		}
		k := KeptBackup{Number: n, Made: made, File: filepath.Join(dir, keptFolder, e.Name())}
		if info, err := e.Info(); err == nil {
			k.Size = info.Size()
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(x, y KeptBackup) int { return y.Number - x.Number })
	return all, nil
}

// keptDue says whether a backup is to be made. One from the future means that the clock was set back: then one is due, since the age
// of that one is not known.
func keptDue(all []KeptBackup, now time.Time) bool {
	return len(all) == 0 || all[0].Made.After(now.Add(time.Minute)) || now.Sub(all[0].Made) >= keptEvery
}

// keepBackups makes one when it is due, until ctx is done.
func (a *App) keepBackups(ctx context.Context) {
	t := time.NewTicker(keptLook)
	defer t.Stop()
	for {
		if _, err := a.KeepBackup(ctx, time.Now(), false); err != nil && ctx.Err() == nil {
			a.log.Error("the daily backup was not made", "err", err)
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// KeepBackup makes the backup of the day when it is due, or at once when now is forced. A store that is not sound is not kept: it must
// not drive out the good ones. It returns whether one was made.
func (a *App) KeepBackup(ctx context.Context, now time.Time, force bool) (bool, error) {
	all, err := KeptBackups(a.dir)
	if err != nil {
		return false, err
	}
	if !force && (!keptDue(all, now) || a.store.KnownURLs() == 0) {
		return false, nil
	}
	number := 1
	if len(all) > 0 {
		number = all[0].Number + 1
	}
	name := filepath.Join(a.dir, keptFolder, fmt.Sprintf("store-%06d-%s.db.zst", number, now.UTC().Format(keptStamp)))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return false, fmt.Errorf("keep a backup: %w", err)
	}
	if err := a.writeKept(ctx, name); err != nil {
		return false, fmt.Errorf("keep a backup: %w", err)
	}
	for _, old := range all[min(len(all), keptMost-1):] {
		if err := os.Remove(old.File); err != nil {
			return true, fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return true, nil
}

// writeKept copies the store, looks through the copy and packs it under its name.
func (a *App) writeKept(ctx context.Context, name string) (err error) {
	trial, err := os.MkdirTemp(filepath.Dir(name), "trial-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(trial)) }()
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		werr := a.store.Backup(ctx, w)
		done <- errors.Join(werr, w.CloseWithError(werr))
	}()
	err = storage.Restore(ctx, trial, r) // refuses what is not sound
	if err := errors.Join(err, r.CloseWithError(err), <-done); err != nil {
		return err
	}
	_, err = inOneStep(ctx, name, 0o600, func(out io.Writer) (int, error) {
		f, err := os.Open(filepath.Join(trial, backupStore))
		if err != nil {
			return 0, err
		}
		defer f.Close()
		z, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
		if err != nil {
			return 0, err
		}
		if _, err := io.Copy(z, &stoppableReader{ctx, f}); err != nil {
			return 0, errors.Join(err, z.Close())
		}
		return 0, z.Close()
	})
	return err
}

// restoreKept puts a kept backup into a folder that has no store; it is looked through before it counts.
func restoreKept(ctx context.Context, k KeptBackup, dir string) error {
	f, err := os.Open(k.File)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewReader(bufio.NewReaderSize(f, 1<<20), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	return storage.Restore(ctx, dir, z)
}
