package app

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"xunlu/storage"
)

// Parts of a backup. The index is not in it: it is rebuilt.
const (
	backupStore   = "store.db"
	backupArchive = "archive/"
	backupKept    = picturesFolder + "/"
)

// Backup writes store, copies and settings into one file, while everything goes on. The store is taken first and the copies
// after it: what the store names was on disk before, so that all of it is in the file.
func (a *App) Backup(ctx context.Context, name string) error {
	ctx, work := a.works.begin(ctx, "Backing up", 0)
	defer work.end()
	a.moving.RLock()
	defer a.moving.RUnlock()
	_, err := inOneStep(ctx, name, 0o600, func(w io.Writer) (int, error) {
		z := zip.NewWriter(w)
		f, err := z.CreateHeader(&zip.FileHeader{Name: backupStore, Method: zip.Deflate})
		if err != nil {
			return 0, err
		}
		if err := a.store.Backup(ctx, f); err != nil {
			return 0, err
		}
		names, err := a.segments()
		if err != nil {
			return 0, err
		}
		for i, segment := range names {
			work.progress(i, len(names))
			if err := backUpFile(ctx, z, filepath.ToSlash(segment), filepath.Join(a.dir, segment)); err != nil {
				return 0, err
			}
		}
		if err := backUpFile(ctx, z, configFile, filepath.Join(a.dir, configFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return 0, err
		}
		return 0, z.Close()
	})
	if err != nil {
		return fmt.Errorf("back up to %s: %w", name, err)
	}
	return nil
}

// segments names the files of copies and pictures, below the data folder.
func (a *App) segments() ([]string, error) {
	var out []string
	for _, folder := range []string{backupArchive, backupKept} {
		names, err := filepath.Glob(filepath.Join(a.dir, folder, "*"+segmentSuffix))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			out = append(out, filepath.Join(filepath.FromSlash(folder), filepath.Base(name)))
		}
	}
	return out, nil
}

// segmentSuffix ends the names of an archive's files.
const segmentSuffix = ".warc.zst"

// isSegment says that a name in a backup is that of a file of copies or pictures, and leads nowhere else.
func isSegment(name string) bool {
	for _, folder := range []string{backupArchive, backupKept} {
		if base, ok := strings.CutPrefix(name, folder); ok {
			return base == path.Base(base) && !strings.ContainsAny(base, `\:`) && strings.HasSuffix(base, segmentSuffix)
		}
	}
	return false
}

// backUpFile adds a file as long as it is now; it may grow meanwhile.
func backUpFile(ctx context.Context, z *zip.Writer, as, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: as, Method: zip.Store, Modified: info.ModTime()}) // segments are packed already
	if err != nil {
		return err
	}
	_, err = io.Copy(w, &stoppableReader{ctx, io.LimitReader(f, info.Size())})
	return err
}

// stoppableReader ends a copy when its context does.
type stoppableReader struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppableReader) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}

// Restore puts a backup into a folder that holds no data yet. It looks through all of it before it begins, and through the
// store once more before it counts; a restore that failed leaves the folder without a store. It is also how data moves to
// another folder or computer.
func Restore(ctx context.Context, name, dir string) error {
	dir, err := DataDir(dir)
	if err != nil {
		return err
	}
	if HasData(dir) {
		return fmt.Errorf("restore: %s holds data already; give an empty folder with --data", dir)
	}
	z, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("restore: %s is no backup: %w", name, err)
	}
	defer z.Close()
	var store *zip.File
	for _, f := range z.File {
		switch {
		case f.Name == backupStore:
			store = f
		case f.Name == configFile, isSegment(f.Name):
		default:
			return fmt.Errorf("restore: %s is no backup of Xunlu: it holds %q", name, f.Name)
		}
	}
	if store == nil {
		return fmt.Errorf("restore: %s is no backup of Xunlu: it holds no store", name)
	}
	for _, folder := range []string{backupArchive, backupKept} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o750); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	for _, f := range z.File {
		if f != store {
			if err := restoreFile(ctx, f, filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
				return fmt.Errorf("restore %s: %w", f.Name, err)
			}
		}
	}
	r, err := store.Open()
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return errors.Join(storage.Restore(ctx, dir, r), r.Close())
}

func restoreFile(ctx context.Context, f *zip.File, name string) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, &stoppableReader{ctx, r})
	return errors.Join(err, w.Sync(), w.Close())
}
