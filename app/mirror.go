package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// mirror makes to what from is: files of another length or time are copied, those that from does not hold leave. What tells of the running
// process, or of the move itself, stays out of it. from may grow meanwhile; call it again when it does not.
func mirror(ctx context.Context, from, to string, progress func(done, total int)) error {
	var names []string
	held := map[string]bool{}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		rel, rerr := filepath.Rel(from, name)
		if err != nil || rerr != nil {
			return errors.Join(err, rerr)
		}
		held[rel] = true
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o750)
		}
		if base := filepath.Base(rel); d.Type().IsRegular() && base != instanceFile && base != movedFile && base != movingFile {
			names = append(names, rel)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, rel := range names {
		progress(i, len(names))
		if err := mirrorFile(ctx, filepath.Join(from, rel), filepath.Join(to, rel)); err != nil {
			return err
		}
	}
	return filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(to, name)
		if err != nil || held[rel] || d.IsDir() || rel == movingFile {
			return err
		}
		return os.Remove(name)
	})
}

func mirrorFile(ctx context.Context, from, to string) error {
	r, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // left meanwhile
	}
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(to); err == nil && there.Size() == info.Size() && there.ModTime().Equal(info.ModTime()) {
		return nil
	}
	w, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(w, &stoppableReader{ctx, io.LimitReader(r, info.Size())})
	if err = errors.Join(err, w.Sync(), w.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
